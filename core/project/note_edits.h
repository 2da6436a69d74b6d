// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of notes beyond moving, copying and removing them, which edits.h does by their keys. The rules of edits.h hold.
// Places and widths that the file format cannot hold are brought back to the nearest one that it can.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// Adds it above the others with an id of its own, freeNoteId; the note's is passed over. Errors: findNoteMistakes.
Result<Project> addNote(const Project &project, const Note &note);

/// Changes the note of that id. Errors: there is none; findNoteMistakes.
Result<Project> replaceNote(const Project &project, const Note &note);

} // namespace heteroscope
