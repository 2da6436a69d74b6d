// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a plan needs that the software of the job does not have. A simulated time of such a plan is the time that a
// software with it would need.
#pragma once

#include "cost/calibration_values.h"
#include "strategy/plan.h"

namespace heteroscope {

enum class SoftwareLack {
    schedule,         ///< it does not run the plan's schedule
    zeroStage,        ///< it does not have the plan's ZeRO stage
    tensorParallel,   ///< it does not have TP
    contextParallel,  ///< it does not have CP
    expertParallel,   ///< it does not have EP
    shardGroups,      ///< it shards states over all replicas or none (HSDP)
    sharedStages,     ///< TP groups share the samples of a stage, and of its neighbours others; no software does this
    recomputeModules, ///< it cannot recompute these parts of a block alone
    zeroWithStages,   ///< it has the plan's ZeRO stage, but not with pipeline stages
    tpByStage,        ///< stages of a pipeline have other TP degrees
    recomputeByStage, ///< and recompute other blocks or parts of them
    unlikePipelines   ///< pipelines with other layers, TP degrees or numbers of micro-batches; ranks of a stage with
                      ///< other samples
};
inline constexpr std::size_t softwareLackCount = 12;
/// Of the others some software has them, or refuses them for good.
constexpr bool noSoftwareHas(SoftwareLack lack) { return lack == SoftwareLack::sharedStages; }

bool runs(const SoftwareStack &stack, ScheduleKind schedule);
/// Every software has stage 0.
bool shards(const SoftwareStack &stack, int zeroStage);

/// The first thing that it lacks; nullopt if it can run the plan. stack: with the ticks of the job
/// (cost/job_software.h).
std::optional<SoftwareLack> softwareLack(const Plan &plan, const SoftwareStack &stack);

} // namespace heteroscope
