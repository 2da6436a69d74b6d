// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/switch_item.h"

#include "canvas/scene/canvas_scene.h"
#include "theme/icons.h"
#include "widgets/drawing.h"

#include <QPainter>

namespace heteroscope {

SwitchItem::SwitchItem(CanvasScene &scene, const Switch &value) : CanvasItem(scene, value.name), m_switch(value)
{
    refreshSize();
}

void SwitchItem::setSwitch(const Switch &value, const QString &detail)
{
    m_switch = value;
    m_detail = detail;
    update();
}

QSizeF SwitchItem::sizeAt(double zoom) const { return switchSizeOnScreen(zoom); }

void SwitchItem::paintOnScreen(QPainter &painter, const QSizeF &size)
{
    const Theme &t = currentTheme();
    const QRectF rect(QPointF(), size);
    const double radius = std::min(4.0, size.height() / 3);
    const QColor border = isHovered() ? t[Role::secondary] : t[Role::borderStrong];
    if (m_scene.isGhost(name())) {
        drawRounded(painter, rect, radius, t[Role::card]);
        painter.setPen(QPen(t[Role::selection], 1, Qt::DashLine));
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    } else {
        drawRounded(painter, rect, radius, t[Role::card], border);
    }
    if (isSelectedByName())
        drawRounded(painter, rect.adjusted(-1, -1, 1, 1), radius + 1, QColor(), t[Role::selection], 2);
    if (size.height() < 26)
        return;
    paintIcon(painter, QRectF(8, size.height() / 2 - 8, 16, 16), IconName::networkSwitch, t[Role::secondary]);
    const QRectF text(31, 0, size.width() - 38, size.height());
    const double middle = size.height() / 2;
    drawLabel(painter, QRectF(text.left(), middle - 14, text.width(), 14), Qt::AlignLeft | Qt::AlignVCenter,
              QString::fromStdString(name()), TypeRole::badge, t[Role::text]);
    drawLabel(painter, QRectF(text.left(), middle, text.width(), 13), Qt::AlignLeft | Qt::AlignVCenter, m_detail,
              TypeRole::label, t[Role::muted]);
}

} // namespace heteroscope
