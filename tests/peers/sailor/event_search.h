// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan of space A or A+ with the least step time under the 1F1B event simulation (event_plan.h), with proof.
//
// The search is that of box_search.h. Sailor's formula over-estimates, so it never excludes anything here; its best
// plan is only where the search starts. What is known of the stages behind enters exactly, by the bounds of
// event_chain.h; what is not yet known of those before, by prices (price_relaxation.h) with the slowest stage marked.
#pragma once

#include "peers/sailor/search_result.h"

namespace heteroscope::sailor {

enum class EventSpace { A, Aplus };

/// The same question for space B, pipelines that need not be alike: each with cuts, kinds, micro-batch and number of
/// micro-batches of its own. Its plans are those of space A (alike pipelines are a case of B), so the best of A is the
/// best found; the lower bound is over all of B, and the gap between the two is not closed. However samples are shared
/// out, every sample needs each layer once on some device; priced by device type, that work cannot be done faster than
/// all devices working all the time. Memory, sends, idle time and synchronization count nothing.
SearchOutcome searchUnlikePipelines(const Problem &problem, const SearchLimits &limits = {});

/// That lower bound, in seconds.
double boundOfUnlikePipelines(const Problem &problem);

SearchOutcome searchByEvents(const Problem &problem, EventSpace space, const SearchLimits &limits = {});

} // namespace heteroscope::sailor
