// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan of space A or A+ with the least step time under the 1F1B event simulation (event_plan.h), with proof.
//
// The search is that of box_search.h. Sailor's formula over-estimates, so it never excludes anything here; its best
// plan is only where the search starts. What is known of the stages behind enters exactly, by the bounds of
// event_chain.h; what is not yet known of those before, by prices (price_relaxation.h) with the slowest stage marked.
#pragma once

#include "planner/sailor/search_result.h"

namespace heteroscope::sailor {

enum class EventSpace { A, Aplus };

SearchOutcome searchByEvents(const Problem &problem, EventSpace space, const SearchLimits &limits = {});

} // namespace heteroscope::sailor
