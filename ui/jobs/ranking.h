// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans that a search found, together with the project they were found for and its devices. An immutable value that
// travels as std::shared_ptr<const Ranking>: whoever has the plans knows which devices they name. Whether it is stale
// is a question about the present project (sameSearch in jobs/simulation.h), never a part of it.
#pragma once

#include "cluster/topology.h"
#include "document/document.h"
#include "planner/search_result.h"

namespace heteroscope {

struct Ranking
{
    ProjectSnapshot snapshot;
    std::shared_ptr<const Topology> topology; ///< of the snapshot's cluster
    SearchResult result;

    /// Null if no plan fits.
    const RankedPlan *best() const { return result.plans.empty() ? nullptr : &result.plans.front(); }
};

} // namespace heteroscope
