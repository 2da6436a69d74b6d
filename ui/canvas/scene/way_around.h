// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways of arrows around what stands between their ends.
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace heteroscope {

/// The shortest way from one end of the line to the other that runs through none of the rectangles and keeps
/// `clearance` from those that it goes around; the line itself where nothing is in its way, or where an end is inside a
/// rectangle. Only rectangles that are in the way are looked at: few, even in a large drawing.
QPolygonF wayAround(const QLineF &line, const std::vector<QRectF> &rects, double clearance);

} // namespace heteroscope
