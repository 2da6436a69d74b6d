// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans of a shares family (space.h): one pipeline whose stages all have data-parallel ranks of two types or more.
// A family gives types, one TP degree, schedule, ZeRO stage and the number of micro-batches, and with it the samples of
// all ranks of a stage together in one of them (Family::microBatchSize; Family::dp is 1 and means nothing). Open are
// the stages, their cut, and how many samples each rank gets: all of one type as many, in each stage.
//
// Each stage has equally many groups of a type, as many as there are for that; what is left over is unused. They are
// taken in their order, stage by stage, as in a pure family of this type alone, so that a rank sends to the same rank
// of the next stage. A stage recomputes what fits in the memory of all its ranks (space.h), of several ways what takes
// those of the first type least.
//
// Plans of one stage whose ranks all have the same number of samples are those of a mixed family, of several stages
// those of an apart family.
#pragma once

#include "planner/space/apart.h"

#include <functional>
#include <vector>

namespace heteroscope {

/// Samples of a micro-batch by part of the family, of each of its groups.
using SampleShares = std::vector<int>;

/// Max number of samples of a group in a micro-batch.
inline constexpr int largestShare = 64;

/// Groups of a part in each of so many stages.
int ranksOfPart(const Family &family, std::size_t part, int stages, const TensorGroups &groups);

/// Calls visit for every way to share the samples among the ranks of so many stages until it returns false, or a stop.
/// isOpen: plans in which a part has so many samples are wanted; all are without it.
void forEachShares(const Family &family, int stages, const TensorGroups &groups,
                   const std::function<bool(const SampleShares &)> &visit, const StopToken &stop = {},
                   const std::function<bool(std::size_t part, int samples)> &isOpen = {});

/// Samples of a rank of the part, at most, if every other one has one; at most largestShare.
int mostSamplesOf(const Family &family, std::size_t part, int stages, const TensorGroups &groups);

/// The family with these samples for the ranks of its parts (FamilyPart::samples).
Family withShares(Family family, const SampleShares &shares);

/// The ranks of all parts as pipelines that work beside each other: what they do is that of an apart layout whose parts
/// have samples of their own and the same cut.
ApartLayout ranksLayout(const Family &family, int stages, const TensorGroups &groups);

/// The ranks of a part as a pure family of their own, each with so many samples. Beside sharing states and averaging
/// with others its ranks do not differ from those of the plan. nodes: of the plan. What averaging takes is left 0.
Family ranksOf(const Family &family, std::size_t part, int stages, int samples, const TensorGroups &groups, int nodes);

/// The groups of all stages, in each of them one part after the other.
std::vector<int> placedShares(const Family &family, int stages, const TensorGroups &groups);

/// recomputed: by stage.
Plan sharesPlanOf(const Family &family, const SampleShares &shares, const Cut &cut,
                  const std::vector<RecomputedPart> &recomputed, const TensorGroups &groups, const Topology &topology,
                  const Workload &workload, const SoftwareStack &stack);

} // namespace heteroscope
