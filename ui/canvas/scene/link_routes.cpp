// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/link_routes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace heteroscope {
namespace {

// All in pixels of the screen.
constexpr double trackPitch = 9;     // between parallel pieces across
constexpr double corner = 7;         // radius
constexpr double hardlyAside = 3;    // less than that to the side and a link stays straight
constexpr double pieceOfCurve = 10;  // length
constexpr double widestTracks = 0.6; // of the gap between two things

Side sideTowards(const QRectF &from, const QRectF &to)
{
    const double gapY = std::abs(to.center().y() - from.center().y()) - (from.height() + to.height()) / 2;
    const double gapX = std::abs(to.center().x() - from.center().x()) - (from.width() + to.width()) / 2;
    if (gapY > 0 || gapY >= gapX)
        return to.center().y() < from.center().y() ? Side::top : Side::bottom;
    return to.center().x() < from.center().x() ? Side::left : Side::right;
}

bool isUpright(Side side) { return side == Side::top || side == Side::bottom; }

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

/// The ends on one side of a thing, in the order in which they stand there.
using EndsOnSide = std::map<std::pair<std::string, Side>, std::vector<End>>;

EndsOnSide endsOf(const std::vector<RouteRequest> &requests)
{
    EndsOnSide ends;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const RouteRequest &r = requests[i];
        const auto add = [&](const std::string &name, const QRectF &own, const QRectF &other, bool isFrom) {
            const Side side = sideTowards(own, other);
            ends[{name, side}].push_back({i, isFrom, isUpright(side) ? other.center().x() : other.center().y()});
        };
        add(r.from, r.fromRect, r.toRect, true);
        add(r.to, r.toRect, r.fromRect, false);
    }
    for (auto &[place, list] : ends)
        std::stable_sort(list.begin(), list.end(), [](const End &a, const End &b) { return a.order < b.order; });
    return ends;
}

std::vector<QLineF> straightLines(const std::vector<RouteRequest> &requests, const EndsOnSide &ends)
{
    std::vector<QLineF> lines(requests.size());
    for (const auto &[place, list] : ends)
        for (std::size_t i = 0; i < list.size(); ++i) {
            const RouteRequest &r = requests[list[i].request];
            const double share = static_cast<double>(i + 1) / static_cast<double>(list.size() + 1);
            const QPointF point = pointOn(list[i].isFrom ? r.fromRect : r.toRect, place.second, share);
            if (list[i].isFrom)
                lines[list[i].request].setP1(point);
            else
                lines[list[i].request].setP2(point);
        }
    return lines;
}

/// Upright: from top to bottom or back. Paths are worked out as if all were, with x and y changed for the others.
QPointF turned(QPointF point, bool upright) { return upright ? point : QPointF(point.y(), point.x()); }

LinkPath straightPath(const QLineF &line) { return {QPolygonF{line.p1(), line.p2()}, line.center(), line}; }

LinkPath curvedPath(const QLineF &line, bool upright, double zoom)
{
    const QPointF a = turned(line.p1(), upright);
    const QPointF b = turned(line.p2(), upright);
    if (std::abs(b.x() - a.x()) * zoom < hardlyAside)
        return straightPath(line);
    const QPointF lever(0, (b.y() - a.y()) / 2);
    const int pieces = std::clamp(static_cast<int>(line.length() * zoom / pieceOfCurve), 6, 32);
    LinkPath path;
    path.points.reserve(pieces + 1);
    for (int i = 0; i <= pieces; ++i) {
        const double t = static_cast<double>(i) / pieces;
        const double s = 1 - t;
        path.points << turned(s * s * s * a + 3 * s * s * t * (a + lever) + 3 * s * t * t * (b - lever) + t * t * t * b,
                              upright);
    }
    path.points.first() = line.p1();
    path.points.last() = line.p2();
    path.middle = line.center();
    return path;
}

/// Adds the rounded way past a corner.
void addCorner(QPolygonF &points, QPointF before, QPointF at, QPointF after, double radius)
{
    const QLineF in(at, before);
    const QLineF out(at, after);
    const double r = std::min({radius, in.length() / 2, out.length() / 2});
    if (in.length() <= 0 || out.length() <= 0)
        return;
    const QPointF begin = in.pointAt(r / in.length());
    const QPointF end = out.pointAt(r / out.length());
    constexpr int pieces = 4;
    for (int i = 0; i <= pieces; ++i) {
        const double t = static_cast<double>(i) / pieces;
        points << (1 - t) * (1 - t) * begin + 2 * t * (1 - t) * at + t * t * end;
    }
}

