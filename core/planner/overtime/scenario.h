// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scenario of a cluster as the planner over time sees it: pieces of constant rates. The rate curves of all links
// and devices (cluster/rate_curve.h) are cut at every change of any of them. A piece with the same factors everywhere
// as an earlier one has the same state, so a step is predicted once for each state and plan.
//
// A device whose factor is 0 is gone: what it held is lost. A node leaves when all its devices are gone. A link whose
// factor is 0 only waits.
//
// Measured curves have other factors in every piece. If that makes more states than `mostStates`, factors are rounded
// to powers of e^r with the least r of 0.5, 1, 2, 5, 10 and 20 % that makes no more (with 20 % whatever it makes), so
// that no factor changes by more than about r / 2. `resolution` is that r, and 0 where nothing was rounded. 0 and 1
// stay as they are.
#pragma once

#include "cluster/cluster.h"

#include <optional>
#include <vector>

namespace heteroscope {

/// Factors of the rate curves at one time.
struct ScenarioState
{
    std::vector<double> links;   ///< by Cluster::links
    std::vector<double> devices; ///< of each node of Cluster::nodes its devices, one node after the other
    friend bool operator==(const ScenarioState &, const ScenarioState &) = default;
};

/// [from, to). A plan may be changed at `from`.
struct ScenarioPiece
{
    Seconds from;
    Seconds to;
    std::size_t state = 0; ///< index into Scenario::states
    friend bool operator==(const ScenarioPiece &, const ScenarioPiece &) = default;
};

struct ScenarioOptions
{
    /// nullopt: the last change of a curve and then the mean time between two changes; an hour without changes.
    std::optional<Seconds> horizon{};
    /// Longer pieces are divided equally, so that there are more times at which a plan may be changed; nullopt: 5
    /// minutes, or a 2000th of the horizon if that is more.
    std::optional<Seconds> decideEvery{};
    std::size_t mostStates = 200;
};

struct Scenario
{
    std::vector<ScenarioState> states;
    std::vector<ScenarioPiece> pieces; ///< from 0 to the horizon without gaps; at least one
    std::size_t changes = 0;           ///< times in (0, horizon) at which a factor changes
    double resolution = 0;
    Seconds horizon() const { return pieces.back().to; }
};

Scenario scenarioOf(const Cluster &cluster, const ScenarioOptions &options = {});

/// The cluster with the factors of a state for ever.
Cluster clusterIn(const Cluster &cluster, const ScenarioState &state);

/// The cluster without what is gone in the state: nodes with a device that is gone, nodes all of whose links are down,
/// and links that are down; with the factors of the state for ever.
Cluster remainingCluster(const Cluster &cluster, const ScenarioState &state);

/// The max over links and devices of |ln(a / b)|; infinity where one is 0 and the other is not.
double unlikeness(const ScenarioState &a, const ScenarioState &b);

} // namespace heteroscope
