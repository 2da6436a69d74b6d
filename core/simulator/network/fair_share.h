// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rates of flows that share links at one point in time: weighted max-min fair rates, by progressive filling.
//
// Every edge and every conflict set is a constraint: the sum over its flows of rate * secondsPerByte is at most 1,
// where secondsPerByte is perByte / capacity of the edge; for a conflict set it is the sum over the edges of the set
// that the flow uses. The rates of all subflows rise together. When a constraint is full, its flows keep their rate and
// the others continue to rise. In the result every flow has a full constraint on which no subflow is faster (Bertsekas
// and Gallager, Data Networks, 6.5.2).
//
// Rates are stored as seconds per byte, so that k equal flows on one link take exactly k times as long. The result
// depends only on the current flows, not on the order in which they started.
//
// Cost: O(constraints of the flow) for a flow that shares no constraint; otherwise the connected component of flows
// that share constraints is computed, usually in O(c log c) for c constraint entries.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace heteroscope {

/// Edges that share one additional capacity: the sum over the set of rate / capacity is at most 1.
struct SharedCapacity
{
    std::vector<std::int32_t> edges;
};

/// Traffic of a flow on one edge.
struct FlowShare
{
    std::int32_t edge = 0;
    double perByte = 1; ///< bytes on the edge per byte of the flow
};

class FairShare
{
public:
    /// Seconds per byte of a flow with rate 0.
    static constexpr double never = std::numeric_limits<double>::infinity();

    /// capacity: bytes/s by edge; 0 means down, infinity no limit. varies: by edge, true if setCapacity may be called
    /// for it.
    FairShare(std::vector<double> capacity, const std::vector<bool> &varies,
              const std::vector<SharedCapacity> &conflicts);

    int addRoute(std::vector<FlowShare> shares, double weight);

    /// Starts a flow on the route. cap: max rate in bytes/s, 0 for infinity. Returns true if the flow shares no
    /// constraint with another; its rate is known then. Otherwise settle() computes it.
    bool join(int route, double cap)
    {
        Route &r = m_routes[static_cast<std::size_t>(route)];
        r.active = true;
        r.capped = cap > 0 ? 1 / cap : 0;
        bool alone = true;
        for (std::int32_t e = r.first; e < r.last; ++e) {
            Entry &entry = m_entries[static_cast<std::size_t>(e)];
            std::int32_t &head = m_head[static_cast<std::size_t>(entry.constraint)];
            entry.next = head;
            entry.previous = none;
            if (head != none) {
                m_entries[static_cast<std::size_t>(head)].previous = e;
                alone = false;
            }
            head = e;
        }
        if (alone || r.alone == never) { // a flow with rate 0 does not affect others
            r.fair = r.alone > r.capped ? r.alone : r.capped;
            return true;
        }
        r.fair = never; // until settle()
        touch(r);
        return false;
    }

    /// Ends the flow on the route.
    void leave(int route)
    {
        Route &r = m_routes[static_cast<std::size_t>(route)];
        r.active = false;
        for (std::int32_t e = r.first; e < r.last; ++e) {
            const Entry &entry = m_entries[static_cast<std::size_t>(e)];
            std::int32_t &head = m_head[static_cast<std::size_t>(entry.constraint)];
            if (entry.next != none)
                m_entries[static_cast<std::size_t>(entry.next)].previous = entry.previous;
            if (entry.previous != none)
                m_entries[static_cast<std::size_t>(entry.previous)].next = entry.next;
            else
                head = entry.next;
            if (head != none && r.alone != never)
                m_touched.push_back(entry.constraint);
        }
    }

    /// Changes the capacity of an edge, in bytes/s.
    void setCapacity(std::int32_t edge, double capacity);
    double capacity(std::int32_t edge) const { return m_capacity[static_cast<std::size_t>(edge)]; }

    bool settled() const { return m_touched.empty(); }
    /// Computes the rates after calls of join, leave and setCapacity. Returns the routes of all flows whose rate may
    /// have changed, in ascending order.
    const std::vector<std::int32_t> &settle();

