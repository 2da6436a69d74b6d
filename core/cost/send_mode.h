// SPDX-License-Identifier: GPL-3.0-or-later
//
// How stages send to each other, by software stack and schedule.
#pragma once

#include "cost/calibration_values.h"
#include "strategy/schedule_kind.h"

namespace heteroscope {

/// What the software stack does, with one exception: where it blocks the sender, but the schedule would come to a
/// standstill (ScheduleFacts::allowsBlockingSends) or the plan lets sends run beside computation, receives are posted
/// beforehand.
SendMode sendModeOf(const SoftwareStack &stack, ScheduleKind schedule, bool overlapsSends);

/// Whether a stage computes nothing until what it sends has arrived.
inline bool sendsBlock(const SoftwareStack &stack, ScheduleKind schedule, bool overlapsSends)
{
    return sendModeOf(stack, schedule, overlapsSends) == SendMode::blocking;
}

} // namespace heteroscope
