// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans of the spaces A and A+ as the event simulation sees them.
//
// Space A+ is space A (problem.h) with a micro-batch size of its own for every stage; the same samples pass every stage
// at once, so a stage of micro-batch m has samples / m groups. Where groups of two neighbours hold unlike numbers of
// samples, the send takes as long as the larger number over the slowest pair: its one group sends to, or receives from,
// all of them in turn. Not in it: numbers of samples that differ between stages, and what problem.h excludes.
//
// Step time: makespan of 1F1B with sends that only take time (event_chain.h), then the slowest update, then the longest
// gradient synchronization. Forward and backward of a stage are those of its slowest kind each.
#pragma once

#include "peers/sailor/event_chain.h"
#include "peers/sailor/problem.h"

namespace heteroscope::sailor {

struct EventStage
{
    int first = 0; ///< layers [first, last]
    int last = 0;
    int pattern = 0;
    int microBatch = 0; ///< into microBatchSizes
    friend bool operator==(const EventStage &, const EventStage &) = default;
};

struct EventPlan
{
    int samples = 1; ///< that pass a stage at once, over all its groups
    int microBatches = 1;
    std::vector<EventStage> stages;
    int groupsOf(const EventStage &stage) const
    {
        return samples / microBatchSizes[static_cast<std::size_t>(stage.microBatch)];
    }
    friend bool operator==(const EventPlan &, const EventPlan &) = default;
};

EventPlan eventPlanOf(const SpaceAPlan &plan);

/// Whole picoseconds, each duration rounded up once.
EventChain chainOf(const Problem &problem, const EventPlan &plan);

/// Seconds of a step, straight from the definition; slow, for checking and for final values.
double eventTime(const Problem &problem, const EventPlan &plan);

/// Profiled, whole groups, fits in memory and the devices suffice.
bool isAllowed(const Problem &problem, const EventPlan &plan);

} // namespace heteroscope::sailor
