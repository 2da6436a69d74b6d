// SPDX-License-Identifier: GPL-3.0-or-later
//
// The compute row of a lane during the simulation: appends work, and fills waits with the causes read from the row of
// the lane that was waited for.
#pragma once

#include "simulator/program/step_program.h"

namespace heteroscope {

/// The input that a lane waited for last: its sender and the time at which the sender had computed it.
struct Binding
{
    int lane = -1;
    Ticks senderDone;
    std::int32_t microBatch = -1;
    Activity awaited = Activity::forward;
};

/// A finished wait, kept for the critical path.
struct Wait
{
    Ticks end;
    Ticks senderDone;
    int lane = -1;
    Activity transfer = Activity::exposedPp; ///< what [senderDone, end) was
};

/// Appends a value and prefetches the memory of the next one. Hundreds of rows grow by turns, too many streams for the
/// hardware prefetcher; this saves a quarter of the engine's time.
template<class T>
void appendAhead(std::vector<T> &row, const T &value)
{
    row.push_back(value);
#if defined(__GNUC__)
    __builtin_prefetch(row.data() + row.size() + 256 / sizeof(T), 1);
#endif
}

class LaneRow
{
public:
    Ticks end() const { return m_end; }
    void reserve(std::size_t intervals);

    /// Appends work of the given length; nothing if the length is 0. slowed: the part at its end that is due to a
    /// slowdown.
    void work(Activity activity, Ticks length, const WorkItem &item, Ticks slowed = Ticks(0),
              std::int16_t operation = -1);
    /// Appends work that does not belong to a micro-batch.
    void work(Activity activity, Ticks length);

    /// Appends a wait until `until`. Before binding.senderDone the wait has the causes of row `predecessor` at the
    /// same time; after it, the cause is `transfer`. `predecessor` may be this row, for times already written.
    void wait(Ticks until, const LaneRow &predecessor, const Binding &binding, Activity transfer);

    /// Appends bubble from the last work to the end of the step.
    void drain(Ticks until);

    const std::vector<LaneInterval> &intervals() const { return m_intervals; }
    const std::vector<Wait> &waits() const { return m_waits; }
    std::vector<LaneInterval> takeIntervals() { return std::move(m_intervals); }

private:
    void append(Activity activity, Ticks until, const Binding &binding);
    Ticks slowedPart(std::size_t interval) const;
    void copyCauses(Ticks from, Ticks until, const LaneRow &predecessor, const Binding &binding);

    std::vector<LaneInterval> m_intervals;
    struct Slowed
    {
        std::size_t interval = 0;
        Ticks length; // at its end
    };
    std::vector<Slowed> m_slowed; // by interval, of those that have any
    std::vector<Wait> m_waits;
    Ticks m_end;
};

} // namespace heteroscope
