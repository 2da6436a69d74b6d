// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who sent over which link at what rate, put together after a step has run. What ran as a flow is known from the flow
// network. The rest kept its closed form: a transfer sends during its occupancy, collectives of a pass send their
// exposed bytes evenly while they are exposed and the others beside the pass's computation, a synchronization sends
// evenly from begin to end, ZeRO-3's gathers over the whole pass.
#pragma once

#include "simulator/program/step_builder.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// Fills result.flows and what links know of them. The result must have its traffic rows. shownBy: by lane the lane
/// that was simulated for it, itself where nothing was folded.
void addLinkFlows(StepResult &result, const StepPredictor &predictor, const BuiltStep &built,
                  const std::vector<FlowRate> &rates, const std::vector<std::size_t> &shownBy);

} // namespace heteroscope
