// SPDX-License-Identifier: GPL-3.0-or-later
//
// The price of a TP group with all its terms. priceGroup sums them up and explanations list them; both read the same
// values, so an explanation always agrees with the price.
#pragma once

#include "cost/group_cost.h"

#include <memory>

namespace heteroscope {

/// Costs of the collectives of a group, as functions of their bytes.
struct GroupNetworks
{
    TransferCost tpAllReduce;
    TransferCost tpAllGather; ///< also of reduce-scatter
    TransferCost cpRing;
    TransferCost cpAllToAll; ///< where slices exchange tokens for heads
    TransferCost expertAllToAll;
    TransferCost expertTraffic; ///< this group's part of expertAllToAll
    Seconds base;               ///< software time of every call
    double scale = 1;
    double tp = 1; ///< exposed share
    /// Bytes of an exchange of tokens, to the experts or back on average, relative to those in 16 bits.
    double exchanged = 1;
};

Result<GroupNetworks> groupNetworks(Network &network, const Workload &workload, const SoftwareStack &stack,
                                    const std::vector<DeviceId> &devices, const GroupOptions &options);

/// One collective of a layer in one pass:
/// time = count * scale * exposed * besideHost * (base + latency of the bytes + bytes * seconds per byte).
struct CollectivePrice
{
    std::size_t collective = 0; ///< index into LayerWork::collectives
    bool recomputed = false;    ///< belongs to the forward pass that is repeated by recompute
    bool measured = false;      ///< contained in the measured time of the layer, so its own time is 0
    Bytes bytes;
    int count = 0;
    Seconds base;
    const TransferCost *transfer = nullptr; ///< member of GroupNetworks
    double scale = 1;
    double exposed = 1; ///< share that computation does not hide: by the software stack, of rings and experts computed
    double besideHost = 1; ///< share that does not fall into the time in which the device waits for the host anyway

    Seconds seconds() const
    {
        return measured ? Seconds(0) : (base + transfer->time(bytes)) * (count * scale) * (exposed * besideHost);
    }
    /// The part of seconds() in which bytes move over links.
    Seconds moving() const
    {
        return measured ? Seconds(0) : transfer->occupancy(bytes) * (count * scale) * (exposed * besideHost);
    }
};

/// One layer, one micro-batch.
struct LayerPrice
{
    LayerTerms terms;
    std::vector<CollectivePrice> forward;
    std::vector<CollectivePrice> backward;
    const LayerProfile *profile = nullptr; ///< if set, its measured times replace the times of the curves
    LayerTime measured;                    ///< times of the profile
    LayerCost cost;
};

struct GroupPrice
{
    std::shared_ptr<const GroupNetworks> networks;
    ByLayerKind<LayerPrice> layers;
    ComputeContext context; ///< of the slowest device
    double speed = 1;       ///< speed factor of the slowest device
    double jitter = 1;      ///< growth of all durations because nodes wait for the slowest node
    GroupCost cost;

    /// Factor of every computation time of a layer: jitter * scale / speed.
    double stretch() const { return jitter * context.stack->scale / speed; }
    const LayerPrice &layer(LayerKind kind) const { return layers[static_cast<std::size_t>(kind)]; }
};

/// Whether two prices differ in what is recomputed only.
bool differInRecompute(const GroupPrice &one, const GroupPrice &other);

/// The same as priceGroup, with all terms. networks: groupNetworks if they are known; they take most of the time and
/// are the same whatever the samples, the recompute and the nodes.
Result<GroupPrice> openGroup(Network &network, const Workload &workload, const CalibrationValues &calibration,
                             const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                             const GroupOptions &options, std::shared_ptr<const GroupNetworks> networks = nullptr);

} // namespace heteroscope
