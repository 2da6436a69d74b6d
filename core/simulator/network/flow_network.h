// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flows that share links, over time: computes when each flow ends while flows start and end and links change their
// rates.
//
// The rate of a flow is its weighted max-min fair share (fair_share.h) on all edges and conflict sets of its route, at
// most its cap, divided by its slowdown. It changes only if a flow of its connected component starts or ends, the
// capacity of an edge of the component changes, or its slowdown is set. A slowdown does not change the rates of other
// flows: the capacity that the flow does not use stays unused.
//
// Time: a flow whose rate does not change ends at start + toTicks(bytes * secondsPerByte), rounded up once. After a
// change the remaining bytes are a double, and the end is rounded up once from there. Durations saturate as in toTicks.
//
// Special values: a flow ends at once if its bytes are <= 0 or NaN or its route has no traffic. An edge whose capacity
// or factor is <= 0 or NaN is down, and its flows have rate 0. Infinite capacity means no limit. Shares with perByte <=
// 0 or NaN are ignored; shares on the same edge are added; with infinite perByte the route's flows have rate 0. Weights
// and slowdowns that are not above 0 count as 1, as does an infinite weight. An infinite slowdown stops the flow until
// the next setSlowdown.
//
// Results depend only on the flows, not on the order of calls at one point in time. Changes at one point in time are
// computed together, at the next query or advance; therefore const members write too, and an object must be used by one
// thread only.
#pragma once

#include "base/units.h"
#include "simulator/network/end_heap.h"
#include "simulator/network/fair_share.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace heteroscope {

/// A piecewise-constant factor over time: factor[i] applies from at[i]; at[0] = 0. Empty means always 1. If at[i] is
/// not above at[i - 1], factor[i] replaces factor[i - 1].
struct RateSteps
{
    std::vector<Ticks> at;
    std::vector<double> factor;
    friend bool operator==(const RateSteps &, const RateSteps &) = default;
};

struct NetworkEdge
{
    double capacity = 0; ///< bytes/s after efficiency
    RateSteps rate;
};

/// An interval in which the flow on a route had a constant rate.
struct FlowRate
{
    Ticks start;
    Ticks end;
    std::int32_t route = 0;
    double rate = 0; ///< bytes/s
};

class FlowNetwork
{
public:
    FlowNetwork(const std::vector<NetworkEdge> &edges, const std::vector<SharedCapacity> &conflicts);

    /// Registers a route and returns its index: the traffic of a flow on each edge, and its weight, the number of
    /// parallel subflows (max-min fairness is per subflow). Without other flows, a flow has the rate min over its edges
    /// of capacity / perByte. Routes are never removed.
    int addRoute(std::vector<FlowShare> shares, double weight);

    /// Starts a flow of `bytes` on the route at `now` (not before any earlier now), with slowdown 1. A route has at
    /// most one flow at a time. cap > 0 limits its rate in bytes/s. Cost: O(edges of the route) if it shares no edge.
    void start(Ticks now, int route, double bytes, std::int64_t tag, double cap = 0);
    /// Divides the rate of the flow on the route by `factor` from now on. Does nothing if the route has no flow.
    void setSlowdown(Ticks now, int route, double factor);

    /// The next time at which a flow ends or a capacity changes; max Ticks if there is none (no active flow, or all
    /// have rate 0 for ever). The current time if advance() has not yet reported an end in the past.
    Ticks nextChange() const
    {
        settle();
        if (!m_ended.empty())
            return Ticks(m_now);
        if (m_active == m_stuck)
            return Ticks(endOfTime);
        const std::int64_t step = m_nextStep < m_steps.size() ? m_steps[m_nextStep].at : endOfTime;
        const std::int64_t end = m_ends.empty() ? endOfTime : m_ends.topEnd();
        return Ticks(end < step ? end : step);
    }
    /// Advances to `now` and appends the tags of flows that ended until then, ordered by (end, route).
    void advance(Ticks now, std::vector<std::int64_t> &ended);

    bool active(int route) const { return m_flows[static_cast<std::size_t>(route)].active; }
    int activeCount() const { return m_active; }
    /// Number of rates of flows that were worked out so far: a measure of the work that was done.
    std::size_t retimedFlows() const { return m_retimed; }
    /// Current rate in bytes/s; 0 if the route has no flow.
    double rate(int route) const;
    /// Bytes that have not yet arrived.
    double bytesLeft(int route) const;
    /// Current traffic on the edge in bytes/s.
    double traffic(std::int32_t edge) const;
    /// Current capacity of the edge in bytes/s.
    double capacity(std::int32_t edge) const { return m_shares.capacity(edge); }

    /// Starts recording the rates of all flows.
    void recordRates() { m_recording = true; }
    /// Returns and clears the recorded rates, ordered by end: of ended flows, and of others until their last change.
    std::vector<FlowRate> takeRates() { return std::exchange(m_rates, {}); }

    /// The first route whose flow has rate 0 for ever, because the factor of an edge is 0 from now on, and that edge.
    std::optional<std::pair<int, std::int32_t>> stalledForever() const;

private:
    static constexpr std::int64_t endOfTime = std::numeric_limits<std::int64_t>::max();

    struct Flow
    {
        std::int64_t since = 0;    // from when bytes and rate hold
        double bytes = 0;          // left at since
        double secondsPerByte = 0; // slowdown included
        double slowdown = 1;
        std::int64_t tag = 0;
        bool active = false;
        bool stuck = false; // an edge is down and never comes up again
    };
    struct Step
    {
        std::int64_t at = 0;
        std::int32_t edge = 0;
        double capacity = 0;
    };
    struct Ended
    {
        std::int64_t end = 0;
        std::int32_t route = 0;
        std::int64_t tag = 0;
    };

    void settle() const
    {
        if (!m_shares.settled())
            share();
    }
    void share() const;
    void goTo(std::int64_t now);
    void happen(std::int64_t now);
    void finishTop();
    void applyStep(const Step &step);
    bool carry(Flow &flow, double secondsPerByte) const;
    void note(const Flow &flow, std::int64_t end, double bytes) const;
    double left(const Flow &flow) const;
    static std::int64_t endOf(const Flow &flow);
    std::optional<std::int32_t> deadEdge(int route) const;

    std::vector<double> m_nominal;        // capacity by edge, without its factor
    std::vector<std::int64_t> m_deadFrom; // by edge: the time after which its rate stays 0
    std::vector<Step> m_steps;            // by (at, edge)
    std::size_t m_nextStep = 0;
    std::int64_t m_now = 0;
    int m_active = 0;
    int m_stuck = 0;
    std::vector<Ended> m_ended; // not yet told
    mutable FairShare m_shares;
    mutable std::vector<Flow> m_flows; // by route
    mutable EndHeap m_ends;
    mutable std::size_t m_retimed = 0;
    bool m_recording = false;
    mutable std::vector<FlowRate> m_rates;
};

} // namespace heteroscope
