// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/open_trace.h"

#include "base/files.h"
#include "exchange/recognise.h"
#include "exchange/trace/import_trace.h"

#include <algorithm>
#include <filesystem>

namespace heteroscope {

namespace {

constexpr std::size_t mostTraceFiles = 4096;

/// The file itself, or the files of a folder by name.
void appendFiles(const std::string &path, std::vector<std::string> &names)
{
    std::error_code problem;
    if (!std::filesystem::is_directory(path, problem)) {
        names.push_back(path);
        return;
    }
    const auto before = static_cast<std::ptrdiff_t>(names.size());
    for (std::filesystem::directory_iterator entry(path, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        if (entry->is_regular_file(problem) && names.size() < mostTraceFiles)
            names.push_back(entry->path().string());
    }
    std::sort(names.begin() + before, names.end());
}

} // namespace

std::optional<Result<MeasuredTrace>> readTraceIfAny(const std::vector<std::string> &paths)
{
    std::vector<std::string> names;
    for (const std::string &path : paths)
        appendFiles(path, names);
    std::vector<ImportFile> files;
    for (const std::string &name : names) {
        auto text = readTextFile(name);
        if (!text)
            return std::nullopt;
        files.push_back({name, std::move(*text)});
    }
    const ImportFormat *format = recogniseFormat(files);
    const TraceReader read = format ? findTraceReader(format->name) : nullptr;
    if (!read)
        return std::nullopt;
    return read(files);
}

} // namespace heteroscope
