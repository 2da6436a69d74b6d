// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list of schedules: one enumerator per file in core/strategy/schedules, named after the file (zb_h1.cpp is zbH1).
// core/strategy/CMakeLists.txt generates it, so a new file there is a new schedule everywhere. strategy/schedule.h has
// the properties of a schedule.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace heteroscope {

#define HETEROSCOPE_SCHEDULE(kind) kind,
enum class ScheduleKind {
#include "strategy/schedule_kinds.inc"
};
#undef HETEROSCOPE_SCHEDULE

/// All schedules, sorted by ScheduleFacts::place.
const std::vector<ScheduleKind> &allSchedules();

/// The name in plan files and on the command line: "zb-h1".
std::string_view scheduleName(ScheduleKind kind);
/// The name shown to users: "GPipe", "1F1B", "interleaved 1F1B".
std::string_view displayName(ScheduleKind kind);
std::optional<ScheduleKind> findSchedule(std::string_view name);

} // namespace heteroscope
