// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/controls/legend_button.h"

#include "canvas/items/link_style.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"
#include "widgets/plain_text.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr int farAway = 1000; // beyond every entry

} // namespace

LegendButton::LegendButton(LegendItem item, LegendLook look, QWidget *parent)
    : QAbstractButton(parent), m_item(std::move(item)), m_look(look)
{
    setCheckable(true);
    setAccessibleName(m_item.name);
    setToolTip(plainTip(m_item.name));
    setFocusPolicy(Qt::ClickFocus);
    setAttribute(Qt::WA_Hover);
}

void LegendButton::setColoured(bool coloured)
{
    m_coloured = coloured;
    update();
}

/// As devices and links of that step are drawn.
QColor LegendButton::stepColour() const
{
    const Theme &t = currentTheme();
    const double share = (m_item.facet.value + 0.5) / shareSteps;
    switch (m_item.facet.kind) {
    case FacetKind::busy:
        return t.mixed(Role::forward, 0.08 + 0.5 * share, Role::card);
    case FacetKind::memory:
        return m_item.facet.value == overCapacity ? t[Role::errorFill]
                                                  : t.mixed(Role::memory, 0.08 + 0.6 * share, Role::card);
    default:
        return t.load(share);
    }
}

void LegendButton::paintSample(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    if (m_item.facet.kind == FacetKind::deviceType) {
        painter.fillPath(shapePath(m_item.shape, rect.center(), 10),
                         m_coloured ? t.stage(m_item.typeIndex) : t[Role::secondary]);
        return;
    }
    const double y = rect.center().y();
    drawLinkLine(painter, QPointF(rect.left(), y), QPointF(rect.right(), y),
                 static_cast<LinkTechnology>(m_item.facet.value), std::clamp(linkWidth(m_item.widest), 2.0, 5.0),
                 t[Role::load0]);
}

double LegendButton::wantedWidth() const
{
    const double left = m_item.facet.kind == FacetKind::deviceType ? 24 : 40;
    return std::ceil(left + labelWidth(m_item.text, TypeRole::badge) + 12 +
                     labelWidth(formatCount(m_item.count), TypeRole::label));
}

void LegendButton::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF all(rect());
    const bool lit = isChecked() || underMouse();
    switch (m_look) {
    case LegendLook::chips:
        drawRounded(painter, all.adjusted(1, 1, -1, -1), 3, t.stageFill(m_item.facet.value),
                    lit ? t.stage(m_item.facet.value) : QColor());
        drawLabel(painter, all, Qt::AlignCenter, m_item.text, TypeRole::badge, t.stage(m_item.facet.value));
        break;
    case LegendLook::steps: {
        const QRectF swatch = all.adjusted(1, 3, -1, -3);
        painter.fillRect(swatch, stepColour());
        if (m_item.facet.kind == FacetKind::memory && m_item.facet.value == overCapacity)
            painter.fillRect(swatch, t.overflowHatch(devicePixelRatioF()));
        break;
    }
    case LegendLook::rows: {
        if (lit)
            drawRounded(painter, all, 3, isChecked() ? t[Role::selectionFill] : t[Role::hover]);
        const bool device = m_item.facet.kind == FacetKind::deviceType;
        paintSample(painter, QRectF(4, 0, device ? 14 : 28, all.height()));
        const QColor ink = isChecked() ? t[Role::selection] : t[Role::text];
        painter.setFont(heteroscope::font(TypeRole::label));
        const QString count = formatCount(m_item.count);
        const double width = numberWidth(painter, count);
        painter.setPen(isChecked() ? ink : t[Role::muted]);
        drawNumber(painter, all.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, count);
        const double left = device ? 24 : 40;
        drawLabel(painter, QRectF(left, 0, all.width() - left - width - 12, all.height()),
                  Qt::AlignLeft | Qt::AlignVCenter, m_item.text, isChecked() ? TypeRole::badge : TypeRole::label, ink);
        break;
    }
    }
    if (hasFocus() || (isChecked() && m_look != LegendLook::rows))
        drawRounded(painter, all.adjusted(0, 0, 0, 0), 3, QColor(), t[Role::selection], 2);
}

void LegendButton::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Left:
        emit leftWithArrows(-1);
        return;
    case Qt::Key_Down:
    case Qt::Key_Right:
        emit leftWithArrows(1);
        return;
    case Qt::Key_Home:
        emit leftWithArrows(-farAway);
        return;
    case Qt::Key_End:
        emit leftWithArrows(farAway);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        click();
        return;
    case Qt::Key_Escape:
        emit escaped();
        return;
    default:
        QAbstractButton::keyPressEvent(event);
    }
}

} // namespace heteroscope
