// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope grade SHEET FILES... [--json F]
//
// Checks projects that were handed in for a sheet of hscope sheet, and says why something is not right. Exit status 1
// if something is not right, 3 if a file cannot be used; the others are graded nevertheless.
#include "commands/command.h"
#include "commands/sheet_lessons.h"
#include "project/project_file.h"
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

struct Graded
{
    std::string file;
    HandedIn task;
    LessonShow show = LessonShow::number;
    TaskVerdict verdict;
};

std::string whyWrong(const Graded &graded)
{
    const TaskVerdict &verdict = graded.verdict;
    std::string why;
    if (verdict.written.empty())
        why = "no answer behind \"Answer:\" in the note";
    else if (!verdict.given)
        why = fmt::format("the answer \"{}\" is not a number of this kind", verdict.written);
    else if (!verdict.isAnswerRight)
        why = fmt::format("{} answered, {} simulated", shownText(*verdict.given, graded.show),
                          shownText(verdict.correct, graded.show));
    if (verdict.isGoalReached)
        return why;
    if (!why.empty())
        why += "; ";
    if (verdict.isOtherwiseChanged)
        return why + "something was changed that the task does not allow";
    return why + (verdict.problem.empty() ? "the goal is not reached" : "the plan does not run: " + verdict.problem);
}

Result<Graded> gradeFile(const std::string &file, const ExerciseSheet &sheet, const SheetLessons &lessons,
                         const StopToken &stop)
{
    const auto located = [&file](Error error) {
        error.file = file;
        return error;
    };
    const auto project = loadProject(file);
    if (!project)
        return project.error();
    const auto handedIn = taskOf(*project, sheet);
    if (!handedIn)
        return located(handedIn.error());
    for (const ExerciseTask &task : sheet.students[handedIn->student]) {
        if (task.lesson != handedIn->lesson)
            continue;
        const Lesson &lesson = lessons.at(task.lesson);
        auto verdict = gradeTask(lesson, task, *project, stop);
        if (!verdict)
            return located(verdict.error());
        return Graded{file, *handedIn, lesson.exercise->show, *std::move(verdict)};
    }
    return located({Error::Code::reference,
                    {},
                    "/x-exercise/lesson",
                    handedIn->lesson,
                    "a lesson of this student's sheet",
                    "hand in the project of the sheet"});
}

Json gradedJson(const std::vector<Graded> &all)
{
    Json rows = Json::array();
    for (const Graded &graded : all) {
        const TaskVerdict &verdict = graded.verdict;
        Json row = {{"file", graded.file}, {"student", graded.task.student + 1}, {"lesson", graded.task.lesson}};
        row["answer"] = verdict.given ? Json(*verdict.given) : Json();
        row["correct"] = verdict.correct;
        row["answerRight"] = verdict.isAnswerRight;
        row["goalReached"] = verdict.isGoalReached;
        row["why"] = verdict.isRight() ? std::string() : whyWrong(graded);
        rows.push_back(std::move(row));
    }
    return {{"tasks", std::move(rows)}};
}

ExitStatus grade(const GradeOptions &options, const Streams &streams)
{
    beginWork(streams);
    const StopToken stop = streams.foreground.stop();
    const auto json = readJsonFile(options.sheet);
    if (!json)
        return fail(streams, json.error());
    const auto sheet = readSheet(*json);
    if (!sheet) {
        Error error = sheet.error();
        error.file = options.sheet;
        return fail(streams, error);
    }
    std::vector<std::string> names;
    for (const auto &tasks : sheet->students)
        for (const ExerciseTask &task : tasks)
            names.push_back(task.lesson);
    const auto lessons = lessonsNamed(names);
    if (!lessons)
        return fail(streams, lessons.error());
    for (const auto &[name, lesson] : *lessons)
        if (!lesson.exercise)
            return fail(streams, {Error::Code::invalid, options.sheet, "/students", name, "a lesson with an exercise",
                                  "make the sheet again"});
    std::vector<Graded> all;
    bool isUnusable = false;
    for (const std::string &file : options.files) {
        auto graded = gradeFile(file, *sheet, *lessons, stop);
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
    for (const Graded &graded : all) {
        const TaskVerdict &verdict = graded.verdict;
        isAllRight = isAllRight && verdict.isRight();
        table.add({graded.file, std::to_string(graded.task.student + 1), graded.task.lesson,
                   verdict.isAnswerRight ? "right" : "wrong", verdict.isGoalReached ? "reached" : "not reached",
                   verdict.isRight() ? std::string() : whyWrong(graded)});
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
