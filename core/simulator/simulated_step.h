// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a plan to the trace of its step: for predictStep only. Chooses what of the program is simulated: all, one of
// equal pipelines (program/replicas.h), or one period of a steady part (steady/steady_part.h).
#pragma once

#include "simulator/engine/engine.h"
#include "simulator/predict_step.h"
#include "simulator/steady/steady_part.h"

namespace heteroscope {

struct SimulatedStep
{
    BuiltStep built;
    StepTrace trace;                  ///< of all lanes; of the shorter step if it has steady parts
    std::vector<std::size_t> shownBy; ///< by lane: the one that was simulated for it
    std::size_t simulatedLanes = 0;
    std::optional<AssumptionKind> apart; ///< why equal pipelines were not simulated once
    std::optional<SteadyParts> steady;   ///< what the trace leaves out
};

/// Errors as predictStep. plan must be without mistakes.
Result<SimulatedStep> simulateStep(GroupPricer &pricer, const Plan &plan, const StepOptions &options);

} // namespace heteroscope
