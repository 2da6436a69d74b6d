// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/memory_pages.h"

#include "charts/chart_table.h"
#include "charts/memory_time_view.h"
#include "charts/memory_view.h"
#include "language/plan_words.h"
#include "language/result_words.h"
#include "language/step_words.h"
#include "strategy/schedule_kind.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/text.h"
#include "theme/theme.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

QString wordsOfParts(MemoryPart part)
{
    QString word = wordOf(part);
    return word.isEmpty() ? word : word.front().toUpper() + word.mid(1);
}

ChartCell beyond(Bytes peak, Bytes limit)
{
    const Bytes over = peak > limit ? peak - limit : Bytes(0);
    return {over.value > 0 ? formatMemory(over) : QStringLiteral("–"), over.value};
}

constexpr std::array<const char *, memoryPartCount> columnsOfParts = {
    "weight_bytes", "gradient_bytes", "optimizer_bytes", "activation_bytes",
    "logit_bytes",  "buffer_bytes",   "reserve_bytes"};

} // namespace

MemoryPages::MemoryPages(Engine engine, QWidget *parent)
    : ChartPages(parent),
      m_peaks(new MemoryView),
      m_time(new MemoryTimeView),
      m_peaksTable(new ChartTable(this)),
      m_schedulesTable(new ChartTable(this)),
      m_schedules(std::move(engine))
{
    addPage({tr("Peak"), {}, QStringLiteral("memory.csv"), m_peaks, m_peaksTable});
    addPage({tr("Over time"), {}, QStringLiteral("memory-over-time.csv"), m_time, m_time->table()});
    addPage({tr("By schedule"),
             tr("How many micro-batches each stage holds, and how much memory, under every schedule of this plan"),
             QStringLiteral("memory-by-schedule.csv"), nullptr, m_schedulesTable});
    connect(m_peaks, &MemoryView::laneSelected, this, &MemoryPages::laneSelected);
    connect(m_time, &MemoryTimeView::laneSelected, this, &MemoryPages::laneSelected);
    connect(m_time, &MemoryTimeView::hovered, this, &MemoryPages::hovered);
    connect(&m_schedules, &ScheduleComparison::changed, this, &MemoryPages::fillSchedules);
    refreshPage();
}

void MemoryPages::setSimulation(std::shared_ptr<const Simulation> shown)
{
    m_shown = std::move(shown);
    const auto result = m_shown ? m_shown->result : nullptr;
    m_peaks->setResult(result);
    m_time->setResult(result);
    fillPeaks();
    compareSchedules();
    fillSchedules();
    fitTable();
}

void MemoryPages::setStale(bool stale)
{
    m_peaks->setStale(stale);
    m_time->setStale(stale);
}

void MemoryPages::setSelectedLanes(const std::set<int> &lanes)
{
    m_peaks->setSelectedLanes(lanes);
    m_time->setSelectedLanes(lanes);
}

void MemoryPages::fillPeaks()
{
    std::vector<ChartColumn> heads = {{tr("Lane"), QStringLiteral("lane")}, {tr("Stage"), QStringLiteral("stage")}};
    for (std::size_t p = 0; p < memoryPartCount; ++p)
        heads.push_back({wordsOfParts(static_cast<MemoryPart>(p)), QLatin1String(columnsOfParts[p])});
    heads.push_back({tr("Peak"), QStringLiteral("peak_bytes")});
    heads.push_back({tr("Limit"), QStringLiteral("limit_bytes")});
    heads.push_back({tr("Beyond it"), QStringLiteral("over_bytes")});
    heads.push_back({tr("In flight"), QStringLiteral("in_flight")});
    heads.push_back({tr("Since"), QStringLiteral("peak_at_seconds")});
    std::vector<std::vector<ChartCell>> rows;
    if (const auto result = m_shown ? m_shown->result : nullptr) {
        for (const Lane &lane : result->lanes) {
            auto &row = rows.emplace_back();
            row = {{laneName(lane), std::nullopt}, {stageLetter(lane.stage), std::nullopt}};
            for (std::size_t p = 0; p < memoryPartCount; ++p) {
                const Bytes part = lane.memory[static_cast<MemoryPart>(p)];
                row.push_back({formatMemory(part), part.value});
            }
            const Bytes peak = lane.memory.total();
            row.push_back({formatMemory(peak), peak.value});
            row.push_back({formatMemory(lane.memoryCapacity), lane.memoryCapacity.value});
            row.push_back(beyond(peak, lane.memoryCapacity));
            row.push_back({QString::number(lane.peakInFlight), static_cast<double>(lane.peakInFlight)});
            row.push_back({formatTicks(lane.peakAt), toSeconds(lane.peakAt).value});
        }
    }
    m_peaksTable->setTable(std::move(heads), std::move(rows));
}

