// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which plan a command is about: --plan NAME|FILE, else the project's first, else the planner's best.
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

/// project: its file, for messages. calibration: of the search, null for the shipped constants. Errors: no such plan or
/// file, a plan file with mistakes, no plan that fits.
Result<ChosenPlan> choosePlan(const std::string &wanted, const std::string &project, const OpenedProject &opened,
                              const CalibrationValues *calibration = nullptr);

} // namespace heteroscope
