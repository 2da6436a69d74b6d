// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans that a search found, together with the project they were found for and its devices. An immutable value that
// travels as std::shared_ptr<const Ranking>: whoever has the plans knows which devices they name. Whether it is stale
// is a question about the present project and start time (answers()), never a part of it.
#pragma once

#include "cluster/topology.h"
#include "document/document.h"
#include "planner/recommendation.h"

namespace heteroscope {

struct Ranking
{
    ProjectSnapshot snapshot;
    std::shared_ptr<const Topology> topology; ///< of the snapshot's cluster
    SearchResult result;
    /// The plans of the ranking before an edit, simulated again for the present project, and what was found meanwhile;
    /// the search has still to prove which is the best.
    bool isFromBefore = false;

    /// The best plan of the searched space; null if none fits.
    const RankedPlan *best() const { return result.plans.empty() ? nullptr : &result.plans.front(); }
    /// Of the job, with its ticks; nullopt without a project.
    std::optional<SoftwareStack> software() const;
    /// The fastest plan that the software of the job can run, in the space or beyond it.
    Recommendation recommended() const;
    /// The fastest plan beyond the space, if it is faster than all of the space; perhaps the software cannot run it.
    Recommendation betterBeyond() const;
    /// The search is over, and no plan fits in memory.
    bool nothingFits() const { return result.plans.empty() && result.beyond.empty() && !result.stopped; }
    /// The search was stopped before it found a plan.
    bool isCutOff() const { return result.plans.empty() && result.beyond.empty() && result.stopped; }
};

/// True if a ranking of the project at this start time would be equal.
bool answers(const Ranking &ranking, const Project &project, Seconds startTime);

} // namespace heteroscope
