// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a stretch of a step had to wait for, read from the intervals and transfers of its lanes alone.
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

/// The interval that is meant; null where the step has none such.
const LaneInterval *intervalOf(const StepResult &result, BarId bar);

/// The transfer whose arrival ended a wait of this lane for a link: what the lane received, or with blocking sends what
/// it sent; null when no transfer ended with the wait.
const TrafficInterval *endingTransfer(const Lane &lane, const LaneInterval &waiting);

/// The one bar that this one directly had to wait for: the awaited work of another lane, else the work before it here.
std::optional<BarId> directDependency(const StepResult &result, BarId bar);

/// The bars from the end of the step back to its beginning, each the direct dependency of the one after it.
std::vector<BarId> bindingChain(const StepResult &result);

} // namespace heteroscope
