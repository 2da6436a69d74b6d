// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/find_answer.h"

#include "cost/job_software.h"
#include "planner/beyond/beyond.h"
#include "planner/search.h"
#include "wording/planner_text.h"

#include <fmt/format.h>

#include <algorithm>

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
    const auto &workload = opened.project.workload;
    auto software =
        jobSoftware(options.calibration ? *options.calibration : builtinCalibration(), opened.project.workload.job);
    if (!software)
        return software.error();
    SearchOptions search = options;
    search.top = std::max(options.top, rankedForAnswer);
    auto result = searchPlans(opened.topology, workload, search, stop, progress);
    if (!result)
        return result.error();
    if (beyond && !stop.stop_requested()) {
        if (const auto looked = lookBeyond(opened.topology, workload, search, *result, stop, progress); !looked)
            return looked.error();
    }
    if (result->plans.size() > options.top)
        result->plans.resize(options.top);
    return PlannerAnswer{std::move(*result), std::move(*software)};
}

} // namespace heteroscope
