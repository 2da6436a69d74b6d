// SPDX-License-Identifier: GPL-3.0-or-later
//
// The answer to "which plan?", the same for every command that asks the planner: a search of the space, a look beyond
// it, and of all plans the best that the software of the job can run.
#pragma once

#include "commands/command.h"
#include "planner/recommendation.h"
#include "planner/search_options.h"

namespace heteroscope {

struct PlannerAnswer
{
    SearchResult result; ///< with what was found beyond the space
    SoftwareStack software;
    /// Valid as long as this. Empty: no plan fits, or it was stopped before the first one was found.
    Recommendation best() const { return recommend(result, &software); }
};

/// The name under which a command shows the plan: "best of the planner", "best of the planner, beyond the searched
/// space".
std::string answerName(const SearchResult &result, const Recommendation &best);

/// The options of a search for one answer. calibration: nullptr for the shipped constants; must outlive the search.
SearchOptions answerOptions(const OpenedProject &opened, const CalibrationValues *calibration = nullptr);

/// The ranking has options.top plans at most; the answer does not depend on their number. beyond: look beyond the space
/// too. Errors: as searchPlans. After a stop the best so far.
Result<PlannerAnswer> findAnswer(const OpenedProject &opened, const SearchOptions &options, const StopToken &stop,
                                 Progress *progress, bool beyond = true);

} // namespace heteroscope
