// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of the breakdown: a chip in the colour of the bar's segment before the name, and the share as a bar in its cell.
#pragma once

#include <QStyledItemDelegate>

namespace heteroscope {

class BreakdownDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Stale results are drawn with 55 % opacity.
    void setStale(bool stale) { m_stale = stale; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    bool m_stale = false;
};

} // namespace heteroscope
