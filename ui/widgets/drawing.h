// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small drawings that canvas items, lists and buttons share. Everything is in pixels of the screen.
#pragma once

#include "cluster/device_type.h"
#include "theme/theme.h"

#include <QPainterPath>
#include <QRectF>

class QPainter;

namespace heteroscope {

/// The dot that tells a device's type, inside a square of that side around the centre.
QPainterPath shapePath(DeviceShape shape, QPointF centre, double side);

/// One line of text, elided at its end. Returns the width drawn.
double drawLabel(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text, TypeRole type,
                 const QColor &color);

/// Width that drawLabel needs for the whole text.
double labelWidth(const QString &text, TypeRole type);

void drawRounded(QPainter &painter, const QRectF &rect, double radius, const QColor &fill, const QColor &border = {},
                 double width = 1);

/// A chip with a text on a fill, as wide as its text plus padding; the rectangle drawn is returned.
QRectF drawChip(QPainter &painter, QPointF topLeft, const QString &text, const QColor &fill, const QColor &ink,
                double height = 16);

/// The sentence of a view that has nothing to show: in the middle, on as many lines as it needs.
void drawEmptyState(QPainter &painter, const QRectF &rect, const QString &sentence, const Theme &theme);

/// A bar on its track; `share` beyond 1 is drawn full.
void drawBar(QPainter &painter, const QRectF &rect, double share, const QColor &fill, const QColor &track,
             double radius);

/// Memory bar: filled by share of capacity; what is over is hatched in the error colour at its end.
void drawMemoryBar(QPainter &painter, const QRectF &rect, double share);

/// Moves the painter so that pixel-sized drawings at the scene point start on whole pixels of the device.
void snapToPixels(QPainter &painter);

/// Device pixel ratio of what is painted on.
double ratioOf(const QPainter &painter);

} // namespace heteroscope
