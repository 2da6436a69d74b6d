// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/sheet_files.h"

#include "lesson/sheet_page.h"
#include "project/project_file.h"

#include <filesystem>

namespace heteroscope {

Result<std::vector<SheetFile>> sheetFiles(const SheetOrder &order, const SheetLessons &lessons, const StopToken &stop)
{
    const auto sheet = makeSheet(order.lessons, lessons, order.students, order.seed);
    if (!sheet)
        return sheet.error();
    const auto page = sheetPage(*sheet, lessons, order.language, stop);
    if (!page)
        return page.error();
    const auto key = keyPage(*sheet, lessons, order.language, stop);
    if (!key)
        return key.error();
    std::vector<SheetFile> files = {{"sheet.json", toText(toJson(*sheet))}, {"sheet.html", *page}, {"key.html", *key}};
    for (std::size_t student = 0; student < sheet->students.size(); ++student) {
        for (const ExerciseTask &task : sheet->students[student]) {
            const Lesson &lesson = lessons.at(task.lesson);
            const auto project = taskProject(lesson, *sheet, student, task, order.language);
            if (!project)
                return project.error();
            files.push_back({taskFile(student, lesson), projectText(*project)});
        }
    }
    return files;
}

Status writeSheetFiles(const std::vector<SheetFile> &files, const std::string &folder)
{
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code)
        return Error{Error::Code::unreadable, folder, {}, code.message(), "a folder to write to",
                     "give another folder"};
    for (const SheetFile &file : files)
        if (auto written = writeFileAtomically((std::filesystem::path(folder) / file.name).string(), file.text);
            !written)
            return written;
    return {};
}

} // namespace heteroscope
