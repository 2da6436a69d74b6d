// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/note_json.h"

#include "project/free_id.h"

#include <limits>

namespace heteroscope {

namespace {

Note readNote(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Note note;
    note.id = static_cast<int>(reader.integer("id", 1, std::numeric_limits<int>::max(), 0));
    note.text = reader.text("text");
    note.at.x = reader.number("x", sceneRange);
    note.at.y = reader.number("y", sceneRange);
    note.width = reader.number("width", usualNoteWidth, {minNoteWidth, maxNoteWidth});
    note.colour = static_cast<NoteColour>(reader.word("colour", noteColourNames, 0));
    note.extensions = reader.finish();
    return note;
}

} // namespace

std::vector<Note> readNotes(const std::vector<const Json *> &items, const std::string &path, Findings &findings)
{
    std::vector<Note> notes;
    if (items.size() > maxNotes) {
        findings.addError({Error::Code::invalid,
                           {},
                           path,
                           std::to_string(items.size()) + " notes",
                           "at most " + std::to_string(maxNotes),
                           "remove notes, or write several into one"});
        return notes;
    }
    const auto mistakes = findings.errors.size();
    for (std::size_t i = 0; i < items.size(); ++i)
        notes.push_back(readNote(*items[i], path + "/" + std::to_string(i), findings));
    for (auto &note : notes) {
        if (note.id == 0)
            note.id = freeId(notes);
    }
    if (findings.errors.size() == mistakes)
        findings.append(findNoteMistakes(notes, path));
    return notes;
}

Json toJson(const Note &note)
{
    Json json = {{"id", note.id}, {"text", note.text}, {"x", note.at.x}, {"y", note.at.y}};
    if (note.width != usualNoteWidth)
        json["width"] = note.width;
    if (note.colour != NoteColour::yellow)
        json["colour"] = noteColourNames[static_cast<std::size_t>(note.colour)];
    writeExtensions(json, note.extensions);
    return json;
}

} // namespace heteroscope
