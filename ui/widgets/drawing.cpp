// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/drawing.h"

#include "theme/numbers.h"

#include <QImage>
#include <QPaintDevice>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {

QPainterPath shapePath(DeviceShape shape, QPointF centre, double side)
{
    const double r = side / 2;
    QPainterPath path;
    const auto polygon = [&](int corners, double first, double radius) {
        for (int i = 0; i < corners; ++i) {
            const double angle = (first + 360.0 * i / corners) * 3.14159265358979 / 180;
            const QPointF point = centre + QPointF(std::cos(angle), std::sin(angle)) * radius;
            i == 0 ? path.moveTo(point) : path.lineTo(point);
        }
        path.closeSubpath();
    };
    switch (shape) {
    case DeviceShape::diamond:
        polygon(4, -90, r * 1.1);
        break;
    case DeviceShape::square:
        path.addRect(QRectF(centre.x() - r * 0.85, centre.y() - r * 0.85, r * 1.7, r * 1.7));
        break;
    case DeviceShape::circle:
        path.addEllipse(centre, r * 0.95, r * 0.95);
        break;
    case DeviceShape::triangle:
        polygon(3, -90, r * 1.15);
        path.translate(0, r * 0.15);
        break;
    case DeviceShape::hexagon:
        polygon(6, 0, r * 1.05);
        break;
    case DeviceShape::pentagon:
        polygon(5, -90, r * 1.05);
        break;
    }
    return path;
}

double drawLabel(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text, TypeRole type,
                 const QColor &color)
{
    if (text.isEmpty() || rect.width() < 4)
        return 0;
    painter.setFont(font(type));
    painter.setPen(color);
    const QFontMetricsF metrics(painter.font(), painter.device());
    QString shown = text;
    // Figures are drawn wider than the metrics say.
    for (double room = rect.width(); room > 0 && numberWidth(painter, shown) > rect.width() + 0.5; room -= 2)
        shown = metrics.elidedText(text, Qt::ElideRight, room);
    drawNumber(painter, rect, alignment, shown);
    return std::min(numberWidth(painter, shown), rect.width());
}

double labelWidth(const QString &text, TypeRole type)
{
    QImage image(1, 1, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    painter.setFont(font(type));
    return numberWidth(painter, text);
}

void drawRounded(QPainter &painter, const QRectF &rect, double radius, const QColor &fill, const QColor &border,
                 double width)
{
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    if (border.isValid()) {
        painter.setPen(QPen(border, width));
        const double inset = width / 2;
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset);
    } else {
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(rect, radius, radius);
    }
}

QRectF drawChip(QPainter &painter, QPointF topLeft, const QString &text, const QColor &fill, const QColor &ink,
                double height)
{
    painter.setFont(font(TypeRole::badge));
    const double width = std::ceil(numberWidth(painter, text)) + 10;
    const QRectF rect(topLeft, QSizeF(width, height));
    drawRounded(painter, rect, 3, fill);
    painter.setPen(ink);
    drawNumber(painter, rect, Qt::AlignCenter, text);
    return rect;
}

void drawEmptyState(QPainter &painter, const QRectF &rect, const QString &sentence, const Theme &theme)
{
    constexpr double maxLine = 420; // longer lines are hard to read
    constexpr double side = 12;
    QRectF room = rect.adjusted(side, 0, -side, 0);
    if (room.width() > maxLine)
        room.adjust((room.width() - maxLine) / 2, 0, (maxLine - room.width()) / 2, 0);
    painter.setFont(heteroscope::font(TypeRole::body));
    // Where it is too small for all lines, smaller letters are better than half a sentence.
    if (painter.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, sentence).height() > rect.height())
        painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(theme[Role::muted]);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, sentence);
}

void drawBar(QPainter &painter, const QRectF &rect, double share, const QColor &fill, const QColor &track,
             double radius)
{
    drawRounded(painter, rect, radius, track);
    const double width = rect.width() * std::clamp(share, 0.0, 1.0);
    if (width < 0.5)
        return;
    drawRounded(painter, QRectF(rect.left(), rect.top(), width, rect.height()), std::min(radius, width / 2), fill);
}

void drawMemoryBar(QPainter &painter, const QRectF &rect, double share)
{
    const Theme &t = currentTheme();
    painter.fillRect(rect, t[Role::memoryTrack]);
    if (share <= 1) {
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width() * std::max(0.0, share), rect.height()),
                         t[Role::memory]);
        return;
    }
    const double capacity = rect.width() / share;
    painter.fillRect(QRectF(rect.left(), rect.top(), capacity, rect.height()), t[Role::memory]);
    const QRectF over(rect.left() + capacity, rect.top(), rect.width() - capacity, rect.height());
    painter.fillRect(over, t[Role::errorFill]);
    painter.fillRect(over, t.overflowHatch(ratioOf(painter)));
}

void snapToPixels(QPainter &painter)
{
    QTransform transform = painter.worldTransform();
    if (transform.type() > QTransform::TxScale || std::abs(transform.m11() - 1) > 1e-6)
        return; // an export at another scale: every place is as good
    const double ratio = ratioOf(painter);
    const auto snapped = [ratio](double v) { return std::round(v * ratio) / ratio; };
    painter.setWorldTransform(QTransform::fromTranslate(snapped(transform.dx()), snapped(transform.dy())));
}

double ratioOf(const QPainter &painter) { return painter.device() ? painter.device()->devicePixelRatioF() : 1.0; }

} // namespace heteroscope
