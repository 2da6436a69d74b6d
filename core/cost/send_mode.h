// SPDX-License-Identifier: GPL-3.0-or-later
//
// The send mode of pipeline stages, by software stack and schedule.
#pragma once

#include "cost/calibration_values.h"
#include "strategy/schedule_kind.h"

namespace heteroscope {

/// The send mode of the software stack, with one exception: blocking sends become receivePrefetched if the schedule
/// would deadlock with them (ScheduleFacts::allowsBlockingSends) or the plan overlaps sends with computation.
SendMode sendModeOf(const SoftwareStack &stack, ScheduleKind schedule, bool overlapsSends);

/// True if a stage computes nothing until its sends have arrived.
inline bool sendsBlock(const SoftwareStack &stack, ScheduleKind schedule, bool overlapsSends)
{
    return sendModeOf(stack, schedule, overlapsSends) == SendMode::blocking;
}

} // namespace heteroscope
