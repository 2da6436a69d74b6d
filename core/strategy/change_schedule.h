// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes the schedule of a plan. Devices, stages and micro-batches stay, and the layers of each stage as far as
// possible. Only the chunks change, because each schedule visits the stages in its own order.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

/// The schedules that a plan can be changed to, in the order of lists shown to the user: all but those whose order of
/// work comes with the plan.
const std::vector<ScheduleKind> &changeableSchedules();

/// Chunks per stage under a schedule (Schedule::chunksFor).
int chunksOf(ScheduleKind kind, const Plan &plan);

/// `plan` under the schedule `kind`. If `plan` is valid (findPlanMistakes), so is the result. The error says why the
/// schedule cannot be used: too few layers, a number of micro-batches that the stages do not divide, a TP degree that
/// does not divide the attention heads or MLP width of its stage, more passes than the simulator accepts. Linear in the
/// size of the plan.
Result<Plan> withSchedule(Plan plan, ScheduleKind kind, const Model &model);

} // namespace heteroscope
