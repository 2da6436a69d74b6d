// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan that a command uses: --plan NAME|FILE; by default the first plan of the project; without one the planner's
// best.
#pragma once

#include "commands/command.h"
#include "cost/calibration_values.h"

namespace heteroscope {

struct ChosenPlan
{
    std::string name;
    Plan plan;
    std::optional<MeasuredReference> measured;
};

/// project: file name for messages. calibration: constants for the search, nullptr for the shipped ones. Errors: no
/// such plan or file, a plan file with mistakes, no feasible plan.
Result<ChosenPlan> choosePlan(const std::string &wanted, const std::string &project, const OpenedProject &opened,
                              const CalibrationValues *calibration = nullptr);

} // namespace heteroscope
