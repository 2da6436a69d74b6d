// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lesson file, NAME.lesson.json: one versioned JSON object of resources/schema/lesson.schema.json.
// core/lesson/README.md tells how to write one.
#pragma once

#include "base/stop_token.h"
#include "lesson/lesson.h"
#include "json/json.h"

namespace heteroscope {

inline constexpr int lessonFormatVersion = 1;

/// A lesson and the mistakes in its file. If findings has errors, the lesson is incomplete.
struct LoadedLesson
{
    Lesson lesson;
    Findings findings;
};

/// Reads lesson text. file: its name, below whose folder the path of a project is looked up, if "project" is a path and
/// not a project. Errors: those of the schema; unknown names, figures and controls; units that do not go together; a
/// card of more than maxCardWords words; a step with goals without three hints.
LoadedLesson parseLesson(std::string_view text, const std::string &file);

/// A text of a lesson or gallery: one for all languages, or an object with one for each.
LessonText lessonTextOf(const Json &json);

/// The project of a shipped example, by its file name, or else of a file below the folder of `file`. Its mistakes are
/// added to findings, its warnings as errors, with their place behind `path`.
Project readNamedProject(const std::string &name, const std::string &file, const std::string &path, Findings &findings);

/// Reads a lesson file. Error: the first error found.
Result<Lesson> loadLesson(const std::string &path);

/// What can only be found by simulating the lesson (seconds): a value of a control that cannot be set, an expression
/// without a value, a question without exactly one right answer, a goal that is reached before anything is changed or
/// that no value of the controls reaches. Paths are those of the file. For lessons without other mistakes. After a stop
/// the findings are of no use.
Findings playLesson(const Lesson &lesson, const StopToken &stop = {});

/// The lessons of resources/lessons, by file name.
const std::vector<Lesson> &builtinLessons();
const Lesson *findLesson(std::string_view name);

} // namespace heteroscope
