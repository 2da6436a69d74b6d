// SPDX-License-Identifier: GPL-3.0-or-later
//
// In what a plan outside the searched space differs from those inside.
#pragma once

#include "strategy/plan.h"

#include <string>
#include <vector>

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

struct PlanChange
{
    VariationKind kind = VariationKind::schedule;
    int degree = 0;                                 ///< of zero the stage, of context and expert parallelism the degree
    ScheduleKind schedule = ScheduleKind::oneFOneB; ///< of schedule
    friend bool operator==(const PlanChange &, const PlanChange &) = default;
};

/// "ZB-V + EP 8": what files and the command line call these changes.
std::string changeLabel(const std::vector<PlanChange> &changes);

/// Replaces the change of the same kind by this one, or adds it; sorted by kind.
std::vector<PlanChange> withChange(std::vector<PlanChange> changes, const PlanChange &change);

} // namespace heteroscope
