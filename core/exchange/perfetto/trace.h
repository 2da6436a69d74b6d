// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chrome/Perfetto trace JSON of a simulated step, by "Trace Event Format": a process for each lane, with a thread of
// computation and threads of communication by kind (as many of a kind as overlap, since slices of one thread may only
// nest), and a process for the links. Complete events (ph X) and metadata (ph M); a flow (ph s, t, f) from the pass
// that made each sent tensor over its receipt to the pass that needs it; counters (ph C) of the micro-batches held, of
// the traffic sent and, of a step predicted with PredictOptions::linkLoads, of the rate on each link, one track for
// links that are loaded alike. Times in microseconds; pid and tid are whole numbers.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"
#include "json/json.h"

namespace heteroscope {

Json perfettoTrace(const StepResult &result, const Topology &topology);

} // namespace heteroscope
