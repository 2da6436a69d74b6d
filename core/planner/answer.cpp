// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/answer.h"

#include "cost/job_software.h"
#include "planner/beyond/beyond.h"
#include "planner/search.h"

#include <algorithm>

namespace heteroscope {

Result<PlannerAnswer> findAnswer(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 const StopToken &stop, Progress *progress, bool beyond)
{
    auto software = jobSoftware(options.calibration ? *options.calibration : builtinCalibration(), workload.job);
    if (!software)
        return software.error();
    SearchOptions search = options;
    search.top = std::max(options.top, rankedForAnswer);
    auto result = searchPlans(topology, workload, search, stop, progress);
    if (!result)
        return result.error();
    if (beyond && !stop.stop_requested()) {
        if (const auto looked = lookBeyond(topology, workload, search, *result, stop, progress); !looked)
            return looked.error();
    }
    if (result->plans.size() > options.top)
        result->plans.resize(options.top);
    return PlannerAnswer{std::move(*result), std::move(*software)};
}

} // namespace heteroscope
