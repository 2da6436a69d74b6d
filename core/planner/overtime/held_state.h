// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which bytes of a model's state each device holds under a plan: its weights and the states of its optimizer. Gradients
// are made anew in each step and are not part of it.
//
// Each layer has up to four parts: weights and optimizer states, of routed experts and of everything else. A part is a
// row of bytes, of which a device holds one range. The r-th of tp devices holds the r-th of tp equal pieces; of experts
// the devices of an expert-parallel group, in the order pipeline, context, tensor rank (strategy/expert_layout.h), hold
// a piece each. What ZeRO shards (stage 1 and 2: optimizer states, 3: weights too) is one more piece of it: one for
// each device that holds the same parameters (Rajbhandari et al. 2020, arXiv 1910.02054). Pieces are cut at whole
// bytes. The sums are those of stateTerms (cost/memory.h) but for that rounding; where embeddings are tied, the head's
// devices hold the embedding's range too.
#pragma once

#include "cluster/topology.h"
#include "cost/calibration_values.h"
#include "strategy/plan.h"

#include <array>
#include <cstdint>
#include <vector>

namespace heteroscope {

enum class StateRow : std::uint8_t { weights, optimizer, expertWeights, expertOptimizer };
inline constexpr std::size_t stateRowCount = 4;

/// Bytes [begin, end) of a row of a layer.
struct HeldRange
{
    int layer = 0;
    StateRow row = StateRow::weights;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t bytes() const { return end - begin; }
    friend bool operator==(const HeldRange &, const HeldRange &) = default;
};

/// By DeviceId; of each device sorted by layer and row, without overlaps.
using HeldState = std::vector<std::vector<HeldRange>>;

/// The length of each row of each layer (plan layers: 0 is the embedding).
std::vector<std::array<std::uint64_t, stateRowCount>> stateRows(const Workload &workload);
/// Of all rows: what a checkpoint holds.
Bytes stateBytesOf(const Workload &workload);

/// The plan must be one without mistakes for the topology (findPlanMistakes), but for devices that the topology does
/// not have: nobody holds what they would.
HeldState heldState(const Plan &plan, const Topology &topology, const Workload &workload);

/// The bytes that `wanted` has and `held` has not; both of one device.
std::vector<HeldRange> missingRanges(const std::vector<HeldRange> &held, const std::vector<HeldRange> &wanted);

} // namespace heteroscope
