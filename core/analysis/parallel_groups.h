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
inline constexpr std::array<const char *, 6> overlayNames = {"",   "TP", "PP",
                                                             "DP", "CP", "EP"}; ///< the field's abbreviations

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
    int count = 1;                   ///< number of groups that are drawn as this one
};

/// The TP, CP or EP groups of more than one device; empty for other kinds. The devices of a TensorGroup are cp slices
/// of tp devices. An EP group is the same position in neighbouring pipelines.
std::vector<ParallelGroup> groupsOf(const Topology &topology, const Plan &plan, OverlayKind kind);

/// True if the plan has groups of this kind; for pipelines and replicas, more than one stage or pipeline.
bool hasParallelism(const Plan &plan, OverlayKind kind);

} // namespace heteroscope
