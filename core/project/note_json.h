// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the notes; the format is "notes" in resources/schema/project.schema.json.
#pragma once

#include "project/note.h"
#include "json/object_reader.h"

namespace heteroscope {

/// Reads at most one note more than a project may hold. Notes mistakes of form and of sense. Notes without an id get
/// one.
std::vector<Note> readNotes(const std::vector<const Json *> &items, const std::string &path, Findings &findings);
Json toJson(const Note &note);

} // namespace heteroscope
