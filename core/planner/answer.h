// SPDX-License-Identifier: GPL-3.0-or-later
//
// The answer to "which plan?": a search of the space, a look beyond it, and of all plans the best that the software of
// the job can run. The command line, a sweep and the Python module ask here, so their answers are the same.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
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

/// The ranking has options.top plans at most; the answer does not depend on their number. beyond: look beyond the space
/// too. Errors: as searchPlans. After a stop the best so far.
Result<PlannerAnswer> findAnswer(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 const StopToken &stop, Progress *progress, bool beyond = true);

} // namespace heteroscope
