// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/canvas_fit.h"

#include "canvas/scene/canvas_scene.h"

#include <algorithm>
#include <vector>

namespace heteroscope {
namespace {

bool overlaps(const CanvasScene &scene, double zoom)
{
    std::vector<QRectF> rects;
    for (const auto &[name, item] : scene.nodes())
        rects.push_back(item->sceneRectAt(zoom));
    for (const auto &[name, item] : scene.racks())
        rects.push_back(item->sceneRectAt(zoom));
    std::sort(rects.begin(), rects.end(), [](const QRectF &a, const QRectF &b) { return a.left() < b.left(); });
    for (std::size_t i = 0; i < rects.size(); ++i)
        for (std::size_t j = i + 1; j < rects.size() && rects[j].left() < rects[i].right(); ++j)
            if (rects[i].intersects(rects[j]))
                return true;
    return false;
}

/// The middle of the view so that everything is in the middle of the room below the controls, that much lower and to
/// the right.
QPointF centreFor(const CanvasScene &scene, const FitRoom &room, double zoom, QPointF shift)
{
    return scene.contentRectAt(zoom).center() - (QPointF(0, (room.top - room.bottom) / 2) + shift) / zoom;
}

bool isCovered(const CanvasScene &scene, const FitRoom &room, const FitPlace &place, const QRectF &by)
{
    const QPointF middle(room.view.width() / 2, room.view.height() / 2);
    const QRectF inScene(place.centre + (by.topLeft() - middle) / place.zoom, by.size() / place.zoom);
    bool any = false;
    scene.forEachItem([&](const CanvasItem &item) { any = any || item.sceneRectAt(place.zoom).intersects(inScene); });
    return any;
}

bool coversAny(const CanvasScene &scene, const FitRoom &room, const FitPlace &place)
{
    return (!room.covered.isEmpty() && isCovered(scene, room, place, room.covered)) ||
           (!room.corner.isEmpty() && isCovered(scene, room, place, room.corner));
}

/// With so much left out at the sides.
FitPlace placeBetween(const CanvasScene &scene, const FitRoom &room, double left, double right)
{
    FitPlace place;
    place.zoom = zoomThatFits(scene, room.size() - QSizeF(left + right, 0));
    place.centre = centreFor(scene, room, place.zoom, QPointF((left - right) / 2, 0));
    return place;
}

} // namespace

double zoomThatFits(const CanvasScene &scene, QSizeF room)
{
    double zoom = 1;
    for (; zoom >= farBelow; zoom *= 0.98) {
        const QSizeF size = scene.contentRectAt(zoom).size() * zoom;
        if (size.width() > room.width() || size.height() > room.height())
            continue;
        if (levelAt(zoom) == CanvasLevel::middle && overlaps(scene, zoom))
            continue;
        return zoom;
    }
    // Far away all sizes shrink with the zoom, so what has room follows from the size at any zoom. Notes shrink less
    // than that, hence the rounds.
    constexpr int rounds = 12;
    for (int round = 0; round < rounds; ++round) {
        const QSizeF size = scene.contentRectAt(zoom).size() * zoom;
        const double share = std::min(std::max(room.width(), 1.0) / std::max(size.width(), 1.0),
                                      std::max(room.height(), 1.0) / std::max(size.height(), 1.0));
        if (share >= 1)
            break;
        zoom *= share * 0.999;
    }
    return zoom;
}

FitPlace fitPlace(const CanvasScene &scene, const FitRoom &room)
{
    FitRoom high = room; // between the controls, where the whole height is free
    high.top = fitMargin;
    const double left = room.covered.isEmpty() ? 0 : room.covered.right();
    const double right = room.corner.isEmpty() ? 0 : room.right;
    const FitPlace between = placeBetween(scene, high, std::max(room.left, left), room.right);
    FitPlace below = placeBetween(scene, room, 0, 0);
    constexpr double worthwhile = 1.05;
    if (room.left + room.right > 0 && between.zoom > below.zoom * worthwhile)
        return between;
    if (!coversAny(scene, room, below))
        return below;
    // Lower, as far as there is room; else beside what would cover it.
    const double spare = room.size().height() - scene.contentRectAt(below.zoom).height() * below.zoom;
    below.centre = centreFor(scene, room, below.zoom, QPointF(0, std::max(0.0, spare / 2)));
    if (!coversAny(scene, room, below))
        return below;
    FitPlace best = placeBetween(scene, room, left, right); // of those that nothing covers
    for (const FitPlace &other : {between, placeBetween(scene, room, left, 0), placeBetween(scene, room, 0, right)})
        if (other.zoom > best.zoom && !coversAny(scene, room, other))
            best = other;
    return best;
}

} // namespace heteroscope