/// Leaves and arrives at right angles; the piece across lies at `across` of the way from the first end to the other.
LinkPath orthogonalPath(const QLineF &line, bool upright, double across, double zoom)
{
    const QPointF a = turned(line.p1(), upright);
    const QPointF b = turned(line.p2(), upright);
    if (std::abs(b.x() - a.x()) * zoom < hardlyAside)
        return straightPath(line);
    const double y = a.y() + (b.y() - a.y()) * across;
    const QPointF first = turned({a.x(), y}, upright);
    const QPointF second = turned({b.x(), y}, upright);
    LinkPath path;
    path.middle = (first + second) / 2;
    if (zoom < dashesFrom) { // too small to be seen round
        path.points = QPolygonF{line.p1(), first, second, line.p2()};
        return path;
    }
    path.points << line.p1();
    addCorner(path.points, line.p1(), first, second, corner / zoom);
    addCorner(path.points, first, second, line.p2(), corner / zoom);
    path.points << line.p2();
    return path;
}

/// For each link, where its piece across lies: 0 at its first end, 1 at the other. Links on one side of a thing turn
/// between it and the nearest of the others, on tracks of their own, nested so that none crosses another there: of
/// those that lead to the right, the rightmost one turns next to the thing, of those to the left the leftmost.
std::vector<double> tracks(const std::vector<RouteRequest> &requests, const EndsOnSide &ends,
                           const std::vector<QLineF> &lines, double zoom)
{
    // The crowded end decides.
    std::vector<std::size_t> crowd(requests.size(), 0);
    for (const auto &[place, list] : ends)
        for (const End &end : list)
            crowd[end.request] = std::max(crowd[end.request], list.size());
    std::vector<double> across(requests.size(), 0.5);
    std::vector<bool> decided(requests.size(), false);
    for (const auto &[place, list] : ends) {
        const bool upright = isUpright(place.second);
        const auto gapOf = [&](const End &end) {
            return std::abs(upright ? lines[end.request].dy() : lines[end.request].dx());
        };
        std::vector<const End *> right, left;
        double gap = std::numeric_limits<double>::max();
        for (const End &end : list) {
            if (crowd[end.request] != list.size() || decided[end.request])
                continue;
            decided[end.request] = true;
            gap = std::min(gap, gapOf(end));
            const QLineF &line = lines[end.request];
            const QPointF way = turned(end.isFrom ? line.p2() - line.p1() : line.p1() - line.p2(), upright);
            if (std::abs(way.x()) * zoom >= hardlyAside)
                (way.x() > 0 ? right : left).push_back(&end);
        }
        std::reverse(left.begin(), left.end());
        const double last = static_cast<double>(std::max(right.size(), left.size())) - 1;
        if (last < 0 || gap <= 0)
            continue;
        const double room = std::min(widestTracks * gap, last * trackPitch / zoom);
        for (const auto *nested : {&right, &left})
            for (std::size_t i = 0; i < nested->size(); ++i) {
                const End &end = *(*nested)[i];
                const double fromThing = gap / 2 - (last > 0 ? static_cast<double>(i) / last - 0.5 : 0) * room;
                const double share = fromThing / gapOf(end);
                across[end.request] = end.isFrom ? share : 1 - share;
            }
    }
    return across;
}

/// Links between the same two things have their badges one behind the other, not upon each other.
void spreadBadges(const std::vector<RouteRequest> &requests, std::vector<LinkPath> &paths)
{
    std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> parallel;
    for (std::size_t i = 0; i < requests.size(); ++i)
        parallel[std::minmax({std::string_view(requests[i].from), std::string_view(requests[i].to)})].push_back(i);
    for (const auto &[ends, links] : parallel) {
        const auto count = static_cast<double>(links.size());
        for (std::size_t k = 0; count > 1 && k < links.size(); ++k) {
            LinkPath &path = paths[links[k]];
            double begin = static_cast<double>(k) / count, end = static_cast<double>(k + 1) / count;
            if (requests[links[k]].from != ends.first)
                std::tie(begin, end) = std::pair(1 - end, 1 - begin);
            if (path.isStraight())
                path.open = {path.ends().pointAt(begin), path.ends().pointAt(end)};
            path.middle = path.at((begin + end) / 2).point;
        }
    }
}

} // namespace

