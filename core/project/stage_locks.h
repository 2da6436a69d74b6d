// SPDX-License-Identifier: GPL-3.0-or-later
//
// Locked stages. A locked stage is a device group of the stage's devices in all pipelines and a mapping that pins the
// group to the stage, so that the planner obeys it.
#pragma once

#include "project/project.h"

#include <set>

namespace heteroscope {

/// The stages of the plan to which exactly their own devices are pinned.
std::set<std::size_t> lockedStages(const Project &project, const Plan &plan);

/// Locks a stage. Error: no pipeline has this stage.
Result<Project> lockStage(const Project &project, const Plan &plan, std::size_t stage);
/// Unlocks a stage: removes the mapping, and the group if no other mapping uses it.
Result<Project> unlockStage(const Project &project, const Plan &plan, std::size_t stage);

} // namespace heteroscope
