// SPDX-License-Identifier: GPL-3.0-or-later
//
// The price of a TP group with all its terms: what priceGroup sums up, and what an explanation writes out. Both read
// the same values, so an explanation cannot say anything that was not priced.
#pragma once

#include "cost/group_cost.h"

#include <memory>

namespace heteroscope {

/// Collectives of a group as functions of their bytes.
struct GroupNetworks
{
    TransferCost tpAllReduce;
    TransferCost tpAllGather; ///< and reduce-scatter
    TransferCost cpRing;
    TransferCost expertAllToAll;
    TransferCost expertTraffic; ///< this group's part of it
    Seconds base;               ///< software's part of every call
    double scale = 1;
    // Visible shares of each kind.
    double tp = 1;
    double cp = 1;
    double ep = 1;
};

/// One collective of a layer in one pass:
/// time = count * scale * exposed * besideHost * (base + latency + bytes * seconds per byte).
struct CollectivePrice
{
    std::size_t collective = 0; ///< of LayerWork::collectives
    bool recomputed = false;    ///< of the forward pass that is done again
    bool measured = false;      ///< inside the measured time of the layer: costs nothing beside it
    Bytes bytes;
    int count = 0;
    Seconds base;
    const TransferCost *transfer = nullptr; ///< of GroupNetworks
    double scale = 1;
    double exposed = 1;    ///< by the stack, where computation hides the rest
    double besideHost = 1; ///< what is left while the device does not wait for the host anyway

    Seconds seconds() const
    {
        return measured ? Seconds(0) : (base + transfer->time(bytes)) * (count * scale) * (exposed * besideHost);
    }
    /// The part that bytes take on the links.
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
    const LayerProfile *profile = nullptr; ///< measured times stand in the place of the curves'
    LayerTime measured;                    ///< of the profile
    LayerCost cost;
};

struct GroupPrice
{
    std::shared_ptr<const GroupNetworks> networks;
    std::array<LayerPrice, layerKindCount> layers;
    ComputeContext context; ///< of the device that sets the pace
    double speed = 1;       ///< of that device
    double jitter = 1;      ///< growth of all work by waiting for the slowest of the nodes
    GroupCost cost;

    /// Every time of a layer's computation is multiplied by it: jitter * scale / speed.
    double stretch() const { return jitter * context.stack->scale / speed; }
    const LayerPrice &layer(LayerKind kind) const { return layers[static_cast<std::size_t>(kind)]; }
};

/// As priceGroup, with the terms.
Result<GroupPrice> openGroup(Network &network, const Workload &workload, const CalibrationValues &calibration,
                             const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                             const GroupOptions &options);

} // namespace heteroscope
