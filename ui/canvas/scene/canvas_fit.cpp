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
QPointF centreFor(const CanvasScene &scene, double zoom, QPointF shift)
{
    return scene.contentRectAt(zoom).center() - (QPointF(0, (fitTop - fitBottom) / 2) + shift) / zoom;
}

bool coversAny(const CanvasScene &scene, QSizeF view, const FitPlace &place, const QRectF &covered)
{
    const QRectF inScene(place.centre + (covered.topLeft() - QPointF(view.width(), view.height()) / 2) / place.zoom,
                         covered.size() / place.zoom);
    bool any = false;
    scene.forEachItem([&](const CanvasItem &item) { any = any || item.sceneRectAt(place.zoom).intersects(inScene); });
    return any;
}

} // namespace

double zoomThatFits(const CanvasScene &scene, QSizeF room)
{
    for (double zoom = 1; zoom > smallestZoom; zoom *= 0.98) {
        const QSizeF size = scene.contentRectAt(zoom).size() * zoom;
        if (size.width() > room.width() || size.height() > room.height())
            continue;
        if (levelAt(zoom) == CanvasLevel::middle && overlaps(scene, zoom))
            continue;
        return zoom;
    }
    return smallestZoom;
}

FitPlace fitPlace(const CanvasScene &scene, QSizeF view, const QRectF &covered)
{
    const QSizeF room(view.width() - 2 * fitMargin, view.height() - fitTop - fitBottom);
    FitPlace place;
    place.zoom = zoomThatFits(scene, room);
    place.centre = centreFor(scene, place.zoom, {});
    if (covered.isEmpty() || !coversAny(scene, view, place, covered))
        return place;
    // Lower, as far as there is room; else beside it.
    const double spare = room.height() - scene.contentRectAt(place.zoom).height() * place.zoom;
    FitPlace lower{place.zoom, centreFor(scene, place.zoom, QPointF(0, std::max(0.0, spare / 2)))};
    if (!coversAny(scene, view, lower, covered))
        return lower;
    const double left = covered.right();
    place.zoom = zoomThatFits(scene, room - QSizeF(left, 0));
    place.centre = centreFor(scene, place.zoom, QPointF(left / 2, 0));
    return place;
}

} // namespace heteroscope
