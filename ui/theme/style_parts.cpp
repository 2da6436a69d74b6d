// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/style_parts.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPainterPath>
#include <QStyle>
#include <QStyleOptionButton>

#include <algorithm>
#include <cmath>

namespace heteroscope::styleparts {

bool hasProperty(const QWidget *widget, const char *name) { return widget && widget->property(name).toBool(); }

void box(QPainter *painter, const QRectF &rect, const QColor &fill, const QColor &border, double radius, double width)
{
    const Saved saved(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(border.isValid() ? QPen(border, width) : QPen(Qt::NoPen));
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const double inset = border.isValid() ? width / 2 : 0;
    painter->drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset);
}

void ring(QPainter *painter, const QRectF &rect, double radius)
{
    box(painter, rect, QColor(), currentTheme()[Role::selection], radius, 2);
}

void caret(QPainter *painter, QPointF centre, const QColor &color, Qt::ArrowType direction)
{
    const Saved saved(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    painter->translate(centre);
    switch (direction) {
    case Qt::UpArrow:
        painter->rotate(180);
        break;
    case Qt::LeftArrow:
        painter->rotate(90);
        break;
    case Qt::RightArrow:
        painter->rotate(-90);
        break;
    default:
        break;
    }
    const std::array<QPointF, 3> line = {QPointF(-4, -2), QPointF(0, 2), QPointF(4, -2)};
    painter->drawPolyline(line.data(), 3);
}

void checkMark(QPainter *painter, const QRectF &rect, const QColor &color)
{
    const Saved saved(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    const auto at = [&rect](double x, double y) {
        return rect.topLeft() + QPointF(x * rect.width(), y * rect.height());
    };
    const std::array<QPointF, 3> line = {at(0.25, 0.52), at(0.44, 0.70), at(0.76, 0.32)};
    painter->drawPolyline(line.data(), 3);
}

void drawButton(const QStyleOption *option, QPainter *painter, const QWidget *widget)
{
    const Theme &t = currentTheme();
    const QRectF rect = option->rect;
    const bool live = hasProperty(widget, "live");
    QColor fill = t[Role::card];
    QColor border = t[Role::borderStrong];
    if (hasProperty(widget, "accent") && isEnabled(option)) {
        fill = t[Role::accent];
        if (isPressed(option))
            fill = t.isDark() ? fill.darker(115) : fill.darker(125);
        else if (isHovered(option))
            fill = t.isDark() ? fill.lighter(108) : fill.lighter(118);
        border = QColor();
    } else if (live) {
        fill = isChecked(option) ? t[Role::okFill] : t[Role::panelSunk];
        border = isHovered(option) ? t[Role::borderStrong] : QColor();
    } else if (isPressed(option) || isChecked(option)) {
        fill = t[Role::selectionFill];
        border = t[Role::selection];
    } else if (isHovered(option)) {
        fill = t[Role::hover];
    } else if (!isEnabled(option)) {
        border = t[Role::border];
    }
    box(painter, rect, fill, border);
    if (hasKeyboardFocus(option))
        ring(painter, rect);
}

void drawButtonLabel(const QStyleOptionButton *option, QPainter *painter, const QWidget *widget)
{
    const Theme &t = currentTheme();
    const Saved saved(painter);
    QColor ink = t[Role::text];
    if (!isEnabled(option))
        ink = t[Role::disabled];
    else if (hasProperty(widget, "accent"))
        ink = t[Role::accentInk];
    else if (isPressed(option) || isChecked(option))
        ink = t[Role::selection];
    painter->setPen(ink);
    const QFontMetrics metrics = option->fontMetrics;
    const int textWidth = metrics.size(Qt::TextShowMnemonic, option->text).width();
    const int gap = option->icon.isNull() || option->text.isEmpty() ? 0 : 6;
    const int iconWidth = option->icon.isNull() ? 0 : option->iconSize.width();
    const bool menu = option->features & QStyleOptionButton::HasMenu;
    int x = option->rect.center().x() - (textWidth + gap + iconWidth + (menu ? 14 : 0)) / 2 + 1;
    x = std::max(x, option->rect.left() + 4);
    if (iconWidth > 0) {
        const QRect place(x, option->rect.center().y() - option->iconSize.height() / 2 + 1, iconWidth,
                          option->iconSize.height());
        const QIcon::Mode mode = !isEnabled(option)              ? QIcon::Disabled
                                 : hasProperty(widget, "accent") ? QIcon::Selected
                                                                 : QIcon::Normal;
        option->icon.paint(painter, place, Qt::AlignCenter, mode, isChecked(option) ? QIcon::On : QIcon::Off);
    }
    const QRect text(x + iconWidth + gap, option->rect.top(), option->rect.right() - x - iconWidth - gap,
                     option->rect.height());
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic | Qt::TextSingleLine, option->text);
    if (menu)
        caret(painter, QPointF(option->rect.right() - 11, option->rect.center().y() + 1), ink);
}

void drawToolButton(const QStyleOptionToolButton *option, QPainter *painter, const QWidget *widget)
{
    const Theme &t = currentTheme();
    const Saved saved(painter);
    const QRectF rect = option->rect;
    const bool accent = hasProperty(widget, "accent");
    const bool segment = hasProperty(widget, "segment");
    const bool framed = accent || hasProperty(widget, "live") || hasProperty(widget, "framed");
    QColor ink = t[Role::text];
    QFont textFont = option->font;
    if (framed) {
        drawButton(option, painter, widget);
        if (accent && isEnabled(option))
            ink = t[Role::accentInk];
        else if (hasProperty(widget, "live") && isChecked(option))
            ink = t[Role::ok];
        else if (hasProperty(widget, "framed") && isChecked(option))
            ink = t[Role::selection];
    } else if (segment) {
        ink = t[Role::secondary];
        if (isChecked(option)) {
            box(painter, rect.adjusted(2, 2, -2, -2), t[Role::card], t[Role::borderStrong]);
            ink = t[Role::text];
            textFont.setWeight(QFont::DemiBold);
        } else if (isHovered(option)) {
            ink = t[Role::text];
        }
    } else if (isChecked(option) || isPressed(option)) {
        box(painter, rect, t[Role::selectionFill], isChecked(option) ? t[Role::selection] : QColor());
        ink = t[Role::selection];
    } else if (isHovered(option)) {
        box(painter, rect, t[Role::hover], QColor());
    }
    if (!isEnabled(option))
        ink = t[Role::disabled];
    if (hasKeyboardFocus(option))
        ring(painter, rect);

    const bool hasMenu = option->features & QStyleOptionToolButton::HasMenu;
    const bool showText = option->toolButtonStyle != Qt::ToolButtonIconOnly && !option->text.isEmpty();
    const bool showIcon = option->toolButtonStyle != Qt::ToolButtonTextOnly && !option->icon.isNull();
    const bool showTextAlone = !showIcon && !option->text.isEmpty() && option->arrowType == Qt::NoArrow;
    const int iconWidth = showIcon ? option->iconSize.width() : 0;
    painter->setFont(textFont);
    const QFontMetrics metrics(textFont);
    const int textWidth = showText || showTextAlone ? metrics.size(Qt::TextShowMnemonic, option->text).width() : 0;
    const int gap = iconWidth > 0 && textWidth > 0 ? 6 : 0;
    double x = rect.center().x() - (iconWidth + gap + textWidth + (hasMenu ? 14 : 0)) / 2.0;
    if (option->arrowType != Qt::NoArrow) {
        caret(painter, rect.center(), ink, option->arrowType);
        return;
    }
    if (iconWidth > 0) {
        const QRect place(static_cast<int>(std::round(x)),
                          static_cast<int>(std::round(rect.center().y() - option->iconSize.height() / 2.0)), iconWidth,
                          option->iconSize.height());
        const QIcon::Mode mode = !isEnabled(option)                                              ? QIcon::Disabled
                                 : accent                                                        ? QIcon::Selected
                                 : isChecked(option) && !segment && !hasProperty(widget, "live") ? QIcon::Active
                                                                                                 : QIcon::Normal;
        option->icon.paint(painter, place, Qt::AlignCenter, mode, isChecked(option) ? QIcon::On : QIcon::Off);
    }
    painter->setPen(ink);
    if (textWidth > 0)
        painter->drawText(QRectF(x + iconWidth + gap, rect.top(), textWidth + 2, rect.height()),
                          Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic | Qt::TextSingleLine, option->text);
    if (hasMenu)
        caret(painter, QPointF(rect.right() - 10, rect.center().y()), ink);
}

void drawField(const QStyleOption *option, QPainter *painter, const QWidget *widget)
{
    const Theme &t = currentTheme();
    const bool focused = option->state & QStyle::State_HasFocus;
    const bool bare = hasProperty(widget, "readOnly") || (hasProperty(widget, "bare") && !isHovered(option));
    if (bare && !focused)
        return;
    QColor border = t[Role::borderStrong];
    if (hasProperty(widget, "invalid"))
        border = t[Role::error];
    else if (focused)
        border = t[Role::selection];
    else if (!isEnabled(option))
        border = t[Role::border];
    else if (isHovered(option))
        border = t[Role::muted];
    box(painter, option->rect, isEnabled(option) ? t[Role::card] : t[Role::panel], border, 4, focused ? 2 : 1);
}

void drawCheckBox(const QStyleOption *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const QRectF rect = option->rect;
    const bool partly = option->state & QStyle::State_NoChange;
    const bool on = isChecked(option) || partly;
    QColor fill = on ? t[Role::accent] : t[Role::card];
    QColor border = on ? t[Role::accent] : isHovered(option) ? t[Role::secondary] : t[Role::borderStrong];
    if (!isEnabled(option)) {
        fill = t[Role::panel];
        border = t[Role::border];
    }
    box(painter, rect, fill, border, 3);
    const QColor mark = isEnabled(option) ? t[Role::accentInk] : t[Role::disabled];
    if (partly)
        painter->fillRect(QRectF(rect.left() + 4, rect.center().y() - 1, rect.width() - 8, 2), mark);
    else if (on)
        checkMark(painter, rect, mark);
}

void drawRadioButton(const QStyleOption *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const QRectF rect = option->rect;
    const QColor on = isEnabled(option) ? t[Role::accent] : t[Role::disabled];
    const QColor off = isHovered(option) ? t[Role::secondary] : t[Role::borderStrong];
    box(painter, rect, t[Role::card], isChecked(option) ? on : off, rect.width() / 2, isChecked(option) ? 2 : 1);
    if (isChecked(option))
        box(painter, rect.adjusted(4.5, 4.5, -4.5, -4.5), on, QColor(), rect.width() / 2);
}

void drawItemPanel(const QStyleOption *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    if (option->state & QStyle::State_Selected) {
        painter->fillRect(option->rect, t[Role::selectionFill]);
        const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
        if (item && (item->viewItemPosition == QStyleOptionViewItem::Beginning ||
                     item->viewItemPosition == QStyleOptionViewItem::OnlyOne))
            painter->fillRect(QRect(option->rect.left(), option->rect.top(), 3, option->rect.height()),
                              t[Role::selection]);
    } else if (option->state & QStyle::State_MouseOver) {
        painter->fillRect(option->rect, t[Role::hover]);
    } else if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option)) {
        if (item->backgroundBrush.style() != Qt::NoBrush)
            painter->fillRect(option->rect, item->backgroundBrush);
    }
}

void drawSeparator(const QStyleOption *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const QRect r = option->rect;
    if (option->state & QStyle::State_Horizontal)
        painter->fillRect(QRect(r.center().x(), r.center().y() - 10, 1, 20), t[Role::border]);
    else
        painter->fillRect(QRect(r.center().x() - 10, r.center().y(), 20, 1), t[Role::border]);
}

void drawComboLabel(const QStyleOptionComboBox *combo, QPainter *painter)
{
    const Theme &t = currentTheme();
    if (combo->editable)
        return;
    QRect text = combo->rect.adjusted(10, 0, -24, 0);
    if (!combo->currentIcon.isNull()) {
        combo->currentIcon.paint(painter, QRect(text.left() - 2, text.center().y() - 7, 16, 16));
        text.setLeft(text.left() + 20);
    }
    painter->setPen(isEnabled(combo) ? t[Role::text] : t[Role::disabled]);
    painter->drawText(text, Qt::AlignVCenter | Qt::TextSingleLine,
                      combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, text.width()));
}

} // namespace heteroscope::styleparts
