// SPDX-License-Identifier: GPL-3.0-or-later
//
// The planner's answer (planner/answer.h) for an opened project, the same for every command that asks for it.
#pragma once

#include "commands/command.h"
#include "planner/answer.h"

namespace heteroscope {

/// The name under which a command shows the plan: "best of the planner", "best of the planner, beyond the searched
/// space".
std::string answerName(const SearchResult &result, const Recommendation &best);

/// The options of a search for one answer. calibration: nullptr for the shipped constants; must outlive the search.
SearchOptions answerOptions(const OpenedProject &opened, const CalibrationValues *calibration = nullptr);

/// As findAnswer of planner/answer.h.
Result<PlannerAnswer> findAnswer(const OpenedProject &opened, const SearchOptions &options, const StopToken &stop,
                                 Progress *progress, bool beyond = true);

} // namespace heteroscope
