// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pipeline under 1F1B with sends that only take time (no link is ever busy): its exact makespan by one pass in a
// fixed order, and lower bounds on it.
//
// Stage s takes forward[s] and backward[s] for a micro-batch; boundary s, between stages s and s + 1, takes
// activation[s] down and gradient[s] up. Any one unit of time; whole picoseconds give whole results.
#pragma once

#include <cstdint>
#include <vector>

namespace heteroscope::sailor {

struct EventChain
{
    std::vector<std::int64_t> forward, backward;
    std::vector<std::int64_t> activation, gradient; ///< one less than stages
    int microBatches = 1;

    std::size_t stages() const { return forward.size(); }
};

/// Time from the first forward to the last backward, O(stages * micro-batches). Keeps its buffers between calls.
class EventPass
{
public:
    std::int64_t makespan(const EventChain &chain);

private:
    std::vector<std::int64_t> m_free, m_forwardDone, m_backwardDone;
};

/// The max of L1, L2 and L3 or L4 of one stage, without fill and drain. core/planner/README.md proves them.
///
/// w: number of stages after it; beyond: the round trip R through them. L1 and L2 hold for every schedule that flushes,
/// L3 and L4 for 1F1B only.
template<class Time>
Time boundOfStage(Time forward, Time backward, Time beyond, int w, int microBatches)
{
    const Time both = forward + backward;
    Time bound = microBatches * both;
    if (both + beyond > bound)
        bound = both + beyond;
    const auto larger = [](Time a, Time b) { return a > b ? a : b; };
    if (microBatches - 1 - w >= 1)
        bound = larger(bound, forward + larger(w * forward, beyond) + (microBatches - 1 - w) * both +
                                  larger(beyond + backward, (w + 1) * backward));
    else
        bound = larger(bound, forward + beyond + microBatches * backward);
    return bound;
}

/// L5 of an interval of `count` stages with `after` stages behind them, without fill and drain; 1F1B only. trip: the
/// round trip of the interval alone; forward, backward, beyond: of its first stage. core/planner/README.md proves it.
template<class Time>
Time boundOfInterval(Time forward, Time backward, Time beyond, Time trip, int count, int after, int microBatches)
{
    if (microBatches - 1 < after)
        return 0;
    const int trips = (microBatches - 1 - after) / count;
    const int passed = after + trips * count;
    const int last = microBatches - passed - (after + count);
    return after * forward + trips * trip + forward + beyond + backward + (microBatches - 1 - passed) * backward +
           (last > 0 ? last * forward : Time(0));
}

/// L6: the max of all bounds above, including fill and drain. Never above the makespan. O(stages^2).
std::int64_t lowerBound(const EventChain &chain);

/// L1 including fill and drain, which holds for every schedule that flushes.
std::int64_t lowerBoundOfAnyFlush(const EventChain &chain);

} // namespace heteroscope::sailor
