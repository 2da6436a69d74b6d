// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/link_routes.h"

#include "canvas/canvas_levels.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {
namespace {

Side sideTowards(const QRectF &from, const QRectF &to)
{
    const double gapY = std::abs(to.center().y() - from.center().y()) - (from.height() + to.height()) / 2;
    const double gapX = std::abs(to.center().x() - from.center().x()) - (from.width() + to.width()) / 2;
    if (gapY > 0 || gapY >= gapX)
        return to.center().y() < from.center().y() ? Side::top : Side::bottom;
    return to.center().x() < from.center().x() ? Side::left : Side::right;
}

QPointF pointOn(const QRectF &rect, Side side, double share)
{
    switch (side) {
    case Side::top:
        return {rect.left() + rect.width() * share, rect.top()};
    case Side::bottom:
        return {rect.left() + rect.width() * share, rect.bottom()};
    case Side::left:
        return {rect.left(), rect.top() + rect.height() * share};
    case Side::right:
        break;
    }
    return {rect.right(), rect.top() + rect.height() * share};
}

struct End
{
    std::size_t request;
    bool isFrom;
    double order; // coordinate of the other end along the side
};

} // namespace

std::vector<QLineF> routeLinksBetween(const std::vector<RouteRequest> &requests)
{
    std::map<std::pair<std::string, Side>, std::vector<End>> ends;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const RouteRequest &r = requests[i];
        const auto add = [&](const std::string &name, const QRectF &own, const QRectF &other, bool isFrom) {
            const Side side = sideTowards(own, other);
            const bool horizontal = side == Side::top || side == Side::bottom;
            ends[{name, side}].push_back({i, isFrom, horizontal ? other.center().x() : other.center().y()});
        };
        add(r.from, r.fromRect, r.toRect, true);
        add(r.to, r.toRect, r.fromRect, false);
    }
    std::vector<QLineF> lines(requests.size());
    for (auto &[place, list] : ends) {
        std::stable_sort(list.begin(), list.end(), [](const End &a, const End &b) { return a.order < b.order; });
        for (std::size_t i = 0; i < list.size(); ++i) {
            const RouteRequest &r = requests[list[i].request];
            const double share = static_cast<double>(i + 1) / static_cast<double>(list.size() + 1);
            const QPointF point = pointOn(list[i].isFrom ? r.fromRect : r.toRect, place.second, share);
            if (list[i].isFrom)
                lines[list[i].request].setP1(point);
            else
                lines[list[i].request].setP2(point);
        }
    }
    return lines;
}

QLineF straightBetween(const QRectF &from, const QRectF &to)
{
    return {pointOn(from, sideTowards(from, to), 0.5), pointOn(to, sideTowards(to, from), 0.5)};
}

} // namespace heteroscope
