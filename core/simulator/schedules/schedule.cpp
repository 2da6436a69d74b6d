// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/schedules/schedule.h"

namespace heteroscope {

const Schedule &scheduleOf(ScheduleKind kind)
{
    switch (kind) {
    case ScheduleKind::gpipe:
        return gpipeSchedule();
    case ScheduleKind::eager:
        return eagerSchedule();
    case ScheduleKind::interleaved:
        return interleavedSchedule();
    case ScheduleKind::zbH1:
        return zbH1Schedule();
    case ScheduleKind::zbH2:
        return zbH2Schedule();
    case ScheduleKind::zbV:
        return zbVSchedule();
    case ScheduleKind::dualPipeV:
        return dualPipeVSchedule();
    case ScheduleKind::greedy:
        return greedySchedule();
    case ScheduleKind::oneFOneB:
    case ScheduleKind::custom:
        break;
    }
    return oneFOneBSchedule();
}

} // namespace heteroscope
