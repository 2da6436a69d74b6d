// SPDX-License-Identifier: GPL-3.0-or-later
//
// What no cut of a layout can be faster than, stage by stage.
#include "planner/bounds/layout_model.h"

#include "planner/bounds/family_schedule.h"
#include "planner/bounds/stage_passes.h"

#include "planner/rounding.h"

#include <algorithm>

namespace heteroscope {

double LayoutModel::pass(int pipeline, int stage, int first, int last, bool forward) const
{
    const auto &prices = *m_stages[static_cast<std::size_t>(stage)].prices[static_cast<std::size_t>(pipeline)];
    return forward ? m_host + prices.forwardOf(first, last) : prices.backwardOf(first, last);
}

/// The first chunk's forward, at least: embedding and head of a V are in one unit, but not in one chunk.
double LayoutModel::chunkForward(int pipeline, int stage, int first, int last) const
{
    const auto &prices = *m_stages[static_cast<std::size_t>(stage)].prices[static_cast<std::size_t>(pipeline)];
    double all = prices.forwardOf(first, last);
    if (first == 0 && m_family->isVee())
        all -= std::max(0.0, prices.forwardOf(0, 1) - prices.forwardOf(1, 2));
    return m_host + all / m_family->chunks;
}

/// What a stage adds to fill and drain of those after it, without sends.
double LayoutModel::tripOf(int pipeline, int stage, int first, int last) const
{
    double drains = m_drains ? backwardOf(pipeline, stage, first, last) / m_family->chunks : 0;
    if (m_drains && m_splits)
        drains = std::max(0.0, drains - weightOf(pipeline, stage, first, last));
    return chunkForward(pipeline, stage, first, last) + drains;
}

/// Of a micro-batch on its way to the stages behind and back.
double LayoutModel::turnOf(int pipeline, int stage, int first, int last, double again) const
{
    const auto &prices = *m_stages[static_cast<std::size_t>(stage)].prices[static_cast<std::size_t>(pipeline)];
    const double weight = weightOf(pipeline, stage, first, last);
    return m_host + prices.forwardOf(first, last) + std::max(0.0, prices.backwardOf(first, last) - weight) + again;
}

/// What the backward takes more for what is recomputed. At least, of pipelines beside others, for that grows with their
/// micro-batches, and if the other stages decide too.
double LayoutModel::recomputeTime(int pipeline, int stage, int first, int last) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    if (!place.recompute)
        return 0;
    const UnitPrices &prices = *place.prices[static_cast<std::size_t>(pipeline)];
    if (m_alike)
        return StageRecompute::timeOf(prices, first, m_alike->least.in(first, last, *m_family, *m_ofModel));
    return m_family->others.replicas > 0 || m_family->recomputesAlike
               ? place.recompute->leastTimeOf(prices, first, last)
               : place.recompute->timeOf(prices, first, last);
}

/// What fits with more units fits with this one alone, too.
double LayoutModel::leastAgain(int pipeline, int stage, int unit) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    if (m_alike) // of whole blocks others may be repeated
        return m_alike->least.way > 0 ? recomputeTime(pipeline, stage, unit, unit + 1) : 0.0;
    return place.recompute
               ? place.recompute->leastTimeOf(*place.prices[static_cast<std::size_t>(pipeline)], unit, unit + 1)
               : 0;
}

/// The send to the stage before it, of what drains.
double LayoutModel::sendBackOf(int pipeline, int stage) const
{
    return m_drains ? m_stages[static_cast<std::size_t>(stage)].sendBackward[static_cast<std::size_t>(pipeline)] : 0;
}

/// Of the backward, where weight gradients are passes of their own.
double LayoutModel::weightOf(int pipeline, int stage, int first, int last) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    return m_splits ? place.prices[static_cast<std::size_t>(pipeline)]->weightOf(first, last) : 0;
}

/// The whole backward, with what is recomputed.
double LayoutModel::backwardOf(int pipeline, int stage, int first, int last) const
{
    return pass(pipeline, stage, first, last, false) + recomputeTime(pipeline, stage, first, last);
}

/// forward, backward: of all chunks of the stage, which holds so many units.
LayoutModel::Waits LayoutModel::waitsOf(int pipeline, int stage, int units, double forward, double backward) const
{
    const auto s = static_cast<std::size_t>(stage), p = static_cast<std::size_t>(pipeline);
    const bool isFirst = s == 0, isLast = s + 1 == m_stages.size();
    double activation = isFirst ? 0 : m_stages[s - 1].sendForward[p];
    double gradient = isLast ? 0 : m_stages[s + 1].sendBackward[p];
    if (m_family->chunks > 1) { // the other chunks have their blocks at least
        const auto &loop = m_loops[p];
        if (loop.stages.empty())
            return {};
        const int others = (m_family->chunks - 1) * units;
        forward -= others * loop.stages[s].forward;
        backward -= others * loop.stages[s].backward;
        activation = isFirst ? loop.wrapForward : activation;
        gradient = isLast ? loop.wrapBackward : gradient;
    }
    return {StagePasses::waits(m_receives[s], forward, backward, activation, gradient),
            isLast ? 0.0 : std::max(0.0, gradient - forward), isFirst ? 0.0 : std::max(0.0, activation - backward)};
}