/// A row for each schedule that has run, in their order; for each stage what it holds.
void MemoryPages::fillSchedules()
{
    std::size_t stages = 0;
    for (const auto &[kind, outcome] : m_schedules.outcomes())
        stages = std::max(stages, outcome.stages.size());
    std::vector<ChartColumn> heads = {{tr("Schedule"), QStringLiteral("schedule")},
                                      {tr("Step time"), QStringLiteral("step_seconds")},
                                      {tr("Beyond the limit"), QStringLiteral("over_bytes")}};
    for (std::size_t s = 0; s < stages; ++s) {
        const QString letter = stageLetter(static_cast<int>(s));
        heads.push_back({tr("%1 holds").arg(letter), QStringLiteral("%1_in_flight").arg(letter)});
        heads.push_back({tr("%1 peak").arg(letter), QStringLiteral("%1_peak_bytes").arg(letter)});
    }
    std::vector<std::vector<ChartCell>> rows;
    for (const ScheduleKind kind : allSchedules()) {
        const auto found = m_schedules.outcomes().find(kind);
        if (found == m_schedules.outcomes().end() || !found->second.problem.isEmpty())
            continue;
        const ScheduleOutcome &outcome = found->second;
        const QString name = wordOf(kind);
        const bool isShown = m_shown && kind == m_shown->plan.schedule;
        Bytes over(0);
        for (const StageMemory &stage : outcome.stages)
            over = std::max(over, stage.over());
        auto &row = rows.emplace_back();
        row = {{isShown ? tr("%1, on show").arg(name) : name, std::nullopt},
               {formatPredicted(outcome.stepTime, outcome.uncertainty), toSeconds(outcome.stepTime).value},
               {over.value > 0 ? formatMemory(over) : tr("fits"), over.value}};
        for (std::size_t s = 0; s < stages; ++s) {
            const StageMemory stage = s < outcome.stages.size() ? outcome.stages[s] : StageMemory();
            row.push_back({QString::number(stage.inFlight), static_cast<double>(stage.inFlight)});
            row.push_back({formatMemoryOf(stage.peak, stage.capacity), stage.peak.value});
        }
    }
    m_schedulesTable->setTable(std::move(heads), std::move(rows));
    if (page() == schedulesPage)
        fitTable();
}

void MemoryPages::compareSchedules()
{
    if (page() != schedulesPage || !isVisible())
        return;
    if (m_shown && m_shown->result)
        m_schedules.compare(m_shown->project, m_shown->plan, m_shown->startTime);
    else
        m_schedules.clear();
}

void MemoryPages::pageShown() { compareSchedules(); }

void MemoryPages::showEvent(QShowEvent *event)
{
    ChartPages::showEvent(event);
    compareSchedules();
}

void MemoryPages::pickRow(int row)
{
    if (page() == peaksPage)
        emit laneSelected(row);
    else if (page() == timePage && isTableShown())
        emit laneSelected(m_time->laneOfRow(row));
}

} // namespace heteroscope
