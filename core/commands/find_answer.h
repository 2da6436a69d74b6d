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

/// What is shown of the first plan: "proved best of P: rank 1", "gap 3.1 % to the bound of P, 4.00 s", "no bound yet".
/// Without a plan noPlanText.
std::string verdictText(const SearchResult &result);
/// "gap 3.1 %"; "no bound yet" where nothing is known.
std::string gapText(double gap);
/// What is not shown of an answer that no family of the space has, or that is a baseline's: "outside the space: faster
/// than every plan of P; not proved among plans outside it". Empty for the others.
std::string outsideText(const SearchResult &result, const Recommendation &answer);

/// The options of a search for one answer. calibration: nullptr for the shipped constants; must outlive the search.
SearchOptions answerOptions(const OpenedProject &opened, const CalibrationValues *calibration = nullptr);

/// As findAnswer of planner/answer.h.
Result<PlannerAnswer> findAnswer(const OpenedProject &opened, const SearchOptions &options, const StopToken &stop,
                                 Progress *progress, bool beyond = true);

} // namespace heteroscope
