// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawn cluster as plain values: nodes with their devices and inner fabric, switches, links between them,
// conflict sets, racks that repeat, device groups. Names are the identity of things; they are unique in the cluster.
// Topology (topology.h) is the expanded graph that physics works on.
#pragma once

#include "base/extensions.h"
#include "base/units.h"
#include "cluster/device_type.h"
#include "cluster/rate_curve.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

enum class LinkTechnology { nvlink, pcie, infiniband, roce, ethernet, infinityFabric, other };
inline constexpr std::array<std::string_view, 7> linkTechnologyNames = {
    "NVLink", "PCIe", "InfiniBand", "RoCE", "Ethernet", "InfinityFabric", "Other"};

/// A link type of the catalog.
struct LinkType
{
    std::string name;
    LinkTechnology technology = LinkTechnology::other;
    std::string scope;        ///< "intra-node", "inter-node", "rack" ...
    BytesPerSecond bandwidth; ///< per direction
    Seconds latency;
    std::string source;
    bool fromMemory = false;
    std::string notes;
    Extensions extensions;
    friend bool operator==(const LinkType &, const LinkType &) = default;
};

/// One accelerator in a node.
struct Device
{
    std::string type; ///< DeviceType::name
    RateCurve speed;  ///< slowdown: multiplies the compute rate; constant ones have a single point at 0
    Extensions extensions = {};
    friend bool operator==(const Device &, const Device &) = default;
};

/// A vertex inside a node that forwards traffic. A node's devices are vertices too (gpu0, gpu1, ...) but never forward.
struct FabricVertex
{
    enum class Kind { nvswitch, pcieSwitch, host, nic };
    std::string id;
    Kind kind = Kind::host;
    Extensions extensions;
    friend bool operator==(const FabricVertex &, const FabricVertex &) = default;
};
inline constexpr std::array<std::string_view, 4> fabricVertexKindNames = {"nvswitch", "pcieSwitch", "host", "nic"};

/// Full-duplex links inside a node. An end is a vertex id, "gpu3", "gpu0-3" or "gpu*"; a range stands for one link
/// each, and only one of the two ends may be one.
struct FabricLink
{
    std::string from;
    std::string to;
    LinkTechnology technology = LinkTechnology::pcie;
    BytesPerSecond bandwidth; ///< per direction, of each link
    Seconds latency;
    Extensions extensions;
    friend bool operator==(const FabricLink &, const FabricLink &) = default;
};

/// A host. Links from outside attach to its first vertex of kind nic, where it has none host, then pcieSwitch, then
/// nvswitch; a node without vertices and with one device attaches with that device.
struct Node
{
    std::string name;
    std::string templateName; ///< node template it was drawn from; informative
    std::vector<Device> devices;
    std::vector<FabricVertex> vertices;
    std::vector<FabricLink> fabric;
    std::string source;      ///< only for templates of the catalog
    bool fromMemory = false; ///< likewise
    std::string notes;
    Extensions extensions;
    friend bool operator==(const Node &, const Node &) = default;
};

struct Switch
{
    std::string name;
    int ports = 0;        ///< 0 = not limited
    Seconds latency;      ///< added to a route through it
    bool reduces = false; ///< adds up the all-reduces that go through it, as SHARP does
    Extensions extensions;
    friend bool operator==(const Switch &, const Switch &) = default;
};

/// A full-duplex link between nodes and switches, by their names.
struct Link
{
    std::string name;
    std::string from;
    std::string to;
    LinkTechnology technology = LinkTechnology::ethernet;
    BytesPerSecond bandwidth; ///< per direction
    Seconds latency;
    RateCurve rate;
    Extensions extensions;
    friend bool operator==(const Link &, const Link &) = default;
};

/// Links that share one more capacity: the sum of rate / capacity over the set is at most 1.
struct ConflictSet
{
    std::string name;
    std::vector<std::string> links;
    Extensions extensions;
    friend bool operator==(const ConflictSet &, const ConflictSet &) = default;
};

/// A drawn group of nodes and switches that stands for `repeat` copies of itself. The first copy keeps the drawn names;
/// copy k (from 2) calls them "name#k". Links between members are copied with them; links to others once per copy (a
/// link between two racks once per pair of copies). Conflict sets stay as drawn.
struct Rack
{
    std::string name;
    std::vector<std::string> members; ///< names of nodes and switches
    int repeat = 1;
    Extensions extensions;
    bool collapsed = false; ///< drawn as one tile; means nothing to physics
    friend bool operator==(const Rack &, const Rack &) = default;
};

/// A named set of devices ("node:index", or "node" for all devices of a node) for mappings.
struct DeviceGroup
{
    std::string name;
    std::vector<std::string> devices;
    Extensions extensions;
    friend bool operator==(const DeviceGroup &, const DeviceGroup &) = default;
};

struct Cluster
{
    std::vector<DeviceType> deviceTypes; ///< own types of the project; they hide catalog types of the same name
    std::vector<Node> nodes;
    std::vector<Switch> switches;
    std::vector<Link> links;
    std::vector<ConflictSet> conflictSets;
    std::vector<Rack> racks;
    std::vector<DeviceGroup> deviceGroups;
    Extensions extensions;
    friend bool operator==(const Cluster &, const Cluster &) = default;

    const Node *findNode(std::string_view name) const;
    const Switch *findSwitch(std::string_view name) const;
    const Link *findLink(std::string_view name) const;
    const Rack *findRack(std::string_view name) const;
    /// The rack that a node or switch stands in; null for none.
    const Rack *rackOf(std::string_view member) const;
    /// True when a node, switch, link or rack has the name.
    bool isNameTaken(std::string_view name) const;
};

/// Devices with all copies of racks.
std::size_t deviceCount(const Cluster &cluster);
/// How many links a drawn one stands for, as Topology expands it.
std::size_t linkCopies(const Cluster &cluster, const Link &link);
/// Links between nodes and switches with all copies of racks.
std::size_t linkCount(const Cluster &cluster);

/// The drawn node, switch or link that an expanded name stands for: "a" for "a#3".
inline std::string_view drawnName(std::string_view name) { return name.substr(0, name.find('#')); }

/// The devices that an end of a fabric link stands for: [first, first + count). None when the text is no device end or
/// names a device beyond deviceCount.
struct DeviceRange
{
    std::size_t first = 0;
    std::size_t count = 0;
};
std::optional<DeviceRange> deviceRange(std::string_view end, std::size_t deviceCount);

/// The largest cluster that is expanded; more is an error, never an attempt. Links count with those inside nodes.
inline constexpr std::size_t maxDevices = 262'144;
inline constexpr std::size_t maxVertices = 4 * maxDevices;
inline constexpr std::size_t maxLinks = 8 * maxDevices;
inline constexpr std::size_t maxCurvePoints = 8 * maxDevices;

/// What a name of a node, switch, link, rack, device group or conflict set may be: 1 to 200 bytes of text without
/// control characters, '/', ':' or '#' (they would be ambiguous in "node:index", "node/vertex" and "name#2"), not
/// beginning with "x-". Returns what is wrong with it, for Error::expected; empty when nothing is.
std::string whyNotName(std::string_view name);

} // namespace heteroscope
