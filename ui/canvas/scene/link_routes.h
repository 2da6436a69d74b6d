// SPDX-License-Identifier: GPL-3.0-or-later
//
// Routes of links on the canvas: from a side of one item to the facing side of the other. Several links at one side are
// spread evenly, in the order of their other ends, so that they do not cross near the item. Between the two points a
// link is straight, an S curve, or at right angles. Linear in the number of links, except for sorting.
#pragma once

#include "canvas/items/canvas_levels.h"

#include <QLineF>
#include <QPolygonF>
#include <QRectF>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

enum class LinkRouting { straight, curved, orthogonal };
inline constexpr std::array<std::string_view, 3> linkRoutingNames = {"straight", "curved", "orthogonal"};
/// nullopt if the name is unknown.
std::optional<LinkRouting> linkRoutingNamed(std::string_view name);

struct RouteRequest
{
    std::string from;
    std::string to;
    QRectF fromRect;
    QRectF toRect;
};

/// A line of straight pieces; curves and rounded corners are many short ones.
struct LinkPath
{
    QPolygonF points;     ///< at least two, from the one thing to the other
    QPointF middle;       ///< where its badge stands: half-way, or in the middle of the piece across; of several
                          ///< between the same things one behind the other
    QLineF open{};        ///< of a straight one: the piece beside whose middle the badge stands
    bool covered = false; ///< a thing stands over the middle of the line, so the badge stands where there is less room

    QLineF ends() const { return {points.first(), points.last()}; }
    bool isStraight() const { return points.size() == 2; }
    struct Place
    {
        QPointF point;
        QPointF along; ///< of length 1, the direction there
    };
    /// The place at this share of the length.
    Place at(double share) const;
    friend bool operator==(const LinkPath &, const LinkPath &) = default;
};

/// One path for each request, in order. In scene units; `zoom` is for what has a size on the screen: the distance of
/// parallel pieces, corners and how fine curves are.
std::vector<LinkPath> routeLinksBetween(const std::vector<RouteRequest> &requests,
                                        LinkRouting routing = LinkRouting::straight, double zoom = 1);

/// From the middle of one rectangle's facing side to the middle of the other's.
QLineF straightBetween(const QRectF &from, const QRectF &to);

/// The longest piece of a line that none of these covers; the whole line where there is none.
QLineF longestOpenPiece(const QLineF &line, const std::vector<QRectF> &covers);

/// The distance of a point from a path.
double distanceTo(const QPolygonF &path, QPointF point);

} // namespace heteroscope
