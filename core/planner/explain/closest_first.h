// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order in which people read rejected families: how close each came to being the answer.
#pragma once

#include "planner/search_result.h"

namespace heteroscope {

/// How far a family is from being the answer, where nothing else is known of it; compares families of one rejection.
struct Closeness
{
    enum class Kind { bounded, tooLarge, other };

    Kind kind = Kind::other;
    double distance = 0; ///< bounded: the lower bound in seconds or joules, the best plan's where it is as good as
                         ///< that; tooLarge: bytes that it lacks, infinite where that is not known; other: 0
    friend auto operator<=>(const Closeness &, const Closeness &) = default;
};

/// peakMemory and capacity: of the family's fullest device, 0 if not known.
Closeness closenessOf(Rejection rejection, const Reason &detail, Bytes peakMemory, Bytes capacity);

/// First the families with a lower bound, smallest first; then those that do not fit in memory, smallest shortfall
/// first; then all others. Equals keep their order in the result. Pointers into `result.rejected`.
std::vector<const RejectedFamily *> closestFirst(const SearchResult &result);

} // namespace heteroscope
