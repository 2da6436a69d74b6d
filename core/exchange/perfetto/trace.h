// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chrome/Perfetto trace JSON of a simulated step, in the "Trace Event Format". Times are in microseconds.
//
// Each lane is a process with a thread of computation and threads of communication by kind. A kind has as many threads
// as overlap at a time, because slices of one thread may only nest. The links are one process. There are complete
// events (ph X), metadata (ph M), a flow (ph s, t, f) for each sent tensor from the pass that made it to the pass that
// needs it, and counters (ph C) of the micro-batches held and of the traffic sent. With StepOptions::linkLoads there
// are also counters of the rate on the links, one for all links with the same load. Where rows show sums of many
// micro-batches (Lane::summed), so do the events.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"
#include "json/json.h"

namespace heteroscope {

/// The trace as text that is made event by event, because it can be many times as large as the result. Result and
/// topology must outlive it.
TextSource perfettoTrace(const StepResult &result, const Topology &topology);

} // namespace heteroscope
