// SPDX-License-Identifier: GPL-3.0-or-later
//
// The full engine: event-driven. Events are ends of passes, operations and gradient buckets, and changes of the flow
// network, taken in the order (time, kind, lane), so a run is the same bytes everywhere. An uncontended transfer needs
// no event: its end is known when it begins. Cost: O(events log lanes).
//
// Attribution. A lane that waits is given one cause for each instant by following the binding predecessor, the last
// input to arrive: while its transfer was under way (or queued) the wait is exposed pipeline communication; before that
// the predecessor's own row tells: while it computed, the wait is a bubble (straggler for the part owed to a slowdown),
// and while it communicated or waited itself, the wait has that same cause. After a lane's last work the rest of the
// step is bubble.
//
// Sends by StepProgram::sends (cost/calibration_values.h). Buckets of gradients: each lane takes part in one at a time,
// in the order of the synchronizations as far as they are ready; while it also computes, both are slowed, and the
// progress of both is integrated at every change.
#pragma once

#include "base/result.h"
#include "simulator/jitter.h"
#include "simulator/program/step_program.h"

#include <functional>

namespace heteroscope {

/// Instants with an event between two looks at EngineOptions::stopped: some tenths of a millisecond.
inline constexpr int instantsBetweenLooks = 4096;

struct EngineOptions
{
    bool traffic = true; ///< record the communication rows
    Jitter jitter{};
    bool rates = false;              ///< record at what rate each flow runs
    std::function<bool()> stopped{}; ///< looked at every instantsBetweenLooks; true ends the run
};

/// Errors: internal, the order of work can never finish (with the lane that is stuck); infeasible, a link or device
/// stays down for good (path "/edges/N" or "/lanes/N"); cancelled.
Result<StepTrace> runStep(const StepProgram &program, const EngineOptions &options = {});

} // namespace heteroscope