LinkPath::Place LinkPath::at(double share) const
{
    double length = 0;
    for (qsizetype i = 1; i < points.size(); ++i)
        length += QLineF(points[i - 1], points[i]).length();
    double left = share * length;
    Place last{points.last(), {1, 0}};
    for (qsizetype i = 1; i < points.size(); ++i) {
        const QLineF piece(points[i - 1], points[i]);
        if (piece.length() <= 0)
            continue;
        last.along = QPointF(piece.dx(), piece.dy()) / piece.length();
        if (left <= piece.length())
            return {piece.pointAt(left / piece.length()), last.along};
        left -= piece.length();
    }
    return last;
}

std::vector<LinkPath> routeLinksBetween(const std::vector<RouteRequest> &requests, LinkRouting routing, double zoom)
{
    const EndsOnSide ends = endsOf(requests);
    const std::vector<QLineF> lines = straightLines(requests, ends);
    std::vector<double> across;
    if (routing == LinkRouting::orthogonal)
        across = tracks(requests, ends, lines, zoom);
    std::vector<LinkPath> paths;
    paths.reserve(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const bool upright = isUpright(sideTowards(requests[i].fromRect, requests[i].toRect));
        if (routing == LinkRouting::straight)
            paths.push_back(straightPath(lines[i]));
        else if (routing == LinkRouting::curved)
            paths.push_back(curvedPath(lines[i], upright, zoom));
        else
            paths.push_back(orthogonalPath(lines[i], upright, across[i], zoom));
    }
    spreadBadges(requests, paths);
    return paths;
}

std::optional<LinkRouting> linkRoutingNamed(std::string_view name)
{
    for (std::size_t i = 0; i < linkRoutingNames.size(); ++i)
        if (linkRoutingNames[i] == name)
            return static_cast<LinkRouting>(i);
    return std::nullopt;
}

QLineF straightBetween(const QRectF &from, const QRectF &to)
{
    return {pointOn(from, sideTowards(from, to), 0.5), pointOn(to, sideTowards(to, from), 0.5)};
}

QLineF longestOpenPiece(const QLineF &line, const std::vector<QRectF> &covers)
{
    // What each hides, as shares of the line's length: where it enters and leaves the bands between opposite sides.
    std::vector<std::pair<double, double>> hidden;
    for (const QRectF &rect : covers) {
        double enters = 0, leaves = 1;
        const auto band = [&](double from, double along, double low, double high) {
            if (std::abs(along) < 1e-9) {
                leaves = from > low && from < high ? leaves : enters;
                return;
            }
            const double one = (low - from) / along, other = (high - from) / along;
            enters = std::max(enters, std::min(one, other));
            leaves = std::min(leaves, std::max(one, other));
        };
        band(line.x1(), line.dx(), rect.left(), rect.right());
        band(line.y1(), line.dy(), rect.top(), rect.bottom());
        if (leaves - enters > 1e-6)
            hidden.emplace_back(enters, leaves);
    }
    std::sort(hidden.begin(), hidden.end());
    hidden.emplace_back(1, 1);
    double open = 0; // from here on
    std::pair<double, double> longest{0, 0};
    for (const auto &[enters, leaves] : hidden) {
        if (enters - open > longest.second - longest.first)
            longest = {open, enters};
        open = std::max(open, leaves);
    }
    return longest.second > longest.first ? QLineF(line.pointAt(longest.first), line.pointAt(longest.second)) : line;
}

double distanceTo(const QPolygonF &path, QPointF point)
{
    double nearest = std::numeric_limits<double>::max();
    for (qsizetype i = 1; i < path.size(); ++i) {
        const QPointF along = path[i] - path[i - 1];
        const double length2 = QPointF::dotProduct(along, along);
        const double at =
            length2 > 0 ? std::clamp(QPointF::dotProduct(point - path[i - 1], along) / length2, 0.0, 1.0) : 0;
        const QPointF off = point - (path[i - 1] + along * at);
        nearest = std::min(nearest, std::hypot(off.x(), off.y()));
    }
    return nearest;
}

} // namespace heteroscope
