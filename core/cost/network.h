// SPDX-License-Identifier: GPL-3.0-or-later
//
// Communication over the actual links: transfers between TP groups and collectives, each reduced to
//
//     time(bytes) = latency + bytes * secondsPerByte
//
// where secondsPerByte is the worst over all directed edges of (traffic on the edge per byte) / (its capacity). So a
// group that spans unlike links runs at what its slowest part allows, and sibling rings that share a network card slow
// each other. Flows of different channels do not slow each other here; that is the network simulation's business.
// A link that is down at that instant and comes back is priced at the rate it comes back with: whoever uses it waits
// for it in the network simulation.
#pragma once

#include "cluster/topology.h"
#include "cost/calibration_values.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

namespace heteroscope {

/// Traffic of one operation on one edge, per byte of the operation.
struct EdgeTraffic
{
    EdgeId edge;
    double perByte = 0;
    friend bool operator==(const EdgeTraffic &, const EdgeTraffic &) = default;
};

struct RingHop;

/// How a transfer goes.
enum class TransferForm { direct, ring, inSwitch, allToAll };

struct TransferCost
{
    Seconds latency;
    double secondsPerByte = 0;        ///< traffic / capacity of the narrowest edge
    std::vector<EdgeTraffic> traffic; ///< by edge id
    EdgeTraffic narrowest;            ///< the edge that sets secondsPerByte
    BytesPerSecond narrowestRate;     ///< that a long transfer reaches on it
    TransferForm form = TransferForm::direct;
    int members = 0;          ///< of the largest group of a collective
    double busFactor = 0;     ///< of a ring: bytes that pass each of its edges per byte of the operation
    double perConnection = 1; ///< bytes that one of its connections carries, per byte of the operation
    bool crossesNodes = false;
    std::optional<Seconds> treeLatency; ///< of an all-reduce that short messages do along a tree instead of a ring

    /// Short messages take the tree where it wins; its bandwidth is the ring's.
    bool takesTree() const { return treeLatency && *treeLatency < latency; }
    Seconds shortestLatency() const { return takesTree() ? *treeLatency : latency; }
    Seconds time(Bytes bytes) const { return shortestLatency() + Seconds(bytes.value * secondsPerByte); }
    /// Time the narrowest edge is taken; the next transfer of the channel may follow after it.
    Seconds occupancy(Bytes bytes) const { return Seconds(bytes.value * secondsPerByte); }
};

/// Routes with a cache, at the link rates of one instant. Not thread-safe: one for each worker.
class Network
{
public:
    Network(const Topology &topology, const CalibrationValues &calibration, Seconds at = Seconds(0));

    const Topology &topology() const { return *m_topology; }
    /// Bytes/s that a long transfer reaches at factor 1 of the edge's rate curve.
    double fullCapacity(EdgeId edge) const;

    /// Error: no way between the two, or the way leads over a link that is down and stays down.
    Result<const Route *> route(DeviceId from, DeviceId to);

    /// A tensor that lies in equal shards on the devices `from` goes to the devices `to` (another number is fine:
    /// shards split or join). bytes = the whole tensor.
    Result<TransferCost> transfer(const std::vector<DeviceId> &from, const std::vector<DeviceId> &to);

    // Collectives of groups that run at the same time (sibling groups of one stage). bytes = the whole tensor of one
    // group: what is reduced, or what everybody has after a gather. Ring algorithms: all-reduce moves 2 (n-1)/n bytes
    // over each ring edge in 2 (n-1) steps, all-gather and reduce-scatter (n-1)/n in n-1 steps (bus-bandwidth factors
    // of nccl-tests, PERFORMANCE.md). The ring goes through the devices node by node in the order of
    // Topology::ringPlace; where a node holds several members, as many rings share the work so that each of its network
    // paths is used. An all-reduce over N nodes goes hierarchically or along trees where that is better: between nodes
    // 2 (N-1)/N bytes then cross each node's border instead of 2 (n-1)/n, and the steps between nodes are 2 log2 N.
    // Where all switches between the nodes add up (Switch::reduces), an all-reduce of three nodes or more is done in
    // them: each node sends its sum once and gets the total once, so 1 byte crosses its border each way, in one step
    // whatever N is (Graham et al. 2016, SHARP). Gathers and scatters are not done in switches.
    Result<TransferCost> allReduce(const std::vector<std::vector<DeviceId>> &groups);
    Result<TransferCost> allGather(const std::vector<std::vector<DeviceId>> &groups);
    Result<TransferCost> allToAll(const std::vector<std::vector<DeviceId>> &groups);
    /// The part of an all-to-all of the group that leaves its first member, on the edges that several of its peers are
    /// behind.
    Result<TransferCost> exchangeOfFirst(const std::vector<DeviceId> &group);

private:
    using TrafficMap = std::unordered_map<std::int32_t, double>;

    /// What the flows of one operation have in common.
    struct Flows
    {
        TrafficMap traffic;
        Seconds latency; ///< the longest
        bool crossesNodes = false;
    };
    /// Adds `share` of the operation's bytes from one device to another; gives the route, nullptr for a device itself.
    Result<const Route *> addFlow(Flows &flows, DeviceId from, DeviceId to, double share);
    TransferCost costOf(const Flows &flows) const;
    /// Whether all hops between nodes go through switches that add up.
    Result<bool> switchesReduce(const std::vector<std::vector<RingHop>> &rings);
    Result<TransferCost> ring(const std::vector<std::vector<DeviceId>> &groups, double rounds);
    Seconds stepOf(const Route &route) const;

    const Topology *m_topology;
    const CalibrationValues *m_calibration;
    std::vector<double> m_capacity; // bytes/s by edge: nominal * rate curve * efficiency of the technology
    std::unordered_map<std::uint64_t, Result<Route>> m_routes;
};

} // namespace heteroscope
