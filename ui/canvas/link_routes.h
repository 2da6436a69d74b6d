// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where links run: straight from the side of one thing to the facing side of the other, several on one side spread
// evenly in the order of their other ends, so that they do not cross near the thing.
#pragma once

#include <QLineF>
#include <QRectF>

#include <string>
#include <vector>

namespace heteroscope {

struct RouteRequest
{
    std::string from;
    std::string to;
    QRectF fromRect;
    QRectF toRect;
};

/// One line for each request, in order.
std::vector<QLineF> routeLinksBetween(const std::vector<RouteRequest> &requests);

/// From the middle of one rectangle's facing side to the middle of the other's.
QLineF straightBetween(const QRectF &from, const QRectF &to);

} // namespace heteroscope
