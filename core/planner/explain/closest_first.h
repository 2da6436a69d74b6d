// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order in which people read rejected families: how close each came to being the answer.
#pragma once

#include "planner/search_result.h"

namespace heteroscope {

/// First the families with a lower bound, smallest first; then those that do not fit in memory, smallest shortfall
/// first; then all others in their order in the result. Pointers into `result.rejected`.
std::vector<const RejectedFamily *> closestFirst(const SearchResult &result);

} // namespace heteroscope
