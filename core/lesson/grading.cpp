// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/grading.h"

#include "lesson/sheet_lessons.h"
#include "project/project_file.h"

#include <filesystem>

namespace heteroscope {

namespace {

Error located(Error error, const std::string &file)
{
    error.file = file;
    return error;
}

} // namespace

Result<OpenedSheet> openSheet(const std::string &path)
{
    const auto json = readJsonFile(path);
    if (!json)
        return json.error();
    auto sheet = readSheet(*json);
    if (!sheet)
        return located(sheet.error(), path);
    std::vector<std::string> names;
    for (const auto &tasks : sheet->students)
        for (const ExerciseTask &task : tasks)
            names.push_back(task.lesson);
    auto lessons = lessonsNamed(names, std::filesystem::path(path).parent_path().string());
    if (!lessons)
        return lessons.error();
    for (const auto &[name, lesson] : *lessons)
        if (!lesson.exercise)
            return Error{Error::Code::invalid,  path, "/students", name, "a lesson with an exercise",
                         "make the sheet again"};
    return OpenedSheet{*std::move(sheet), *std::move(lessons)};
}

Result<GradedTask> gradeFile(const std::string &file, const OpenedSheet &opened, const StopToken &stop)
{
    const auto project = loadProject(file);
    if (!project)
        return project.error();
    const auto handedIn = taskOf(*project, opened.sheet);
    if (!handedIn)
        return located(handedIn.error(), file);
    for (const ExerciseTask &task : opened.sheet.students[handedIn->student]) {
        if (task.lesson != handedIn->lesson)
            continue;
        const Lesson &lesson = opened.lessons.at(task.lesson);
        auto verdict = gradeTask(lesson, task, *project, stop);
        if (!verdict)
            return located(verdict.error(), file);
        return GradedTask{file, *handedIn, lesson.exercise->show, *std::move(verdict)};
    }
    return Error{Error::Code::reference,
                 file,
                 "/x-exercise/lesson",
                 handedIn->lesson,
                 "a lesson of this student's sheet",
                 "hand in the project of the sheet"};
}

std::vector<TaskFault> faultsOf(const TaskVerdict &verdict)
{
    std::vector<TaskFault> faults;
    if (verdict.written.empty())
        faults.push_back(TaskFault::noAnswer);
    else if (!verdict.given)
        faults.push_back(TaskFault::noNumber);
    else if (!verdict.isAnswerRight)
        faults.push_back(TaskFault::wrongAnswer);
    if (verdict.isGoalReached)
        return faults;
    faults.push_back(verdict.isOtherwiseChanged ? TaskFault::otherwiseChanged
                     : verdict.problem          ? TaskFault::doesNotRun
                                                : TaskFault::goalMissed);
    return faults;
}

} // namespace heteroscope
