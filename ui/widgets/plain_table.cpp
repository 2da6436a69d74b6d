// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plain_table.h"

#include "theme/theme.h"
#include "widgets/model_csv.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>

namespace heteroscope {

namespace {

class CopyKey : public QObject
{
public:
    explicit CopyKey(QTableView &table) : QObject(&table), m_table(table) {}

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
        if (!isKey || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy))
            return QObject::eventFilter(watched, event);
        if (event->type() == QEvent::KeyPress)
            QApplication::clipboard()->setText(csvOf(*m_table.model()));
        event->accept();
        return true;
    }

private:
    QTableView &m_table;
};

} // namespace

void setUpPlainTable(QTableView &table)
{
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.verticalHeader()->hide();
    table.verticalHeader()->setMinimumSectionSize(tableRowHeight);
    table.verticalHeader()->setDefaultSectionSize(tableRowHeight);
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setFixedHeight(headerRowHeight);
    table.horizontalHeader()->setHighlightSections(false);
}

void copyWholeTable(QTableView &table) { table.installEventFilter(new CopyKey(table)); }

} // namespace heteroscope
