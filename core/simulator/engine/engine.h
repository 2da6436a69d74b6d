// SPDX-License-Identifier: GPL-3.0-or-later
//
// The event engine. Events are ends of passes and arrivals of transfers, taken in the order (time, lane, item), so a
// run is the same bytes everywhere. Cost: O(events log lanes).
//
// Attribution. A lane that waits is given one cause for each instant by following the binding predecessor, the last
// input to arrive: while its transfer was under way (or queued) the wait is exposed pipeline communication; before that
// the predecessor's own row tells: while it computed, the wait is a bubble (straggler for the part owed to a slowdown),
// and while it communicated or waited itself, the wait has that same cause. After a lane's last work the rest of the
// step is bubble.
#pragma once

#include "base/result.h"
#include "simulator/step_program.h"

namespace heteroscope {

struct EngineOptions
{
    bool traffic = true; ///< record the communication rows
};

/// Error (internal) when the order of work can never finish, with the lane that is stuck.
Result<StepTrace> runStep(const StepProgram &program, const EngineOptions &options = {});

} // namespace heteroscope
