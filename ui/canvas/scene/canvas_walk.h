// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selecting the next item of the canvas by keyboard.
#pragma once

#include "canvas/scene/canvas_scene.h"

#include <optional>
#include <string>

namespace heteroscope {

/// The nearest node or switch in that direction (Qt::Key_Left, Right, Up, Down) of the middle of `from`: what lies
/// more ahead than aside goes first. With nothing to start from, the first thing of the drawing. None when nothing lies
/// there.
std::optional<std::string> thingTowards(const CanvasScene &scene, const NameSet &from, Qt::Key direction);

/// The node or switch after `from` (or before it) from top to bottom and left to right, round the end; the first (last)
/// when nothing is selected.
std::optional<std::string> nextThing(const CanvasScene &scene, const NameSet &from, bool forward);

} // namespace heteroscope
