// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/details_view.h"

#include "charts/chart_table.h"
#include "language/step_words.h"
#include "theme/theme.h"
#include "timeline/timeline_text.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>

namespace heteroscope {

DetailsView::DetailsView(QWidget *parent)
    : QWidget(parent),
      m_table(new ChartTable(this)),
      m_view(new QTableView),
      m_title(new PlainLabel),
      m_copyButton(new QPushButton(tr("Copy all")))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_title->setFont(heteroscope::font(TypeRole::title));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_copyButton->setToolTip(plainTip(tr("Copies every field as a line of its name and value")));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 8, 4);
    head->addWidget(m_title, 1);
    head->addWidget(m_copyButton);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    m_view->setModel(m_table);
    setUpPlainTable(*m_view);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setAccessibleName(tr("Fields of the selected bar"));
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->installEventFilter(this);
    setFocusProxy(m_view);
    connect(m_copyButton, &QPushButton::clicked, this, [this] {
        m_view->clearSelection();
        copy();
    });
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) { goTo(index.row()); });
    refresh();
}

DetailsView::~DetailsView() = default;

void DetailsView::setResult(std::shared_ptr<const StepResult> result, std::shared_ptr<const Topology> topology)
{
    m_result = std::move(result);
    m_topology = std::move(topology);
    m_bar = {};
    refresh();
}

void DetailsView::setBar(BarId bar)
{
    if (bar == m_bar)
        return;
    m_bar = bar;
    refresh();
}

void DetailsView::refresh()
{
    m_fields = m_result ? fieldsOf(*m_result, m_bar, m_topology.get()) : std::vector<BarField>();
    std::vector<std::vector<ChartCell>> rows;
    for (const BarField &field : m_fields) {
        const QString text = field.bar.isValid() ? tr("%1  ›").arg(field.text) : field.text;
        rows.push_back({{field.name, std::nullopt}, {text, std::nullopt}});
    }
    m_table->setTable({{tr("Field"), QStringLiteral("field")}, {tr("Value"), QStringLiteral("value")}},
                      std::move(rows));
    m_view->resizeColumnToContents(0);
    m_copyButton->setEnabled(!m_fields.empty());
    writeTitle();
}

void DetailsView::writeTitle()
{
    const QString title =
        m_fields.empty() ? tr("Select a bar in the timeline") : explainBar(*m_result, m_bar, m_topology.get()).headline;
    m_title->setText(m_title->fontMetrics().elidedText(title, Qt::ElideRight, m_title->width()));
    m_title->setToolTip(plainTip(title));
}

void DetailsView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layout()->activate(); // the title has its new width
    writeTitle();
}

QString DetailsView::text() const
{
    QStringList lines;
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    for (int row = 0; row < static_cast<int>(m_fields.size()); ++row) {
        const bool isSelected =
            std::any_of(rows.begin(), rows.end(), [row](const QModelIndex &index) { return index.row() == row; });
        const BarField &field = m_fields[static_cast<std::size_t>(row)];
        if (rows.size() < 2 || isSelected)
            lines << field.name + u'\t' + field.text;
    }
    return lines.join(u'\n');
}

void DetailsView::copy() const { QApplication::clipboard()->setText(text()); }

void DetailsView::goTo(int row)
{
    if (row >= 0 && row < static_cast<int>(m_fields.size()))
        if (const BarId other = m_fields[static_cast<std::size_t>(row)].bar; other.isValid())
            emit barWanted(other);
}

bool DetailsView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        event->accept(); // the table's, not the canvas' command
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            goTo(m_view->currentIndex().row());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace heteroscope
