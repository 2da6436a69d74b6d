// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/way_around.h"

#include <algorithm>
#include <limits>

namespace heteroscope {
namespace {

constexpr std::size_t maxAround = 24; // rectangles that one way goes around; in more it stays straight

/// Whether a piece of the line, not only a point of it, lies inside the rectangle.
bool runsThrough(const QLineF &line, const QRectF &rect)
{
    double enters = 0, leaves = 1;
    const auto band = [&](double from, double along, double low, double high) {
        if (std::abs(along) < 1e-9) {
            if (from <= low || from >= high)
                leaves = -1;
            return;
        }
        const double one = (low - from) / along, other = (high - from) / along;
        enters = std::max(enters, std::min(one, other));
        leaves = std::min(leaves, std::max(one, other));
    };
    band(line.x1(), line.dx(), rect.left(), rect.right());
    band(line.y1(), line.dy(), rect.top(), rect.bottom());
    return (leaves - enters) * line.length() > 1e-6;
}

/// Shortest way over the corners of these rectangles, each `clearance` outside; empty where there is none.
QPolygonF shortest(const QLineF &line, const std::vector<QRectF> &around, double clearance)
{
    std::vector<QPointF> points = {line.p1(), line.p2()};
    for (const QRectF &rect : around) {
        const QRectF wide = rect.adjusted(-clearance, -clearance, clearance, clearance);
        for (const QPointF turn : {wide.topLeft(), wide.topRight(), wide.bottomRight(), wide.bottomLeft()})
            if (std::none_of(around.begin(), around.end(), [&](const QRectF &other) { return other.contains(turn); }))
                points.push_back(turn);
    }
    const auto isFree = [&](const QLineF &piece) {
        return std::none_of(around.begin(), around.end(), [&](const QRectF &rect) { return runsThrough(piece, rect); });
    };
    constexpr double unreached = std::numeric_limits<double>::max();
    std::vector<double> length(points.size(), unreached);
    std::vector<std::size_t> before(points.size(), 0);
    std::vector<bool> done(points.size(), false);
    length[0] = 0;
    for (;;) {
        std::size_t next = points.size();
        for (std::size_t i = 0; i < points.size(); ++i)
            if (!done[i] && length[i] < unreached && (next == points.size() || length[i] < length[next]))
                next = i;
        if (next == points.size() || next == 1)
            break;
        done[next] = true;
        for (std::size_t i = 1; i < points.size(); ++i) {
            const QLineF piece(points[next], points[i]);
            if (!done[i] && length[next] + piece.length() < length[i] && isFree(piece)) {
                length[i] = length[next] + piece.length();
                before[i] = next;
            }
        }
    }
    if (length[1] == unreached)
        return {};
    QPolygonF way;
    for (std::size_t i = 1; i != 0; i = before[i])
        way.prepend(points[i]);
    way.prepend(points[0]);
    return way;
}

} // namespace

QPolygonF wayAround(const QLineF &line, const std::vector<QRectF> &rects, double clearance)
{
    const QPolygonF straight = {line.p1(), line.p2()};
    QPolygonF way = straight;
    std::vector<QRectF> around;
    for (;;) {
        std::size_t added = 0;
        for (const QRectF &rect : rects) {
            bool inTheWay = false;
            for (qsizetype i = 1; i < way.size() && !inTheWay; ++i)
                inTheWay = runsThrough({way[i - 1], way[i]}, rect);
            if (inTheWay && std::find(around.begin(), around.end(), rect) == around.end()) {
                around.push_back(rect);
                ++added;
            }
        }
        if (added == 0)
            return way;
        if (around.size() > maxAround)
            return straight;
        way = shortest(line, around, clearance);
        if (way.isEmpty())
            return straight;
    }
}

} // namespace heteroscope
