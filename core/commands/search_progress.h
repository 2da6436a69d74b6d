// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searches on the command line: progress on stderr if it is a terminal; an interrupt (Ctrl+C) ends the search and
// returns the best plan found so far.
#pragma once

#include "planner/pareto.h"

namespace heteroscope {

Result<SearchResult> searchInForeground(const Topology &topology, const Workload &workload,
                                        const SearchOptions &options);

/// Fills result.beyond. Does nothing after an interrupt.
Status lookBeyondInForeground(const Topology &topology, const Workload &workload, const SearchOptions &options,
                              SearchResult &result);

Result<ParetoFront> findFrontInForeground(const Topology &topology, const Workload &workload,
                                          const SearchOptions &options, SearchObjective first, SearchObjective second,
                                          const SearchResult &known);

} // namespace heteroscope
