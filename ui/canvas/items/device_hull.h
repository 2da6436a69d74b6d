// SPDX-License-Identifier: GPL-3.0-or-later
//
// The outline around some of the devices of a node, as a min number of rectangles: neighbouring devices share one.
#pragma once

#include <QRectF>

#include <vector>

namespace heteroscope {

/// `places` are the rectangles of all devices, in rows from left to right; `devices` are ascending indices, those
/// beyond the places are left out. Neighbours in a row are one piece, rows of the same extent one block. Each piece is
/// larger than its devices by less than half the gap to the next one; `pixel` is the size of a pixel.
std::vector<QRectF> hullPieces(const std::vector<QRectF> &places, const std::vector<int> &devices, double pixel);

} // namespace heteroscope
