// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/difference_delegate.h"

#include "compare/cause_model.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QPainter>

namespace heteroscope {
namespace {

constexpr int swatch = 10;
constexpr int cellPad = 8;
constexpr int numberRoom = 76; // right of the bar

void paintGround(QPainter &painter, const QStyleOptionViewItem &option, bool isFirst)
{
    const Theme &t = currentTheme();
    const bool selected = option.state & QStyle::State_Selected;
    painter.fillRect(option.rect, t[selected                                   ? Role::selectionFill
                                    : (option.state & QStyle::State_MouseOver) ? Role::hover
                                                                               : Role::base]);
    if (selected && isFirst)
        painter.fillRect(QRect(0, option.rect.top(), 3, option.rect.height()), t[Role::selection]);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t[Role::grid]);
}

void paintFocus(QPainter &painter, const QStyleOptionViewItem &option)
{
    if (!(option.state & QStyle::State_HasFocus) || !(option.state & QStyle::State_KeyboardFocusChange))
        return;
    painter.setPen(QPen(currentTheme()[Role::selection], 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(option.rect).adjusted(1, 1, -1, -2));
}

/// From the middle of the cell: as long as the row's share of the largest difference.
void paintDifferenceBar(QPainter &painter, const QRect &cell, std::int64_t ticks, std::int64_t largest)
{
    const Theme &t = currentTheme();
    const QRectF room = QRectF(cell).adjusted(4, 5, -numberRoom, -6);
    const double middle = std::round(room.center().x());
    painter.fillRect(QRectF(middle, room.top(), 1, room.height()), t[Role::border]);
    if (ticks == 0)
        return;
    const double half = room.width() / 2 - 1;
    const double length = std::max(1.0, half * static_cast<double>(std::abs(ticks)) / static_cast<double>(largest));
    const QRectF bar = ticks > 0 ? QRectF(middle + 1, room.top(), length, room.height())
                                 : QRectF(middle - length, room.top(), length, room.height());
    painter.fillRect(bar, t[ticks > 0 ? Role::warning : Role::ok]);
}

} // namespace

void DifferenceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &t = currentTheme();
    const auto &model = static_cast<const CauseModel &>(*index.model());
    painter->save();
    const bool isFirst = index.column() == CauseModel::cause;
    paintGround(*painter, option, isFirst);
    const bool strong = !index.parent().isValid();
    const bool total = strong && index.row() == 0;
    painter->setFont(heteroscope::font(total ? TypeRole::title : strong ? TypeRole::badge : TypeRole::label));
    painter->setPen(t[strong ? Role::text : Role::secondary]);
    QRect rect = option.rect.adjusted(isFirst ? 4 : cellPad, 0, -cellPad, -1);
    const QString text = index.data().toString();
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    if (index.column() == CauseModel::difference)
        paintDifferenceBar(*painter, option.rect, index.data(CauseModel::ticksRole).toLongLong(), model.largest());
    if (isFirst) {
        if (const QVariant activity = index.data(CauseModel::activityRole); strong && activity.isValid()) {
            const QRect box(rect.left(), rect.center().y() - swatch / 2 + 1, swatch, swatch);
            const auto cause = static_cast<Activity>(activity.toInt());
            painter->fillRect(box, isExposed(cause) ? t[roleOf(cause)] : t.fill(cause));
            if (cause == Activity::bubble || cause == Activity::straggler)
                painter->fillRect(box, t.bubbleHatch(painter->device()->devicePixelRatioF()));
            rect.setLeft(box.right() + 7);
        }
        painter->drawText(rect, alignment, painter->fontMetrics().elidedText(text, Qt::ElideMiddle, rect.width()));
    } else {
        drawNumber(*painter, rect, alignment, text);
    }
    paintFocus(*painter, option);
    painter->restore();
}

QSize DifferenceDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(), tableRowHeight};
}

void PlainRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    paintGround(*painter, option, index.column() == 0);
    const Theme &t = currentTheme();
    const QRect rect = option.rect.adjusted(cellPad, 0, -cellPad, -1);
    const QString text = index.data().toString();
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    painter->setFont(heteroscope::font(index.column() == 0 ? TypeRole::body : TypeRole::badge));
    painter->setPen(t[index.column() == 0 ? Role::secondary : Role::text]);
    if (numberWidth(*painter, text) <= rect.width())
        drawNumber(*painter, rect, alignment, text);
    else
        painter->drawText(rect, alignment, painter->fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
    paintFocus(*painter, option);
    painter->restore();
}

} // namespace heteroscope
