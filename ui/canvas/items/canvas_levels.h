// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of items on the canvas. One scene unit is one pixel at 100 %. Positions scale with the zoom. The zoom selects
// one of three levels of detail: far (a tile that scales), middle (a card of fixed size on the screen), near (the cells
// of the devices, which scale). Text has a fixed size on the screen at every level.
#pragma once

#include "editing/canvas_grid.h"
#include "editing/near_layout.h"

#include <QPointF>
#include <QSizeF>

#include <array>

namespace heteroscope {

enum class CanvasLevel { far, middle, near };

inline constexpr double farBelow = 0.4;
inline constexpr double nearAbove = 1.2;
inline constexpr double dashesFrom = 0.25; ///< farther away links are too thin for dashes, which cost most of a frame
inline constexpr double smallestZoom = 0.04;
inline constexpr double largestZoom = 3.0;

inline constexpr QSizeF farTile(92, 60);     ///< on the screen at the zoom where far begins
inline constexpr QSizeF cardSize(180, 96);   ///< on the screen
inline constexpr QSizeF switchSize(150, 30); ///< on the screen in the middle level
inline constexpr double roomForName = 54;    ///< tiles narrower on the screen have no name
inline constexpr double roomForDots = 14;    ///< and below this no dots
inline constexpr double roomForPorts = 40;   ///< things narrower on the screen have no ports
inline constexpr double portRadius = 5;      ///< on the screen

constexpr CanvasLevel levelAt(double zoom)
{
    return zoom < farBelow ? CanvasLevel::far : zoom > nearAbove ? CanvasLevel::near : CanvasLevel::middle;
}

/// Size on the screen at a zoom.
QSizeF nodeSizeOnScreen(int devices, bool hasFabricBar, double zoom);
QSizeF switchSizeOnScreen(double zoom);

enum class Side { top, right, bottom, left };
inline constexpr std::array<Side, 4> allSides = {Side::top, Side::right, Side::bottom, Side::left};

} // namespace heteroscope
