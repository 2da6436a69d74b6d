// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/load_pages.h"

#include "analysis/lane_shares.h"
#include "analysis/roofline.h"
#include "base/files.h"
#include "charts/chart_table.h"
#include "charts/heat_map_view.h"
#include "charts/load_view.h"
#include "charts/roofline_view.h"
#include "cluster/topology.h"
#include "jobs/explain_shown.h"
#include "language/sentences.h"
#include "language/step_words.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>

namespace heteroscope {

LoadPages::LoadPages(QWidget *parent)
    : QWidget(parent),
      m_bars(new LoadView),
      m_heat(new HeatMapView),
      m_roofline(new RooflineView),
      m_barsTable(new ChartTable(this)),
      m_tableView(new QTableView),
      m_pages(new QStackedWidget),
      m_group(new QButtonGroup(this)),
      m_quantity(new QComboBox),
      m_tableButton(new QToolButton),
      m_exportButton(new QToolButton)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpTable();
    arrange();
    connect(m_bars, &LoadView::laneSelected, this, &LoadPages::laneSelected);
    connect(m_bars, &LoadView::hovered, this, &LoadPages::hovered);
    connect(m_heat, &HeatMapView::laneSelected, this, &LoadPages::laneSelected);
    connect(m_heat, &HeatMapView::hovered, this, &LoadPages::hovered);
    connect(m_roofline, &RooflineView::hovered, this, &LoadPages::hovered);
    connect(m_roofline, &RooflineView::picked, this, [this](int point) {
        if (isTableShown())
            m_tableView->selectRow(point);
    });
    connect(m_group, &QButtonGroup::idClicked, this, [this](int page) { showPage(static_cast<Page>(page)); });
    connect(m_quantity, &QComboBox::activated, this,
            [this](int index) { m_heat->setQuantity(static_cast<HeatQuantity>(m_quantity->itemData(index).toInt())); });
    connect(m_tableButton, &QToolButton::toggled, this, &LoadPages::setTableShown);
    connect(m_exportButton, &QToolButton::clicked, this, &LoadPages::askForFile);
    refreshPage();
}

// The selection of the table outlives what it tells.
LoadPages::~LoadPages()
{
    if (m_tableView->selectionModel())
        m_tableView->selectionModel()->disconnect(this);
}

void LoadPages::setUpTable()
{
    m_tableView->setFrameShape(QFrame::NoFrame);
    m_tableView->setShowGrid(false);
    m_tableView->setWordWrap(false);
    m_tableView->setTabKeyNavigation(false);
    m_tableView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tableView->setSelectionMode(QAbstractItemView::SingleSelection);
    m_tableView->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tableView->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tableView->verticalHeader()->hide();
    m_tableView->verticalHeader()->setMinimumSectionSize(tableRowHeight);
    m_tableView->verticalHeader()->setDefaultSectionSize(tableRowHeight);
    m_tableView->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_tableView->horizontalHeader()->setFixedHeight(headerRowHeight);
    m_tableView->horizontalHeader()->setHighlightSections(false);
}

void LoadPages::arrangeHead(QLayout *head)
{
    constexpr int height = 26;
    for (int page = 0; page < pageCount; ++page) {
        auto *button = new QToolButton;
        button->setCheckable(true);
        button->setFont(heteroscope::font(TypeRole::button));
        button->setFixedHeight(height);
        m_group->addButton(button, page);
        m_buttons[static_cast<std::size_t>(page)] = button;
        head->addWidget(button);
    }
    m_buttons[barsPage]->setText(tr("Bars"));
    m_buttons[heatPage]->setText(tr("Heat map"));
    m_buttons[rooflinePage]->setText(tr("Roofline"));
    m_buttons[rooflinePage]->setToolTip(
        plainTip(tr("How fast each operation runs, and how fast its device would let it run")));
    m_buttons[barsPage]->setChecked(true);
    for (std::size_t i = 0; i < heatQuantityCount; ++i)
        m_quantity->addItem(nameOf(static_cast<HeatQuantity>(i)), static_cast<int>(i));
    m_quantity->setAccessibleName(tr("What the heat map shows"));
    m_quantity->setFixedHeight(height);
    head->addWidget(m_quantity);
    static_cast<QHBoxLayout *>(head)->addStretch(1);
    m_tableButton->setText(tr("Table"));
    m_tableButton->setToolTip(plainTip(tr("Shows the numbers of the chart as a table")));
    m_tableButton->setCheckable(true);
    m_tableButton->setFont(heteroscope::font(TypeRole::button));
    m_tableButton->setFixedHeight(height);
    m_exportButton->setIcon(icon(IconName::exportFile));
    m_exportButton->setAccessibleName(tr("Export CSV"));
    m_exportButton->setToolTip(plainTip(tr("Writes the numbers of the chart as comma-separated values")));
    m_exportButton->setFixedHeight(height);
    head->addWidget(m_tableButton);
    head->addWidget(m_exportButton);
}

