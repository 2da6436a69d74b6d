// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lessons that an exercise sheet names.
#pragma once

#include "lesson/exercise.h"

namespace heteroscope {

/// A lesson by the name of a shipped one, or by the path of its file, which may also be relative to the folder. Errors:
/// no such lesson; those of the file.
Result<Lesson> lessonNamed(const std::string &name, const std::string &folder = {});

/// All lessons of these names.
Result<SheetLessons> lessonsNamed(const std::vector<std::string> &names, const std::string &folder = {});

} // namespace heteroscope
