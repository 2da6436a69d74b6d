// SPDX-License-Identifier: GPL-3.0-or-later
//
// Communication over the links of the cluster: transfers between TP groups, and collectives. Each has the cost
//
//     time(bytes) = min over protocols of (latency + bytes * secondsPerByte / efficiency)
//
// where secondsPerByte is the max over all directed edges of (traffic on the edge per byte) / (capacity of the edge).
// The common library has three protocols (NCCL, src/graph/tuning.cc): Simple, with efficiency 1 and the latency
// LinkConstants::hop a step; LL128, which writes a flag into every 128 bytes; LL, into every 8. All lines through
// (shortestLatency(), secondsPerByte) are below the time, so both are good for bounds.
// So a group over different links runs at the rate of its slowest part, and rings of sibling groups that share a
// network card slow each other down. Contention between different channels is not included; the simulator computes it
// (core/simulator/network). A link that is down at the given time and comes back later is priced at the rate it comes
// back with; the wait for it is simulated too.
#pragma once

#include "base/stop_token.h"
#include "cluster/topology.h"
#include "cost/calibration_values.h"
#include "cost/edge_sums.h"
#include "cost/route_store.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
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

/// The algorithm of a transfer.
enum class TransferForm { direct, ring, inSwitch, allToAll };

/// A protocol that takes less latency and reaches only this share of the rate. Its rings and trees are those of the
/// collective, whichever takes less.
struct QuickProtocol
{
    Seconds latency;
    double efficiency = 0; ///< 0: none
};
inline constexpr std::size_t quickProtocolCount = 2; ///< LL128, LL

struct TransferCost
{
    Seconds latency;
    double secondsPerByte = 0;        ///< traffic / capacity of the narrowest edge
    std::vector<EdgeTraffic> traffic; ///< by edge id
    EdgeTraffic narrowest;            ///< the edge that sets secondsPerByte
    BytesPerSecond narrowestRate;     ///< rate that a long transfer reaches on it
    TransferForm form = TransferForm::direct;
    int members = 0;          ///< size of the largest group of a collective
    double busFactor = 0;     ///< ring: bytes over each edge of the ring per byte of the operation
    double perConnection = 1; ///< bytes over one connection per byte of the operation
    bool crossesNodes = false;
    std::optional<Seconds> treeLatency; ///< latency of the tree algorithm of an all-reduce, if it applies
    std::array<QuickProtocol, quickProtocolCount> quick; ///< of collectives

    /// An all-reduce uses the tree if its latency is less; both have the same bandwidth.
    bool takesTree() const { return treeLatency && *treeLatency < latency; }
    /// Of the Simple protocol, which long messages use.
    Seconds longLatency() const { return takesTree() ? *treeLatency : latency; }
    /// What a message takes beyond its occupancy: with a quick protocol its latency and what its lower rate costs.
    Seconds latencyOf(Bytes bytes) const
    {
        Seconds least = longLatency();
        for (const auto &one : quick) {
            if (one.efficiency > 0)
                least = std::min(least, one.latency + occupancy(bytes) * (1 / one.efficiency - 1));
        }
        return least;
    }
    /// Of a message without bytes.
    Seconds shortestLatency() const { return latencyOf(Bytes(0)); }
    Seconds time(Bytes bytes) const { return latencyOf(bytes) + occupancy(bytes); }
    /// Time for which the narrowest edge is occupied; the next transfer of the channel can start after it.
    Seconds occupancy(Bytes bytes) const { return Seconds(bytes.value * secondsPerByte); }
};

/// Routes (cached) and costs at the link rates of one point in time. Not thread-safe; each thread needs its own.
class Network
{
public:
    /// stop: asked for every route that is not known yet; after it all that needs one is cancelled.
    Network(const Topology &topology, const CalibrationValues &calibration, Seconds at = Seconds(0),
            StopToken stop = {});

    const Topology &topology() const { return *m_topology; }
    /// Rate in bytes/s that a long transfer reaches if the factor of the edge's rate curve is 1.
    double fullCapacity(EdgeId edge) const;

    /// Error: no route exists, or it uses a link that is down and stays down; cancelled.
    Result<const KnownRoute *> route(DeviceId from, DeviceId to);

    /// Sends a tensor that is sharded equally over the devices `from` to the devices `to`, on which it is sharded
    /// equally too; the numbers of devices may differ. bytes = the whole tensor.
    Result<TransferCost> transfer(const std::vector<DeviceId> &from, const std::vector<DeviceId> &to);

