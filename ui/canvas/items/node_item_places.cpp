// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the devices of a node are drawn at its three levels.
#include "canvas/items/node_item.h"
#include "canvas/scene/canvas_scene.h"

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int maxDots = 72;

} // namespace

int NodeItem::firstShown() const
{
    const auto found = std::find(m_shown.begin(), m_shown.end(), true);
    return found == m_shown.end() ? 0 : static_cast<int>(found - m_shown.begin());
}

std::vector<QRectF> NodeItem::farDots() const
{
    const QSizeF size = screenSize();
    const int shown = std::min(deviceCount(), maxDots);
    if (shown == 0 || size.width() < roomForDots)
        return {};
    const double scale = size.width() / farTile.width();
    const double top = size.width() >= roomForName ? 5 * scale + 18 : 8 * scale;
    const double dot = 7 * scale;
    const int columns =
        std::clamp(static_cast<int>((size.width() - 16 * scale) / (dot * 1.9)), 1, std::max(1, (shown + 1) / 2));
    const int rows = (shown + columns - 1) / columns;
    const double pitchX = std::min(dot * 2.6, (size.width() - 14 * scale) / columns);
    const double room = size.height() - top - 5 * scale;
    const double pitchY = std::min(dot * 1.9, room / rows);
    const double side = std::min(dot, std::min(pitchX, pitchY) * 0.86);
    const QPointF first(size.width() / 2 - pitchX * (columns - 1) / 2, top + room / 2 - pitchY * (rows - 1) / 2);
    std::vector<QRectF> places;
    for (int i = 0; i < shown; ++i) {
        const int row = i / columns;
        const QPointF centre = first + QPointF(i % columns * pitchX, row * pitchY);
        places.emplace_back(centre - QPointF(side / 2, side / 2), QSizeF(side, side));
    }
    return places;
}

std::vector<QRectF> NodeItem::devicePlaces() const
{
    std::vector<QRectF> places;
    const int n = deviceCount();
    switch (m_scene.level()) {
    case CanvasLevel::far:
        return farDots();
    case CanvasLevel::middle: {
        // Cells and the memory bars below them; of many devices runs without gaps.
        const double pitch = std::min(40.0, 156.0 / std::max(1, n));
        for (int i = 0; i < n; ++i)
            places.emplace_back(14 + i * pitch, 28, n <= 8 ? pitch - 2.5 : pitch, 27);
        break;
    }
    case CanvasLevel::near: {
        const NearLayout layout(n, m_hasFabric);
        for (int i = 0; i < n; ++i)
            places.emplace_back(layout.cellAt(i) * m_scene.zoom(), NearLayout::cell * m_scene.zoom());
        break;
    }
    }
    return places;
}

} // namespace heteroscope
