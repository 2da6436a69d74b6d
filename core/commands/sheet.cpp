// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope sheet LESSON... --students N [--seed S] [--language L] -o FOLDER
//
// Writes sheet.html to hand out, key.html for the teacher, sheet.json for hscope grade, and the project files of the
// students. The same lessons, students and seed give the same files.
#include "commands/command.h"
#include "commands/sheet_lessons.h"
#include "lesson/sheet_page.h"
#include "project/project_file.h"

#include <fmt/format.h>

#include <filesystem>

namespace heteroscope {

namespace {

struct SheetOptions
{
    std::vector<std::string> lessons;
    int students = 1;
    std::uint64_t seed = 1;
    std::string language = "en";
    std::string folder;
};

ExitStatus makeSheets(const SheetOptions &options, const Streams &streams)
{
    beginWork(streams);
    const StopToken stop = streams.foreground.stop();
    const auto lessons = lessonsNamed(options.lessons);
    if (!lessons)
        return fail(streams, lessons.error());
    const auto sheet = makeSheet(options.lessons, *lessons, options.students, options.seed);
    if (!sheet)
        return fail(streams, sheet.error());
    // Everything is computed before the first file is written.
    const auto page = sheetPage(*sheet, *lessons, options.language, stop);
    if (!page)
        return fail(streams, page.error());
    const auto key = keyPage(*sheet, *lessons, options.language, stop);
    if (!key)
        return fail(streams, key.error());
    std::vector<std::pair<std::string, std::string>> files = {
        {"sheet.json", toText(toJson(*sheet))}, {"sheet.html", *page}, {"key.html", *key}};
    for (std::size_t student = 0; student < sheet->students.size(); ++student) {
        for (const ExerciseTask &task : sheet->students[student]) {
            const Lesson &lesson = lessons->at(task.lesson);
            const auto project = taskProject(lesson, *sheet, student, task, options.language);
            if (!project)
                return fail(streams, project.error());
            files.emplace_back(taskFile(student, lesson), projectText(*project));
        }
    }
    std::error_code code;
    std::filesystem::create_directories(options.folder, code);
    if (code)
        return fail(streams, {Error::Code::unreadable,
                              options.folder,
                              {},
                              code.message(),
                              "a folder to write to",
                              "give another folder after -o"});
    for (const auto &[name, text] : files)
        if (const auto written = writeFileAtomically((std::filesystem::path(options.folder) / name).string(), text);
            !written)
            return fail(streams, written.error());
    streams.out << fmt::format("{} files in {}: sheet.html, key.html, sheet.json and {} projects\n", files.size(),
                               options.folder, files.size() - 3);
    return ExitStatus::done;
}

} // namespace

CommandBody addSheetCommand(CLI::App &parser)
{
    const auto options = std::make_shared<SheetOptions>();
    parser
        .add_option("lessons", options->lessons, "names of shipped lessons (hscope catalog lessons), or lesson files")
        ->required();
    parser.add_option("--students", options->students, "number of students; each gets numbers of their own")
        ->required()
        ->check(CLI::Range(1, maxStudents));
    parser.add_option("--seed", options->seed, "the same seed gives the same sheet; default 1");
    parser.add_option("--language", options->language, "en, de or zh_CN; default en")
        ->check(CLI::IsMember({"en", "de", "zh_CN"}));
    parser.add_option("-o,--folder", options->folder, "folder to write to; files of the same name are replaced")
        ->required();
    return [options](const Streams &streams) { return makeSheets(*options, streams); };
}

} // namespace heteroscope
