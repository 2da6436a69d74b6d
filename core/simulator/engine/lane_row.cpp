// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/lane_row.h"

#include <algorithm>

namespace heteroscope {

void LaneRow::append(Activity activity, Ticks until, std::int32_t microBatch, std::int16_t chunk,
                     const Binding *binding)
{
    if (until <= m_end)
        return;
    if (binding && !m_intervals.empty()) {
        auto &last = m_intervals.back();
        if (last.activity == activity && last.peerLane == binding->lane && last.microBatch == microBatch &&
            last.awaited == binding->awaited) {
            last.end = m_end = until;
            return;
        }
    }
    LaneInterval interval;
    interval.start = m_end;
    interval.end = until;
    interval.activity = activity;
    interval.microBatch = microBatch;
    interval.chunk = chunk;
    if (binding) {
        interval.peerLane = binding->lane;
        interval.awaited = binding->awaited;
    }
    m_intervals.push_back(interval);
    m_slowed.push_back(Ticks(0));
    m_end = until;
}

void LaneRow::work(Activity activity, Ticks length, std::int32_t microBatch, std::int16_t chunk, Ticks slowed)
{
    if (length <= Ticks(0))
        return;
    append(activity, m_end + length, microBatch, chunk, nullptr);
    m_slowed.back() = std::min(slowed, length);
}

void LaneRow::copyCauses(Ticks from, Ticks until, const LaneRow &predecessor, const Binding &binding)
{
    // The wanted instants are near the end of the predecessor's row.
    auto index = predecessor.m_intervals.size();
    while (index > 0 && predecessor.m_intervals[index - 1].start > from)
        --index;
    if (index > 0)
        --index;
    for (; index < predecessor.m_intervals.size() && m_end < until; ++index) {
        const LaneInterval source = predecessor.m_intervals[index];
        if (source.end <= m_end)
            continue;
        const Ticks end = std::min(source.end, until);
        if (isCompute(source.activity)) {
            const Ticks slowFrom = source.end - predecessor.m_slowed[index];
            append(Activity::bubble, std::min(end, slowFrom), binding.microBatch, 0, &binding);
            append(Activity::straggler, end, binding.microBatch, 0, &binding);
        } else if (source.activity == Activity::optimizer || source.activity == Activity::overhead) {
            append(Activity::bubble, end, binding.microBatch, 0, &binding);
        } else {
            append(source.activity, end, binding.microBatch, 0, &binding);
        }
    }
    append(Activity::bubble, until, binding.microBatch, 0, &binding);
}

void LaneRow::wait(Ticks until, const LaneRow &predecessor, const Binding &binding, Activity transfer)
{
    if (until <= m_end)
        return;
    if (binding.senderDone > m_end)
        copyCauses(m_end, std::min(binding.senderDone, until), predecessor, binding);
    append(transfer, until, binding.microBatch, 0, &binding);
    m_waits.push_back({until, binding.senderDone, binding.lane, transfer});
}

void LaneRow::drain(Ticks until) { append(Activity::bubble, until, -1, 0, nullptr); }

} // namespace heteroscope
