// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/ranking.h"

#include "cost/group_cost.h"
#include "jobs/simulation.h"

namespace heteroscope {

const SoftwareStack *Ranking::stack() const
{
    if (!snapshot)
        return nullptr;
    const auto found = findSoftwareStack(builtinCalibration(), snapshot->workload.job);
    return found ? *found : nullptr;
}

Recommendation Ranking::recommended() const { return recommend(result, stack()); }

Recommendation Ranking::betterBeyond() const { return heteroscope::betterBeyond(result, stack()); }

bool answers(const Ranking &ranking, const Project &project, Seconds startTime)
{
    return ranking.result.startTime == startTime && sameSearch(*ranking.snapshot, project);
}

} // namespace heteroscope
