// SPDX-License-Identifier: GPL-3.0-or-later
//
// The size of a node on the canvas when its devices are seen one by one, which is the largest that it has, and the
// places of their cells. In scene units.
#pragma once

#include <QPointF>
#include <QSizeF>

namespace heteroscope {

/// Positions of the cells of a node's devices in the near level, in scene units from its top left corner.
struct NearLayout
{
    static constexpr QSizeF cell{84, 56};
    static constexpr double gap = 8;
    static constexpr double margin = 12;
    static constexpr double title = 28;
    static constexpr double barHeight = 18; ///< of the fabric bar between the two halves
    static constexpr double barGap = 18;    ///< above and below it
    static constexpr double caption = 20;

    explicit NearLayout(int devices, bool hasFabricBar);
    QPointF cellAt(int device) const;
    /// The device whose cell contains the point; -1 if there is none.
    int deviceAt(QPointF point) const;
    double barTop() const { return title + upperRows * (cell.height() + gap) - gap + barGap; }

    int count = 0;
    int columns = 1;
    int upperRows = 1; ///< rows above the bar
    int lowerRows = 0;
    bool bar = false;
    QSizeF size;
};

} // namespace heteroscope
