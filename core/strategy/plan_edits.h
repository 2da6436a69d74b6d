// SPDX-License-Identifier: GPL-3.0-or-later
//
// Manual changes of a plan, as functions from the old plan to the new one: move the border between two stages, move a
// TP group to another stage. The result covers all layers in order and its samples add up; findPlanMistakes checks
// everything else. Errors (path "/pipelines"): an index that does not exist, a stage without layers, more groups than
// samples. Linear in the size of the plan.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

/// The position of a TP group in a plan.
struct GroupPlace
{
    std::size_t pipeline = 0;
    std::size_t stage = 0;
    std::size_t group = 0;
    friend bool operator==(const GroupPlace &, const GroupPlace &) = default;
};

/// Moves `layers` layers over the border between a stage and the next one: into the stage if positive, out of it if
/// negative. With several chunks this is done in each chunk. Other pipelines in which the two stages have the same
/// layers are changed likewise.
Result<Plan> moveBorder(Plan plan, std::size_t pipeline, std::size_t stage, int layers);

/// Swaps the devices and degrees of two groups; each position keeps its samples.
Result<Plan> swapGroups(Plan plan, const GroupPlace &one, const GroupPlace &other);

/// Moves a group to another stage. Both stages then split their samples in proportion to the devices of their groups,
/// at least one sample each. A stage without a group is removed (dissolveStage).
Result<Plan> moveGroup(Plan plan, const GroupPlace &from, std::size_t pipeline, std::size_t stage);

/// The position of a new stage: before the stage with this index, or at the end if the index is the number of stages.
struct StageGap
{
    std::size_t pipeline = 0;
    std::size_t before = 0;
    friend bool operator==(const StageGap &, const StageGap &) = default;
};

/// Moves a group to a new stage, which takes half of each chunk of the neighbour with more layers. The stage it leaves
/// is changed as in moveGroup. Both recompute half as many blocks, where the neighbour has a number of them.
Result<Plan> moveToNewStage(Plan plan, const GroupPlace &from, const StageGap &gap);

/// Makes a new stage of one group from unused devices. It takes the degrees of its neighbour, or if the devices are
/// too few for them, TP with the max power of two. Surplus devices stay unused.
Result<Plan> addStage(Plan plan, const StageGap &gap, const std::vector<std::string> &devices);

/// Removes a stage; its layers join the previous stage, chunk by chunk, or the next stage if it is the first, which
/// then recomputes as many blocks as both did (Stage::recomputeLayers). Returns false and changes nothing if the chunks
/// of the two stages are not adjacent or there is no other stage.
bool dissolveStage(Pipeline &pipeline, std::size_t stage);

/// Replaces the devices of a group by the same number of unused devices; its old devices become unused.
Result<Plan> replaceDevices(Plan plan, const GroupPlace &place, const std::vector<std::string> &devices);

/// Devices of the cluster that no group of the plan uses, in the order of the cluster.
std::vector<std::string> devicesLeft(const Plan &plan, const Topology &topology);

} // namespace heteroscope
