// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans of a shares family (space.h): one stage that all devices of two types or more are in, as data-parallel
// ranks. A family gives types, one TP degree, ZeRO stage and the number of micro-batches, and with it the samples of
// all ranks together in one of them (Family::microBatchSize; Family::dp is 1 and means nothing). Open is how many
// samples each rank gets: all of one type as many. The stage recomputes what fits in the memory of all ranks (space.h),
// of several ways what takes those of the first type least.
//
// Plans whose ranks all have the same number of samples are those of a mixed family.
#pragma once

#include "planner/space/space.h"

#include <functional>
#include <vector>

namespace heteroscope {

/// Samples of a micro-batch by part of the family, of each of its groups.
using SampleShares = std::vector<int>;

/// Max number of samples of a group in a micro-batch.
inline constexpr int largestShare = 64;

/// Of a part; all of them are used.
int groupsOfPart(const Family &family, std::size_t part, const TensorGroups &groups);

/// Calls visit for every plan of the family until it returns false, or a stop. isOpen: plans in which a part has so
/// many samples are wanted; all are without it.
void forEachShares(const Family &family, const TensorGroups &groups,
                   const std::function<bool(const SampleShares &)> &visit, const StopToken &stop = {},
                   const std::function<bool(std::size_t part, int samples)> &isOpen = {});

/// The ranks of a part as a pure family of their own, each with so many samples. Beside sharing states and averaging
/// with others its ranks do not differ from those of the plan. nodes: of the plan. What averaging takes is left 0.
Family ranksOf(const Family &family, std::size_t part, int samples, const TensorGroups &groups, int nodes);

/// The groups of all parts, one part after the other.
std::vector<int> placedShares(const Family &family, const TensorGroups &groups);

Plan sharesPlanOf(const Family &family, const SampleShares &shares, const RecomputedPart &recomputed,
                  const TensorGroups &groups, const Topology &topology, const Workload &workload,
                  const SoftwareStack &stack);

} // namespace heteroscope
