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

/// The part of a bound that one stage contributes, without the way to it and back from it.
///
/// w = stages after it, beyond = time from its forward's end down the pipeline and back to its backward's start when
/// nothing is in the way. L1, any flush schedule: all micro-batches pass the stage. L3, 1F1B only: w warm-up forwards,
/// and the first backward not before the round trip; the same in mirror image at the end.
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

/// L5, 1F1B only: the stages of an interval (so many, with `after` stages behind them) hold no more micro-batches than
/// they are, so each so many micro-batches pay one round trip through it. trip: round trip of the interval alone;
/// forward, backward, beyond: of its first stage. Without the way to the interval and back.
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

/// The best of all of the above: never above the makespan. O(stages^2).
std::int64_t lowerBound(const EventChain &chain);

/// L1 alone, which holds for every schedule that flushes.
std::int64_t lowerBoundOfAnyFlush(const EventChain &chain);

} // namespace heteroscope::sailor
