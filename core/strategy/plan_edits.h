// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes of a plan by hand, as functions from the old plan to the new one: a border between two stages, a device group
// that goes to another place. They keep the layers covered in order and the samples adding up; what else a plan must be
// says findPlanMistakes. Errors (path "/pipelines"): what is not there, a stage that would have no layer, more groups
// than samples. Linear in the size of the plan.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

/// Where a TP group works.
struct GroupPlace
{
    std::size_t pipeline = 0;
    std::size_t stage = 0;
    std::size_t group = 0;
    friend bool operator==(const GroupPlace &, const GroupPlace &) = default;
};

/// Moves the border between the stage and the next one by `layers`, to the back if positive; with several chunks in
/// each of them. Pipelines whose two stages hold the same layers follow.
Result<Plan> moveBorder(Plan plan, std::size_t pipeline, std::size_t stage, int layers);

/// Two groups change places; the samples stay with the places.
Result<Plan> swapGroups(Plan plan, const GroupPlace &one, const GroupPlace &other);

/// A group leaves its stage and joins another one. Both stages share their samples out by devices, at least one each. A
/// stage that is left without a group goes, and its layers join the stage before it, or else the one behind.
Result<Plan> moveGroup(Plan plan, const GroupPlace &from, std::size_t pipeline, std::size_t stage);

/// Where a new stage comes: before this one of the pipeline's, or behind the last one where it is their number.
struct StageGap
{
    std::size_t pipeline = 0;
    std::size_t before = 0;
    friend bool operator==(const StageGap &, const StageGap &) = default;
};

/// A group leaves its stage for a new one, which takes half of each chunk of the neighbour with more layers. What it
/// leaves behind is as with moveGroup.
Result<Plan> moveToNewStage(Plan plan, const GroupPlace &from, const StageGap &gap);

/// Unused devices make a new stage of one group: of the neighbour's degrees, or where they are too few, of the largest
/// TP degree that is a power of two. Those that are too many stay unused.
Result<Plan> addStage(Plan plan, const StageGap &gap, const std::vector<std::string> &devices);

/// A stage goes, and its layers join the stage before it, chunk by chunk, or of the first one the stage behind. False,
/// and nothing is changed, where their chunks do not meet or there is no other stage.
bool dissolveStage(Pipeline &pipeline, std::size_t stage);

/// Unused devices, as many as the group has, take its place; its own become unused.
Result<Plan> replaceDevices(Plan plan, const GroupPlace &place, const std::vector<std::string> &devices);

/// Devices of the cluster that no group of the plan has, in the order of the cluster.
std::vector<std::string> devicesLeft(const Plan &plan, const Topology &topology);

} // namespace heteroscope
