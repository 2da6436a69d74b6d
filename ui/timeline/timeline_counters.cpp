// SPDX-License-Identifier: GPL-3.0-or-later
//
// The counter tracks between the lanes and the links: power of the site, and memory of the selected lanes, else of the
// fullest one, each as an area as high as its limit.
#include "analysis/memory_strip.h"
#include "analysis/power_trace.h"
#include "language/step_words.h"
#include "report/csv_text.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"

#include <fmt/format.h>

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int padOverArea = 4;
constexpr std::size_t mostMemoryTracks = 4;

} // namespace

void TimelineView::setCountersShown(bool shown)
{
    if (shown == m_countersShown)
        return;
    m_countersShown = shown;
    clearHover();
    makeCounters();
    changeView();
}

std::vector<int> TimelineView::counters() const
{
    std::vector<int> lanes;
    for (const Counter &counter : m_counters)
        lanes.push_back(counter.lane);
    return lanes;
}

/// Of the present step; none while they are not shown.
void TimelineView::makeCounters()
{
    const auto before = m_counters.size();
    fillCounters();
    if (m_counters.size() != before)
        updateScrollBar();
}

void TimelineView::fillCounters()
{
    m_counters.clear();
    if (!m_countersShown || !m_data->result || m_data->result->lanes.empty())
        return;
    if (m_data->topology && (!m_power || m_powerOf != m_data)) {
        m_power = std::make_shared<const PowerTrace>(*m_data->result, *m_data->topology);
        m_powerOf = m_data;
    }
    if (m_data->topology && m_power->most() > 0)
        m_counters.push_back({-1});
    for (const int lane : m_selectedLanes)
        if (m_counters.size() <= mostMemoryTracks)
            m_counters.push_back({lane});
    if (m_selectedLanes.empty())
        m_counters.push_back({static_cast<int>(m_data->result->fullestLane() - m_data->result->lanes.data())});
}

QString TimelineView::counterText(std::size_t counter, Ticks time) const
{
    const StepResult &result = *m_data->result;
    const int lane = m_counters[counter].lane;
    if (lane < 0) {
        // Of the pixel.
        const Ticks until =
            std::min(result.stepTime, time + Ticks(std::max<std::int64_t>(1, std::llround(m_view.ticksPerPixel))));
        return tr("Power of the site at %1: %2, at most %3")
            .arg(formatTicks(time), formatPower(m_power->mean(std::min(time, until - Ticks(1)), until)),
                 formatPower(m_power->most()));
    }
    const MemoryIndex &index = m_data->memory[static_cast<std::size_t>(lane)];
    const Lane &shown = result.lanes[static_cast<std::size_t>(lane)];
    return tr("Memory of %1 at %2: %3")
        .arg(laneName(shown), formatTicks(time),
             formatMemoryOf(index.points()[index.pointAt(time)].total, shown.memoryCapacity));
}

QString TimelineView::countersCsv() const
{
    if (m_counters.empty() || !m_data->result)
        return {};
    const Ticks end = std::min(m_view.visibleEnd(), m_data->result->stepTime);
    std::string csv = "counter,time,value\n";
    // The value at the start of the view, then each change in it.
    const auto add = [&](const std::string &name, const auto &points, const auto &valueOf) {
        for (std::size_t i = 0; i < points.size() && points[i].at < end; ++i) {
            if (i + 1 < points.size() && points[i + 1].at <= m_view.start)
                continue;
            csv += fmt::format("{},{},{}\n", name, toSeconds(std::max(m_view.start, points[i].at)).value,
                               valueOf(points[i]));
        }
    };
    for (const Counter &counter : m_counters) {
        const auto lane = static_cast<std::size_t>(counter.lane);
        if (counter.lane < 0)
            add("power", m_power->points(), [](const PowerTrace::Point &point) { return point.watts; });
        else
            add(csvText("memory of " + m_data->result->lanes[lane].name), m_data->memory[lane].points(),
                [](const MemoryPoint &point) { return point.total.value; });
    }
    return QString::fromStdString(csv);
}

void TimelineView::paintCounters(QPainter &painter, const TimelineLayout &layout, const TimelineViewport &view,
                                 const Theme &theme, double ratio) const
{
    if (m_counters.empty() || layout.counters == 0)
        return;
    painter.save();
    painter.setClipRect(QRect(0, layout.bodyTop(), layout.size.width(), layout.size.height() - layout.bodyTop()));
    for (std::size_t i = 0; i < m_counters.size(); ++i) {
        const int top = layout.counterTop(static_cast<int>(i));
        if (top + TimelineLayout::counterHeight > layout.bodyTop() && top < layout.size.height())
            paintCounter(painter, i, top, layout, view, theme, ratio);
    }
    painter.restore();
}

void TimelineView::paintCounter(QPainter &painter, std::size_t number, int top, const TimelineLayout &layout,
                                const TimelineViewport &view, const Theme &theme, double ratio) const
{
    constexpr int height = TimelineLayout::counterHeight;
    constexpr double room = height - padOverArea - 2;
    const StepResult &result = *m_data->result;
    const double bottom = top + height - 1;
    const double right = std::min<double>(layout.barsWidth(), view.x(result.stepTime));
    painter.fillRect(QRectF(laneHeadWidth, bottom - room, std::max(0.0, right), room),
                     theme.mixed(Role::memoryTrack, 0.55));
    const int lane = m_counters[number].lane;
    const QColor ink = lane < 0 ? theme.mixed(Role::forward, 0.55) : theme[Role::memory];
    const QColor over = lane < 0 ? ink : theme[Role::error];
    const auto column = [&](double x0, double x1, double share) {
        const double part = std::clamp(share, 0.0, 1.0) * room;
        painter.fillRect(QRectF(laneHeadWidth + x0, bottom - part, x1 - x0, part), share > 1 ? over : ink);
    };
    QString name = tr("Power of the site");
    QString limit;
    if (lane < 0) {
        const double pixel = 1 / ratio;
        for (double x = std::max(0.0, view.x(Ticks(0))); x < right; x += pixel) {
            const Ticks from = view.time(x);
            const Ticks until = std::min(result.stepTime, view.time(x + pixel));
            if (until > from)
                column(x, std::min(right, x + pixel), m_power->mean(from, until) / m_power->most());
        }
        limit = formatPower(m_power->most());
    } else {
        const Lane &shown = result.lanes[static_cast<std::size_t>(lane)];
        for (const MemoryColumn &each : memoryColumns(m_data->memory[static_cast<std::size_t>(lane)], view, ratio))
            column(each.x0, each.x1, shown.memoryCapacity.value > 0 ? each.highest / shown.memoryCapacity : 0);
        name = laneName(shown);
        limit = formatMemory(shown.memoryCapacity);
    }
    painter.fillRect(QRect(0, top, laneHeadWidth, height), theme[Role::base]);
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(theme[Role::text]);
    const QRect above(12, top + 3, laneHeadWidth - 20, 15);
    painter.drawText(above, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, above.width()));
    painter.setPen(theme[Role::secondary]);
    const QRect below = above.translated(0, 15);
    painter.drawText(below, Qt::AlignVCenter | Qt::AlignLeft, lane < 0 ? tr("at most") : tr("memory"));
    drawNumber(painter, below, Qt::AlignVCenter | Qt::AlignRight, limit);
    painter.fillRect(QRectF(0, top + height - 1, layout.size.width(), 1), theme[Role::grid]);
    painter.fillRect(QRect(laneHeadWidth - 1, top, 1, height), theme[Role::border]);
}

} // namespace heteroscope
