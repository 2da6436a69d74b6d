// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pixels of the board. For its own files only.
#pragma once

namespace heteroscope::board {

inline constexpr int pad = 14;
inline constexpr int headWidth = 96;
inline constexpr int rowGap = 6;
inline constexpr int headHeight = 24; // of a stage
inline constexpr int chipHeight = 20;
inline constexpr int chipGap = 4;
inline constexpr int memoryHeight = 20; // below the chips
inline constexpr int minStage = 84;
inline constexpr int stageGap = 6; // where the border is taken hold of
inline constexpr int grip = 5;     // px to each side of it
inline constexpr int gapReach = 8; // px to each side, up to the chips
inline constexpr int unusedHeight = 34;

} // namespace heteroscope::board
