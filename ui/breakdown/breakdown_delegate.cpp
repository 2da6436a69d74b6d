// SPDX-License-Identifier: GPL-3.0-or-later
#include "breakdown/breakdown_delegate.h"

#include "breakdown/breakdown_model.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QPainter>

namespace heteroscope {

namespace {

constexpr int chip = 10;
constexpr int pad = 8;
constexpr int numberRoom = 52; // of the share, beside its bar

} // namespace

void BreakdownDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &t = currentTheme();
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, t[Role::selectionFill]);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, t[Role::hover]);
    painter->setOpacity(m_stale ? Theme::staleOpacity : 1.0);
    const QModelIndex first = index.siblingAtColumn(BreakdownModel::name);
    const QVariant colored = first.data(BreakdownModel::colorRole);
    const bool root = !index.parent().isValid();
    const bool strong = root || !index.parent().parent().isValid();
    painter->setFont(heteroscope::font(strong ? TypeRole::badge : TypeRole::label));
    QRect rect = option.rect.adjusted(pad / 2, 0, -pad, 0);
    const QString text = index.data().toString();
    switch (index.column()) {
    case BreakdownModel::name: {
        if (colored.isValid() && !root) {
            const QRect box(rect.left(), rect.center().y() - chip / 2 + 1, chip, chip);
            painter->fillRect(box, colored.value<QColor>());
            if (first.data(BreakdownModel::waitRole).toBool())
                painter->fillRect(box, t.bubbleHatch(painter->device()->devicePixelRatioF()));
            rect.setLeft(box.right() + 7);
        }
        painter->setPen(t[Role::text]);
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(text, Qt::ElideMiddle, rect.width()));
        break;
    }
    case BreakdownModel::share: {
        const QRect number(rect.right() - numberRoom, rect.top(), numberRoom, rect.height());
        const QRectF track(rect.left() + pad, rect.center().y() - 2.5, number.left() - rect.left() - 2 * pad, 6);
        const double share = std::clamp(index.data(BreakdownModel::shareRole).toDouble(), 0.0, 1.0);
        if (track.width() > 8) {
            painter->fillRect(track, t[Role::memoryTrack]);
            painter->fillRect(QRectF(track.left(), track.top(), track.width() * share, track.height()),
                              colored.isValid() ? colored.value<QColor>() : t[Role::secondary]);
        }
        painter->setPen(t[Role::text]);
        drawNumber(*painter, number, Qt::AlignRight | Qt::AlignVCenter, text);
        break;
    }
    case BreakdownModel::value:
        painter->setPen(t[Role::text]);
        drawNumber(*painter, rect, Qt::AlignRight | Qt::AlignVCenter, text);
        break;
    default:
        painter->setPen(t[Role::secondary]);
        painter->setFont(heteroscope::font(TypeRole::label));
        rect.adjust(pad, 0, 0, 0);
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
    }
    painter->restore();
}

QSize BreakdownDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(), 22};
}

} // namespace heteroscope
