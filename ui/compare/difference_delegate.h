// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the rows of CauseModel: the colour of the cause before its name, and behind each difference a bar from the
// middle, to the right where the second step takes longer.
#pragma once

#include <QStyledItemDelegate>

namespace heteroscope {

class DifferenceDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

/// A row of a plain table: one line, air beside the text, a rule below.
class PlainRowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace heteroscope
