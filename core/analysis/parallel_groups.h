// SPDX-License-Identifier: GPL-3.0-or-later
//
// The groups of devices of one kind of parallelism in a plan, as they are drawn: copies of a rack are one group.
#pragma once

#include "cluster/topology.h"
#include "strategy/plan.h"

#include <array>
#include <string>
#include <vector>

namespace heteroscope {

/// The overlay drawn over the devices: none, or one kind of parallelism.
enum class OverlayKind { none, tensor, pipeline, data, context, expert };
inline constexpr std::array<const char *, 6> overlayNames = {"", "TP", "PP", "DP", "CP", "EP"}; ///< those of the field

/// The devices of a group in one drawn node.
struct ParallelPart
{
    std::string node;
    std::vector<int> devices; ///< indices in the node, ascending
    friend auto operator<=>(const ParallelPart &, const ParallelPart &) = default;
};

struct ParallelGroup
{
    std::vector<ParallelPart> parts; ///< in the order of the group
    int degree = 0;                  ///< devices of one
    int count = 1;                   ///< that are drawn as this one
};

/// TP, CP or EP groups of more than one device; empty for another kind. The devices of a
/// TensorGroup are cp slices of tp; an EP group is the same place in neighbouring pipelines.
std::vector<ParallelGroup> groupsOf(const Topology &topology, const Plan &plan, OverlayKind kind);

/// Whether the plan has groups of this kind, or, of pipelines and replicas, more than one stage or pipeline.
bool hasParallelism(const Plan &plan, OverlayKind kind);

} // namespace heteroscope
