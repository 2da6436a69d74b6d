// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time span that a cluster's rate curves describe: when a factor changes, and how far it is worth looking.
#pragma once

#include "cluster/cluster.h"

#include <vector>

namespace heteroscope {

/// Curves that only have a point at 0 are a slowdown, not a change, and do not count.
struct ScenarioSpan
{
    std::vector<Seconds> changes; ///< ascending, distinct, all after 0
    bool isEmpty() const { return changes.empty(); }
    /// 1.1 times the last change, so that what follows it can be seen; 0 without changes.
    Seconds horizon() const;
    /// The last change before a time, else 0; the first change after it, else the horizon.
    Seconds before(Seconds time) const;
    Seconds after(Seconds time) const;
    friend bool operator==(const ScenarioSpan &, const ScenarioSpan &) = default;
};

ScenarioSpan scenarioSpan(const Cluster &cluster);
/// True if the factor changes after time 0.
bool changesOverTime(const RateCurve &curve);

} // namespace heteroscope
