// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/prices/step_options.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr Bytes largestTimedStep(256e6);
constexpr Bytes largestKeptStep(128e6);
constexpr std::size_t longestRows = 250'000; // intervals of all lanes, some 10 MB

} // namespace

StepOptions timedStep(const GroupPricer &pricer)
{
    StepOptions options;
    options.timeline = false;
    options.plain = Bytes(16e6); // a few hundredths of a second
    options.memory = std::min(pricer.memory().value_or(largestTimedStep), largestTimedStep);
    return options;
}

StepOptions keptStep(const GroupPricer &pricer)
{
    StepOptions options;
    options.plain = Bytes(64e6);
    options.memory = std::min(pricer.memory().value_or(largestKeptStep), largestKeptStep);
    return options;
}

bool isTooLarge(const Error &error) { return error.code == Error::Code::invalid && error.path.empty(); }

std::size_t dropLongRows(StepResult &result)
{
    std::size_t intervals = 0;
    for (const auto &lane : result.lanes)
        intervals += lane.intervals.size();
    if (intervals > longestRows) {
        for (auto &lane : result.lanes) {
            lane.intervals = {};
            lane.traffic = {};
        }
        result.criticalPieces = {};
    }
    return intervals;
}

} // namespace heteroscope
