// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/job_software.h"

#include "cost/group_cost.h"
#include "strategy/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

bool contains(const std::vector<std::string> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

Result<SoftwareStack> jobSoftware(const CalibrationValues &calibration, const TrainingJob &job)
{
    const auto stack = findSoftwareStack(calibration, job);
    if (!stack)
        return stack.error();
    SoftwareStack software = **stack;
    const auto &ticks = job.runs;
    if (ticks.schedules) {
        software.schedules.clear();
        for (const ScheduleKind kind : allSchedules()) {
            if (contains(*ticks.schedules, scheduleName(kind)))
                software.schedules.push_back(kind);
        }
    }
    auto &zeroStages = software.zeroStages;
    if (ticks.zeroStages)
        zeroStages = *ticks.zeroStages;
    zeroStages.push_back(0);
    std::sort(zeroStages.begin(), zeroStages.end());
    zeroStages.erase(std::unique(zeroStages.begin(), zeroStages.end()), zeroStages.end());
    if (ticks.degrees)
        software.degrees = *ticks.degrees;
    if (ticks.recomputeModules)
        software.recomputeModules = *ticks.recomputeModules;
    return software;
}

OverlapOptions stackOverlap(const SoftwareStack &stack)
{
    return {stack.tpExposed < 1, stack.overlapsGradients, stack.sendMode == SendMode::asynchronous};
}

std::vector<ScheduleKind> tickableSchedules()
{
    auto kinds = allSchedules();
    std::erase_if(kinds, [](ScheduleKind kind) { return scheduleOf(kind).facts().isWritten; });
    return kinds;
}

} // namespace heteroscope
