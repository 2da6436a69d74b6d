// SPDX-License-Identifier: GPL-3.0-or-later
//
// What limits a step: the parts of its critical path that are computing and waiting, where most of each is, and over
// which link.
#pragma once

#include "simulator/result/step_result.h"

#include <optional>

namespace heteroscope {

/// A cause on the critical path.
struct LimitPart
{
    Activity cause = Activity::idle; ///< of computing the kind with most time
    Ticks time;                      ///< on the critical path
    int lane = -1;                   ///< with most of it; -1: there is none
    /// Index into StepResult::links: of the links that carry such traffic the one that is full for longest. Only of
    /// waits for communication, and only with StepOptions::linkLoads.
    std::optional<std::size_t> link{};
};

struct StepLimit
{
    Ticks step;
    LimitPart compute; ///< all passes, recompute included
    LimitPart wait;    ///< what is not computing with most time on the path: communication, bubble, optimizer, host
    bool isComputeBound() const { return 2 * compute.time.count >= step.count; }
};

/// Linear in the pieces of the critical path and the uses of links.
StepLimit stepLimit(const StepResult &result);

} // namespace heteroscope
