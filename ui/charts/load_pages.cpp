// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/load_pages.h"

#include "analysis/lane_shares.h"
#include "analysis/roofline.h"
#include "charts/chart_table.h"
#include "charts/heat_map_view.h"
#include "charts/load_view.h"
#include "charts/roofline_view.h"
#include "cluster/topology.h"
#include "jobs/explain_shown.h"
#include "language/sentences.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "theme/theme.h"

#include <QtWidgets>

#include <algorithm>

namespace heteroscope {

LoadPages::LoadPages(QWidget *parent)
    : ChartPages(parent),
      m_bars(new LoadView),
      m_heat(new HeatMapView),
      m_roofline(new RooflineView),
      m_barsTable(new ChartTable(this)),
      m_quantity(new QComboBox)
{
    addPage({tr("Bars"), {}, QStringLiteral("load.csv"), m_bars, m_barsTable});
    addPage({tr("Heat map"), {}, QStringLiteral("heat-map.csv"), m_heat, m_heat->table()});
    addPage({tr("Roofline"), tr("How fast each operation runs, and how fast its device would let it run"),
             QStringLiteral("roofline.csv"), m_roofline, m_roofline->table()});
    setUpQuantity();
    connect(m_bars, &LoadView::laneSelected, this, &LoadPages::laneSelected);
    connect(m_bars, &LoadView::hovered, this, &LoadPages::hovered);
    connect(m_heat, &HeatMapView::laneSelected, this, &LoadPages::laneSelected);
    connect(m_heat, &HeatMapView::hovered, this, &LoadPages::hovered);
    connect(m_roofline, &RooflineView::hovered, this, &LoadPages::hovered);
    connect(m_roofline, &RooflineView::picked, this, [this](int point) {
        if (isTableShown())
            tableView()->selectRow(point);
    });
    refreshPage();
}

void LoadPages::setUpQuantity()
{
    for (std::size_t i = 0; i < heatQuantityCount; ++i)
        m_quantity->addItem(nameOf(static_cast<HeatQuantity>(i)), static_cast<int>(i));
    m_quantity->setAccessibleName(tr("What the heat map shows"));
    m_quantity->setFixedHeight(headHeight);
    addToHead(m_quantity);
    connect(m_quantity, &QComboBox::activated, this,
            [this](int index) { m_heat->setQuantity(static_cast<HeatQuantity>(m_quantity->itemData(index).toInt())); });
}

void LoadPages::pageShown()
{
    m_quantity->setVisible(page() == heatPage);
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
    fitTable();
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
    fitTable();
}

/// A row of the table is chosen: its lane, or its operation.
void LoadPages::pickRow(int row)
{
    if (page() == rooflinePage)
        m_roofline->setCurrent(row);
    else
        emit laneSelected(row);
}

} // namespace heteroscope
