// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dependencies between intervals of a step, derived from the intervals and transfers of its lanes.
#pragma once

#include "simulator/result/step_result.h"

#include <optional>
#include <vector>

namespace heteroscope {

/// An interval of a lane's compute row.
struct BarId
{
    int lane = -1;     ///< index into StepResult::lanes
    int interval = -1; ///< index into Lane::intervals
    bool isValid() const { return lane >= 0 && interval >= 0; }
    friend bool operator==(BarId, BarId) = default;
};

/// The interval with this id; nullptr if the step has no such interval.
const LaneInterval *intervalOf(const StepResult &result, BarId bar);

/// The transfer whose arrival ended a wait of this lane for a link: received by the lane, or with blocking sends sent
/// by it. nullptr if no transfer ended with the wait.
const TrafficInterval *endingTransfer(const Lane &lane, const LaneInterval &waiting);

/// The bar that this bar directly depends on: the awaited work of another lane, otherwise the previous work of its
/// lane.
std::optional<BarId> directDependency(const StepResult &result, BarId bar);

/// The work whose direct dependency is this bar, by lane: the next one of its own lane, and those of other lanes that
/// waited for it. Linear in the intervals that end after it.
std::vector<BarId> directDependents(const StepResult &result, BarId bar);

/// The bars from the end of the step to its start, each the direct dependency of the one after it.
std::vector<BarId> bindingChain(const StepResult &result);

} // namespace heteroscope
