// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a pass waits for ZeRO-3's gathers and scatters, block by block: two streams of a device, one that computes the
// layers in order and one that gathers their weights and scatters their gradients, each in order. The gather of a layer
// is asked for as the layer `prefetch` places before it begins to compute (without prefetch as the one before it is
// done), so that no more than prefetch + 1 layers are there at a time; a layer computes when its weights are there, and
// its gradients are scattered after it. Source: the implicit prefetch of PyTorch FSDP2 (fully_shard), depth 1.
#pragma once

#include "base/units.h"

#include <span>

namespace heteroscope {

/// A layer in the order of a pass.
struct GatheredLayer
{
    Ticks gather;
    Ticks compute;
    Ticks scatter;
};

/// The time that the pass takes longer than its computation. What is hidden disturbs computation: the share
/// `contention` of it is added (SoftwareStack::gatherContention). If all could be hidden this is exposedBeside
/// (cost/group_cost.h) of the sums.
Ticks exposedGathers(std::span<const GatheredLayer> layers, int prefetch, double contention);

} // namespace heteroscope
