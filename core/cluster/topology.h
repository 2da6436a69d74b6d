// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster expanded into the graph that physics works on: racks repeated, fabric ranges spelled out, names turned
// into indices, every full-duplex link into two directed edges.
//
// Routes are shortest by hops, then widest, then of least latency. Where several edges are still as good - parallel
// links, the uplinks of a fat tree - the destination chooses: the edges stand by vertex and id, and device i of a node
// is reached over the (i mod their number)-th. So the devices of a node spread evenly over them, as by the static
// routing of InfiniBand, and routes are the same on every run. Traffic is forwarded by switches and fabric vertices,
// never by a device.
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
};

struct TopologyVertex
{
    std::string name;                ///< device, "node/vertex" or switch name
    bool forwards = true;            ///< false for devices
    std::optional<std::size_t> node; ///< the node it is in; none for switches
    Seconds latency;                 ///< added when a route goes through it
    bool reduces = false;            ///< a switch that adds up all-reduces
};

/// One direction of a link.
struct TopologyEdge
{
    VertexId from;
    VertexId to;
    BytesPerSecond bandwidth;
    Seconds latency;
    LinkTechnology technology = LinkTechnology::other;
    std::string link; ///< name of the drawn link, or "node/from-to" inside a node; of a rack's copy k "link#k"
    RateCurve rate;
};

/// A way through the network. bandwidth is that of the narrowest edge, latency the sum of edges and vertices between.
struct Route
{
    std::vector<EdgeId> edges;
    BytesPerSecond bandwidth;
    Seconds latency;
    bool crossesNodes = false; ///< leaves the node it began in
    bool reduces = false;      ///< goes through switches that add up all-reduces, and through no other thing
};

class Topology
{
public:
    /// Errors: what findClusterMistakes finds (the first of them), unknown device types, more than maxDevices devices.
    static Result<Topology> build(const Cluster &cluster);

    /// Only those in use, sorted by first use.
    const std::vector<DeviceType> &deviceTypes() const { return m_deviceTypes; }
    const std::vector<TopologyDevice> &devices() const { return m_devices; }
    const std::vector<TopologyNode> &nodes() const { return m_nodes; }
    const std::vector<TopologyVertex> &vertices() const { return m_vertices; } ///< devices first: vertex i is device i
    const std::vector<TopologyEdge> &edges() const { return m_edges; }

    /// Of each conflict set both directions of its links, by rising id.
    const std::vector<std::vector<EdgeId>> &conflictSets() const { return m_conflictSets; }

    const TopologyDevice &device(DeviceId id) const { return m_devices[id.index()]; }
    const DeviceType &typeOf(DeviceId id) const { return m_deviceTypes[m_devices[id.index()].type]; }
    const TopologyEdge &edge(EdgeId id) const { return m_edges[id.index()]; }
    std::optional<DeviceId> findDevice(const std::string &name) const;

    /// Place of a node in rings over nodes, 0 and up: depth first from the first node, all nodes of a switch one after
    /// the other, the widest link to another switch first. In a tree of switches a ring in this order crosses each link
    /// between switches at most once in each direction, the least there can be.
    std::size_t ringPlace(std::size_t node) const { return m_ringPlace[node]; }

    /// The route between two devices; none when there is no way. Cost of one call: a breadth-first search of the graph.
    std::optional<Route> route(DeviceId from, DeviceId to) const;

private:
    std::vector<DeviceType> m_deviceTypes;
    std::vector<TopologyDevice> m_devices;
    std::vector<TopologyNode> m_nodes;
    std::vector<TopologyVertex> m_vertices;
    std::vector<TopologyEdge> m_edges;
    std::vector<std::vector<EdgeId>> m_conflictSets;
    std::vector<std::size_t> m_ringPlace;        // by node
    std::vector<std::vector<EdgeId>> m_outgoing; // by vertex
    std::vector<bool> m_isDeadEnd; // by node: its links all lead to one vertex outside, so no route goes through it
    std::unordered_map<std::string, DeviceId> m_deviceByName;

    friend class TopologyBuilder;
};

} // namespace heteroscope
