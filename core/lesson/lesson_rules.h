// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules of a lesson that its schema cannot state.
#pragma once

#include "lesson/lesson.h"

namespace heteroscope {

/// Unknown names, figures and controls; units that do not go together; too many words on a card; missing hints. Paths
/// are those of the lesson file.
Findings findLessonMistakes(const Lesson &lesson);

/// A text without English, or with braces around what is no name of a figure or of the lesson. path: where it stands.
Findings findTextMistakes(const Lesson &lesson, const LessonText &text, const std::string &path);

} // namespace heteroscope
