// SPDX-License-Identifier: GPL-3.0-or-later
//
// Routes that were found, by the devices that they connect. On large clusters there are millions of them, so they stand
// in few large pieces of memory: adding one allocates nothing most of the time, and throwing all away takes no time.
#pragma once

#include "cluster/topology.h"

#include <cstdint>
#include <span>
#include <vector>

namespace heteroscope {

/// A route without what only its search knows.
struct KnownRoute
{
    std::span<const EdgeId> edges;
    Seconds latency;
    bool crossesNodes = false;
    bool reduces = false;
};

class RouteStore
{
public:
    RouteStore() = default;
    RouteStore(const RouteStore &) = delete; // the routes point into their store
    RouteStore &operator=(const RouteStore &) = delete;
    RouteStore(RouteStore &&) = default;
    RouteStore &operator=(RouteStore &&) = default;
    ~RouteStore() = default;
    /// nullptr: not added yet.
    const KnownRoute *find(DeviceId from, DeviceId to) const;
    /// The pair must not be there. What is returned stays where it is.
    const KnownRoute *add(DeviceId from, DeviceId to, const Route &route);

private:
    struct Slot
    {
        DeviceId from; // invalid: free
        DeviceId to;
        const KnownRoute *route = nullptr;
    };
    std::size_t slotOf(DeviceId from, DeviceId to) const;
    void grow();

    std::vector<Slot> m_slots; // a power of two, at most half of them in use
    std::size_t m_count = 0;
    std::vector<std::vector<KnownRoute>> m_routes; // each reserved once
    std::vector<std::vector<EdgeId>> m_edges;      // the same
};

} // namespace heteroscope
