// SPDX-License-Identifier: GPL-3.0-or-later
//
// A position on the canvas.
#pragma once

namespace heteroscope {

/// Max absolute scene coordinate; edits clamp larger ones to it.
inline constexpr double maxScene = 1e9;

/// Scene coordinates of the centre of a node, switch or note.
struct CanvasPosition
{
    double x = 0;
    double y = 0;
    friend bool operator==(const CanvasPosition &, const CanvasPosition &) = default;
};

} // namespace heteroscope
