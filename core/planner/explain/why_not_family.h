// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why no plan of a family is the best: it cannot run, does not fit in memory or violates a mapping; or its lower bound
// by cause, with the link or device concerned.
//
// The lower bound is the min over the family's layouts of the bounds of layout_model.h, or the time that the busiest
// link needs for the sends of all pipelines. Its causes belong to the stage that determines it.
#pragma once

#include "base/progress.h"
#include "planner/explain/why_not.h"

#include <string_view>

namespace heteroscope {

/// The part of the lower bound due to one cause.
struct BoundTerm
{
    TimeCause cause = TimeCause::computation;
    std::string where;  ///< the link of the communication, or the device of the stage; may be empty
    double seconds = 0; ///< not negative
};

struct WhyNotFamily
{
    std::string family; ///< its label
    /// Of the search; cannotRun for labels that are not valid, and for those that the software lacks something for.
    FamilyVerdict verdict = FamilyVerdict::notReached;
    Reason reason;               ///< why none can run or fit; empty where there is a least time
    std::optional<Seconds> best; ///< step time of the best plan; empty without one
    double minTime = 0;          ///< seconds: lower bound on all plans that were examined; 0 if none can run
    /// Seconds: the lower bound with which the search left the family; 0 if it has none or ranks by another objective.
    /// A closer look may give a greater one, minTime; both are true.
    double searchBound = 0;
    bool everyLayout = true;      ///< all layouts were examined, so minTime holds for the family
    std::vector<BoundTerm> terms; ///< largest first; their sum is the bound of `plan`
    int stage = 0;                ///< the stage of the terms
    /// What the family loses most by: the term that exceeds what the best plan pays for the same (mean over its
    /// devices) by most, with the excess in seconds. Empty without a best plan, and where the bound is below its time.
    std::optional<BoundTerm> loss;
    std::optional<Plan> plan; ///< the plan with the min bound, or one that does not fit in memory
    WhyNot why;               ///< of that plan, simulated
};

/// A label that the space would have with a software that has everything is explained by what the software of the job
/// lacks. known: the result of a search of the same project with the same options. Errors: the space has no family with
/// this label; the errors of the search; cancelled. Cost: tens of milliseconds; more for families with many layouts, of
/// which the first few hundred are examined.
Result<WhyNotFamily> whyNotFamily(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                  const SearchResult &known, std::string_view label, StopToken stop = {});

} // namespace heteroscope
