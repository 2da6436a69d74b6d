// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/lane_row.h"

#include <algorithm>

namespace heteroscope {

void LaneRow::reserve(std::size_t intervals)
{
    m_intervals.reserve(intervals);
    m_waits.reserve(intervals / 3);
}

void LaneRow::work(Activity activity, Ticks length, const WorkItem &item, Ticks slowed, std::int16_t operation)
{
    if (length <= Ticks(0))
        return;
    LaneInterval interval;
    interval.start = m_end;
    interval.end = m_end + length;
    interval.microBatch = item.microBatch;
    interval.chunk = item.chunk;
    interval.activity = activity;
    interval.operation = operation;
    if (slowed > Ticks(0))
        m_slowed.push_back({m_intervals.size(), std::min(slowed, length)});
    appendAhead(m_intervals, interval);
    m_end = interval.end;
}

void LaneRow::work(Activity activity, Ticks length) { work(activity, length, {Pass::forward, 0, -1}); }

/// A stretch of waiting; it goes on with the last one when that has the same cause.
void LaneRow::append(Activity activity, Ticks until, const Binding &binding)
{
    if (until <= m_end)
        return;
    if (!m_intervals.empty()) {
        auto &last = m_intervals.back();
        if (last.activity == activity && last.peerLane == binding.lane && last.microBatch == binding.microBatch &&
            last.awaited == binding.awaited) {
            last.end = m_end = until;
            return;
        }
    }
    LaneInterval interval;
    interval.start = m_end;
    interval.end = until;
    interval.activity = activity;
    interval.microBatch = binding.microBatch;
    interval.peerLane = binding.lane;
    interval.awaited = binding.awaited;
    appendAhead(m_intervals, interval);
    m_end = until;
}

Ticks LaneRow::slowedPart(std::size_t interval) const
{
    const auto found = std::lower_bound(m_slowed.begin(), m_slowed.end(), interval,
                                        [](const Slowed &s, std::size_t i) { return s.interval < i; });
    return found != m_slowed.end() && found->interval == interval ? found->length : Ticks(0);
}

void LaneRow::copyCauses(Ticks from, Ticks until, const LaneRow &predecessor, const Binding &binding)
{
    // The instants are near the end of the row: look back in growing steps first.
    const auto &row = predecessor.m_intervals;
    std::size_t back = 1;
    while (back < row.size() && row[row.size() - back].start > from)
        back *= 2;
    const auto first = std::upper_bound(row.end() - static_cast<std::ptrdiff_t>(std::min(back, row.size())), row.end(),
                                        from, [](Ticks time, const LaneInterval &i) { return time < i.end; });
    for (auto index = static_cast<std::size_t>(first - row.begin()); index < row.size() && m_end < until; ++index) {
        const LaneInterval source = row[index]; // a copy: the predecessor may be this row
        const Ticks end = std::min(source.end, until);
        if (isCompute(source.activity)) {
            append(Activity::bubble, std::min(end, source.end - predecessor.slowedPart(index)), binding);
            append(Activity::straggler, end, binding);
        } else if (source.activity == Activity::optimizer || source.activity == Activity::overhead) {
            append(Activity::bubble, end, binding);
        } else {
            append(source.activity, end, binding);
        }
    }
    append(Activity::bubble, until, binding);
}

void LaneRow::wait(Ticks until, const LaneRow &predecessor, const Binding &binding, Activity transfer)
{
    if (until <= m_end)
        return;
    if (binding.senderDone > m_end)
        copyCauses(m_end, std::min(binding.senderDone, until), predecessor, binding);
    append(transfer, until, binding);
    appendAhead(m_waits, {until, binding.senderDone, binding.lane, transfer});
}

void LaneRow::drain(Ticks until) { append(Activity::bubble, until, {-1, Ticks(0), -1, Activity::idle}); }

} // namespace heteroscope
