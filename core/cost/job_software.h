// SPDX-License-Identifier: GPL-3.0-or-later
//
// The software of a job with what it can run: its stack, and what the user ticks in the job instead of the stack's
// default (workload/software_ticks.h). Planner and window ask it what to search, and what may be an answer.
#pragma once

#include "cost/calibration_values.h"
#include "strategy/plan.h"

namespace heteroscope {

/// The stack of the job (findSoftwareStack in cost/group_cost.h) with the job's ticks. ZeRO stage 0 is always in it:
/// nothing has to be had for it. Error: the calibration has no stack at all.
Result<SoftwareStack> jobSoftware(const CalibrationValues &calibration, const TrainingJob &job);

/// The kinds of communication that the software stack overlaps by itself.
OverlapOptions stackOverlap(const SoftwareStack &stack);

/// Schedules that a user can tick, in the order of lists: without the one that a plan file spells out.
std::vector<ScheduleKind> tickableSchedules();

} // namespace heteroscope
