// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts about notes, and the edits of them, each one undo step with a name.
#pragma once

#include "document/document.h"

#include <map>

namespace heteroscope {

/// The beginning of its first line.
QString noteTitle(const Note &note);
/// How the window names what a name of the selection means: itself, a note by its title in quotation marks, a device
/// group as one.
QString thingText(const Project &project, const std::string &name);

/// Where everything stands: completePositions, and the notes by key.
std::map<std::string, CanvasPosition> drawnPositions(const Project &project);

/// Keys of the selected notes.
NameSet selectedNotes(Document &document);
/// Something is drawn: a node, a switch or a note.
bool isAnythingDrawn(const Project &project);

/// Adds the note and selects it. False when nothing was added: a blank text adds nothing, another may be refused.
bool addNoteTo(Document &document, const Note &note);
/// A blank text removes the note. False when it was refused; no change is fine.
bool setNoteText(Document &document, int id, const QString &text);
void setNoteColour(Document &document, const NameSet &keys, NoteColour colour);
/// Consecutive changes are one undo step.
void setNoteWidth(Document &document, const NameSet &keys, double width);
/// The same for each by that much, in pixels.
void widenNotes(Document &document, const NameSet &keys, double by);

} // namespace heteroscope
