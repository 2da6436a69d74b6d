// SPDX-License-Identifier: GPL-3.0-or-later
//
// The appearance of a link: width by bandwidth, dashes by technology, colour by load.
#pragma once

#include "cluster/cluster.h"

#include <QColor>
#include <QPen>
#include <QPointF>
#include <QPolygonF>
#include <QSizeF>

class QPainter;

namespace heteroscope {

/// 1.5 + 1.5 log2(bandwidth / 12.5 GB/s), between 1.5 and 9 px.
double linkWidth(BytesPerSecond bandwidth);

/// NVLink is a double line, PCIe solid, InfiniBand and RoCE dash 10 5, Ethernet 4 4. The dash is in pixels.
QPen linkPen(LinkTechnology technology, double width, const QColor &color);

/// With the painter's pen. A straight line is drawn as one, which is faster.
void drawPath(QPainter &painter, const QPolygonF &path);

/// Draws in pixels, double line included.
void drawLinkPath(QPainter &painter, const QPolygonF &path, LinkTechnology technology, double width,
                  const QColor &color);
void drawLinkLine(QPainter &painter, QPointF from, QPointF to, LinkTechnology technology, double width,
                  const QColor &color);

/// Centre of a badge of a line, in pixels: above its middle, or beside a line too short for that between what it joins.
QPointF besideLine(QPointF from, QPointF to, double width, QSizeF badge);

} // namespace heteroscope
