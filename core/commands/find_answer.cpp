// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/find_answer.h"

#include "wording/planner_text.h"

#include <fmt/format.h>

namespace heteroscope {

std::string answerName(const SearchResult &result, const Recommendation &best)
{
    std::string name = "best of the planner";
    if (best.isBeyond)
        name += ", beyond the searched space";
    if (best.lack)
        name += fmt::format(" (but {})", lackText(*best.lack));
    return result.stopped ? name + " when it was stopped" : name;
}

SearchOptions answerOptions(const OpenedProject &opened, const CalibrationValues *calibration)
{
    SearchOptions search;
    search.top = rankedForAnswer;
    search.calibration = calibration;
    search.mappings = resolveMappings(opened.project.mappings, opened.project.cluster, opened.topology);
    return search;
}

Result<PlannerAnswer> findAnswer(const OpenedProject &opened, const SearchOptions &options, const StopToken &stop,
                                 Progress *progress, bool beyond)
{
    return findAnswer(opened.topology, opened.project.workload, options, stop, progress, beyond);
}

} // namespace heteroscope
