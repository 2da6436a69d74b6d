// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why no plan of a family is the answer: that it cannot run, does not fit or breaks a mapping; or the least time that
// its bounds leave it, cause by cause, with the link or the device that each of them falls on.
//
// The least time is the bound of layout_model.h over the family's layouts, or what its busiest link needs for the sends
// of all pipelines. Its causes are those of the stage that the bound of that cut comes from.
#pragma once

#include "base/progress.h"
#include "planner/explain/why_not.h"

#include <string_view>

namespace heteroscope {

/// A cause of the least time.
struct BoundTerm
{
    TimeCause cause = TimeCause::computation;
    std::string where;  ///< the link that communication waits for, the device of the stage; may be empty
    double seconds = 0; ///< not negative
};

struct WhyNotFamily
{
    std::string family;                                ///< its label
    FamilyVerdict verdict = FamilyVerdict::notReached; ///< of the search; of labels that are not valid: cannotRun
    Reason reason;                                     ///< why none can run or fit; empty where there is a least time
    std::optional<Seconds> best;                       ///< step time of the best plan; empty without one
    double leastTime = 0;         ///< seconds: no plan that was looked at takes less; 0 when none can run
    bool everyLayout = true;      ///< all layouts were looked at, so leastTime holds for the family
    std::vector<BoundTerm> terms; ///< largest first; they add up to the bound of `plan`
    int stage = 0;                ///< of which the terms are
    std::optional<Plan> plan;     ///< the plan of least bound, or one that does not fit
    WhyNot why;                   ///< of that plan, simulated
};

/// known: a search of the same question, of which the families and the best plan are. options: as for that search.
/// Errors: the space has no family of this label; the search's errors; cancelled. Cost: tens of milliseconds, more for
/// families of many layouts, of which the first few hundred are looked at.
Result<WhyNotFamily> whyNotFamily(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                  const SearchResult &known, std::string_view label, StopToken stop = {});

} // namespace heteroscope
