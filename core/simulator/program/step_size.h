// SPDX-License-Identifier: GPL-3.0-or-later
//
// The size of a simulation, from counts of the plan, before any of it is made.
#pragma once

#include "base/result.h"
#include "base/units.h"
#include "strategy/plan.h"
#include "workload/workload.h"

namespace heteroscope {

struct StepOptions;

/// What the engine works through and what it keeps.
struct StepSize
{
    double passes = 0;    ///< of all lanes: one of a chunk for a micro-batch
    double transfers = 0; ///< between lanes, forward and backward
    double intervals = 0; ///< of work and waiting in all rows
    Bytes memory;         ///< at its peak, of program, engine and result together; up to a third off
};

/// Linear in lanes and chunks. simulatedMicroBatches: by pipeline, instead of the plan's; empty: all.
StepSize stepSize(const Plan &plan, const Workload &workload, const StepOptions &options,
                  const std::vector<int> &simulatedMicroBatches = {});

/// A step that is too large for the memory budget, with the memory that it needs, a time that it takes at least, and
/// what to change. Error code invalid.
Error tooLargeStep(const StepSize &size, Bytes budget, Seconds atLeast);

} // namespace heteroscope
