// SPDX-License-Identifier: GPL-3.0-or-later
//
// The compute row of a lane while it grows: appends work, and fills waits with causes read from the row of the lane
// that was waited for.
#pragma once

#include "simulator/step_program.h"

namespace heteroscope {

/// What a lane waited for: the last input, its sender and the moment the sender was done with it.
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

class LaneRow
{
public:
    Ticks end() const { return m_end; }

    /// Work of the given length; zero length leaves no trace.
    void work(Activity activity, Ticks length, std::int32_t microBatch = -1, std::int16_t chunk = 0,
              Ticks slowed = Ticks(0));

    /// A wait until `until`. Before binding.senderDone the causes are those of `predecessor` at that time (which may be
    /// this row itself only for instants already written), from then on `transfer`.
    void wait(Ticks until, const LaneRow &predecessor, const Binding &binding, Activity transfer);

    /// The rest of the step after the last work.
    void drain(Ticks until);

    const std::vector<LaneInterval> &intervals() const { return m_intervals; }
    const std::vector<Wait> &waits() const { return m_waits; }
    std::vector<LaneInterval> takeIntervals() { return std::move(m_intervals); }

private:
    void append(Activity activity, Ticks until, std::int32_t microBatch, std::int16_t chunk, const Binding *binding);
    void copyCauses(Ticks from, Ticks until, const LaneRow &predecessor, const Binding &binding);

    std::vector<LaneInterval> m_intervals;
    std::vector<Ticks> m_slowed; // by interval: the part at its end owed to a slowdown
    std::vector<Wait> m_waits;
    Ticks m_end;
};

} // namespace heteroscope
