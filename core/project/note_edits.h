// SPDX-License-Identifier: GPL-3.0-or-later
//
// Adding and changing notes. edits.h moves, copies and removes them by their keys; its rules apply here too. Positions
// and widths are clamped to the range of the file format.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// Adds the note above the others. Its id is ignored and replaced by freeId. Errors: findNoteMistakes.
Result<Project> addNote(const Project &project, const Note &note);

/// Replaces the note with the same id. Errors: no note has this id; findNoteMistakes.
Result<Project> replaceNote(const Project &project, const Note &note);

} // namespace heteroscope
