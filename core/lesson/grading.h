// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was handed in for an exercise sheet, checked file by file: for hscope grade and the window.
#pragma once

#include "lesson/exercise.h"

#include <string>
#include <vector>

namespace heteroscope {

/// A sheet with the lessons that it names.
struct OpenedSheet
{
    ExerciseSheet sheet;
    SheetLessons lessons;
};
/// path: sheet.json of hscope sheet; lesson files that it names may lie beside it. Errors: those of the file and of its
/// lessons; a lesson without an exercise.
Result<OpenedSheet> openSheet(const std::string &path);

struct GradedTask
{
    std::string file;
    HandedIn task;
    LessonShow show = LessonShow::number; ///< how the answer is written
    TaskVerdict verdict;
};
/// Errors: those of the file; a project of another sheet; a start that cannot be simulated, which is the teacher's to
/// mend.
Result<GradedTask> gradeFile(const std::string &file, const OpenedSheet &opened, const StopToken &stop = {});

/// Why a task is not right.
enum class TaskFault {
    noAnswer,         ///< nothing stands behind "Answer:"
    noNumber,         ///< what stands there is no number of this kind
    wrongAnswer,      ///< given and correct differ by more than the tolerance
    otherwiseChanged, ///< something was changed that the task does not allow
    doesNotRun,       ///< TaskVerdict::problem says why
    goalMissed,
};
/// At most one of the answer, then at most one of the goal; empty if the task is right.
std::vector<TaskFault> faultsOf(const TaskVerdict &verdict);

} // namespace heteroscope
