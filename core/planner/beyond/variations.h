// SPDX-License-Identifier: GPL-3.0-or-later
//
// One plan made into others that differ from it in one way that the searched space does not have. The plans need not be
// possible; the simulator tells.
#pragma once

#include "cost/calibration_values.h"
#include "strategy/plan.h"

#include <map>

namespace heteroscope {

enum class VariationKind {
    schedule,
    zero,
    contextParallel,
    expertParallel,
    samplesBySpeed,
    tensorByStage,
    tensorOverNodes,
    unlikePipelines
};

/// A plan and how it came to differ from those of the space, each kind in words: "ZB-V", "EP 8", "samples by speed".
struct VariedPlan
{
    std::map<VariationKind, std::string> changes;
    Plan plan;
};

/// "ZB-V + EP 8".
std::string changeText(const std::map<VariationKind, std::string> &changes);

/// In a fixed order, the kinds with few plans first. Of a plan that is outside the space already also those with other
/// micro-batches and recompute. from.plan must be without mistakes.
std::vector<VariedPlan> variationsOf(const VariedPlan &from, const Topology &topology, const Workload &workload,
                                     const SoftwareStack &stack);

/// Shares the samples of a stage out by the peak rates of its groups, at least one each. False where there are fewer
/// samples than groups.
bool shareBySpeed(Stage &stage, int samples, const Topology &topology, Precision precision);

} // namespace heteroscope
