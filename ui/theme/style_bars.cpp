// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tabs, headers, menus, dock titles and the bars that move.
#include "theme/style_parts.h"

#include <QStyleOption>
#include <QTabBar>

#include <algorithm>

namespace heteroscope::styleparts {

void drawTab(const QStyleOptionTab *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const Saved saved(painter);
    const QRect rect = option->rect;
    const bool selected = option->state & QStyle::State_Selected;
    const bool south = option->shape == QTabBar::RoundedSouth || option->shape == QTabBar::TriangularSouth;
    const QRect edge(rect.left(), south ? rect.bottom() - 1 : rect.top(), rect.width(), 2);
    const int rule = south ? rect.top() : rect.bottom();
    if (selected) {
        painter->fillRect(rect, t[Role::base]);
        painter->fillRect(edge, t[Role::selection]);
        painter->fillRect(QRect(rect.left(), rect.top(), 1, rect.height()), t[Role::border]);
        painter->fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), t[Role::border]);
    } else {
        painter->fillRect(rect, isHovered(option) ? t[Role::hover] : t[Role::panel]);
        painter->fillRect(QRect(rect.left(), rule, rect.width(), 1), t[Role::border]);
    }
    painter->setPen(!isEnabled(option) ? t[Role::disabled] : selected ? t[Role::text] : t[Role::secondary]);
    QFont text = painter->font(); // of the bar, which may be magnified
    text.setWeight(selected ? QFont::DemiBold : QFont::Medium);
    painter->setFont(text);
    painter->drawText(rect, Qt::AlignCenter | Qt::TextShowMnemonic, option->text);
    if (hasKeyboardFocus(option))
        ring(painter, QRectF(rect).adjusted(3, 4, -3, -3));
}

void drawHeaderSection(const QStyleOptionHeader *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const Saved saved(painter);
    const QRect rect = option->rect;
    painter->fillRect(rect, isHovered(option) ? t[Role::hover] : t[Role::panel]);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), t[Role::border]);
    const bool sorted = option->sortIndicator != QStyleOptionHeader::None;
    painter->setFont(font(TypeRole::badge));
    painter->setPen(isEnabled(option) ? t[Role::secondary] : t[Role::disabled]);
    QRect text = rect.adjusted(10, 0, -10, -1);
    const bool right = option->textAlignment & Qt::AlignRight;
    const int width = painter->fontMetrics().horizontalAdvance(option->text);
    if (sorted && right)
        text.setRight(text.right() - 14);
    painter->drawText(
        text, static_cast<int>((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter) | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(option->text, Qt::ElideRight, text.width()));
    if (sorted) {
        const double x = right ? rect.right() - 13.0 : std::min(text.left() + width + 12, rect.right() - 8);
        caret(painter, QPointF(x, rect.center().y()), t[Role::selection],
              option->sortIndicator == QStyleOptionHeader::SortDown ? Qt::DownArrow : Qt::UpArrow);
    }
}

void drawMenuBarItem(const QStyleOptionMenuItem *item, QPainter *painter)
{
    const Theme &t = currentTheme();
    painter->fillRect(item->rect, t[Role::panel]);
    if ((item->state & QStyle::State_Selected) && isEnabled(item))
        box(painter, QRectF(item->rect).adjusted(1, 2, -1, -2), t[Role::hover], QColor());
    painter->setPen(isEnabled(item) ? t[Role::text] : t[Role::disabled]);
    painter->drawText(item->rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, item->text);
}

void drawMenuItem(const QStyleOptionMenuItem *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const Saved saved(painter);
    const QRect rect = option->rect;
    if (option->menuItemType == QStyleOptionMenuItem::Separator) {
        painter->fillRect(QRect(rect.left() + 8, rect.center().y(), rect.width() - 16, 1), t[Role::border]);
        return;
    }
    const bool selected = option->state & QStyle::State_Selected;
    if (selected && isEnabled(option))
        box(painter, QRectF(rect).adjusted(4, 1, -4, -1), t[Role::selectionFill], QColor());
    const QColor ink = isEnabled(option) ? t[Role::text] : t[Role::disabled];
    const QRectF slot(rect.left() + 10, rect.center().y() - 7.5, 16, 16);
    if (option->checked)
        checkMark(painter, slot, ink);
    else if (!option->icon.isNull())
        option->icon.paint(painter, slot.toRect(), Qt::AlignCenter,
                           isEnabled(option) ? QIcon::Normal : QIcon::Disabled);
    painter->setPen(ink);
    painter->setFont(option->font);
    const QRect text = rect.adjusted(34, 0, -22, 0);
    const qsizetype tab = option->text.indexOf(u'\t');
    painter->drawText(text, Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, option->text.left(tab));
    if (tab >= 0) {
        painter->setPen(isEnabled(option) ? t[Role::muted] : t[Role::disabled]);
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, option->text.mid(tab + 1));
    }
    if (option->menuItemType == QStyleOptionMenuItem::SubMenu)
        caret(painter, QPointF(rect.right() - 12, rect.center().y()), ink, Qt::RightArrow);
}

