// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which lane of a simulated step a rank of a measured one is.
#pragma once

#include "exchange/trace/measured_trace.h"
#include "simulator/result/step_result.h"

#include <vector>

namespace heteroscope {

/// The most probable lane of each rank of the trace, in the order of the trace; indices into StepResult::lanes. Ranks
/// are counted as Megatron-LM, DeepSpeed and torchtitan count them: devices of a TP group first, then replicas, then
/// pipeline stages. Where the run had another number of ranks than the plan has devices, ranks are spread evenly, so a
/// dump with one rank a stage meets the stages. The run has as many ranks as the trace states, else as its largest
/// rank needs. Requires lanes.
std::vector<int> proposedLanes(const StepResult &result, const MeasuredTrace &trace);

} // namespace heteroscope
