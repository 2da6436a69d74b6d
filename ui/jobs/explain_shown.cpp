// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/explain_shown.h"

#include "cost/group_pricer.h"
#include "jobs/calibration_in_use.h"

namespace heteroscope {

Result<LaneExplanation> explainShown(const Simulation &shown, int lane)
{
    const auto calibration = CalibrationInUse::values();
    GroupPricer pricer(*shown.topology, shown.project->workload, shown.startTime, calibration.get());
    return explainLane(pricer, shown.plan, *shown.result, lane);
}

} // namespace heteroscope
