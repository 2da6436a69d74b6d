// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which plan of a search to use, and how two searches of the same question become one answer.
#pragma once

#include "cost/software_lack.h"
#include "planner/search_result.h"

namespace heteroscope {

/// A plan of a search result, valid as long as the result.
struct Recommendation
{
    const Plan *plan = nullptr;
    std::shared_ptr<const StepResult> result;
    bool isBeyond = false;              ///< outside the searched space, so nothing is proved about it
    std::optional<SoftwareLack> lack{}; ///< what the software lacks for it
    explicit operator bool() const { return plan != nullptr; }
};

/// The best plan, by the objective of the search, that the software can run, inside or outside the searched space. If
/// it can run no plan, the best plan of the space. Empty if no plan fits. stack: nullptr = everything can be run.
Recommendation recommend(const SearchResult &result, const SoftwareStack *stack);

/// The plan is better than every plan of the searched space, as the bound on these shows.
bool beatsSpace(const SearchResult &result, const StepResult &plan);

/// The best plan outside the searched space, if it is better than every plan inside, whether or not the software can
/// run it; else empty.
Recommendation betterBeyond(const SearchResult &result, const SoftwareStack *stack);

/// One result of two searches of the same question: same cluster, workload and options. The plans of both, best first,
/// and the better of the two lower bounds; the verdicts on the families are those of the search that came further. It
/// is never worse than either of them.
SearchResult joined(const SearchResult &one, const SearchResult &other);

} // namespace heteroscope
