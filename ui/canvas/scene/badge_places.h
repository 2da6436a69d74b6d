// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the badges of links stand, so that none lies upon another or upon a thing. In pixels. Linear in their number,
// unless many crowd in one place.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace heteroscope {

struct BadgeRequest
{
    QSizeF size;
    std::vector<QPointF> centres; ///< the places it may stand at, the best first
};

/// For each badge the first of its places where it is clear of all things and of the badges before it; else the first
/// that is clear of the badges alone; none if there is no such place.
std::vector<std::optional<QPointF>> placeApart(const std::vector<BadgeRequest> &badges,
                                               const std::vector<QRectF> &things);

} // namespace heteroscope
