// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes the schedule of a plan. Devices, stages and micro-batches stay, and the layers of each stage as far as
// possible. Only the chunks change, because each schedule visits the stages in its own order.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

/// The schedules that a plan can be changed to, in the order of lists shown to the user. All but custom, which needs a
/// list of actions.
inline constexpr std::array<ScheduleKind, 9> changeableSchedules = {
    ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::eager,     ScheduleKind::interleaved, ScheduleKind::zbH1,
    ScheduleKind::zbH2,  ScheduleKind::zbV,      ScheduleKind::dualPipeV, ScheduleKind::greedy};

/// Chunks per stage under a schedule: interleaved 1F1B keeps the plan's number if it is at least two, otherwise two;
/// ZB-V and DualPipeV two; all others one.
int chunksOf(ScheduleKind kind, const Plan &plan);

/// `plan` under the schedule `kind`. If `plan` is valid (findPlanMistakes), so is the result. The error says why the
/// schedule cannot be used: too few layers, a number of micro-batches that the stages do not divide, a TP degree that
/// does not divide the attention heads or MLP width of its stage, more passes than the simulator accepts. Linear in the
/// size of the plan.
Result<Plan> withSchedule(Plan plan, ScheduleKind kind, const Model &model);

} // namespace heteroscope
