// SPDX-License-Identifier: GPL-3.0-or-later
//
// The flows on each link and their rates, collected after a step is simulated. For communication simulated as flows the
// rates come from the flow network. Communication in closed form has a constant rate: a transfer during its occupancy,
// the exposed bytes of a pass's collectives while they are exposed and their hidden bytes during the computation of the
// pass, a synchronization from start to end, the gathers of ZeRO-3 during the whole pass.
#pragma once

#include "simulator/program/step_builder.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// Fills result.flows and LinkLoad::uses. The result must have its traffic rows. shownBy: the simulated lane for each
/// lane (itself, unless its pipeline was folded).
void addLinkFlows(StepResult &result, const GroupPricer &pricer, const BuiltStep &built,
                  const std::vector<FlowRate> &rates, const std::vector<std::size_t> &shownBy);

} // namespace heteroscope
