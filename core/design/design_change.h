// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a cluster of a front has more than its cheaper neighbour, what that costs and saves, and what limits it.
#pragma once

#include "analysis/step_limit.h"
#include "design/design_search.h"

#include <string>
#include <utility>
#include <vector>

namespace heteroscope {

struct DesignChange
{
    /// Device types by name, with how many more there are; below 0: fewer. Without types of equal number, those with
    /// more first.
    std::vector<std::pair<std::string, int>> devices;
    bool hasOtherLinks = false; ///< equally many devices, but other nodes, links of nodes, or another fabric
    double pricePerHour = 0;    ///< USD more
    Seconds stepTime;           ///< longer by; below 0: shorter
    StepLimit limit;            ///< of the step of `to`
    std::string link;           ///< fullest link of its waits; empty: none is known
};

/// Both with a step.
DesignChange designChange(const Design &from, const Design &to);

} // namespace heteroscope