LayoutModel::Bounds LayoutModel::bounds(int pipeline, int stage, int first, int last, const Ends &ends) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    const auto p = static_cast<std::size_t>(pipeline);
    const double forward = pass(pipeline, stage, first, last, true);
    const double least = pass(pipeline, stage, first, last, false);
    const double backward = least + recomputeTime(pipeline, stage, first, last);
    const StagePasses passes{m_microBatches,
                             forward,
                             backward,
                             m_blocking ? place.sendForward[p] : 0.0,
                             m_blocking ? place.sendBackward[p] : 0.0,
                             weightOf(pipeline, stage, first, last)};
    // What grows with the units for certain.
    const double again = !m_grows || !place.recompute ? 0.0
                         : m_alike                    ? backward - least
                                                      : place.recompute->leastTimeOf(*place.prices[p], first, last);
    double alone = passes.alone() - m_microBatches * (backward - least - again);
    Waits waits;
    if (!m_receives.empty()) {
        waits = waitsOf(pipeline, stage, last - first, forward, backward);
        alone +=
            again < backward - least ? waitsOf(pipeline, stage, last - first, forward, least + again).all : waits.all;
    }
    const int behind = stages() - 1 - stage;
    const int lateWeights = m_splits && m_drains ? passes.lateWeights(m_order, stage, behind) : 0;
    const double inputs =
        passes.untilLastInput(m_order, stage, behind, ends.round, waits.afterForward, waits.afterBackward);
    const double trip =
        std::max({passes.alone() + waits.all, passes.withRoundTrip(m_order, behind, ends.round),
                  inputs + lateWeights * passes.weight,
                  interleavedWork(pipeline, stage, first, last, ends, waits.afterForward + waits.afterBackward),
                  ends.trips ? workOfSpans(pipeline, stage, passes, ends) : 0.0});
    const double parameters = place.memory->parametersOf(first, last);
    const double averaged = averagedParameters(stage, first, last);
    const double sync = synchronization(stage, averaged);
    const double gather = place.gatherFixed + place.gatherPerParameter * averaged;
    double after = parameters * place.optimizerPerParameter;
    double late = 0;   // weights come later than the first micro-batch
    double beside = 0; // backward that gradients go out beside
    if (!m_syncOverlaps) {
        after += gather + (stage == 0 ? m_tiedGather : 0.0);
    } else {
        beside = afterFirstGradients(first, backward);
        // The last layers of the first forward wait for the last weights.
        if (m_family->chunks == 1 && m_steady)
            late = std::max(0.0, gather - forward - ends.fill);
    }
    const double whole = late + std::max(after, m_minAfter) + m_hostStep;
    if (!m_splits || !m_drains) {
        const double outside = whole + std::max(ends.both, ends.fill - beside + sync);
        return {(outside + alone) * (1 - boundRounding), (outside + trip) * (1 - boundRounding)};
    }
    // Either the stage ends with its weight gradients, or an earlier one after the last input gradient.
    const double outside = whole + std::max(ends.fill, ends.fill - beside + sync);
    return {(outside + alone) * (1 - boundRounding),
            std::max(outside + trip, whole + ends.both + trip - lateWeights * passes.weight) * (1 - boundRounding)};
}

/// L3i without fill and drain; 0 where it does not hold.
double LayoutModel::interleavedWork(int pipeline, int stage, int first, int last, const Ends &ends,
                                    double waitsOfPair) const
{
    const auto &loop = m_loops[static_cast<std::size_t>(pipeline)];
    if (loop.stages.empty())
        return 0;
    const int chunks = m_family->chunks;
    const int beyond = stages() - 1 - stage;
    const int warmUp = 2 * beyond + (chunks - 1) * stages();
    const int pairs = m_microBatches * chunks - warmUp;
    const auto &part = loop.stages[static_cast<std::size_t>(stage)];
    const double forward = (last - first) * part.forward;
    const double backward = (last - first) * part.backward;
    // Of one chunk; the host's time is spent once for all of them.
    const double back =
        std::max(0.0, ends.round - part.sendsBeyond - beyond * m_host - loop.head) / chunks + part.sendsBeyond;
    const double around =
        ends.loop + part.sendsBefore + forward + backward + back + loop.wrapForward + loop.wrapBackward;
    if (pairs < 2) { // as many micro-batches as stages: all forwards come before the first backward
        const double down = std::max(m_microBatches * forward + (m_microBatches - 1) * m_host, forward + back);
        return (chunks - 1) * around + down + m_microBatches * backward + (stages() - stage) * m_host;
    }
    const double down = std::max((2 * beyond + 1) * forward + 2 * beyond * m_host, forward + back);
    const double up = std::max((2 * beyond + 1) * backward, back + backward);
    // Micro-batches that the stage has begun by its first backward, and those that are left.
    const int begun = ofFirstChunk(*m_family, stages(), warmUp + 1);
    const double hosts = (stages() - stage + m_microBatches - begun) * m_host;
    return (chunks - 1) * around + down + (pairs - 1) * (forward + backward) + (pairs - 2) * waitsOfPair + up + hosts;
}

