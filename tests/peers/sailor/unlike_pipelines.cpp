// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/event_search.h"
#include "peers/sailor/tables.h"

#include <algorithm>
#include <limits>

namespace heteroscope::sailor {

double boundOfUnlikePipelines(const Problem &problem)
{
    constexpr int directions = 101;
    double best = 0;
    double minUpdate = std::numeric_limits<double>::infinity();
    for (int d = 0; d < directions; ++d) {
        const std::array<double, typeCount> prices = {d / (directions - 1.0), 1 - d / (directions - 1.0)};
        const double all = prices[0] * problem.devices[0] + prices[1] * problem.devices[1];
        double work = 0; // priced device-seconds of one sample
        for (std::size_t layer = 0; layer < problem.profiles.sizes[0].size(); ++layer) {
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t type = 0; type < typeCount; ++type) {
                for (std::size_t b = 0; problem.devices[type] > 0 && b < microBatchSizes.size(); ++b) {
                    for (std::size_t p = 0; p < tensorDegrees.size(); ++p) {
                        const auto &times = problem.profiles.types[type].times[b][p];
                        if (times.empty() || tensorDegrees[p] > problem.devices[type])
                            continue;
                        const double time = times[layer].forward + times[layer].backward;
                        least = std::min(least, prices[type] * tensorDegrees[p] * time / microBatchSizes[b]);
                        minUpdate = std::min(minUpdate, times[0].update);
                    }
                }
            }
            work += least;
        }
        if (all > 0 && work < std::numeric_limits<double>::infinity())
            best = std::max(best, problem.globalBatch * work / all);
    }
    return best > 0 ? (best + minUpdate) * (1 - proofTolerance) : 0;
}

SearchOutcome searchUnlikePipelines(const Problem &problem, const SearchLimits &limits)
{
    SearchOutcome outcome = searchByEvents(problem, EventSpace::A, limits);
    outcome.lowerBound = std::min(boundOfUnlikePipelines(problem), outcome.stepTime);
    outcome.gap = outcome.stepTime > 0 ? (outcome.stepTime - outcome.lowerBound) / outcome.stepTime : 1;
    outcome.proved = outcome.stepTime > 0 && outcome.gap == 0;
    outcome.jobs.clear(); // they speak of space A
    return outcome;
}

} // namespace heteroscope::sailor
