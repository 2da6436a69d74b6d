// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why one step is longer than another: the difference of their critical paths by cause and place. A critical path
// covers its step from 0 to the end with pieces of one cause each, so the differences add up to the difference of the
// step times; in ticks exactly.
//
// Rounding. The seconds of a step time are its ticks as a double, as everywhere. `difference` is the double b - a. The
// seconds of the causes are chosen so that adding them in the order of the list gives exactly `difference`: with u the
// unit in the last place of the longer step time, the first i causes together are their ticks, rounded to a multiple of
// u, and all of them are `difference`. Each partial sum is a multiple of u that is no longer than the longer step, so
// no addition rounds. The seconds of a cause differ from its ticks by at most 2 u. In another order the sum may be off
// by some u.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heteroscope {

/// The part of the difference with one cause at one place.
struct CauseDifference
{
    Activity cause = Activity::idle;
    std::string where;      ///< a lane, or a device type (StepDifference::byLane)
    std::int64_t ticks = 0; ///< that the second step spends more on it; not 0
    double seconds = 0;     ///< the same, rounded as said above
    Seconds a, b;           ///< on the critical path of each step
};

struct StepDifference
{
    Seconds a, b;          ///< step times
    double difference = 0; ///< seconds, b - a
    /// The places are lanes, where both steps have lanes of the same names; else device types.
    bool byLane = true;
    std::vector<CauseDifference> causes; ///< largest first, without regard to the sign
};

/// The steps must have their critical pieces (every predicted step has them). Linear in their number.
StepDifference stepDifference(const StepResult &a, const Topology &topologyOfA, const StepResult &b,
                              const Topology &topologyOfB);

/// The seconds of parts, in ticks, of the difference between two step times: rounded as said above, so that added in
/// their order they give exactly b - a. The parts must add up to the difference of the steps in ticks.
std::vector<double> roundedParts(const std::vector<std::int64_t> &parts, Seconds a, Seconds b);

/// The differences of one cause over all places together.
struct CauseSum
{
    Activity cause = Activity::idle;
    Seconds a, b; ///< on the critical path of each step
    std::int64_t ticks = 0;
    std::string where; ///< the place that changed most in the direction of the sum; empty if the sum is 0
    Seconds there;     ///< its difference
};
/// Every cause that either step has, largest difference first.
std::vector<CauseSum> causeSums(const StepResult &a, const StepResult &b, const StepDifference &difference);

} // namespace heteroscope
