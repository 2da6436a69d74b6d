// SPDX-License-Identifier: GPL-3.0-or-later
//
// An exercise sheet as an HTML page to print or hand out, and its key for the teacher.
#pragma once

#include "lesson/exercise.h"

namespace heteroscope {

/// The languages of lessons: "en", "de", "zh_CN".
inline constexpr std::array<std::string_view, 3> lessonLanguages = {"en", "de", "zh_CN"};

/// The name of the project file of a task: "student-03-01-why-pipelines-wait.hscope.json". student: from 0.
std::string taskFile(std::size_t student, const Lesson &lesson);

/// A sheet of paper for each student: question, task, formula and file of each lesson. Errors: those of taskQuestion.
Result<std::string> sheetPage(const ExerciseSheet &sheet, const SheetLessons &lessons, const std::string &language,
                              const StopToken &stop = {});

/// The answers of all students, computed by the engine, with the values that reach each goal. Errors: those of taskKey.
Result<std::string> keyPage(const ExerciseSheet &sheet, const SheetLessons &lessons, const std::string &language,
                            const StopToken &stop = {});

} // namespace heteroscope
