// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/launch/import_parts.h"

namespace heteroscope::launch {

Result<Imported> importParts(const Project &into, const std::vector<ImportFile> &files,
                             const std::vector<PartKind> &kinds, const char *expected, const char *hint)
{
    std::vector<settings::Settings> parsed;
    for (const ImportFile &file : files) {
        auto json = parseJson(file.text, file.name);
        if (!json)
            return json.error();
        parsed.emplace_back(std::move(*json), file.name);
    }
    Imported result{into, {}, {}};
    for (const PartKind &kind : kinds) {
        for (settings::Settings &file : parsed) {
            if (!file.json().is_object() || !kind.isKind(file.json()))
                continue;
            auto part = kind.add(result.project, file);
            if (!part)
                return part.error();
            result.project = std::move(part->project);
            result.what += (result.what.empty() ? "" : "; ") + part->what;
            result.notes.insert(result.notes.end(), part->notes.begin(), part->notes.end());
        }
    }
    if (result.what.empty())
        return Error{Error::Code::schema,
                     files.empty() ? std::string() : files.front().name,
                     "/",
                     "none of their keys",
                     expected,
                     hint};
    return result;
}

} // namespace heteroscope::launch
