// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope sheet LESSON... --students N [--seed S] [--language L] -o FOLDER
//
// Writes sheet.html to hand out, key.html for the teacher, sheet.json for hscope grade, and the project files of the
// students. The same lessons, students and seed give the same files.
#include "base/numbers.h"
#include "commands/command.h"
#include "commands/number_check.h"
#include "lesson/sheet_files.h"
#include "lesson/sheet_lessons.h"

#include <fmt/format.h>

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
    // Everything is computed before the first file is written.
    const auto files = sheetFiles({options.lessons, options.students, options.seed, options.language}, *lessons, stop);
    if (!files)
        return fail(streams, files.error());
    if (const auto written = writeSheetFiles(*files, options.folder); !written)
        return fail(streams, written.error());
    streams.out << fmt::format("{} in {}: sheet.html, key.html, sheet.json and {}\n",
                               countedText(files->size(), "file"), options.folder,
                               countedText(files->size() - 3, "project"));
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
        ->check(wholeNumberBetween(1, maxStudents));
    parser.add_option("--seed", options->seed, "the same seed gives the same sheet; default 1")->check(seedNumber());
    parser.add_option("--language", options->language, "en, de or zh_CN; default en")
        ->check(CLI::IsMember({"en", "de", "zh_CN"}));
    parser.add_option("-o,--folder", options->folder, "folder to write to; files of the same name are replaced")
        ->required();
    return [options](const Streams &streams) { return makeSheets(*options, streams); };
}

} // namespace heteroscope
