// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/stretch_statistics.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

Ticks partWithin(Ticks start, Ticks end, Ticks from, Ticks to)
{
    return std::max(Ticks(0), std::min(end, to) - std::max(start, from));
}

class StretchCounter
{
public:
    StretchCounter(Ticks from, Ticks to) : m_from(from), m_to(to) {}

    LaneStatistics add(int number, const Lane &lane, const LaneIndex &index)
    {
        LaneStatistics sums;
        sums.lane = number;
        for (std::size_t i = intervalAt(lane, m_from); i < lane.intervals.size(); ++i) {
            const LaneInterval &interval = lane.intervals[i];
            if (interval.start >= m_to)
                break;
            const Ticks part = partWithin(interval.start, interval.end, m_from, m_to);
            if (part <= Ticks(0))
                continue;
            KindStatistics &kind = m_kinds[static_cast<std::size_t>(interval.activity)];
            ++kind.count;
            kind.total += part;
            if (isCompute(interval.activity) || interval.activity == Activity::optimizer)
                sums.busy += part;
            else if (interval.activity == Activity::bubble || interval.activity == Activity::straggler)
                sums.bubble += part;
        }
        for (std::size_t kind = 0; kind < trafficKinds; ++kind)
            addTraffic(lane, index, static_cast<Traffic>(kind));
        return sums;
    }

    StretchStatistics take(std::vector<LaneStatistics> lanes)
    {
        StretchStatistics found{m_from, m_to, {}, {}, std::move(lanes)};
        const double all = static_cast<double>((m_to - m_from).count) * static_cast<double>(found.lanes.size());
        for (std::size_t i = 0; i < activityCount; ++i) {
            if (m_kinds[i].count == 0)
                continue;
            m_kinds[i].activity = static_cast<Activity>(i);
            m_kinds[i].share = all > 0 ? static_cast<double>(m_kinds[i].total.count) / all : 0;
            found.kinds.push_back(m_kinds[i]);
        }
        std::stable_sort(found.kinds.begin(), found.kinds.end(),
                         [](const auto &a, const auto &b) { return a.total > b.total; });
        for (std::size_t i = 0; i < trafficKinds; ++i) {
            if (m_traffic[i].count == 0)
                continue;
            m_traffic[i].traffic = static_cast<Traffic>(i);
            found.traffic.push_back(m_traffic[i]);
        }
        std::stable_sort(found.traffic.begin(), found.traffic.end(),
                         [](const auto &a, const auto &b) { return a.bytes > b.bytes; });
        return found;
    }

private:
    void addTraffic(const Lane &lane, const LaneIndex &index, Traffic kind)
    {
        const LaneIndex::Row &row = index.row(kind);
        TrafficStatistics &sums = m_traffic[static_cast<std::size_t>(kind)];
        const auto first = std::upper_bound(row.endSoFar.begin(), row.endSoFar.end(), m_from.count);
        for (auto i = static_cast<std::size_t>(first - row.endSoFar.begin()); i < row.order.size(); ++i) {
            const TrafficInterval &transfer = lane.traffic[row.order[i]];
            if (transfer.start >= m_to)
                break;
            const Ticks part = partWithin(transfer.start, transfer.end, m_from, m_to);
            if (part <= Ticks(0))
                continue;
            const double share =
                static_cast<double>(part.count) / static_cast<double>((transfer.end - transfer.start).count);
            ++sums.count;
            sums.total += part;
            sums.bytes += transfer.bytes * share;
        }
    }

    Ticks m_from;
    Ticks m_to;
    std::array<KindStatistics, activityCount> m_kinds{};
    std::array<TrafficStatistics, trafficKinds> m_traffic{};
};

} // namespace

StretchStatistics stretchStatistics(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from,
                                    Ticks to, const std::set<int> &lanes)
{
    from = std::clamp(from, Ticks(0), result.stepTime);
    to = std::clamp(to, from, result.stepTime);
    StretchCounter counter(from, to);
    std::vector<LaneStatistics> sums;
    for (std::size_t i = 0; i < result.lanes.size(); ++i)
        if (lanes.empty() || lanes.contains(static_cast<int>(i)))
            sums.push_back(counter.add(static_cast<int>(i), result.lanes[i], indices[i]));
    return counter.take(std::move(sums));
}

} // namespace heteroscope
