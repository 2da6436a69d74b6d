// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far a step's time can be trusted. This is the only place that decides it; every view and file shows what it says.
#pragma once

#include "cost/group_pricer.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// Sets support and uncertainty and adds the assumptions that say what they rest on. A step on several classes of
/// devices is as uncertain as on the worst of them. Where stack or class are not the shipped ones, the calibration of
/// the user states the error: the root of the sum of the squares of its two uncertainties.
void addSupport(StepResult &result, const GroupPricer &pricer, const Plan &plan);

} // namespace heteroscope
