// SPDX-License-Identifier: GPL-3.0-or-later
// How hands open and close the groups of the ranking.
#include "strategies/strategy_view.h"

#include "strategies/strategy_delegate.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"

#include <QTableView>

namespace heteroscope {

/// Of the group that the current row belongs to; -1 without one.
int StrategyView::currentHead() const
{
    const StrategyRow *row = currentRow();
    if (!row || (!row->isHead() && !row->isMember()))
        return -1;
    return row->isMember() ? row->head : m_filter->mapToSource(m_table->currentIndex()).row();
}

void StrategyView::setOpen(int head, bool open)
{
    // Nothing is chosen that cannot be seen.
    const bool hides = !open && currentRow() && currentRow()->head == head;
    m_settingRows = true; // rows come and go, and nothing is chosen by that
    m_model->setOpen(head, open);
    m_settingRows = false;
    if (hides)
        selectRow(head);
}

void StrategyView::selectRow(int row)
{
    const QModelIndex index = m_filter->mapFromSource(m_model->index(row, StrategyModel::plan));
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

/// As in a tree: Right opens a group, Left closes it or goes to its first row. False: the key means something else.
bool StrategyView::foldByKey(int key)
{
    const int head = currentHead();
    if (head < 0)
        return false;
    const bool isOpen = m_model->isOpen(head), isMember = currentRow()->isMember();
    if ((key == Qt::Key_Right || key == Qt::Key_Plus) && !isOpen) {
        setOpen(head, true);
        return true;
    }
    if (key == Qt::Key_Left && isMember) {
        selectRow(head);
        return true;
    }
    if ((key == Qt::Key_Left || key == Qt::Key_Minus) && isOpen) {
        setOpen(head, false);
        return true;
    }
    return false;
}

/// A click on the caret of a group.
bool StrategyView::foldByMouse(QPoint at)
{
    const QModelIndex index = m_table->indexAt(at);
    if (!index.isValid() || index.column() != StrategyModel::rank ||
        !StrategyDelegate::caretRect(m_table->visualRect(index)).contains(at))
        return false;
    const int row = m_filter->mapToSource(index).row();
    if (!m_model->row(row).isHead())
        return false;
    setOpen(row, !m_model->isOpen(row));
    return true;
}

} // namespace heteroscope
