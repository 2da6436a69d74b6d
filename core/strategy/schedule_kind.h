// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which schedule: one enumerator for each file of core/strategy/schedules, named like the file (zb_h1.cpp is zbH1).
// core/strategy/CMakeLists.txt writes the list, so that a new file there is a new schedule everywhere. What is to be
// known of a schedule is in strategy/schedule.h.
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

/// From the simplest to the special ones.
const std::vector<ScheduleKind> &allSchedules();

/// The word of plan files and of the command line: "zb-h1".
std::string_view scheduleName(ScheduleKind kind);
/// "GPipe", "1F1B", "interleaved 1F1B".
std::string_view displayName(ScheduleKind kind);
std::optional<ScheduleKind> findSchedule(std::string_view name);

} // namespace heteroscope
