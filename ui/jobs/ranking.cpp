// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/ranking.h"

#include "cost/job_software.h"
#include "jobs/simulation.h"

namespace heteroscope {

std::optional<SoftwareStack> Ranking::software() const
{
    if (!snapshot)
        return std::nullopt;
    auto found = jobSoftware(builtinCalibration(), snapshot->workload.job);
    return found ? std::optional(std::move(*found)) : std::nullopt;
}

Recommendation Ranking::recommended() const
{
    const auto own = software();
    return recommend(result, own ? &*own : nullptr);
}

Recommendation Ranking::betterBeyond() const
{
    const auto own = software();
    return heteroscope::betterBeyond(result, own ? &*own : nullptr);
}

bool answers(const Ranking &ranking, const Project &project, Seconds startTime)
{
    return ranking.result.startTime == startTime && sameSearch(*ranking.snapshot, project);
}

} // namespace heteroscope
