// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/family_schedule.h"

#include "cost/send_mode.h"
#include "strategy/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Forwards less input gradients, at most.
int heldUntilInputGradients(const WorkOrder &order)
{
    int held = 0, most = 0;
    for (const auto &item : order) {
        if (item.pass == Pass::forward)
            most = std::max(most, ++held);
        else if (item.pass != Pass::weightGradient)
            --held;
    }
    return most;
}

} // namespace

double microBatchesHeld(const Family &family, const TrainingJob &job, int stages, int stage)
{
    const ScheduleShape shape{stages, family.microBatches, family.chunks, scheduleOptionsOf(family, stages)};
    if (job.frozenBase && splitsBackward(family)) {
        const auto orders = scheduleOf(family.schedule).orders(shape);
        const int held = orders ? heldUntilInputGradients((*orders)[static_cast<std::size_t>(stage)]) : 0;
        return held / static_cast<double>(family.chunks);
    }
    const int all = family.microBatches * family.chunks;
    return scheduleOf(family.schedule).activationsHeld(shape, stage).value_or(all) / static_cast<double>(family.chunks);
}

bool sendsBlock(const Family &family, const SoftwareStack &stack)
{
    return sendsBlock(stack, family.schedule, stackOverlap(stack).pp);
}

PassOrder passOrderOf(const Family &family)
{
    switch (family.schedule) {
    case ScheduleKind::oneFOneB:
        return PassOrder::alternating;
    case ScheduleKind::eager:
        return PassOrder::alternatingLate;
    case ScheduleKind::gpipe:
        return PassOrder::forwardsFirst;
    case ScheduleKind::zbH1:
        return PassOrder::split;
    case ScheduleKind::zbH2:
        return PassOrder::splitLate;
    default:
        return PassOrder::any;
    }
}

bool splitsBackward(const Family &family)
{
    return family.isVee() || family.schedule == ScheduleKind::zbH1 || family.schedule == ScheduleKind::zbH2;
}

} // namespace heteroscope
