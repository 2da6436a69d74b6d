// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the notes, in the format "notes" of resources/schema/project.schema.json.
#pragma once

#include "project/note.h"
#include "json/object_reader.h"

namespace heteroscope {

/// Allowed coordinates on the canvas.
inline constexpr NumberRange sceneRange{-maxScene, maxScene};

/// Reads notes and reports all their mistakes (findNoteMistakes included). A note without an id gets one. Stops after
/// maxNotes + 1 notes.
std::vector<Note> readNotes(const std::vector<const Json *> &items, const std::string &path, Findings &findings);
Json toJson(const Note &note);

} // namespace heteroscope
