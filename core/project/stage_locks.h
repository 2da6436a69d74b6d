// SPDX-License-Identifier: GPL-3.0-or-later
//
// Locked stages: a device group of the stage's devices, in all pipelines, and a mapping that pins it to that stage. So
// the planner obeys what was locked by hand, and hscope too.
#pragma once

#include "project/project.h"

#include <set>

namespace heteroscope {

/// Stages of the plan whose very devices are pinned to them.
std::set<std::size_t> lockedStages(const Project &project, const Plan &plan);

/// Error: no such stage in any pipeline.
Result<Project> lockStage(const Project &project, const Plan &plan, std::size_t stage);
/// Removes the pin, and the group if no other mapping is of it.
Result<Project> unlockStage(const Project &project, const Plan &plan, std::size_t stage);

} // namespace heteroscope
