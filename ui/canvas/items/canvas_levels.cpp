// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/canvas_levels.h"

#include <QRectF>

#include <algorithm>
#include <cmath>

namespace heteroscope {

NearLayout::NearLayout(int devices, bool hasFabricBar) : count(std::max(devices, 1)), bar(hasFabricBar && devices > 1)
{
    columns = count <= 4 ? count : count <= 8 ? (count + 1) / 2 : count <= 16 ? 8 : 12;
    if (count <= 4 && bar)
        columns = std::max(2, (count + 1) / 2);
    const int rows = (count + columns - 1) / columns;
    upperRows = bar ? (rows + 1) / 2 : rows;
    lowerRows = rows - upperRows;
    const double width = 2 * margin + columns * (cell.width() + gap) - gap;
    double height = title + rows * (cell.height() + gap) - gap + caption;
    if (bar)
        height += barHeight + 2 * barGap - (lowerRows > 0 ? gap : 0);
    size = QSizeF(std::max(width, 200.0), height);
}

QPointF NearLayout::cellAt(int device) const
{
    const int row = device / columns;
    const int column = device % columns;
    double y = title + row * (cell.height() + gap);
    if (bar && row >= upperRows)
        y += barHeight + 2 * barGap - gap;
    return {margin + column * (cell.width() + gap), y};
}

int NearLayout::deviceAt(QPointF point) const
{
    for (int i = 0; i < count; ++i)
        if (QRectF(cellAt(i), cell).contains(point))
            return i;
    return -1;
}

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