    bool active(int route) const { return m_routes[static_cast<std::size_t>(route)].active; }
    /// The rate of the route's flow in seconds per byte. Valid if settled(), or if join() returned true.
    double secondsPerByte(int route) const { return m_routes[static_cast<std::size_t>(route)].fair; }
    /// The traffic of the route: each edge once, in ascending order.
    const std::vector<FlowShare> &shares(int route) const { return m_shares[static_cast<std::size_t>(route)]; }
    /// Calls use(route) for each flow on the edge, including those with rate 0, in unspecified order.
    template<class Use>
    void forEachOn(std::int32_t edge, Use use) const
    {
        for (std::int32_t e = m_head[static_cast<std::size_t>(edge)]; e != none;
             e = m_entries[static_cast<std::size_t>(e)].next)
            use(m_entries[static_cast<std::size_t>(e)].route);
    }

private:
    static constexpr std::int32_t none = -1;

    /// A route on one constraint; while its flow is there, a link of the constraint's list of flows.
    struct Entry
    {
        std::int32_t constraint = 0;
        std::int32_t route = 0;
        std::int32_t next = none;
        std::int32_t previous = none;
        double secondsPerByte = 0;
    };
    struct Route
    {
        std::int32_t first = 0; // its entries
        std::int32_t last = 0;
        double alone = 0; // max over its entries' secondsPerByte
        double weight = 1;
        double capped = 0; // 1 / cap
        double fair = 0;
        bool active = false;
    };
    /// A flow on a constraint that others use too, while filling.
    struct Member
    {
        std::int32_t flow = 0;
        double seconds = 0; // per byte of one subflow, times subflows
    };
    struct Crowded
    {
        std::int32_t first = 0; // its members
        std::int32_t last = 0;
        double sum = 0;
        std::int64_t seen = 0; // m_frozen when its level was computed
    };
    /// A constraint and the seconds per byte of a subflow at which it is full.
    struct Level
    {
        double seconds = 0;
        std::int32_t id = 0;
        friend bool operator<(const Level &a, const Level &b)
        {
            return a.seconds != b.seconds ? a.seconds < b.seconds : a.id > b.id;
        }
    };

    double secondsOn(const FlowShare &share) const;
    void price(Route &route, const std::vector<FlowShare> &shares);
    /// One constraint is enough if the flow moves: settle() finds all others from it.
    void touch(const Route &route)
    {
        if (route.first != route.last)
            m_touched.push_back(m_entries[static_cast<std::size_t>(route.first)].constraint);
    }
    void touchAll(const Route &route)
    {
        for (std::int32_t e = route.first; e < route.last; ++e)
            m_touched.push_back(m_entries[static_cast<std::size_t>(e)].constraint);
    }
    void findComponent();
    void settlePair(Route &a, Route &b);
    void gatherCrowds();
    void fill();
    double levelOf(const Crowded &crowd, double atMost) const;

    std::vector<double> m_capacity;                    // by edge
    std::vector<std::vector<std::int32_t>> m_setsOf;   // constraints of conflict sets, by edge; empty without sets
    std::vector<std::int32_t> m_variable;              // by edge: index into m_routesOn, or none
    std::vector<std::vector<std::int32_t>> m_routesOn; // all routes over a variable edge
    std::vector<Route> m_routes;
    std::vector<std::vector<FlowShare>> m_shares; // by route
    std::vector<Entry> m_entries;
    std::vector<std::int32_t> m_head; // by constraint: edges, then sets
    std::vector<std::int32_t> m_touched;

    // Scratch of settle(), kept so that it does not allocate.
    std::int64_t m_stamp = 0;
    std::vector<std::int64_t> m_constraintStamp;
    std::vector<std::int64_t> m_routeStamp;
    std::vector<std::int32_t> m_stack;
    std::vector<std::int32_t> m_component;
    std::vector<std::int32_t> m_moving;  // flows of the component that are not stalled
    std::vector<std::int32_t> m_crowdOf; // by constraint
    std::vector<Crowded> m_crowds;
    std::vector<Member> m_members;
    std::vector<double> m_own;    // by moving flow: seconds per byte by what it has for itself, cap included
    std::vector<double> m_filled; // by moving flow: seconds per byte of a subflow, -1 = still rising
    std::vector<Level> m_levels;
    std::int64_t m_frozen = 0;
};

} // namespace heteroscope
