// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time that a cluster's rate curves tell about: when something changes, and how far it is worth looking.
#pragma once

#include "cluster/cluster.h"

#include <QString>

#include <vector>

namespace heteroscope {

/// Curves that only have a point at 0 are a slowdown, not a change, and do not count.
struct ScenarioSpan
{
    std::vector<Seconds> changes; ///< rising, each once, all after 0
    bool isEmpty() const { return changes.empty(); }
    /// A tenth beyond the last change, so that what follows it can be seen; 0 without changes.
    Seconds horizon() const;
    /// The last change before, or the first one after a time; 0 and the horizon are ends of the way.
    Seconds before(Seconds time) const;
    Seconds after(Seconds time) const;
    friend bool operator==(const ScenarioSpan &, const ScenarioSpan &) = default;
};

ScenarioSpan scenarioSpan(const Cluster &cluster);
/// True when the factor is another one later.
bool changesOverTime(const RateCurve &curve);

/// A moment of a scenario of that length: "1:30:00", "12:05", "4.50 s".
QString formatMoment(Seconds time, Seconds horizon);

} // namespace heteroscope
