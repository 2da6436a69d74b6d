// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/note.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace heteroscope {

namespace {

constexpr std::string_view keyBegin = "note/";

} // namespace

std::string noteKey(int id) { return std::string(keyBegin) + std::to_string(id); }

const Note *findNote(const std::vector<Note> &notes, std::string_view key)
{
    if (!key.starts_with(keyBegin))
        return nullptr;
    int id = 0;
    const char *end = key.data() + key.size();
    if (std::from_chars(key.data() + keyBegin.size(), end, id).ptr != end)
        return nullptr;
    const auto it = std::find_if(notes.begin(), notes.end(), [id](const Note &note) { return note.id == id; });
    return it == notes.end() || noteKey(id) != key ? nullptr : &*it;
}

Findings findNoteMistakes(const std::vector<Note> &notes, const std::string &path)
{
    Findings findings;
    const auto add = [&findings](const std::string &place, std::string found, std::string expected, std::string hint) {
        findings.addError({Error::Code::invalid, {}, place, std::move(found), std::move(expected), std::move(hint)});
    };
    if (notes.size() > maxNotes)
        add(path, std::to_string(notes.size()) + " notes", "at most " + std::to_string(maxNotes),
            "remove notes, or write several into one");
    std::set<int> ids;
    for (std::size_t i = 0; i < notes.size() && !findings.full(); ++i) {
        const auto &note = notes[i];
        const auto at = path + "/" + std::to_string(i);
        if (note.id < 1)
            add(at + "/id", std::to_string(note.id), "an id from 1", "leave it out: one is given");
        else if (!ids.insert(note.id).second)
            add(at + "/id", "the id " + std::to_string(note.id) + " again", "an id of its own",
                "leave one of them out: one is given");
        if (note.text.empty())
            add(at + "/text", "an empty text", "something to read", "write something, or remove the note");
        else if (note.text.size() > maxNoteText)
            add(at + "/text", "a note of " + std::to_string(note.text.size()) + " bytes",
                "at most " + std::to_string(maxNoteText), "shorten it, or make two of it");
    }
    return findings;
}

} // namespace heteroscope
