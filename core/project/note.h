// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes: free text on the canvas. They take no part in the physics. Where things are told by name (selection, edits),
// a note goes by its key, "note/3", which can be the name of nothing else.
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

inline constexpr std::size_t mostNotes = 1000;    ///< in a project
inline constexpr std::size_t mostNoteText = 4000; ///< bytes of UTF-8 in one
inline constexpr double leastNoteWidth = 80;
inline constexpr double mostNoteWidth = 800;
inline constexpr double usualNoteWidth = 200;

struct Note
{
    int id = 0; ///< its own in the project, from 1
    std::string text;
    CanvasPosition at;
    double width = usualNoteWidth; ///< pixels at 100 %; the text is wrapped in it
    NoteColour colour = NoteColour::yellow;
    Extensions extensions;
    friend bool operator==(const Note &, const Note &) = default;
};

std::string noteKey(int id);
/// The note that a key means; null for another name.
const Note *findNote(const std::vector<Note> &notes, std::string_view key);
/// Greater than every id that is taken, while there is one; else the first that is free.
int freeNoteId(const std::vector<Note> &notes);

/// Too many notes, ids that are taken twice, texts that are empty or too long.
Findings findNoteMistakes(const std::vector<Note> &notes, const std::string &path);

} // namespace heteroscope
