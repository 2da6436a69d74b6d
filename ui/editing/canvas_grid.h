// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions of the project in the scene of the canvas and back, and the grid that they snap to. One scene unit is one
// pixel at 100 %.
#pragma once

#include "analysis/auto_layout.h"

#include <QPointF>

#include <cmath>

namespace heteroscope {

/// Positions in the project are closer together than in the scene, where the cells of a near node need room.
inline constexpr double sceneUnitsPerCanvasUnit = 1.75;
inline constexpr double gridPitch = canvasGrid * sceneUnitsPerCanvasUnit;   ///< scene units; positions snap to it
inline constexpr double nodePitchX = nodePitch.x * sceneUnitsPerCanvasUnit; ///< between neighbours placed by themselves
inline constexpr double nodePitchY = nodePitch.y * sceneUnitsPerCanvasUnit;

inline QPointF toScene(CanvasPosition at) { return QPointF(at.x, at.y) * sceneUnitsPerCanvasUnit; }
inline CanvasPosition toCanvas(QPointF point)
{
    return {point.x() / sceneUnitsPerCanvasUnit, point.y() / sceneUnitsPerCanvasUnit};
}

inline QPointF snappedToGrid(QPointF point)
{
    return {std::round(point.x() / gridPitch) * gridPitch, std::round(point.y() / gridPitch) * gridPitch};
}

} // namespace heteroscope
