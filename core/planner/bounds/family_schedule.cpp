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

/// Forwards of a chunk before the first one that a backward follows, in a stage with so many after it.
int warmUpOf(const Family &family, int stages, int behind)
{
    switch (family.schedule) {
    case ScheduleKind::interleaved:
        return 2 * behind + (family.chunks - 1) * stages;
    case ScheduleKind::gpipe:
        return family.microBatches;
    case ScheduleKind::eager:
    case ScheduleKind::zbH2:
        return 2 * behind;
    default:
        return behind;
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

EndsHeld endsHeld(const Family &family, int stages, int stage)
{
    if (family.schedule != ScheduleKind::interleaved || (stage > 0 && stage + 1 < stages))
        return {};
    const int all = family.microBatches * family.chunks, block = stages * family.chunks;
    const int most = std::min(all, warmUpOf(family, stages, stages - 1 - stage) + 1);
    const auto ofLastChunk = [&](int passes) {
        return passes / block * stages + std::max(0, passes % block - (block - stages));
    };
    EndsHeld held;
    // After so many pairs, each of which is a forward and a backward; backwards begin with the last chunk.
    for (int pairs = 0; pairs < block && most + pairs <= all; ++pairs) {
        if (stage == 0)
            held.embedding = std::max(held.embedding, ofFirstChunk(family, stages, most + pairs) - ofLastChunk(pairs));
        if (stage + 1 == stages)
            held.head = std::max(held.head, ofLastChunk(most + pairs) - ofFirstChunk(family, stages, pairs));
    }
    return held;
}

bool sendsBlock(const Family &family, const SoftwareStack &stack)
{
    return sendsBlock(stack, family.schedule, stackOverlap(stack).pp);
}

bool postsReceives(const Family &family, const SoftwareStack &stack)
{
    return !family.isVee() && sendModeOf(stack, family.schedule, stackOverlap(stack).pp) == SendMode::receivePrefetched;
}

int ofFirstChunk(const Family &family, int stages, int passes)
{
    const int block = stages * family.chunks; // as many micro-batches as there are stages, in all chunks
    return passes / block * stages + std::min(passes % block, stages);
}

ReceiveCounts receivesOf(const Family &family, int stages, int stage)
{
    if (stages == 1)
        return {};
    const int micro = family.microBatches, passes = micro * family.chunks;
    const int ahead = std::min(warmUpOf(family, stages, stages - 1 - stage), passes - 1);
    ReceiveCounts counts{ahead, passes - ahead, passes - ahead - 1, ahead};
    if (stage == 0) { // nothing comes for the first chunk
        const int begun = ofFirstChunk(family, stages, ahead + 1);
        counts.forwardAfterForward -= begun - 1;
        counts.forwardAfterBackward -= micro - begun;
    }
    if (stage + 1 == stages) { // nor back for the last one
        const int turned = ofFirstChunk(family, stages, passes - ahead);
        counts.backwardAfterForward -= turned;
        counts.backwardAfterBackward -= micro - turned;
    }
    return counts;
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
