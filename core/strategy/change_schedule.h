// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same plan under another schedule: devices, stages, micro-batches and, as near as possible, the layers of each
// stage stay. What changes are the chunks, which follow the way that the schedule goes through the stages.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

/// The schedules a plan can be changed to, in the order in which people meet them; custom is not among them, it needs a
/// list of actions.
inline constexpr std::array<ScheduleKind, 9> changeableSchedules = {
    ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::eager,     ScheduleKind::interleaved, ScheduleKind::zbH1,
    ScheduleKind::zbH2,  ScheduleKind::zbV,      ScheduleKind::dualPipeV, ScheduleKind::greedy};

/// Chunks a stage gets: interleaved 1F1B keeps those of a plan that has several in each stage, else it makes two; ZB-V
/// and DualPipeV have two, all others one.
int chunksOf(ScheduleKind kind, const Plan &plan);

/// `plan` under the schedule `kind`. A plan without mistakes (findPlanMistakes) stays one. The error says in plain
/// words why the schedule cannot be used: too few layers, micro-batches that do not go up, a TP degree that does not
/// divide what the stage would get, more passes than the simulator takes. Linear in the size of the plan.
Result<Plan> withSchedule(Plan plan, ScheduleKind kind, const Model &model);

} // namespace heteroscope