    // Collectives of groups that run at the same time (sibling groups of one stage). bytes = the whole tensor of one
    // group: the input of a reduction, the output of a gather.
    //
    // Ring: an all-reduce moves 2 (n-1)/n bytes over each edge of the ring in 2 (n-1) steps, an all-gather or
    // reduce-scatter (n-1)/n bytes in n-1 steps (bus-bandwidth factors of NVIDIA's nccl-tests). The ring visits the
    // devices node by node in the order of Topology::ringPlace. If a node has several members, there are as many rings,
    // so that all network paths of the node are used.
    //
    // Tree or hierarchical: an all-reduce over N nodes uses it if it is faster. 2 (N-1)/N bytes instead of 2 (n-1)/n
    // then enter and leave each node, in 2 log2 N steps between nodes.
    //
    // In the switches of a node (NVLS): NVSwitches of NVLink 4 and later add up what passes through them. An all-reduce
    // over m > 2 devices of a node then moves (m+1)/m bytes into and out of each device, in two steps, at the rate
    // LinkConstants::inSwitch; it is taken if that is faster than the ring. Between several nodes it is combined with
    // the ring or tree. A long message also waits LinkConstants::inSwitchFill, until the pipeline of its pieces is
    // full. The library has only Simple there and takes rings and trees for short messages: LL with two steps stands
    // for these (kernels/collectives_nccl.csv), and LL128 is left out.
    //
    // In the switch: if all switches between the nodes perform all-reduces (Switch::reduces) and there are at least
    // three nodes, each node sends its sum once and receives the total once: 1 byte enters and leaves each node, in one
    // step (SHARP, Graham et al. 2016). Gathers and reduce-scatters never use it.
    Result<TransferCost> allReduce(const std::vector<std::vector<DeviceId>> &groups);
    Result<TransferCost> allGather(const std::vector<std::vector<DeviceId>> &groups);
    /// Every member sends 1/n of its bytes to each member of its group; bytes = what one member sends in all. A member
    /// serves its peers in its own node one after the other, those in other nodes eight at a time, each with the
    /// latency of a step (NCCL's batches of sends). Remembered by the groups.
    ///
    /// perNode: what goes to the members in another node is sent to one of them, in this share of its bytes, and copied
    /// to the others inside the node (ExpertDispatch::nodes: a token once to each node). nullopt: straight to each.
    Result<const TransferCost *> allToAll(const std::vector<std::vector<DeviceId>> &groups,
                                          std::optional<double> perNode = {});
    /// The part of these all-to-alls that leaves `senders`, which are `together` of the members of each group, as all
    /// their peers are. Only edges on the senders' half of a way, and those that lead to several peers, are included.
    Result<TransferCost> exchangeOf(const std::vector<std::vector<DeviceId>> &groups,
                                    const std::vector<DeviceId> &senders, int together,
                                    std::optional<double> perNode = {});
    /// Two operations, one after the other: `share` of the bytes by `first`, the rest by `second`.
    TransferCost inTurn(const TransferCost &first, const TransferCost &second, double share);

private:
    /// The sum of the flows of one operation; there is one at a time.
    struct Flows
    {
        explicit Flows(EdgeSums &sums) : traffic(sums) { traffic.clear(); }

        EdgeSums &traffic; ///< shares of the operation's bytes
        Seconds latency;   ///< max over the flows
        bool crossesNodes = false;
        bool betweenPairs = false; ///< sends, which are slower than the rings that the capacity of edges is for
    };
    /// Adds a flow of `share` times the operation's bytes. Returns its route, nullptr if `from` is `to`.
    Result<const KnownRoute *> addFlow(Flows &flows, DeviceId from, DeviceId to, double share);
    /// counts: if not empty, which edges do; the others are left out.
    TransferCost costOf(const Flows &flows, const std::function<bool(EdgeId)> &counts = {}) const;
    /// True if all hops between nodes use switches that perform all-reduces.
    Result<bool> switchesReduce(const std::vector<std::vector<RingHop>> &rings);
    Result<TransferCost> ring(const std::vector<std::vector<DeviceId>> &groups, double rounds);
    /// Members of a group node by node, and the nodes of a switch one after the other: a ring then enters and leaves
    /// each node once.
    static std::vector<std::vector<DeviceId>> byNode(const Topology &topology, std::vector<DeviceId> group);
    struct Exchange;
    class PeerEdges;
    /// What `from` sends in an all-to-all of the group. edges: if not null, is told of all ways.
    Result<Seconds> addExchange(Flows &flows, const Exchange &exchange, DeviceId from, PeerEdges *edges);
    struct RingGroup;
    /// By protocol: Simple, LL128, LL.
    using Steps = std::array<Seconds, 1 + quickProtocolCount>;
    Status addRing(Flows &flows, RingGroup &group, const std::vector<RingHop> &ring);
    Status addRings(Flows &flows, RingGroup &group, const std::vector<std::vector<DeviceId>> &nodes);
    Seconds stepOf(const KnownRoute &route) const;
    Steps stepsOf(const KnownRoute &route) const;
    Result<bool> nodeReduces(const std::vector<DeviceId> &members);
    Result<Steps> addNodeReduction(Flows &flows, const std::vector<DeviceId> &members);

    const Topology *m_topology;
    const CalibrationValues *m_calibration;
    StopToken m_stop;
    StopMeter m_meter; // of flows over routes that are known
    /// What flows and steps over an edge ask for.
    struct Edge
    {
        double capacity = 0; ///< bytes/s: nominal * rate curve * efficiency of the technology
        double pairs = 1;    ///< LinkConstants::pairs
        Steps software{};    ///< of a step over it
    };
    std::vector<Edge> m_edges;
    RouteStore m_routes;
    std::map<std::pair<DeviceId, DeviceId>, Error> m_refused; // where there is no route
    EdgeSums m_sums;                                          // of one operation
    std::map<std::pair<std::vector<std::vector<DeviceId>>, std::optional<double>>, TransferCost> m_allToAlls;
};

} // namespace heteroscope
