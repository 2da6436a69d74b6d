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

bool coversAny(const CanvasScene &scene, const FitRoom &room, const FitPlace &place)
{
    const QPointF middle(room.view.width() / 2, room.view.height() / 2);
    const QRectF inScene(place.centre + (room.covered.topLeft() - middle) / place.zoom,
                         room.covered.size() / place.zoom);
    bool any = false;
    scene.forEachItem([&](const CanvasItem &item) { any = any || item.sceneRectAt(place.zoom).intersects(inScene); });
    return any;
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

namespace {

/// Between the controls at the left and those at the right.
FitPlace placeBetween(const CanvasScene &scene, const FitRoom &room)
{
    FitRoom between = room;
    between.top = fitMargin;
    const double taken = room.left + room.right;
    FitPlace place;
    place.zoom = zoomThatFits(scene, between.size() - QSizeF(taken, 0));
    place.centre = centreFor(scene, between, place.zoom, QPointF((room.left - room.right) / 2, 0));
    return place;
}

FitPlace placeBelow(const CanvasScene &scene, const FitRoom &room)
{
    FitPlace place;
    place.zoom = zoomThatFits(scene, room.size());
    place.centre = centreFor(scene, room, place.zoom, {});
    if (room.covered.isEmpty() || !coversAny(scene, room, place))
        return place;
    // Lower, as far as there is room; else beside it.
    const double spare = room.size().height() - scene.contentRectAt(place.zoom).height() * place.zoom;
    FitPlace lower{place.zoom, centreFor(scene, room, place.zoom, QPointF(0, std::max(0.0, spare / 2)))};
    if (!coversAny(scene, room, lower))
        return lower;
    const double left = room.covered.right();
    place.zoom = zoomThatFits(scene, room.size() - QSizeF(left, 0));
    place.centre = centreFor(scene, room, place.zoom, QPointF(left / 2, 0));
    return place;
}

} // namespace

FitPlace fitPlace(const CanvasScene &scene, const FitRoom &room)
{
    const FitPlace below = placeBelow(scene, room);
    if (room.left <= 0 && room.right <= 0)
        return below;
    constexpr double worthwhile = 1.05;
    const FitPlace between = placeBetween(scene, room);
    return between.zoom > below.zoom * worthwhile ? between : below;
}

} // namespace heteroscope
