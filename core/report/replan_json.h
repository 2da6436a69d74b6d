// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of planning over time.
#pragma once

#include "design/loss.h"
#include "planner/overtime/goodput.h"
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

/// What failures leave of a plan.
struct ReplanGoodput
{
    GoodputInput input;
    Goodput found;
    Bytes checkpointSize;
    double tokensPerSecond = 0; ///< without failures
};
/// {meanTimeBetweenFailures, checkpoint: {bytes, seconds}, restart, spares, shrunk, seed, interval: {simulated, young,
/// daly}, kept: {mean, low, median, high}, closedForm, tokensPerSecond: {withoutFailures, mean}}. Times in seconds,
/// shares 0..1; null: infinite, there are no failures.
Json goodputJson(const ReplanGoodput &goodput);

/// {names, stepTime, stepTimeBefore, goesOn, proved, switchTime, bytes, way, plan}: what the loss of nodes or links
/// would do. stepTime and plan are null if no plan fits.
Json lossJson(const std::vector<std::string> &names, const LossAnswer &loss);

} // namespace heteroscope
