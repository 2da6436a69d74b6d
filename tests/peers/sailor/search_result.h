// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a search over a Sailor problem returns, and how it is told to end.
#pragma once

#include "base/progress.h"
#include "peers/sailor/event_plan.h"

#include <chrono>
#include <optional>

namespace heteroscope::sailor {

/// Two times that differ by less than this share of themselves count as equal in a proof by sums of doubles.
inline constexpr double proofTolerance = 1e-9;

/// All plans of one micro-batch size (-1: each stage its own) and so many samples at once, and why none of them is
/// better than the best found.
struct JobProof
{
    int microBatch = 0;
    int samples = 1;
    double bound = 0; ///< seconds; no plan of the job is faster, unless it is the best one
    friend bool operator==(const JobProof &, const JobProof &) = default;
};

struct SearchLimits
{
    double seconds = 1e9;
    StopToken stop;
    unsigned threads = 1; ///< of a search by events; which of equally fast plans is found may depend on it
};

struct SearchOutcome
{
    bool proved = false;
    double gap = 1;
    double stepTime = 0; ///< 0 = no plan
    double lowerBound = 0;
    std::optional<SpaceAPlan> plan;     ///< of a search by formula
    std::optional<EventPlan> eventPlan; ///< of a search by events
    std::vector<JobProof> jobs;
    double firstBestAt = 0;    ///< seconds from the start until the best plan was found
    std::size_t boxes = 0;     ///< parts of the space that were bounded
    std::size_t simulated = 0; ///< plans, by events
    std::size_t nodes = 0;     ///< partial plans looked at
};

} // namespace heteroscope::sailor
