// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawn cluster as plain values: nodes with their devices and internal fabric, switches, links between them,
// conflict sets, repeated racks, device groups. Elements are identified by name; names are unique in the cluster.
// Topology (topology.h) is the expanded graph that the simulation uses. Bandwidth is in bytes/s per direction, latency
// in seconds.
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
    RateCurve speed;  ///< multiplies the compute rate; a constant slowdown is one point at time 0
    Extensions extensions = {};
    friend bool operator==(const Device &, const Device &) = default;
};

/// A vertex inside a node that forwards traffic. The devices of a node are vertices too (gpu0, gpu1, ...), but do not
/// forward traffic.
struct FabricVertex
{
    enum class Kind { nvswitch, pcieSwitch, host, nic };
    std::string id;
    Kind kind = Kind::host;
    Extensions extensions;
    friend bool operator==(const FabricVertex &, const FabricVertex &) = default;
};
inline constexpr std::array<std::string_view, 4> fabricVertexKindNames = {"nvswitch", "pcieSwitch", "host", "nic"};

/// Full-duplex links inside a node. An end is a vertex id, a device ("gpu3") or a range of devices ("gpu0-3", "gpu*").
/// A range stands for one link per device; at most one of the two ends may be a range.
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

/// A host. Links from outside attach to its first vertex of kind nic; if it has no nic, to its first host, pcieSwitch
/// or nvswitch, in this order. A node without vertices and with one device attaches at that device.
struct Node
{
    std::string name;
    std::string templateName; ///< node template it was drawn from; informative
    std::vector<Device> devices;
    std::vector<FabricVertex> vertices;
    std::vector<FabricLink> fabric;
    double power = 0; ///< W of the host beside its devices: CPUs, memory, network cards, fans; 0 = not stated
    Bytes hostMemory; ///< of the host, for what devices offload; 0 = not stated
    BytesPerSecond hostBandwidth; ///< between each device and the host's memory, per direction; 0 = not stated
    std::string source;           ///< for templates of the catalog only
    bool fromMemory = false;      ///< for templates of the catalog only: no source could be cited
    std::string notes;
    Extensions extensions;
    friend bool operator==(const Node &, const Node &) = default;
};

struct Switch
{
    std::string name;
    int ports = 0;        ///< 0 = not limited
    Seconds latency;      ///< added to a route through it
    bool reduces = false; ///< performs all-reduces in the switch, as SHARP does
    Extensions extensions;
    double power = 0; ///< W; 0 = not stated
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

/// Links that share one additional capacity: the sum of rate / capacity over the set is at most 1.
struct ConflictSet
{
    std::string name;
    std::vector<std::string> links;
    Extensions extensions;
    friend bool operator==(const ConflictSet &, const ConflictSet &) = default;
};

/// A drawn group of nodes and switches that stands for `repeat` copies of itself. The first copy keeps the drawn names;
/// in copy k (k >= 2) a member is named "name#k". Links between members are copied with them. A link to an element
/// outside is made once per copy, a link between two racks once per pair of copies. Conflict sets are not copied.
struct Rack
{
    std::string name;
    std::vector<std::string> members; ///< names of nodes and switches
    int repeat = 1;
    Extensions extensions;
    bool collapsed = false; ///< drawn as one tile; without effect on the simulation
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
    std::vector<DeviceType> deviceTypes; ///< the project's own types; they override catalog types of the same name
    std::vector<Node> nodes;
    std::vector<Switch> switches;
    std::vector<Link> links;
    std::vector<ConflictSet> conflictSets;
    std::vector<Rack> racks;
    std::vector<DeviceGroup> deviceGroups;
    double powerUsageEffectiveness = 1; ///< PUE: power of the site over that of the machines (step_power.h)
    Extensions extensions;
    friend bool operator==(const Cluster &, const Cluster &) = default;

    const Node *findNode(std::string_view name) const;
    const Switch *findSwitch(std::string_view name) const;
    const Link *findLink(std::string_view name) const;
    const Rack *findRack(std::string_view name) const;
    /// The rack that contains the node or switch; nullptr if it is in no rack.
    const Rack *rackOf(std::string_view member) const;
    /// True if a node, switch, link or rack has this name.
    bool isNameTaken(std::string_view name) const;
};

/// Number of devices, including all copies of racks.
std::size_t deviceCount(const Cluster &cluster);
/// Number of links that a drawn link becomes when Topology expands the racks.
std::size_t linkCopies(const Cluster &cluster, const Link &link);
/// Number of links between nodes and switches, including all copies of racks.
std::size_t linkCount(const Cluster &cluster);

/// The drawn name of an expanded node, switch or link: "a" for "a#3".
inline std::string_view drawnName(std::string_view name) { return name.substr(0, name.find('#')); }

/// The devices that an end of a fabric link stands for: [first, first + count).
struct DeviceRange
{
    std::size_t first = 0;
    std::size_t count = 0;
};
/// Parses an end of a fabric link. nullopt if the text does not name devices, or names one beyond deviceCount.
std::optional<DeviceRange> deviceRange(std::string_view end, std::size_t deviceCount);

/// Max size of an expanded cluster; a larger one is an error. maxLinks includes links inside nodes.
inline constexpr std::size_t maxDevices = 262'144;
/// Conflict sets of one link: each is one more constraint on every flow over it.
inline constexpr int maxSetsOfLink = 64;
inline constexpr std::size_t maxVertices = 4 * maxDevices;
inline constexpr std::size_t maxLinks = 8 * maxDevices;
inline constexpr std::size_t maxCurvePoints = 8 * maxDevices;

/// Checks a name of a node, switch, link, rack, device group or conflict set. Allowed: 1 to 200 bytes without control
/// characters, '/', ':' or '#' (they would be ambiguous in "node:index", "node/vertex" and "name#2"), not beginning
/// with "x-". Returns the rule that is violated, for Error::expected; empty if the name is allowed.
std::string whyNotName(std::string_view name);

} // namespace heteroscope
