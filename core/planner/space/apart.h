// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans of an apart family (space.h): each of its two or three device types has pipelines of its own, which are
// alike. A family gives types, TP degrees, schedule, micro-batch size, recompute and ZeRO stage, and the micro-batches
// of all pipelines together (Family::microBatches; Family::dp is 1 and means nothing). Open are, for each type, the
// number of pipelines, their stages and cut, and how many micro-batches each of them gets. With EP each so many
// neighbouring pipelines of a type share experts: their number is a multiple of EP.
//
// The groups of a type are taken in their order, stage by stage, as in a pure family of this type alone. In the plan
// the pipelines of the first type come first, and so on.
#pragma once

#include "planner/space/space.h"

#include <functional>
#include <vector>

namespace heteroscope {

/// The pipelines of a part.
struct PartPipelines
{
    int pipelines = 1;
    int stages = 1;       ///< of each
    int microBatches = 1; ///< of each
    friend auto operator<=>(const PartPipelines &, const PartPipelines &) = default;
};
/// Types that have pipelines of their own in one plan, at most.
inline constexpr std::size_t maxApartParts = 3;
/// By part of the family. The micro-batches of all pipelines add up to those of the family.
using ApartLayout = std::vector<PartPipelines>;

/// Of all parts but this one together.
int otherPipelines(const ApartLayout &layout, std::size_t part);

/// True if the family may have pipelines of so many stages, of one stage each only where 1F1B stands for all schedules;
/// with several chunks a stage each of two stages at least, and of as many micro-batches as the schedule asks for.
bool allowsStages(const Family &family, const ApartLayout &layout);

/// The micro-batches of a pipeline of so many stages are a multiple of this.
int microBatchStep(const Family &family, int stages);

/// Calls visit for each layout until it returns false, or a stop.
void forEachApartLayout(const Family &family, const TensorGroups &groups,
                        const std::function<bool(const ApartLayout &)> &visit, const StopToken &stop = {});

/// The groups of a part, stage-major: stage s of pipeline d is s * pipelines + d.
std::vector<int> placedApart(const Family &family, std::size_t part, const PartPipelines &own,
                             const TensorGroups &groups);

/// Of EP neighbouring pipelines of a part, which share experts, so many are in one node at least, whichever these
/// neighbours are: in the node that has most of them.
int sharingInNode(const Family &family, std::size_t part, const TensorGroups &groups, const Topology &topology);

/// The fewest pipelines of one stage that a part may have.
PartPipelines fewestPipelines(const Family &family);

/// A part as a pure family of its own. others: what is beside it. Beside sharing states and averaging with others its
/// pipelines do not differ from those of the plan.
Family aloneOf(const Family &family, std::size_t part, const PartPipelines &own, Family::Others others);

/// Nodes whose devices are in some of these groups.
int nodesOfGroups(const std::vector<int> &placed, const TensorGroups &groups, const Topology &topology);

/// The parts of a layout as aloneOf: replicas, nodes and sequence parallelism of the plan. What averaging takes is
/// left 0.
std::vector<Family> aloneFamilies(const Family &family, const ApartLayout &layout, const TensorGroups &groups,
                                  const Topology &topology);

/// What a part of a plan has beside its layout.
struct PartCut
{
    Cut cut;
    std::vector<RecomputedPart> recomputed; ///< by stage; empty if the family does not recompute as needed
};

/// cuts: by part.
Plan apartPlanOf(const Family &family, const ApartLayout &layout, const std::vector<PartCut> &cuts,
                 const TensorGroups &groups, const Topology &topology, const Workload &workload,
                 const SoftwareStack &stack);

} // namespace heteroscope
