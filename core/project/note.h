// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes: free text on the canvas, without effect on the simulation. Selection and edits identify elements by name; a
// note has the key "note/ID" there, which cannot be the name of another element.
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "project/canvas_position.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

enum class NoteColour : std::uint8_t { yellow, blue, green, pink, grey };
inline constexpr std::array<std::string_view, 5> noteColourNames = {"yellow", "blue", "green", "pink", "grey"};

inline constexpr std::size_t maxNotes = 1000;    ///< max notes in a project
inline constexpr std::size_t maxNoteText = 4000; ///< max bytes of UTF-8 in a note
inline constexpr double minNoteWidth = 80;
inline constexpr double maxNoteWidth = 800;
inline constexpr double usualNoteWidth = 200;

struct Note
{
    int id = 0; ///< unique in the project, from 1
    std::string text;
    CanvasPosition at;
    double width = usualNoteWidth; ///< pixels at 100 %; the text is wrapped to this width
    NoteColour colour = NoteColour::yellow;
    Extensions extensions;
    friend bool operator==(const Note &, const Note &) = default;
};

std::string noteKey(int id);
/// The note with this key; nullptr if the text is not the key of a note.
const Note *findNote(const std::vector<Note> &notes, std::string_view key);

/// Finds too many notes, duplicate ids, and texts that are empty or too long.
Findings findNoteMistakes(const std::vector<Note> &notes, const std::string &path);

} // namespace heteroscope
