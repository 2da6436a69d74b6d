// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/schedule.h"

#include <algorithm>

namespace heteroscope {

// Each is defined in the file of its schedule.
#define HETEROSCOPE_SCHEDULE(kind) const Schedule &kind##Schedule();
#include "strategy/schedule_kinds.inc"
#undef HETEROSCOPE_SCHEDULE

const Schedule &scheduleOf(ScheduleKind kind)
{
    switch (kind) {
#define HETEROSCOPE_SCHEDULE(each)                                                                                     \
    case ScheduleKind::each:                                                                                           \
        return each##Schedule();
#include "strategy/schedule_kinds.inc"
#undef HETEROSCOPE_SCHEDULE
    }
    return oneFOneBSchedule();
}

const std::vector<ScheduleKind> &allSchedules()
{
    static const std::vector<ScheduleKind> all = [] {
        std::vector<ScheduleKind> kinds = {
#define HETEROSCOPE_SCHEDULE(kind) ScheduleKind::kind,
#include "strategy/schedule_kinds.inc"
#undef HETEROSCOPE_SCHEDULE
        };
        std::sort(kinds.begin(), kinds.end(), [](ScheduleKind a, ScheduleKind b) {
            return scheduleOf(a).facts().place < scheduleOf(b).facts().place;
        });
        return kinds;
    }();
    return all;
}

std::string_view scheduleName(ScheduleKind kind) { return scheduleOf(kind).facts().name; }

std::string_view displayName(ScheduleKind kind) { return scheduleOf(kind).facts().displayName; }

std::optional<ScheduleKind> findSchedule(std::string_view name)
{
    const auto &all = allSchedules();
    const auto found =
        std::find_if(all.begin(), all.end(), [name](ScheduleKind kind) { return scheduleName(kind) == name; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

int numberOf(const ScheduleOptions &options, const char *name, int otherwise)
{
    const auto found = options.numbers.find(name);
    return found == options.numbers.end() ? otherwise : found->second;
}

} // namespace heteroscope
