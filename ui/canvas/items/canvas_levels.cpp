// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/canvas_levels.h"

#include <QRectF>

#include <algorithm>
#include <cmath>

namespace heteroscope {

QSizeF nodeSizeOnScreen(int devices, bool hasFabricBar, double zoom)
{
    switch (levelAt(zoom)) {
    case CanvasLevel::far:
        return farTile * (zoom / farBelow);
    case CanvasLevel::middle:
        return cardSize;
    case CanvasLevel::near:
        break;
    }
    return NearLayout(devices, hasFabricBar).size * zoom;
}

QSizeF switchSizeOnScreen(double zoom)
{
    switch (levelAt(zoom)) {
    case CanvasLevel::far:
        return QSizeF(72, 14) * (zoom / farBelow);
    case CanvasLevel::middle:
        return switchSize;
    case CanvasLevel::near:
        break;
    }
    return switchSize * (zoom / nearAbove);
}

} // namespace heteroscope
