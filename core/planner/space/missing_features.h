// SPDX-License-Identifier: GPL-3.0-or-later
//
// What space P has and the software of the job has not (SoftwareStack): no family with it is in the space that is
// searched, and nothing with it is the answer.
#pragma once

#include "planner/space/space.h"

#include <vector>

namespace heteroscope {

/// The lack of a plan as a value. lack: softwareLack(plan, stack).
MissingFeature missingFeature(SoftwareLack lack, const Plan &plan, const SoftwareStack &stack);

/// The first thing that plans of the family need and the software lacks; nullopt if it has all.
std::optional<MissingFeature> missingFeature(const Family &family, const SoftwareStack &stack);

/// All that space P would have for this workload with a software that has everything: its schedules, ZeRO 1 to 3, TP,
/// CP, EP of a model with experts, HSDP, recompute of parts of blocks where it has none that is worth it, for software
/// with pipeline stages TP and recompute by stage, and pipelines that differ on a cluster of several device types. In
/// this order.
std::vector<MissingFeature> missingFeatures(const Workload &workload, const SoftwareStack &stack,
                                            std::size_t deviceTypes = 1);

/// The schedules that the space has with this software, but not for this model: in no family.
std::vector<UncutSchedule> uncutSchedules(const Model &model, const SoftwareStack &stack, SearchSpace searched);

/// The stack with all that space P may have; its constants stay.
SoftwareStack withEveryFeature(SoftwareStack stack);

} // namespace heteroscope