/// What a stage adds to the loop of those after it.
double LayoutModel::loopOf(int pipeline, int stage, int first, int last) const
{
    const auto &loop = m_loops[static_cast<std::size_t>(pipeline)];
    if (loop.stages.empty())
        return 0;
    const auto &part = loop.stages[static_cast<std::size_t>(stage)];
    return (last - first) * (part.forward + part.backward);
}

/// Of a device. A tied table counts with the head and is averaged apart.
double LayoutModel::averagedParameters(int stage, int first, int last) const
{
    const auto &memory = *m_stages[static_cast<std::size_t>(stage)].memory;
    const bool head = last == m_units && memory.tied > 0 && first > 0;
    return memory.averagedOf(first, last) - (head ? memory.tied : 0.0);
}

/// What a stage averages after its passes: the first one its own layers, then the tied table.
double LayoutModel::synchronization(int stage, double averaged) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    return place.syncFixed + place.syncPerParameter * averaged + (stage == 0 ? m_tiedSync : 0.0);
}

/// Fill and drain with one more stage in front of those that follow. The stages before may be done averaging later than
/// the drain ends; gradients that go out beside the backward do so from the start of the last one on.
double LayoutModel::bothBeyond(int stage, int first, int last, const Ends &ends, double trip, double backward) const
{
    if (m_splits) // weight gradients of later stages may come after all that this one averages
        return trip + ends.both;
    double averaging = synchronization(stage, averagedParameters(stage, first, last));
    if (m_syncOverlaps)
        averaging = m_family->chunks == 1 ? averaging - backward : 0.0;
    return trip + std::max(ends.both, ends.fill + averaging);
}

/// At most so much of a stage's work comes after its first gradients may go out: the last backward of the chunk that
/// ends first, and one of all other chunks for each stage.
double LayoutModel::afterFirstGradients(int first, double backward) const
{
    const int chunks = m_family->chunks;
    if (chunks == 1)
        return backward;
    const double all = m_microBatches * backward;
    if (first == 0 || m_splits)
        return all; // the embedding makes its chunk longer than the others
    return std::min(all, backward * (1 + static_cast<double>(stages() * (chunks - 1)) / chunks));
}

double LayoutModel::linkBound(PriceBook &book) const
{
    return (m_microBatches * book.linkTime(*m_family, m_placed, m_nodes) + m_hostStep) * (1 - boundRounding);
}

BindingStage LayoutModel::bindingStage(const Cut &cut) const
{
    BindingStage last;
    for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
        const auto pipeline = static_cast<int>(p);
        std::vector<Ends> ends(m_stages.size());
        for (int s = 0; s + 1 < stages(); ++s) {
            const auto i = static_cast<std::size_t>(s);
            const int first = s == 0 ? 0 : cut[i - 1];
            const double up = backwardOf(pipeline, s, first, cut[i]);
            ends[i + 1].fill = ends[i].fill + chunkForward(pipeline, s, first, cut[i]) + m_stages[i].sendForward[p];
            ends[i + 1].loop = ends[i].loop + loopOf(pipeline, s, first, cut[i]);
            ends[i + 1].both = bothBeyond(
                s, first, cut[i], ends[i],
                tripOf(pipeline, s, first, cut[i]) + m_stages[i].sendForward[p] + sendBackOf(pipeline, s + 1), up);
        }
        for (int s = stages() - 1; s > 0; --s) {
            const auto i = static_cast<std::size_t>(s);
            ends[i - 1].round =
                ends[i].round +
                turnOf(pipeline, s, cut[i - 1], cut[i], recomputeTime(pipeline, s, cut[i - 1], cut[i])) +
                m_stages[i - 1].sendForward[p] + m_stages[i].sendBackward[p];
        }
        std::vector<double> rounds, trips;
        for (const Ends &each : ends)
            rounds.push_back(each.round);
        for (int s = 0; s < stages(); ++s) {
            const auto i = static_cast<std::size_t>(s);
            findTrips(pipeline, s, rounds.data(), trips);
            ends[i].trips = trips.empty() ? nullptr : trips.data();
            const double own = bounds(pipeline, s, s == 0 ? 0 : cut[i - 1], cut[i], ends[i]).trip;
            if (own > last.bound)
                last = {pipeline, s, own, ends[i].fill, ends[i].both - ends[i].fill, ends[i].round};
        }
    }
    return last;
}

} // namespace heteroscope
