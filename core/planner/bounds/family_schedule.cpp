// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/family_schedule.h"

#include "cost/send_mode.h"
#include "strategy/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Forwards of a stage less its input gradients, at most, over all its chunks; nullopt: no less than it holds anyway.
std::optional<int> heldUntilInputGradients(const Family &family, int stages, int stage)
{
    const int all = family.microBatches, behind = stages - 1 - stage;
    switch (family.schedule) {
    case ScheduleKind::zbH1:
        return std::min(all, behind + 1);
    case ScheduleKind::zbH2:
        return std::min(all, 2 * behind + 1);
    case ScheduleKind::zbV:
        return std::min(2 * all, std::min(all, stages) + 1 + stage);
    default:
        return std::nullopt;
    }
}

} // namespace

double microBatchesHeld(const Family &family, const TrainingJob &job, int stages, int stage)
{
    const ScheduleShape shape{stages, family.microBatches, family.chunks, scheduleOptionsOf(family, stages)};
    const auto least = job.frozenBase ? heldUntilInputGradients(family, stages, stage) : std::nullopt;
    if (least)
        return *least / static_cast<double>(family.chunks);
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