void drawDockTitle(const QStyleOptionDockWidget *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const Saved saved(painter);
    painter->fillRect(option->rect, t[Role::panel]);
    painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t[Role::border]);
    painter->setFont(font(TypeRole::title));
    painter->setPen(t[Role::text]);
    painter->drawText(option->rect.adjusted(14, 0, -60, 0), Qt::AlignVCenter | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(option->title, Qt::ElideRight, option->rect.width() - 74));
}

void drawScrollBar(const QStyleOptionSlider *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const QRect rect = option->rect;
    painter->fillRect(rect, t[Role::panel]);
    if (option->maximum <= option->minimum)
        return;
    const bool horizontal = option->orientation == Qt::Horizontal;
    const double length = horizontal ? rect.width() : rect.height();
    const double range = static_cast<double>(option->maximum) - option->minimum;
    const double handle = std::max(24.0, length * option->pageStep / (range + option->pageStep));
    const double at = (length - handle) * (option->sliderPosition - option->minimum) / range;
    QRectF place = horizontal ? QRectF(rect.left() + at, rect.top() + 2, handle, rect.height() - 4)
                              : QRectF(rect.left() + 2, rect.top() + at, rect.width() - 4, handle);
    const QColor fill = isPressed(option)   ? t[Role::muted]
                        : isHovered(option) ? t[Role::hatchSoft]
                                            : t[Role::borderStrong];
    box(painter, place, fill, QColor(), std::min(place.width(), place.height()) / 2);
}

void drawSlider(const QStyleOptionSlider *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const Saved saved(painter);
    const bool horizontal = option->orientation == Qt::Horizontal;
    const QRectF rect = option->rect;
    const double length = (horizontal ? rect.width() : rect.height()) - 16;
    const int travel = QStyle::sliderPositionFromValue(option->minimum, option->maximum, option->sliderPosition,
                                                       std::max(0, static_cast<int>(length)), option->upsideDown);
    const QPointF centre = horizontal ? QPointF(rect.left() + 8 + travel, rect.center().y())
                                      : QPointF(rect.center().x(), rect.top() + 8 + travel);
    const QRectF groove = horizontal ? QRectF(rect.left() + 4, rect.center().y() - 2, rect.width() - 8, 4)
                                     : QRectF(rect.center().x() - 2, rect.top() + 4, 4, rect.height() - 8);
    box(painter, groove, t[Role::memoryTrack], QColor(), 2);
    QRectF done = groove;
    if (horizontal == option->upsideDown)
        horizontal ? done.setLeft(centre.x()) : done.setBottom(centre.y());
    else
        horizontal ? done.setRight(centre.x()) : done.setTop(centre.y());
    const QColor color = isEnabled(option) ? t[Role::accent] : t[Role::disabled];
    box(painter, done, color, QColor(), 2);
    const QRectF handle(centre.x() - 8, centre.y() - 8, 16, 16);
    box(painter, handle, isPressed(option) ? t[Role::selectionFill] : t[Role::card], color, 8, 2);
    if (hasKeyboardFocus(option))
        ring(painter, handle.adjusted(-1, -1, 1, 1), 9);
}

void drawProgress(const QStyleOptionProgressBar *option, QPainter *painter)
{
    const Theme &t = currentTheme();
    const QRectF rect(option->rect.left(), option->rect.center().y() - 2.0, option->rect.width(), 6);
    box(painter, rect, t[Role::memoryTrack], QColor(), 3);
    if (option->maximum <= option->minimum)
        return;
    const double share = static_cast<double>(option->progress - option->minimum) / (option->maximum - option->minimum);
    QRectF done = rect;
    done.setWidth(rect.width() * std::clamp(share, 0.0, 1.0));
    box(painter, done, t[Role::accent], QColor(), 3);
}

} // namespace heteroscope::styleparts
