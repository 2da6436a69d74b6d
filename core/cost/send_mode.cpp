// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/send_mode.h"

#include "strategy/schedule.h"

namespace heteroscope {

SendMode sendModeOf(const SoftwareStack &stack, ScheduleKind schedule, bool overlapsSends)
{
    const bool blocks = stack.sendMode == SendMode::blocking;
    if (blocks && (overlapsSends || !scheduleOf(schedule).facts().allowsBlockingSends))
        return SendMode::receivePrefetched;
    return stack.sendMode;
}

} // namespace heteroscope
