// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/near_layout.h"

#include <QRectF>

#include <algorithm>

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

} // namespace heteroscope
