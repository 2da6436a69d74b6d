// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan of space A (problem.h) with the least step time by Sailor's formula, with proof.
//
// Best-first over jobs (micro-batch, groups D), each cut into boxes: bounds on the slowest stage's time and on the
// longest gradient synchronization. In a box the step takes at least (M - 1) times the least slowest stage, plus the
// least synchronization, plus a lower bound on the sum of stage times (price_relaxation.h). A box is either excluded,
// or its plans are enumerated from the last stage to the first under the same bound, or it is halved.
#pragma once

#include "peers/sailor/search_result.h"

namespace heteroscope::sailor {

SearchOutcome searchByFormula(const Problem &problem, const SearchLimits &limits = {});

} // namespace heteroscope::sailor
