// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/schedules/schedule.h"

namespace heteroscope {

const Schedule &scheduleOf(ScheduleKind kind)
{
    switch (kind) {
    case ScheduleKind::gpipe:
        return gpipeSchedule();
    case ScheduleKind::interleaved:
        return interleavedSchedule();
    case ScheduleKind::oneFOneB:
        break;
    }
    return oneFOneBSchedule();
}

} // namespace heteroscope
