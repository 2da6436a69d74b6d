// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/marker_list.h"

#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace heteroscope {

MarkerList::MarkerList(QWidget *parent)
    : QWidget(parent),
      m_model(new MarkerModel(this)),
      m_table(new QTableView),
      m_title(new PlainLabel),
      m_previous(new QPushButton(tr("Previous"))),
      m_next(new QPushButton(tr("Next"))),
      m_delete(new QPushButton(tr("Delete")))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 8, 4);
    head->addWidget(m_title, 1);
    for (QPushButton *button : {m_previous, m_next, m_delete})
        head->addWidget(button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    m_table->setModel(m_model);
    setUpPlainTable(*m_table);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setAccessibleName(tr("Markers of the timeline"));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->resizeSection(MarkerModel::time, 150);
    m_table->horizontalHeader()->resizeSection(MarkerModel::place, 120);
    m_table->installEventFilter(this);
    copyWholeTable(*m_table);
    setFocusProxy(m_table);
    connect(m_model, &MarkerModel::changeWanted, this, &MarkerList::changeWanted);
    connect(m_previous, &QPushButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { step(1); });
    connect(m_delete, &QPushButton::clicked, this, [this] { emit removalWanted(current()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        refresh();
        if (!m_following)
            emit chosen(current());
    });
    refresh();
}

// The selection of the table outlives what it tells.
MarkerList::~MarkerList() { m_table->selectionModel()->disconnect(this); }

void MarkerList::setMarkers(std::vector<Marker> markers)
{
    const int id = current();
    m_following = true;
    m_model->setMarkers(std::move(markers));
    m_following = false;
    setCurrent(id);
    refresh();
}

int MarkerList::current() const { return m_model->idOf(m_table->currentIndex().row()); }

void MarkerList::setCurrent(int id)
{
    if (id == current())
        return;
    m_following = true;
    if (const int row = m_model->rowOf(id); row >= 0) {
        m_table->selectRow(row);
    } else {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    }
    m_following = false;
    refresh();
}

void MarkerList::step(int by)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const int row = m_table->currentIndex().row();
    m_table->selectRow(row < 0 ? (by > 0 ? 0 : count - 1) : (row + by + count) % count);
}

void MarkerList::refresh()
{
    const int count = m_model->rowCount();
    m_title->setText(count == 0   ? tr("M in the timeline writes a marker")
                     : count == 1 ? tr("1 marker")
                                  : tr("%1 markers").arg(formatCount(static_cast<std::size_t>(count))));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    m_delete->setEnabled(current() != 0);
}

bool MarkerList::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Delete && current() != 0) {
            emit removalWanted(current());
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            emit chosen(current());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace heteroscope
