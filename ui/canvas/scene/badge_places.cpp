// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/badge_places.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace heteroscope {
namespace {

constexpr double gapBetweenBadges = 3;
constexpr double cellOfTaken = 160; // about the width of a badge

/// Rectangles by the cells of a grid that they touch.
class TakenPlaces
{
public:
    void take(const QRectF &rect)
    {
        forEachCell(rect, [&](std::int64_t cell) {
            m_cells[cell].push_back(rect);
            return false;
        });
    }
    bool isFree(const QRectF &rect) const
    {
        return !forEachCell(rect, [&](std::int64_t cell) {
            const auto found = m_cells.find(cell);
            return found != m_cells.end() &&
                   std::any_of(found->second.begin(), found->second.end(),
                               [&rect](const QRectF &taken) { return taken.intersects(rect); });
        });
    }

private:
    /// Until visit returns true, which it returns then.
    template<class Visit>
    static bool forEachCell(const QRectF &rect, Visit &&visit)
    {
        const auto cellOf = [](double at) { return static_cast<std::int64_t>(std::floor(at / cellOfTaken)); };
        for (std::int64_t x = cellOf(rect.left()); x <= cellOf(rect.right()); ++x)
            for (std::int64_t y = cellOf(rect.top()); y <= cellOf(rect.bottom()); ++y)
                if (visit(x * 0x100000001LL + y))
                    return true;
        return false;
    }

    std::unordered_map<std::int64_t, std::vector<QRectF>> m_cells;
};

} // namespace

std::vector<std::optional<QPointF>> placeApart(const std::vector<BadgeRequest> &badges,
                                               const std::vector<QRectF> &things)
{
    TakenPlaces byThings, byBadges;
    for (const QRectF &thing : things)
        byThings.take(thing);
    std::vector<std::optional<QPointF>> places;
    for (const BadgeRequest &badge : badges) {
        const auto rectAt = [&badge](QPointF centre) {
            return QRectF(centre - QPointF(badge.size.width(), badge.size.height()) / 2, badge.size);
        };
        const auto firstThat = [&](auto &&isClear) {
            const auto found = std::find_if(badge.centres.begin(), badge.centres.end(), isClear);
            return found == badge.centres.end() ? std::nullopt : std::optional(*found);
        };
        const auto isApart = [&](QPointF centre) { return byBadges.isFree(rectAt(centre)); };
        std::optional<QPointF> place =
            firstThat([&](QPointF centre) { return isApart(centre) && byThings.isFree(rectAt(centre)); });
        if (!place)
            place = firstThat(isApart);
        if (place) {
            constexpr double gap = gapBetweenBadges;
            byBadges.take(rectAt(*place).adjusted(-gap, -gap, gap, gap));
        }
        places.push_back(place);
    }
    return places;
}

} // namespace heteroscope
