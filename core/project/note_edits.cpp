// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/note_edits.h"

#include "project/edit_check.h"
#include "project/free_id.h"
#include "project/name_pool.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// As the file format can hold it.
Note fitting(Note note)
{
    note.at = onCanvas(note.at);
    note.width = std::isfinite(note.width) ? std::clamp(note.width, minNoteWidth, maxNoteWidth) : usualNoteWidth;
    return note;
}

Result<Project> checkedNotes(Project edited)
{
    auto mistakes = findNoteMistakes(edited.notes, "/notes");
    if (!mistakes.ok())
        return std::move(mistakes.errors.front());
    return edited;
}

} // namespace

Result<Project> addNote(const Project &project, const Note &note)
{
    Project edited = project;
    edited.notes.push_back(fitting(note));
    edited.notes.back().id = freeId(project.notes);
    return checkedNotes(std::move(edited));
}

Result<Project> replaceNote(const Project &project, const Note &note)
{
    Project edited = project;
    const auto it =
        std::find_if(edited.notes.begin(), edited.notes.end(), [&note](const Note &one) { return one.id == note.id; });
    if (it == edited.notes.end())
        return absent("the id " + std::to_string(note.id), "that of a note");
    *it = fitting(note);
    return checkedNotes(std::move(edited));
}

} // namespace heteroscope
