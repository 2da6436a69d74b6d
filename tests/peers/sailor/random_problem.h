// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planning problems in the form of Sailor's profiles: random ones, small enough to try every plan.
#pragma once

#include "peers/sailor/problem.h"

#include <random>

namespace heteroscope::test {

/// Devices of type 1 slower than those of type 0; times, sizes and networks drawn; sometimes memory for few layers only
/// and profiles missing.
inline sailor::Problem randomProblem(unsigned seed, int layers, int mostDevices, int globalBatch)
{
    std::mt19937 random(seed);
    const auto uniform = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto whole = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    sailor::Problem problem;
    problem.globalBatch = globalBatch;
    for (std::size_t p = 0; p < sailor::tensorDegrees.size(); ++p) {
        for (int layer = 0; layer < layers; ++layer) {
            const double share = 1.0 / sailor::tensorDegrees[p];
            const double parameters =
                p == 0 ? uniform(1e6, 60e6)
                       : problem.profiles.sizes[0][static_cast<std::size_t>(layer)].parameters * share;
            const double output = p == 0 ? (layer + 1 == layers ? 3e7 : 2e6)
                                         : problem.profiles.sizes[0][static_cast<std::size_t>(layer)].output;
            problem.profiles.sizes[p].push_back({parameters, output, uniform(5e6, 9e7) * (share + 0.2)});
        }
    }
    for (std::size_t type = 0; type < sailor::typeCount; ++type) {
        sailor::Profiles::Type entry;
        entry.name = type == 0 ? "fast" : "slow";
        entry.memory = uniform(5e9, 3e10);
        for (std::size_t b = 0; b < sailor::microBatchSizes.size(); ++b) {
            for (std::size_t p = 0; p < sailor::tensorDegrees.size(); ++p) {
                if (whole(0, 7) == 0)
                    continue;
                const double scale = (type == 0 ? 1 : uniform(1.2, 4)) * sailor::microBatchSizes[b] *
                                     std::pow(sailor::tensorDegrees[p], -uniform(0.5, 0.95));
                for (int layer = 0; layer < layers; ++layer)
                    entry.times[b][p].push_back(
                        {scale * uniform(0.001, 0.01), scale * uniform(0.002, 0.03), scale * 0.004});
            }
        }
        problem.profiles.types.push_back(std::move(entry));
        problem.devices[type] = whole(0, mostDevices);
    }
    const std::size_t curves = sailor::typeCount * sailor::tensorDegrees.size();
    for (std::size_t c = 0; c < curves * curves; ++c)
        problem.profiles.curves.push_back({0, uniform(0, 0.02), uniform(0.3, 5)});
    return problem;
}

/// Calls visit(plan) for every plan of space A that is allowed.
template<class Visit>
void forEachPlan(const sailor::Problem &problem, const Visit &visit)
{
    const int layers = problem.profiles.layers();
    const int all = problem.devices[0] + problem.devices[1];
    for (std::size_t b = 0; b < sailor::microBatchSizes.size(); ++b) {
        for (int groups = 1; groups <= all; ++groups) {
            const int samples = sailor::microBatchSizes[b] * groups;
            sailor::SpaceAPlan plan{static_cast<int>(b), groups, (problem.globalBatch + samples - 1) / samples, {}};
            const auto choose = [&](const auto &self, int first) -> void {
                if (first == layers) {
                    if (sailor::isAllowed(problem, plan))
                        visit(plan);
                    return;
                }
                if (static_cast<int>(plan.stages.size() + 1) * groups > all)
                    return;
                for (int last = first; last < layers; ++last) {
                    for (int k = 0; k < static_cast<int>(sailor::patternCount); ++k) {
                        plan.stages.push_back({first, last, k});
                        self(self, last + 1);
                        plan.stages.pop_back();
                    }
                }
            };
            choose(choose, 0);
        }
    }
}

} // namespace heteroscope::test
