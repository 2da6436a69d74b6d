// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of planning over time.
#pragma once

#include "planner/overtime/replan.h"
#include "json/json.h"

namespace heteroscope {

/// {steps, horizon, gain, segments: [{from, to, plan, stepTime, candidate}], switches: [{at, cost, gain, breakEven,
/// from, to, way, bytes}], totalTime, bestFixed: {plan, totalTime, candidate}, worstCase, quantile: likewise, greedy:
/// {totalTime, switches}, pastOnly, forecast: {totalTime, switches, regret}, states, changes, resolution, searches,
/// searchSeconds, proved, predicted, candidates: [{origin, label, plan}]}. Times in seconds, bytes in bytes. candidate,
/// from, to: indices into candidates; null: no plan runs. A segment is a time in which plan and rates stay the same;
/// its first part may be a switch. stepTime is null where the plan makes no progress, totalTime where the steps are
/// never done.
Json replanJson(const ReplanResult &result);

} // namespace heteroscope
