// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/extend_project.h"

#include "project/file_lock.h"
#include "project/project_file.h"

#include <filesystem>

namespace heteroscope {

Result<Imported> extendProject(const std::string &file,
                               const std::function<Result<Imported>(const Project &into)> &import)
{
    const Result<FileLock> lock = lockForWriting(file);
    if (!lock)
        return lock.error();
    Project project = emptyProject();
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        auto loaded = loadProject(file);
        if (!loaded)
            return loaded.error();
        project = std::move(*loaded);
    }
    auto imported = import(project);
    if (!imported)
        return imported.error();
    if (const auto saved = saveProject(imported->project, file); !saved)
        return saved.error();
    return imported;
}

void printImported(const Imported &imported, const Streams &streams)
{
    TextTable table({"kind", "text"});
    table.add({"added", imported.what});
    std::string text = imported.what + '\n';
    for (const auto &note : imported.notes) {
        table.add({"note", note});
        text += "note: " + note + '\n';
    }
    printResult(text, table, {{"what", imported.what}, {"notes", imported.notes}}, streams);
}

} // namespace heteroscope
