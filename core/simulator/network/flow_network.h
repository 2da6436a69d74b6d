// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flows that share links, over time: who ends when, as flows come and go and links change their rates.
//
// A flow's rate is its weighted max-min fair share (fair_share.h) of all edges and conflict sets of its route, at most
// its cap, divided by its slowdown; it changes only when a flow of its connected component starts or ends, an edge of
// it steps, or its slowdown is set. A slowdown leaves the share of the others as it is: what the flow does not use
// stays unused.
//
// Time: a flow that never changes its rate ends at start + toTicks(bytes * secondsPerByte), one rounding up. After a
// change the bytes left are a double, and the end is rounded up once from there. Durations saturate as toTicks does.
//
// Odd values: bytes <= 0 or NaN, and a route without traffic, end at once. Capacity or factor <= 0 or NaN: the edge is
// down, its flows stand still. Infinite capacity: no limit. Shares with perByte <= 0 or NaN count nothing; an edge
// named twice carries both. Weight and slowdown that are not above 0 count as 1, so does an infinite weight; an
// infinite slowdown holds the flow until the next setSlowdown. Infinite perByte: the route never moves.
//
// Results depend on the flows only, not on the order of calls at one instant. Changes of one instant are worked out
// together, at the next question or step in time; so even const members write, and one object is for one thread.
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

/// A piecewise-constant factor over time: factor[i] holds from at[i]; at[0] = 0. Empty = 1 always. A time that is not
/// above the one before replaces that one's factor.
struct RateSteps
{
    std::vector<Ticks> at;
    std::vector<double> factor;
};

struct NetworkEdge
{
    double capacity = 0; ///< bytes/s after efficiency
    RateSteps rate;
};

/// A flow on a route that ran at one rate from start to end; 0 = it stood still.
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

    /// A flow's route, kept for good: shares and weight (parallel subflows; max-min is fair per subflow). A flow alone
    /// runs at the smallest capacity / perByte of its edges. Returns its number. Channels register their route once.
    int addRoute(std::vector<FlowShare> shares, double weight);

    /// Begins `bytes` over the route at `now` (>= every earlier now), slowdown 1. At most one flow per route at a time.
    /// cap > 0 limits its rate in bytes/s. Cost: O(edges of the route) for a flow that meets no other.
    void start(Ticks now, int route, double bytes, std::int64_t tag, double cap = 0);
    /// Divides the rate of the flow on the route from now on; nothing happens if there is none.
    void setSlowdown(Ticks now, int route, double factor);

    /// The next instant at which something ends or a rate steps; Ticks max when never (nothing active or all stalled
    /// for good). Now, if an end of the past has not been told by advance() yet.
    Ticks nextChange() const
    {
        settle();
        if (!m_ended.empty())
            return Ticks(m_now);
        if (m_active == m_stuck)
            return Ticks(forever);
        const std::int64_t step = m_nextStep < m_steps.size() ? m_steps[m_nextStep].at : forever;
        const std::int64_t end = m_ends.empty() ? forever : m_ends.topEnd();
        return Ticks(end < step ? end : step);
    }
    /// Goes on to `now` and appends the tags of flows that ended at or before it, ordered by (end, route).
    void advance(Ticks now, std::vector<std::int64_t> &ended);

    bool active(int route) const { return m_flows[static_cast<std::size_t>(route)].active; }
    int activeCount() const { return m_active; }
    /// Bytes/s at this instant; 0 if nothing flows.
    double rate(int route) const;
    /// Bytes not yet there at this instant.
    double bytesLeft(int route) const;
    /// Traffic on the edge at this instant, bytes/s.
    double traffic(std::int32_t edge) const;
    /// Capacity of the edge at this instant, bytes/s.
    double capacity(std::int32_t edge) const { return m_shares.capacity(edge); }

    /// Notes from now on at what rate each flow runs, from one change to the next.
    void recordRates() { m_recording = true; }
    /// The notes on flows that have ended, and on others until their last change; by end. They are forgotten here.
    std::vector<FlowRate> takeRates() { return std::exchange(m_rates, {}); }

    /// The first route stalled for good (an edge's factor is 0 from now on) with the edge at fault.
    std::optional<std::pair<int, std::int32_t>> stalledForever() const;

private:
    static constexpr std::int64_t forever = std::numeric_limits<std::int64_t>::max();

    struct Flow
    {
        std::int64_t since = 0;    // from when bytes and rate hold
        double bytes = 0;          // left at since
        double secondsPerByte = 0; // slowdown included
        double slowdown = 1;
        std::int64_t tag = 0;
        bool active = false;
        bool stuck = false; // an edge is down for good
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
    std::vector<std::int64_t> m_deadFrom; // by edge: from when its rate is 0 for good
    std::vector<Step> m_steps;            // by (at, edge)
    std::size_t m_nextStep = 0;
    std::int64_t m_now = 0;
    int m_active = 0;
    int m_stuck = 0;
    std::vector<Ended> m_ended; // not yet told
    mutable FairShare m_shares;
    mutable std::vector<Flow> m_flows; // by route
    mutable EndHeap m_ends;
    bool m_recording = false;
    mutable std::vector<FlowRate> m_rates;
};

} // namespace heteroscope
