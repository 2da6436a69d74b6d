// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/ranking.h"

#include "jobs/simulation.h"

namespace heteroscope {

const SoftwareStack *Ranking::stack() const
{
    return snapshot ? builtinCalibration().findStack(snapshot->workload.job.softwareStack) : nullptr;
}

Recommendation Ranking::recommended() const { return recommend(result, stack()); }

Recommendation Ranking::betterBeyond() const { return heteroscope::betterBeyond(result, stack()); }

bool answers(const Ranking &ranking, const Project &project, Seconds startTime)
{
    return ranking.result.startTime == startTime && sameSearch(*ranking.snapshot, project);
}

} // namespace heteroscope
