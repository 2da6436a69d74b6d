// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where something stands on the canvas.
#pragma once

namespace heteroscope {

/// The largest scene coordinate that is kept; edits bring others back to it.
inline constexpr double mostScene = 1e9;

/// Scene coordinates of the centre of a node, switch or note.
struct CanvasPosition
{
    double x = 0;
    double y = 0;
    friend bool operator==(const CanvasPosition &, const CanvasPosition &) = default;
};

} // namespace heteroscope
