// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_rules.h"

#include "strategy/schedule.h"

#include <algorithm>
#include <optional>

namespace heteroscope::check {

namespace {

/// Forwards of a stage before its first backward, in pairs of micro-batch and chunk; the forward of the first pair of
/// forward and backward is not among them. Not for a V.
int warmUp(const Family &family, int stages, int stage)
{
    const int ahead = stages - 1 - stage;
    switch (family.schedule) {
    case ScheduleKind::interleaved:
        return std::min(family.microBatches * family.chunks, 2 * ahead + (family.chunks - 1) * stages);
    case ScheduleKind::gpipe:
        return family.microBatches - 1;
    case ScheduleKind::eager:
    case ScheduleKind::zbH2:
        return std::min(family.microBatches, 2 * ahead);
    default:
        return std::min(family.microBatches, ahead);
    }
}

/// The k-th forward of a stage, or backward: blocks of as many micro-batches as there are stages go through the chunks.
PassOf passOf(const Family &family, int stages, int k, bool backward)
{
    const auto kind = backward ? PassKind::backward : PassKind::forward;
    if (family.chunks == 1) // GPipe goes back from the last micro-batch to the first
        return {kind, 0, backward && family.schedule == ScheduleKind::gpipe ? family.microBatches - 1 - k : k};
    const int step = k / stages;
    const int chunk = step % family.chunks;
    return {kind, backward ? family.chunks - 1 - chunk : chunk, step / family.chunks * stages + k % stages};
}

/// Forwards and input gradients by turns after the warm-up; weight gradients wait while no more than `late` of them do.
std::vector<PassOf> splitOrder(int microBatches, int early, int late)
{
    std::vector<PassOf> order;
    for (int k = 0; k < early; ++k)
        order.push_back({PassKind::forward, 0, k});
    int weights = 0;
    for (int k = 0; k < microBatches; ++k) {
        if (k + early < microBatches)
            order.push_back({PassKind::forward, 0, k + early});
        order.push_back({PassKind::inputGradient, 0, k});
        const bool draining = k + early + 1 >= microBatches;
        if (draining || k + 1 - weights > late)
            order.push_back({PassKind::weightGradient, 0, weights++});
    }
    for (; weights < microBatches; ++weights)
        order.push_back({PassKind::weightGradient, 0, weights});
    return order;
}

std::vector<PassOf> veeOrder(const Family &family, int stages, int stage)
{
    const auto orders = scheduleOf(family.schedule).orders({stages, family.microBatches, family.chunks});
    std::vector<PassOf> order;
    if (!orders)
        return order;
    for (const auto &item : (*orders)[static_cast<std::size_t>(stage)]) {
        const auto kind = item.pass == Pass::forward         ? PassKind::forward
                          : item.pass == Pass::backward      ? PassKind::backward
                          : item.pass == Pass::inputGradient ? PassKind::inputGradient
                                                             : PassKind::weightGradient;
        order.push_back({kind, item.chunk, item.microBatch, item.paired});
    }
    return order;
}

} // namespace

bool splitsBackward(const Family &family)
{
    switch (family.schedule) {
    case ScheduleKind::zbH1:
    case ScheduleKind::zbH2:
    case ScheduleKind::zbV:
    case ScheduleKind::dualPipeV:
        return true;
    default:
        return false;
    }
}

int pairsHeld(const Family &family, bool frozen, int stages, int stage)
{
    if (frozen && family.schedule == ScheduleKind::zbV)
        return std::min(2 * family.microBatches, std::min(family.microBatches, stages) + stage + 1);
    if (frozen && !family.isVee() && splitsBackward(family))
        return std::min(family.microBatches, warmUp(family, stages, stage) + 1);
    switch (family.schedule) {
    case ScheduleKind::zbH1:
        return std::min(family.microBatches, stages);
    case ScheduleKind::zbH2:
        return std::min(family.microBatches, 2 * stages - 1);
    case ScheduleKind::zbV:
        return 2 * std::min(family.microBatches, stages);
    case ScheduleKind::dualPipeV:
        return 2 * stages + 1;
    default:
        return std::min(family.microBatches * family.chunks, warmUp(family, stages, stage) + 1);
    }
}

ChunksHeld chunksHeld(const Family &family, int stages, int stage)
{
    ChunksHeld held;
    std::vector<int> now(static_cast<std::size_t>(family.chunks));
    int all = 0, most = 0;
    for (const PassOf &pass : orderOf(family, stages, stage)) {
        const int change = pass.isForward() ? 1 : -1;
        now[static_cast<std::size_t>(pass.chunk)] += change;
        all += change;
        if (all < most)
            continue;
        if (all > most)
            held = {};
        most = all;
        held = {std::max(held.first, now.front()), std::max(held.last, now.back())};
    }
    return held;
}

SendMode sendModeOf(const Family &family, const SoftwareStack &stack)
{
    if (stack.sendMode != SendMode::blocking)
        return stack.sendMode;
    // Stages that send in both directions at a time would wait for each other for ever.
    const bool inTurn = family.schedule == ScheduleKind::oneFOneB || family.schedule == ScheduleKind::gpipe ||
                        family.schedule == ScheduleKind::eager;
    return inTurn && !stackOverlap(stack).pp ? SendMode::blocking : SendMode::receivePrefetched;
}

bool sendsBlock(const Family &family, const SoftwareStack &stack)
{
    return sendModeOf(family, stack) == SendMode::blocking;
}

std::vector<PassOf> orderOf(const Family &family, int stages, int stage)
{
    if (family.isVee())
        return veeOrder(family, stages, stage);
    const int pairs = family.microBatches * family.chunks;
    const int early = warmUp(family, stages, stage);
    if (family.schedule == ScheduleKind::zbH1)
        return splitOrder(family.microBatches, early, stage);
    if (family.schedule == ScheduleKind::zbH2)
        return splitOrder(family.microBatches, early, 2 * stage);
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

bool postsReceives(const Family &family, const SoftwareStack &stack)
{
    return sendModeOf(family, stack) == SendMode::receivePrefetched && !family.isVee();
}

PassReceives passReceives(const Family &family, int stages, int stage)
{
    PassReceives receives;
    if (stages == 1)
        return receives;
    std::optional<bool> wasForward;
    for (const PassOf &pass : orderOf(family, stages, stage)) {
        if (pass.kind == PassKind::weightGradient)
            continue;
        const bool isForward = pass.isForward();
        const bool doesReceive =
            isForward ? stage > 0 || pass.chunk > 0 : stage + 1 < stages || pass.chunk + 1 < family.chunks;
        if (wasForward && doesReceive)
            ++(*wasForward ? (isForward ? receives.downDown : receives.downUp)
                           : (isForward ? receives.upDown : receives.upUp));
        wasForward = isForward;
    }
    return receives;
}

double receiveWaits(const PassReceives &receives, double down, double up, double activation, double gradient)
{
    const auto missing = [](double arrives, double computes) { return arrives > computes ? arrives - computes : 0.0; };
    return receives.downDown * missing(activation, down) + receives.upDown * missing(activation, up) +
           receives.downUp * missing(gradient, down) + receives.upUp * missing(gradient, up);
}

double ownWork(const Family &family, const StageWork &stage)
{
    return family.microBatches * (stage.forward + stage.sendForward + stage.backward + stage.sendBackward) -
           stage.sendBackward;
}

double minWork(const Family &family, const StageWork &stage)
{
    const int micro = family.microBatches;
    const double down = stage.forward, up = stage.backward, back = stage.sendBackward;
    const double fullDown = down + stage.sendForward;
    const double work = ownWork(family, stage);
    switch (family.schedule) {
    case ScheduleKind::gpipe: // the last micro-batch comes back first
        return std::max(work, work - stage.sendForward + stage.beyond);
    case ScheduleKind::zbH1:
    case ScheduleKind::zbH2: {
        // Before the first input gradient come all forwards of the warm-up; it waits for the way there and back.
        const int forwards =
            std::min(micro, (family.schedule == ScheduleKind::zbH1 ? stage.behind : 2 * stage.behind) + 1);
        return std::max(work, micro * (down + up) + std::max(0.0, stage.beyond - (forwards - 1) * down));
    }
    case ScheduleKind::oneFOneB:
    case ScheduleKind::eager: {
        const int ahead = family.schedule == ScheduleKind::eager ? 2 * stage.behind : stage.behind;
        if (micro - 1 <= ahead)
            return work;
        return std::max(work, std::max(down + stage.beyond, (ahead + 1) * fullDown) +
                                  (micro - 1 - ahead) * (up + back) + (micro - 2 - ahead) * fullDown +
                                  std::max(down + stage.beyond + up, fullDown + ahead * (up + back) + up));
    }
    default:
        return work;
    }
}

SpanPasses spanPasses(const Family &family, int stages, int first, int last)
{
    SpanPasses passes;
    const auto order = orderOf(family, stages, first), turning = orderOf(family, stages, last);
    const auto isBackward = [](const PassOf &pass, int microBatch) {
        return (pass.kind == PassKind::backward || pass.kind == PassKind::inputGradient) &&
               pass.microBatch == microBatch;
    };
    // The last stage turns from a forward to the backward of which micro-batch?
    std::vector<int> backAfter(static_cast<std::size_t>(family.microBatches), -1);
    for (std::size_t i = 0; i + 1 < turning.size(); ++i) {
        if (turning[i].isForward() && isBackward(turning[i + 1], turning[i + 1].microBatch))
            backAfter[static_cast<std::size_t>(turning[i].microBatch)] = turning[i + 1].microBatch;
    }
    const auto begin = std::find_if(backAfter.begin(), backAfter.end(), [](int back) { return back >= 0; });
    auto going = static_cast<int>(begin - backAfter.begin());
    auto at = std::find(order.begin(), order.end(), PassOf{PassKind::forward, 0, going});
    if (begin == backAfter.end() || at == order.end())
        return passes;
    passes.forwards = going;
    for (;;) {
        const int back = backAfter[static_cast<std::size_t>(going)];
        const auto home = std::find_if(at, order.end(), [&](const PassOf &pass) { return isBackward(pass, back); });
        const auto next = std::find_if(home, order.end(), [](const PassOf &pass) { return pass.isForward(); });
        if (back < 0 || next == order.end())
            break;
        passes.weights += static_cast<int>(
            std::count_if(home, next, [](const PassOf &pass) { return pass.kind == PassKind::weightGradient; }));
        ++passes.trips;
        going = next->microBatch;
        at = next;
    }
    const auto home =
        std::find_if(order.begin(), order.end(), [&](const auto &pass) { return isBackward(pass, going); });
    for (auto pass = home; pass != order.end(); ++pass)
        ++(pass->isForward()                        ? passes.lastForwards
           : pass->kind == PassKind::weightGradient ? passes.lastWeights
                                                    : passes.lastBackwards);
    return passes;
}

double spanWork(const StageWork &stage, const SpanPasses &passes, double within)
{
    if (passes.trips == 0)
        return 0;
    const double down = stage.forward + stage.sendForward, up = stage.backward - stage.weight;
    const double back = up + stage.sendBackward;
    return (passes.forwards + passes.lastForwards) * down + passes.trips * (stage.forward + within + back) +
           stage.forward + stage.beyond + passes.lastBackwards * back - stage.sendBackward +
           (passes.weights + passes.lastWeights) * stage.weight;
}

SplitPasses splitPasses(const Family &family, int stages, int stage)
{
    SplitPasses passes;
    if (!splitsBackward(family) || family.chunks > 1)
        return passes;
    const auto order = orderOf(family, stages, stage);
    const auto count = [](auto from, auto to, PassKind kind) {
        return static_cast<int>(std::count_if(from, to, [kind](const PassOf &pass) { return pass.kind == kind; }));
    };
    const auto isInput = [](const PassOf &pass) { return pass.kind == PassKind::inputGradient; };
    const auto home = std::find_if(order.begin(), order.end(), isInput);
    const auto lastDown =
        std::find_if(order.rbegin(), order.rend(), [](const PassOf &pass) { return pass.isForward(); }).base() - 1;
    const auto behind = std::find_if(order.rbegin(), order.rend(), isInput).base();
    passes.forwards = count(order.begin(), home, PassKind::forward);
    passes.late = static_cast<int>(order.end() - behind);
    if (home > lastDown)
        return passes;
    passes.inputs = count(home, lastDown, PassKind::inputGradient);
    passes.downs = count(home, lastDown, PassKind::forward);
    passes.weights = count(home, lastDown, PassKind::weightGradient);
    passes.lastInputs = count(lastDown, behind, PassKind::inputGradient);
    passes.lastWeights = count(lastDown, behind, PassKind::weightGradient);
    return passes;
}

double inputWork(const StageWork &stage, const SplitPasses &passes, double afterDown, double afterUp)
{
    if (passes.inputs == 0)
        return 0;
    const double down = stage.forward, up = stage.backward - stage.weight;
    const double home = std::max(passes.forwards * down, down + stage.beyond);
    const double turns =
        passes.inputs * up + passes.downs * (down + afterDown) + passes.weights * (stage.weight + afterUp);
    const double last = std::max(stage.beyond + up, passes.lastInputs * up + passes.lastWeights * stage.weight);
    return home + turns + down + last;
}

} // namespace heteroscope::check
