// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster expanded into the graph that the simulation uses: racks are copied, ranges of fabric links become single
// links, names become indices, and every full-duplex link becomes two directed edges.
//
// A route has the min number of hops; among those the max bandwidth, and among those the min latency. If several edges
// are still equal (parallel links, the uplinks of a fat tree), the destination selects one: the edges are sorted by
// vertex and id, and device i of a node is reached over edge number i mod n of these n edges. So the devices of a node
// spread evenly over the edges, as with the static routing of InfiniBand, and routes are the same on every run.
// Switches and fabric vertices forward traffic; devices do not.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "cluster/cluster.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace heteroscope {

struct TopologyDevice
{
    std::string name;     ///< "node:index", e.g. "a100-0:3"
    std::size_t type = 0; ///< index into Topology::deviceTypes
    std::size_t node = 0; ///< index into Topology::nodes
    std::size_t indexInNode = 0;
    RateCurve speed;
};

struct TopologyNode
{
    std::string name;
    std::vector<DeviceId> devices;
    double power = 0;               ///< W of the host beside its devices (Node::power)
    Bytes hostMemory{};             ///< Node::hostMemory
    BytesPerSecond hostBandwidth{}; ///< Node::hostBandwidth
};

struct TopologyVertex
{
    std::string name;                ///< name of the device or switch, or "node/vertex"
    bool forwards = true;            ///< false for devices
    std::optional<std::size_t> node; ///< the node that contains it; nullopt for switches
    Seconds latency;                 ///< added to every route through it
    bool reduces = false;            ///< a switch that performs all-reduces (Switch::reduces)
    double power = 0;                ///< W of a switch (Switch::power)
};

/// One direction of a link.
struct TopologyEdge
{
    VertexId from;
    VertexId to;
    BytesPerSecond bandwidth;
    Seconds latency;
    LinkTechnology technology = LinkTechnology::other;
    std::string link; ///< name of the drawn link, "link#k" in copy k of a rack, or "node/from-to" inside a node
    RateCurve rate;
};

/// A path through the network. bandwidth is the min over its edges, latency the sum over its edges and inner vertices.
struct Route
{
    std::vector<EdgeId> edges;
    BytesPerSecond bandwidth;
    Seconds latency;
    bool crossesNodes = false; ///< leaves the node in which it begins
    bool reduces = false;      ///< passes a switch that performs all-reduces, and outside the two nodes nothing else
};

class Topology
{
public:
    /// Errors: the first error of findClusterMistakes, an unknown device type, more than maxDevices devices.
    static Result<Topology> build(const Cluster &cluster);

    /// The device types in use, sorted by first use.
    const std::vector<DeviceType> &deviceTypes() const { return m_deviceTypes; }
    const std::vector<TopologyDevice> &devices() const { return m_devices; }
    const std::vector<TopologyNode> &nodes() const { return m_nodes; }
    const std::vector<TopologyVertex> &vertices() const { return m_vertices; } ///< devices first: vertex i is device i
    const std::vector<TopologyEdge> &edges() const { return m_edges; }

    double powerUsageEffectiveness() const { return m_powerUsageEffectiveness; }

    /// The edges of each conflict set (both directions of its links), sorted by id.
    const std::vector<std::vector<EdgeId>> &conflictSets() const { return m_conflictSets; }

    const TopologyDevice &device(DeviceId id) const { return m_devices[id.index()]; }
    const DeviceType &typeOf(DeviceId id) const { return m_deviceTypes[m_devices[id.index()].type]; }
    const TopologyEdge &edge(EdgeId id) const { return m_edges[id.index()]; }
    std::optional<DeviceId> findDevice(const std::string &name) const;

    /// Position of a node in ring collectives over nodes, from 0. The order is a depth-first search from the first
    /// node: all nodes of a switch one after the other, then the other switches, highest bandwidth first. In a tree of
    /// switches a ring in this order crosses each link between switches at most once per direction, which is the min
    /// possible.
    std::size_t ringPlace(std::size_t node) const { return m_ringPlace[node]; }

    /// The route between two devices; nullopt if no path exists. Cost of one call: a breadth-first search of the graph.
    std::optional<Route> route(DeviceId from, DeviceId to) const;

private:
    std::vector<DeviceType> m_deviceTypes;
    std::vector<TopologyDevice> m_devices;
    std::vector<TopologyNode> m_nodes;
    std::vector<TopologyVertex> m_vertices;
    std::vector<TopologyEdge> m_edges;
    std::vector<std::vector<EdgeId>> m_conflictSets;
    std::vector<std::size_t> m_ringPlace; // by node
    double m_powerUsageEffectiveness = 1;
    // Nodes and switches are points; a point is a dead end if all its links, but for those to other dead ends, lead to
    // one vertex. No route passes through a dead end unless it begins or ends there, so a route search need not look
    // into it: the root of a tree of switches has no other edges.
    std::vector<std::vector<EdgeId>> m_outgoing; // by vertex, without the edges into dead ends
    std::vector<std::vector<EdgeId>> m_into;     // by point: the edges into a dead end, all from one vertex
    std::unordered_map<std::string, DeviceId> m_deviceByName;

    /// Of a node its index, of a switch the number of nodes and its vertex.
    std::size_t pointOf(VertexId id) const
    {
        const auto &vertex = m_vertices[id.index()];
        return vertex.node ? *vertex.node : m_nodes.size() + id.index();
    }

    friend class RouteSearch;
    friend class TopologyBuilder;
};

} // namespace heteroscope
