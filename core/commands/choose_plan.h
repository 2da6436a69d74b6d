// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan that a command uses: --plan NAME|FILE; by default the first plan of the project; without one the planner's
// answer (find_answer.h), which is that of `hscope plan`.
#pragma once

#include "commands/command.h"
#include "cost/calibration_values.h"
#include "simulator/result/step_result.h"

#include <memory>

namespace heteroscope {

struct ChosenPlan
{
    std::string name;
    Plan plan;
    std::optional<MeasuredReference> measured;
    std::string file{};  ///< that it comes from
    std::string place{}; ///< JSON path in it: "/plans/0/plan"
    /// Its step as the planner simulated it, at the start of the scenario and without traffic rows.
    std::shared_ptr<const StepResult> known{};
};

/// A plan of the project, which was read from the file.
ChosenPlan planOfProject(const Project &project, std::size_t index, const std::string &file);

/// The error with the file and the whole path of what it is about: an error of a step or search names the project's
/// cluster and workload by their paths in the project, and a plan's parts by paths in the plan.
Error located(Error error, const std::string &project, const ChosenPlan *plan = nullptr);

/// project: file name for messages. calibration: constants for the search, nullptr for the shipped ones. A search is
/// one of the foreground's work; it leaves a part of the budget for what is done with the plan. Errors: no such plan or
/// file, a plan file with mistakes, no feasible plan; cancelled: the search was stopped before its first plan.
Result<ChosenPlan> choosePlan(const std::string &wanted, const std::string &project, const OpenedProject &opened,
                              Foreground &foreground, const CalibrationValues *calibration = nullptr);

} // namespace heteroscope
