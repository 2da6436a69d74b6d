// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_rules.h"

#include <algorithm>

namespace heteroscope::check {

namespace {

/// Forwards of a stage before its first backward, in pairs of micro-batch and chunk; the forward of the first pair of
/// forward and backward is not among them.
int warmUp(const Family &family, int stages, int stage)
{
    const int ahead = stages - 1 - stage;
    if (family.chunks == 1)
        return std::min(family.microBatches, ahead);
    return std::min(family.microBatches * family.chunks, 2 * ahead + (family.chunks - 1) * stages);
}

/// The k-th forward of a stage, or backward: blocks of as many micro-batches as there are stages go through the chunks.
PassOf passOf(const Family &family, int stages, int k, bool backward)
{
    if (family.chunks == 1)
        return {backward, 0, k};
    const int step = k / stages;
    const int chunk = step % family.chunks;
    return {backward, backward ? family.chunks - 1 - chunk : chunk, step / family.chunks * stages + k % stages};
}

} // namespace

int pairsHeld(const Family &family, int stages, int stage)
{
    return std::min(family.microBatches * family.chunks, warmUp(family, stages, stage) + 1);
}

SendMode sendModeOf(const Family &family, const SoftwareStack &stack)
{
    if (stack.sendMode != SendMode::blocking)
        return stack.sendMode;
    // Interleaved stages would wait for each other for ever.
    const bool waits = family.schedule == ScheduleKind::oneFOneB && !stackOverlap(stack).pp;
    return waits ? SendMode::blocking : SendMode::receivePrefetched;
}

bool sendsBlock(const Family &family, const SoftwareStack &stack)
{
    return sendModeOf(family, stack) == SendMode::blocking;
}

std::vector<PassOf> orderOf(const Family &family, int stages, int stage)
{
    const int pairs = family.microBatches * family.chunks;
    const int early = warmUp(family, stages, stage);
    std::vector<PassOf> order;
    order.reserve(2 * static_cast<std::size_t>(pairs));
    for (int k = 0; k < pairs + early; ++k) {
        if (k < pairs)
            order.push_back(passOf(family, stages, k, false));
        if (k >= early)
            order.push_back(passOf(family, stages, k - early, true));
    }
    return order;
}

double ownWork(const Family &family, const StageWork &stage)
{
    return family.microBatches * (stage.forward + stage.sendForward + stage.backward + stage.sendBackward) -
           stage.sendBackward;
}

double minWork(const Family &family, const StageWork &stage)
{
    const int micro = family.microBatches;
    const int ahead = stage.behind;
    const double down = stage.forward, up = stage.backward, back = stage.sendBackward;
    const double fullDown = down + stage.sendForward;
    double work = ownWork(family, stage);
    if (family.schedule == ScheduleKind::oneFOneB && micro - 1 > ahead)
        work = std::max(work, std::max(down + stage.beyond, (ahead + 1) * fullDown) +
                                  (micro - 1 - ahead) * (up + back) + (micro - 2 - ahead) * fullDown +
                                  std::max(down + stage.beyond + up, fullDown + ahead * (up + back) + up));
    return work;
}

} // namespace heteroscope::check