void LoadPages::arrange()
{
    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 2, 8, 2);
    head->setSpacing(2);
    arrangeHead(head);
    for (QWidget *each : std::initializer_list<QWidget *>{m_bars, m_heat, m_roofline, m_tableView})
        m_pages->addWidget(each);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_pages, 1);
}

LoadPages::Page LoadPages::page() const { return static_cast<Page>(m_group->checkedId()); }

void LoadPages::showPage(Page page)
{
    m_buttons[page]->setChecked(true);
    refreshPage();
}

bool LoadPages::isTableShown() const { return m_tableButton->isChecked(); }

void LoadPages::setTableShown(bool shown)
{
    m_tableButton->setChecked(shown);
    refreshPage();
}

ChartTable *LoadPages::tableOf(Page page) const
{
    switch (page) {
    case heatPage:
        return m_heat->table();
    case rooflinePage:
        return m_roofline->table();
    case barsPage:
    case pageCount:
        break;
    }
    return m_barsTable;
}

void LoadPages::refreshPage()
{
    m_quantity->setVisible(page() == heatPage);
    if (ChartTable *table = tableOf(page()); m_tableView->model() != table) {
        QItemSelectionModel *before = m_tableView->selectionModel();
        m_tableView->setModel(table);
        delete before; // the view does not
        m_tableView->setAccessibleName(
            tr("Table of the chart: %1").arg(m_buttons[static_cast<std::size_t>(page())]->text()));
        connect(m_tableView->selectionModel(), &QItemSelectionModel::selectionChanged, this,
                [this](const QItemSelection &selected) {
                    if (!selected.isEmpty())
                        pickRow(selected.indexes().first().row());
                });
        m_tableView->resizeColumnsToContents();
    }
    m_pages->setCurrentIndex(isTableShown() ? static_cast<int>(pageCount) : static_cast<int>(page()));
    setFocusProxy(m_pages->currentWidget());
    openRoofline();
}

void LoadPages::setSimulation(std::shared_ptr<const Simulation> shown)
{
    m_shown = std::move(shown);
    m_current = false;
    const auto result = m_shown ? m_shown->result : nullptr;
    m_bars->setResult(result);
    m_heat->setResult(result);
    fillBarsTable();
    openRoofline();
    m_tableView->resizeColumnsToContents();
}

void LoadPages::setStale(bool stale)
{
    m_bars->setStale(stale);
    m_heat->setStale(stale);
    m_roofline->setStale(stale);
}

void LoadPages::setSelectedLanes(const std::set<int> &lanes)
{
    m_selected = lanes;
    m_bars->setSelectedLanes(lanes);
    m_heat->setSelectedLanes(lanes);
    if (rooflineLane() != m_openedLane)
        m_current = false;
    openRoofline();
}

