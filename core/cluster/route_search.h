// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search for one route, used by Topology::route: three passes over the graph, each a function. topology.h states
// the rules by which a route is chosen.
#pragma once

#include "cluster/topology.h"

#include <cstdint>

namespace heteroscope {

class RouteSearch
{
public:
    /// Two different devices of the topology, which must outlive the search.
    RouteSearch(const Topology &topology, DeviceId from, DeviceId to);

    /// nullopt where no way leads from one to the other.
    std::optional<Route> run();

private:
    struct Scratch;

    bool findLevels();
    void findLatencies();
    Route follow();
    bool isOutside(std::uint32_t vertex) const;
    template<class Visit>
    void forEachWay(std::uint32_t vertex, const Visit &visit) const;
    bool isOnWay(std::uint32_t vertex, const TopologyEdge &edge) const;
    double latencyBy(const TopologyEdge &edge) const;

    const Topology &m_topology;
    std::uint32_t m_start;
    std::uint32_t m_goal;
    double m_bottleneck = 0; ///< bytes/s of the widest shortest way
    Scratch &m_scratch;      ///< of this thread
};

} // namespace heteroscope
