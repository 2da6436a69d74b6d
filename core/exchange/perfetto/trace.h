// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chrome/Perfetto trace JSON of a simulated step, by "Trace Event Format": a process for each lane, with a thread of
// computation and threads of communication by kind (as many of a kind as overlap, since slices of one thread may only
// nest). Complete events (ph X) and metadata (ph M); a flow (ph s, t, f) from the pass that made each sent tensor over
// its receipt to the pass that needs it; counters (ph C) of the micro-batches held and of the traffic sent. Times in
// microseconds; pid and tid are whole numbers.
#pragma once

#include "simulator/step_result.h"
#include "json/json.h"

namespace heteroscope {

Json perfettoTrace(const StepResult &result);

} // namespace heteroscope