void LoadPages::fillBarsTable()
{
    std::vector<ChartColumn> heads = {{tr("Lane"), QStringLiteral("lane")},
                                      {tr("Stage"), QStringLiteral("stage")},
                                      {tr("Busy"), QStringLiteral("busy")}};
    std::vector<std::vector<ChartCell>> rows;
    if (const auto result = m_shown ? m_shown->result : nullptr) {
        const std::vector<SharePart> kinds = allShares(*result);
        for (const SharePart &kind : kinds)
            heads.push_back({activityName(kind.activity), text(std::string(nameOf(kind.activity)))});
        heads.push_back({tr("Peak memory"), QStringLiteral("peak_memory_bytes")});
        heads.push_back({tr("Capacity"), QStringLiteral("capacity_bytes")});
        for (const Lane &lane : result->lanes) {
            const double busy = busyShare(lane, result->stepTime);
            auto &row = rows.emplace_back();
            row = {
                {laneName(lane), std::nullopt}, {stageLetter(lane.stage), std::nullopt}, {formatPercent(busy), busy}};
            const std::vector<SharePart> parts = laneShares(*result, lane);
            for (const SharePart &kind : kinds) {
                const auto part = std::find_if(parts.begin(), parts.end(), [&kind](const SharePart &each) {
                    return each.activity == kind.activity;
                });
                const double share = part == parts.end() ? 0 : part->share;
                row.push_back({formatPercent(share), share});
            }
            row.push_back({formatMemory(lane.memory.total()), lane.memory.total().value});
            row.push_back({formatMemory(lane.memoryCapacity), lane.memoryCapacity.value});
        }
    }
    m_barsTable->setTable(std::move(heads), std::move(rows));
}

int LoadPages::rooflineLane() const
{
    if (!m_shown || !m_shown->result)
        return -1;
    const int count = static_cast<int>(m_shown->result->lanes.size());
    return !m_selected.empty() && *m_selected.begin() < count ? *m_selected.begin() : busiestLane(*m_shown->result);
}

void LoadPages::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    openRoofline();
}

void LoadPages::openRoofline()
{
    if (m_current || !isVisible() || page() != rooflinePage)
        return;
    m_current = true;
    m_openedLane = rooflineLane();
    if (m_openedLane < 0) {
        m_job.abandon();
        m_roofline->say(tr("The roofline appears with the first simulated step."));
        return;
    }
    m_job.start(
        [shown = m_shown, lane = m_openedLane](LatestJob::Handle &) { return explainShown(*shown, lane); },
        [this, lane = m_openedLane](const Result<LaneExplanation> &explained) { acceptRoofline(explained, lane); });
}

void LoadPages::acceptRoofline(const Result<LaneExplanation> &explanation, int lane)
{
    if (!explanation) {
        m_roofline->say(tr("This step cannot be opened: %1").arg(sentenceOf(explanation.error())));
        return;
    }
    const Lane &shown = m_shown->result->lanes[static_cast<std::size_t>(lane)];
    const QString type = QString::fromStdString(shortName(m_shown->topology->typeOf(shown.devices.front())));
    m_roofline->setRoofline(rooflineOf(*explanation), QStringLiteral("%1 · %2").arg(type, laneName(shown)));
    m_tableView->resizeColumnsToContents();
}

/// A row of the table is chosen: its lane, or its operation.
void LoadPages::pickRow(int row)
{
    if (page() == rooflinePage)
        m_roofline->setCurrent(row);
    else
        emit laneSelected(row);
}

QString LoadPages::csv() const { return tableOf(page())->csv(); }

void LoadPages::askForFile()
{
    const std::array<const char *, pageCount> names = {"load.csv", "heat-map.csv", "roofline.csv"};
    const QString name = QFileDialog::getSaveFileName(this, tr("Export the numbers of the chart"),
                                                      QLatin1String(names[static_cast<std::size_t>(page())]),
                                                      tr("Comma-separated values (*.csv)"));
    if (!name.isEmpty())
        exportCsv(name);
}

void LoadPages::exportCsv(const QString &fileName)
{
    if (const Status status = writeFileAtomically(fileName.toStdString(), csv().toStdString()); !status)
        emit exportFailed(QStringLiteral("%1: %2").arg(fileName, sentenceWithHint(status.error())));
}

} // namespace heteroscope
