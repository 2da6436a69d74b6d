// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds bars of a step. What words mean is the caller's: it says of each word which lanes, kinds of work and operations
// it stands for, so the search is the same in every language.
#pragma once

#include "analysis/dependency.h"

#include <array>
#include <vector>

namespace heteroscope {

/// One word of a search. A bar has the word if at least one of these is true of it.
struct BarWord
{
    std::vector<bool> lanes;                        ///< by lane: every bar of it; empty: no lane
    std::array<bool, activityCount> activities{};   ///< every bar of it
    std::array<bool, activityCount> ofMicroBatch{}; ///< bars of it with `microBatch`
    std::int32_t microBatch = -1;
    std::vector<bool> operations; ///< by StepResult::operations; empty: none
    Ticks longerThan{-1};         ///< bars that take longer; negative: none
};

/// The bars with all words, by start, then by lane. `shown`: which lanes are searched, by lane; empty: all. Without
/// words nothing is found. O(n w + f log f) for n intervals, w words and f bars that are found.
std::vector<BarId> findBars(const StepResult &result, const std::vector<BarWord> &words,
                            const std::vector<bool> &shown = {});

/// The index of the first of these bars after `from` in their order, or of the last one before it if not `forward`;
/// beyond the ends it goes on at the other one. -1 if there are no bars. `from` need not be one of them.
int nextBar(const StepResult &result, const std::vector<BarId> &bars, BarId from, bool forward);
/// The index of the first bar that starts at `time` or later, else of the first one; -1 if there are no bars.
int barFrom(const StepResult &result, const std::vector<BarId> &bars, Ticks time);

} // namespace heteroscope
