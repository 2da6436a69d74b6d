// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/extend_project.h"

#include "project/file_lock.h"
#include "project/project_file.h"

#include <filesystem>
#include <optional>

namespace heteroscope {

Result<Imported> extendProject(const std::string &file,
                               const std::function<Result<Imported>(const Project &into)> &import)
{
    std::optional<Result<FileLock>> lock;
    if (!file.empty())
        lock = lockForWriting(file);
    if (lock && !*lock)
        return lock->error();
    Project project = emptyProject();
    std::error_code ignored;
    if (!file.empty() && std::filesystem::exists(file, ignored)) {
        auto loaded = loadProject(file);
        if (!loaded)
            return loaded.error();
        project = std::move(*loaded);
    }
    auto imported = import(project);
    if (!imported)
        return imported.error();
    if (!file.empty() && !(imported->project == project)) {
        if (const auto saved = saveProject(imported->project, file); !saved)
            return saved.error();
    }
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
