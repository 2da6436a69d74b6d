// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope grade SHEET FILES... [--json F]
//
// Checks projects that were handed in for a sheet of hscope sheet, and says why something is not right. Exit status 1
// if something is not right, 3 if a file cannot be used; the others are graded nevertheless.
#include "commands/command.h"
#include "lesson/grading.h"
#include "report/text_table.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

struct GradeOptions
{
    std::string sheet;
    std::vector<std::string> files;
    std::string json;
};

std::string whyWrong(const GradedTask &graded)
{
    const TaskVerdict &verdict = graded.verdict;
    std::string why;
    for (const TaskFault fault : faultsOf(verdict)) {
        if (!why.empty())
            why += "; ";
        switch (fault) {
        case TaskFault::noAnswer:
            why += "no answer behind \"Answer:\" in the note";
            break;
        case TaskFault::noNumber:
            why += fmt::format("the answer \"{}\" is not a number of this kind", verdict.written);
            break;
        case TaskFault::wrongAnswer:
            why += fmt::format("{} answered, {} simulated", shownText(*verdict.given, graded.show),
                               shownText(verdict.correct, graded.show));
            break;
        case TaskFault::otherwiseChanged:
            why += "something was changed that the task does not allow";
            break;
        case TaskFault::doesNotRun:
            why += "the plan does not run: " + toString(*verdict.problem);
            break;
        case TaskFault::goalMissed:
            why += "the goal is not reached";
            break;
        }
    }
    return why;
}

Json gradedJson(const std::vector<GradedTask> &all)
{
    Json rows = Json::array();
    for (const GradedTask &graded : all) {
        const TaskVerdict &verdict = graded.verdict;
        Json row = {{"file", graded.file}, {"student", graded.task.student + 1}, {"lesson", graded.task.lesson}};
        row["answer"] = verdict.given ? Json(*verdict.given) : Json();
        row["correct"] = verdict.correct;
        row["answerRight"] = verdict.isAnswerRight;
        row["goalReached"] = verdict.isGoalReached;
        row["why"] = whyWrong(graded);
        rows.push_back(std::move(row));
    }
    return {{"tasks", std::move(rows)}};
}

ExitStatus grade(const GradeOptions &options, const Streams &streams)
{
    beginWork(streams);
    const StopToken stop = streams.foreground.stop();
    const auto opened = openSheet(options.sheet);
    if (!opened)
        return fail(streams, opened.error());
    std::vector<GradedTask> all;
    bool isUnusable = false;
    for (const std::string &file : options.files) {
        auto graded = gradeFile(file, *opened, stop);
        if (graded) {
            all.push_back(*std::move(graded));
            continue;
        }
        if (graded.error().code == Error::Code::cancelled)
            return failStopped(streams, "all files were graded");
        fail(streams, graded.error());
        isUnusable = true;
    }
    TextTable table({"file", "student", "lesson", "answer", "goal", "why not"});
    bool isAllRight = true;
    for (const GradedTask &graded : all) {
        const TaskVerdict &verdict = graded.verdict;
        isAllRight = isAllRight && verdict.isRight();
        table.add({graded.file, std::to_string(graded.task.student + 1), graded.task.lesson,
                   verdict.isAnswerRight ? "right" : "wrong", verdict.isGoalReached ? "reached" : "not reached",
                   whyWrong(graded)});
    }
    if (options.json != "-")
        printTable(table, streams);
    if (const auto written = writeJson(gradedJson(all), options.json, streams); !written)
        return fail(streams, written.error());
    return isUnusable ? ExitStatus::unusableInput : isAllRight ? ExitStatus::done : ExitStatus::no;
}

} // namespace

CommandBody addGradeCommand(CLI::App &parser)
{
    const auto options = std::make_shared<GradeOptions>();
    parser.add_option("sheet", options->sheet, "sheet.json of hscope sheet")->required();
    parser.add_option("files", options->files, "projects that were handed in")->required();
    parser.add_option("--json", options->json, "write the verdicts as JSON (- for standard output)");
    return [options](const Streams &streams) { return grade(*options, streams); };
}

} // namespace heteroscope
