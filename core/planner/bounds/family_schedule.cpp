// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/family_schedule.h"

#include "cost/send_mode.h"
#include "strategy/schedule.h"

namespace heteroscope {

double microBatchesHeld(const Family &family, int stages, int stage)
{
    const ScheduleShape shape{stages, family.microBatches, family.chunks};
    const int all = family.microBatches * family.chunks;
    return scheduleOf(family.schedule).activationsHeld(shape, stage).value_or(all) / static_cast<double>(family.chunks);
}

bool sendsBlock(const Family &family, const SoftwareStack &stack)
{
    return sendsBlock(stack, family.schedule, stackOverlap(stack).pp);
}

} // namespace heteroscope
