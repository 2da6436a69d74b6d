// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/link_style.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// The path that runs at that distance beside another one.
QPolygonF besidePath(const QPolygonF &path, double distance)
{
    const auto normal = [&path](qsizetype piece) {
        const QLineF across = QLineF(path[piece], path[piece + 1]).normalVector();
        return across.length() > 0 ? QPointF(across.dx(), across.dy()) / across.length() : QPointF();
    };
    QPolygonF beside;
    beside.reserve(path.size());
    const qsizetype last = path.size() - 1;
    for (qsizetype i = 0; i <= last; ++i) {
        const QPointF before = normal(std::max<qsizetype>(0, i - 1));
        const QPointF after = normal(std::min(last - 1, i));
        const QPointF sum = before + after;
        const double length2 = QPointF::dotProduct(sum, sum);
        beside << path[i] + (length2 > 0 ? sum * (2 * distance / length2) : QPointF());
    }
    return beside;
}

} // namespace

double linkWidth(BytesPerSecond bandwidth)
{
    if (bandwidth.value <= 0)
        return 1.5;
    return std::clamp(1.5 + 1.5 * std::log2(bandwidth.value / 12.5e9), 1.5, 9.0);
}

QPen linkPen(LinkTechnology technology, double width, const QColor &color)
{
    QPen pen(color, width, Qt::SolidLine, Qt::FlatCap);
    // Thick lines get longer dashes, else they would be rows of squares.
    const double stretch = std::max(1.0, width / 4.0);
    const auto dash = [&](double on, double off) { pen.setDashPattern({on * stretch / width, off * stretch / width}); };
    switch (technology) {
    case LinkTechnology::infiniband:
    case LinkTechnology::roce:
        dash(10, 5);
        break;
    case LinkTechnology::ethernet:
        dash(4, 4);
        break;
    case LinkTechnology::other:
        dash(2, 3);
        break;
    default:
        break;
    }
    return pen;
}

void drawPath(QPainter &painter, const QPolygonF &path)
{
    if (path.size() == 2)
        painter.drawLine(path[0], path[1]);
    else
        painter.drawPolyline(path);
}

void drawLinkPath(QPainter &painter, const QPolygonF &path, LinkTechnology technology, double width,
                  const QColor &color)
{
    if (technology != LinkTechnology::nvlink && technology != LinkTechnology::infinityFabric) {
        painter.setPen(linkPen(technology, width, color));
        drawPath(painter, path);
        return;
    }
    if (path.size() < 2 || QLineF(path.first(), path.last()).length() < 0.5)
        return;
    const double single = std::max(1.0, width * 0.26);
    const double apart = std::max(1.5, (width - single) / 2);
    painter.setPen(QPen(color, single, Qt::SolidLine, Qt::FlatCap));
    drawPath(painter, besidePath(path, apart));
    drawPath(painter, besidePath(path, -apart));
}

void drawLinkLine(QPainter &painter, QPointF from, QPointF to, LinkTechnology technology, double width,
                  const QColor &color)
{
    drawLinkPath(painter, QPolygonF{from, to}, technology, width, color);
}

QPointF besideLine(QPointF from, QPointF to, double width, QSizeF badge)
{
    const QPointF middle = (from + to) / 2;
    const QPointF along = to - from;
    const double height = std::abs(along.y());
    constexpr double off = 22;
    // Half of it and as much again must lie between the ends, else what stands at them would hide it.
    if (height >= badge.height() && height < 2 * (off + badge.height() / 2) && std::abs(along.x()) > 1) {
        const double right = (along.x() > 0) == (along.y() > 0) ? 1 : -1; // away from what is above
        const double slant = std::abs(along.x() / along.y()) * badge.height() / 2;
        return middle + QPointF(right * (badge.width() / 2 + slant + width / 2 + 4), 0);
    }
    QLineF normal = QLineF(from, to).normalVector();
    if (normal.length() <= 2)
        return middle - QPointF(0, off);
    normal.setLength(off);
    const QPointF up(normal.dx(), normal.dy());
    return middle + (up.y() > 0 ? -up : up);
}

} // namespace heteroscope
