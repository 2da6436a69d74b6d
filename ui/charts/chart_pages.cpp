// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_pages.h"

#include "base/files.h"
#include "charts/chart_table.h"
#include "language/sentences.h"
#include "theme/icons.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

namespace heteroscope {

ChartPages::ChartPages(QWidget *parent)
    : QWidget(parent),
      m_head(new QHBoxLayout),
      m_tableView(new QTableView),
      m_stack(new QStackedWidget),
      m_group(new QButtonGroup(this)),
      m_tableButton(new QToolButton),
      m_exportButton(new QToolButton)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpTable();
    m_head->setContentsMargins(8, 2, 8, 2);
    m_head->setSpacing(2);
    m_head->addStretch(1);
    m_tableButton->setText(tr("Table"));
    m_tableButton->setToolTip(plainTip(tr("Shows the numbers of the chart as a table")));
    m_tableButton->setCheckable(true);
    m_tableButton->setFont(heteroscope::font(TypeRole::button));
    m_tableButton->setFixedHeight(headHeight);
    m_exportButton->setIcon(icon(IconName::exportFile));
    m_exportButton->setAccessibleName(tr("Export CSV"));
    m_exportButton->setToolTip(plainTip(tr("Writes the numbers of the chart as comma-separated values")));
    m_exportButton->setFixedHeight(headHeight);
    m_head->addWidget(m_tableButton);
    m_head->addWidget(m_exportButton);
    m_stack->addWidget(m_tableView);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_head);
    layout->addWidget(m_stack, 1);
    connect(m_group, &QButtonGroup::idClicked, this, &ChartPages::showNumber);
    connect(m_tableButton, &QToolButton::toggled, this, &ChartPages::setTableShown);
    connect(m_exportButton, &QToolButton::clicked, this, &ChartPages::askForFile);
}

// The selection of the table outlives what it tells.
ChartPages::~ChartPages()
{
    if (m_tableView->selectionModel())
        m_tableView->selectionModel()->disconnect(this);
}

void ChartPages::setUpTable()
{
    setUpPlainTable(*m_tableView);
    m_tableView->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void ChartPages::addPage(Page page)
{
    const int number = static_cast<int>(m_all.size());
    page.button = new QToolButton;
    page.button->setText(page.title);
    page.button->setCheckable(true);
    page.button->setChecked(number == 0);
    page.button->setFont(heteroscope::font(TypeRole::button));
    page.button->setFixedHeight(headHeight);
    if (!page.tip.isEmpty())
        page.button->setToolTip(plainTip(page.tip));
    m_group->addButton(page.button, number);
    m_head->insertWidget(number, page.button);
    if (page.chart)
        m_stack->addWidget(page.chart);
    m_all.push_back(std::move(page));
}

void ChartPages::addToHead(QWidget *widget) { m_head->insertWidget(m_head->count() - 3, widget); }

int ChartPages::current() const { return m_group->checkedId(); }

void ChartPages::showNumber(int page)
{
    pageButton(page)->setChecked(true);
    refreshPage();
}

bool ChartPages::isTableShown() const { return m_tableButton->isChecked(); }

void ChartPages::setTableShown(bool shown)
{
    m_tableButton->setChecked(shown);
    refreshPage();
}

void ChartPages::refreshPage()
{
    const Page &page = m_all[static_cast<std::size_t>(current())];
    if (m_tableView->model() != page.table) {
        QItemSelectionModel *before = m_tableView->selectionModel();
        m_tableView->setModel(page.table);
        delete before; // the view does not
        m_tableView->setAccessibleName(tr("Table of the chart: %1").arg(page.title));
        connect(m_tableView->selectionModel(), &QItemSelectionModel::selectionChanged, this,
                [this](const QItemSelection &selected) {
                    if (!selected.isEmpty())
                        pickRow(selected.indexes().first().row());
                });
        fitTable();
    }
    m_tableButton->setVisible(page.chart != nullptr);
    m_stack->setCurrentWidget(isTableShown() || !page.chart ? m_tableView : page.chart);
    setFocusProxy(m_stack->currentWidget());
    pageShown();
}

void ChartPages::fitTable() { m_tableView->resizeColumnsToContents(); }

QString ChartPages::csv() const { return tableOf(current())->csv(); }

void ChartPages::askForFile()
{
    const QString name = QFileDialog::getSaveFileName(this, tr("Export the numbers of the chart"),
                                                      m_all[static_cast<std::size_t>(current())].file,
                                                      tr("Comma-separated values (*.csv)"));
    if (!name.isEmpty())
        exportCsv(name);
}

void ChartPages::exportCsv(const QString &fileName)
{
    if (const Status status = writeFileAtomically(fileName.toStdString(), csv().toStdString()); !status)
        emit exportFailed(QStringLiteral("%1: %2").arg(fileName, sentenceWithHint(status.error())));
}

} // namespace heteroscope
