// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exercise sheets: each student gets the tasks of some lessons with numbers of their own, and hands in a project file.
//
// A sheet is a small JSON file with the lessons and the values of each student; the key is computed from it whenever it
// is needed. For each student and lesson there is a project to work on. Its first note asks the question and has a line
// "Answer:" (in German "Antwort:", in Chinese "回答："), behind which the student writes; its plan and cluster are to
// be changed until the goal is reached. The project names its task in the key "x-exercise" ({"sheet", "student",
// "lesson"}).
#pragma once

#include "base/stop_token.h"
#include "lesson/evaluation.h"
#include "json/json.h"

namespace heteroscope {

inline constexpr int sheetFormatVersion = 1;
inline constexpr int maxStudents = 1000;

/// What one student does in one lesson.
struct ExerciseTask
{
    std::string lesson; ///< name of a shipped lesson, or path of a lesson file
    ControlSettings values;
    friend bool operator==(const ExerciseTask &, const ExerciseTask &) = default;
};

struct ExerciseSheet
{
    std::uint64_t seed = 0;
    std::vector<std::vector<ExerciseTask>> students; ///< by student, in the order of the lessons
    friend bool operator==(const ExerciseSheet &, const ExerciseSheet &) = default;
};

/// Lessons by the name under which the sheet knows them.
using SheetLessons = std::map<std::string, Lesson>;

/// The same seed gives the same sheet on every machine. No two students have the same values in all lessons. Errors: a
/// lesson without an exercise; more students than different values; no lesson; more than maxStudents.
Result<ExerciseSheet> makeSheet(const std::vector<std::string> &names, const SheetLessons &lessons, int students,
                                std::uint64_t seed);

Json toJson(const ExerciseSheet &sheet);
/// Errors: those of the format, with the path in the file.
Result<ExerciseSheet> readSheet(const Json &json);

/// The state that a student starts from: the lesson's with the student's values. Errors: those of the controls.
Result<LessonState> taskState(const Lesson &lesson, const ExerciseTask &task);
/// The project file that the student gets. student: from 0.
Result<Project> taskProject(const Lesson &lesson, const ExerciseSheet &sheet, std::size_t student,
                            const ExerciseTask &task, const std::string &language);
/// The question with the student's numbers.
Result<std::string> taskQuestion(const Lesson &lesson, const ExerciseTask &task, const std::string &language,
                                 const StopToken &stop = {});

/// The key of a task, computed by the engine.
struct TaskKey
{
    double answer = 0;
    double tolerance = 0;
    ControlSettings solution; ///< the first values of the controls that reach the goal
};
/// Errors: those of the simulation; a goal that no value of the controls reaches.
Result<TaskKey> taskKey(const Lesson &lesson, const ExerciseTask &task, const StopToken &stop = {});

/// Which task a project was handed in for: student from 0, and the name of the lesson. Error: its "x-exercise" is
/// missing or not of this sheet.
struct HandedIn
{
    std::size_t student = 0;
    std::string lesson;
};
Result<HandedIn> taskOf(const Project &project, const ExerciseSheet &sheet);

/// The verdict on a project that was handed in.
struct TaskVerdict
{
    std::optional<double> given; ///< answer; nullopt: none is written, or it is no number
    std::string written;         ///< what stands behind "Answer:" or the same in another language
    double correct = 0;
    bool isAnswerRight = false;
    bool isGoalReached = false;
    std::optional<Error> problem; ///< why the plan does not run; nullopt: it was simulated, or not looked at
    /// What was changed beside the controls of the exercise; the goal does not count then.
    bool isOtherwiseChanged = false;
    bool isRight() const { return isAnswerRight && isGoalReached; }
};
/// Errors: those of the student's own start, which are the teacher's to mend.
Result<TaskVerdict> gradeTask(const Lesson &lesson, const ExerciseTask &task, const Project &handedIn,
                              const StopToken &stop = {});

} // namespace heteroscope
