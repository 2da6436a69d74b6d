// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/pipeline_clock.h"

#include "cost/send_mode.h"
#include "planner/bounds/family_schedule.h"
#include "strategy/expert_layout.h"
#include "strategy/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Stages with units that a layout's times are kept of; some MB.
constexpr std::size_t mostKnown = 10'000;

/// A compute time at the fastest factor of the group's rate curves.
Ticks lengthOf(Seconds compute, double faster)
{
    if (faster <= 1)
        return toTicks(compute);
    return toTicks(static_cast<double>(toTicks(compute).count) / faster);
}

} // namespace

Result<PipelineClock::Shape *> PipelineClock::shape(const Family &family, int stages)
{
    const auto key = std::tuple(family.schedule, stages, family.microBatches, family.chunks);
    if (const auto found = m_shapes.find(key); found != m_shapes.end())
        return &found->second;
    Shape shape;
    auto &program = shape.program;
    const auto &stack = m_book.stack();
    program.sends = sendModeOf(stack, family.schedule, stackOverlap(stack).pp);
    const auto chunks = static_cast<std::size_t>(family.chunks);
    program.lanes.resize(static_cast<std::size_t>(stages));
    for (auto &lane : program.lanes) {
        lane.microBatches = family.microBatches;
        lane.overheadPerMicroBatch = toTicks(stack.hostMicroBatch * stack.scale);
        lane.stepOverhead = toTicks(stack.hostStep * stack.scale);
        lane.chunks.resize(chunks);
        lane.forwardTo.resize(chunks);
        lane.backwardTo.resize(chunks);
        lane.forwardInputs.assign(chunks, 0);
        lane.backwardInputs.assign(chunks, 0);
    }
    const auto way = virtualStageOrder(family.schedule, stages, family.chunks);
    for (std::size_t k = 0; k + 1 < way.size(); ++k) {
        auto &from = program.lanes[static_cast<std::size_t>(way[k].stage)];
        auto &to = program.lanes[static_cast<std::size_t>(way[k + 1].stage)];
        const auto f = static_cast<std::size_t>(way[k].chunk), t = static_cast<std::size_t>(way[k + 1].chunk);
        from.forwardTo[f].push_back({way[k + 1].stage, static_cast<std::int16_t>(t), {}, {}, {}, -1});
        to.backwardTo[t].push_back({way[k].stage, static_cast<std::int16_t>(f), {}, {}, {}, -1});
        ++to.forwardInputs[t];
        ++from.backwardInputs[f];
    }
    if (family.schedule != ScheduleKind::oneFOneB) {
        const auto orders =
            scheduleOf(family.schedule)
                .orders({stages, family.microBatches, family.chunks, scheduleOptionsOf(family, stages)});
        if (!orders)
            return orders.error();
        for (std::size_t s = 0; s < orders->size(); ++s)
            program.lanes[s].order = (*orders)[s];
        auto pass = ArrayPass::prepare(program, m_book.pricer().stop());
        if (!pass)
            return pass.error();
        shape.pass = std::move(*pass);
    }
    return &m_shapes.emplace(key, std::move(shape)).first->second;
}

Result<LayoutTimes::Stage> PipelineClock::stageTimes(const Family &family, const LayoutModel &model, int group,
                                                     const std::vector<LayerRange> &chunks,
                                                     const RecomputedPart &recomputed,
                                                     const PriceBook::SoonestShares &shares)
{
    LayoutTimes::Stage lane;
    lane.chunks.resize(chunks.size());
    const auto &workload = m_book.workload();
    const auto priced = m_book.cost(group, workOf(family), model.nodes());
    const auto again = m_book.cost(group, recomputing(workOf(family), recomputed), model.nodes());
    if (!priced || !again)
        return priced ? again.error() : priced.error();
    const GroupCost &cost = **priced;
    const double faster = m_book.speedUp(group);
    const bool gathers = family.zeroStage >= 3 && family.replicas() > 1;
    const auto state = stateBytes(workload.job);
    for (std::size_t c = 0; c < chunks.size(); ++c) {
        // Summed and rounded as the simulator does, so that the ticks are the same.
        Seconds forward, recompute, inputGradient, weightGradient;
        LayerCommunication forwardSent, backwardSent;
        Ticks weights, gradients; // ZeRO-3
        const int kept = recomputed.modules.isEmpty() ? firstKept(family, workload.model, chunks[c], recomputed.units)
                                                      : chunks[c].first + chunks[c].count;
        for (int layer = chunks[c].first; layer < chunks[c].first + chunks[c].count; ++layer) {
            const auto &price = (layer < kept ? **again : cost).layer(layerKind(workload.model, layer));
            forward += price.forward;
            recompute += price.recompute;
            inputGradient += price.inputGradient;
            weightGradient += price.weightGradient;
            forwardSent += shares.of(price.forwardCommunication);
            backwardSent += shares.of(price.backwardCommunication);
            if (gathers) {
                weights += toTicks(Seconds(m_book.gatherTime(family, group, layer, state.weight)));
                if (state.gradient > 0)
                    gradients += toTicks(Seconds(m_book.gatherTime(family, group, layer, state.gradient)));
            }
        }
        auto &down = lane.chunks[c][Pass::forward];
        auto &up = lane.chunks[c][Pass::backward];
        down.compute = lengthOf(forward, faster);
        up.recompute = lengthOf(recompute, faster);
        up.compute = lengthOf(inputGradient + weightGradient, faster);
        auto &turn = lane.chunks[c][Pass::inputGradient];
        turn.recompute = up.recompute;
        turn.compute = lengthOf(inputGradient, faster);
        lane.chunks[c][Pass::weightGradient].compute = lengthOf(weightGradient, faster);
        for (const auto &[pass, sent] : {std::pair(&down, &forwardSent), std::pair(&up, &backwardSent)}) {
            pass->tp = toTicks(sent->tp);
            pass->cp = toTicks(sent->cp);
            pass->ep = toTicks(sent->ep);
        }
        // Exposed beside what is computed at the speed of the step's start, as in the simulator.
        const auto exposed = [&](Ticks computed, Ticks gathered) {
            return gathers ? toTicks(exposedBeside(toSeconds(computed), toSeconds(gathered),
                                                   m_book.stack().gatherContention))
                           : Ticks(0);
        };
        down.dp = exposed(toTicks(forward), weights);
        up.dp = exposed(toTicks(recompute) + toTicks(inputGradient + weightGradient), weights + gradients);
        turn.dp = exposed(toTicks(recompute) + toTicks(inputGradient), weights);
        lane.chunks[c][Pass::weightGradient].dp = exposed(toTicks(weightGradient), gradients);
        turn.tp = up.tp;
        turn.cp = up.cp;
        turn.ep = up.ep;
    }
    const int tp = m_book.groups()[group].size / family.cp;
    StateSharding sharding{tp, family.ep, family.zeroStage, family.replicas(),
                           expertLayout(family.ep, tp, family.cp, family.dp).expertTp};
    sharding.group = family.shardGroup;
    const double owned = ownedParameters(workload.model, chunks, sharding);
    lane.optimizer = toTicks(Seconds(owned * cost.optimizerSecondsPerParameter));
    return lane;
}

void PipelineClock::fillChannels(StepProgram &program, const Family &family, const LayoutModel &model,
                                 std::size_t pipeline)
{
    const double scale = m_book.stack().scale;
    const bool vee = family.isVee();
    for (std::size_t s = 0; s < program.lanes.size(); ++s) {
        const auto &place = model.stage(static_cast<int>(s));
        for (const bool forward : {true, false}) {
            for (auto &list : forward ? program.lanes[s].forwardTo : program.lanes[s].backwardTo) {
                for (auto &channel : list) {
                    const auto to = static_cast<std::size_t>(channel.toLane);
                    if (to == s) // the turn of a V
                        continue;
                    // Round the end of a loop a message goes on in its direction; in a V it goes to the neighbour.
                    const bool on = vee ? to > s : forward;
                    const auto &price = (on ? place.forwardPrice : place.backwardPrice)[pipeline];
                    channel.occupancy = toTicks(Seconds(model.sendBytes() * price.secondsPerByte) * scale);
                    channel.latency = toTicks(Seconds(price.latency) * scale);
                }
            }
        }
    }
}

Status PipelineClock::addAveraging(std::vector<Synchronization> &synchronizations, const Family &family,
                                   std::vector<GradientHolder> holders, const std::vector<int> &groups,
                                   double parameters, double scattered)
{
    if (static_cast<int>(groups.size()) * family.cp < 2)
        return {};
    const auto &stack = m_book.stack();
    const auto state = stateBytes(m_book.workload().job);
    const bool sharded = family.zeroStage > 0;
    const bool inPasses = family.zeroStage >= 3;
    int widest = 1;
    for (const int group : groups)
        widest = std::max(widest, m_book.groups()[group].size / family.cp);
    const auto time = [&](const SendPrice &price, double bytes) {
        const Seconds transfer = Seconds(price.latencyOf(bytes)) + Seconds(bytes * price.secondsPerByte);
        return toTicks((stack.collectiveBase + transfer) * stack.scale);
    };
    const double gradients = inPasses ? scattered : parameters / widest * state.gradient;
    if (!inPasses) {
        const auto collective = m_book.collective(groups, sharded, family.cp, family.shardGroup);
        if (!collective)
            return collective.error();
        Synchronization sync;
        sync.holders = holders;
        sync.beforeOptimizer = time(*collective, gradients);
        if (sharded)
            sync.afterOptimizer = time(*collective, parameters / widest * state.weight);
        synchronizations.push_back(std::move(sync));
    }
    if (family.shardGroup == 0)
        return {};
    const auto between = m_book.collective(groups, false, family.cp, family.shardGroup);
    if (!between)
        return between.error();
    Synchronization sync;
    sync.holders = std::move(holders);
    sync.beforeOptimizer = time(*between, gradients * (1.0 / family.shardGroup));
    synchronizations.push_back(std::move(sync));
    return {};
}

Result<std::vector<Synchronization>> PipelineClock::averagingOf(const Family &family, const LayoutModel &model,
                                                                int stage, const std::vector<LayerRange> &chunks)
{
    const auto &workload = m_book.workload();
    const auto state = stateBytes(workload.job);
    const auto replicas = model.replicasOf(stage);
    const int tp = m_book.groups()[replicas.front()].size / family.cp;
    const auto layout = expertLayout(family.ep, tp, family.cp, family.dp);
    const double expertWeight = m_book.expertWeight(family);
    std::vector<Synchronization> synchronizations;
    for (std::size_t c = 0; c < chunks.size(); ++c) {
        double dense = 0, experts = 0, scattered = 0;
        for (int layer = chunks[c].first; layer < chunks[c].first + chunks[c].count; ++layer) {
            const auto parameters = layerParameters(workload.model, layer);
            dense += parameters.dense;
            experts += parameters.experts;
            scattered += (parameters.dense / tp + parameters.experts / tp) * state.gradient;
        }
        experts *= expertWeight * tp / layout.holders(); // among those that hold them
        if (auto status = addAveraging(synchronizations, family, {{stage, static_cast<int>(c)}}, replicas,
                                       dense + experts, scattered);
            !status)
            return status.error();
    }
    return synchronizations;
}

/// Of the first and the last stage.
Result<std::vector<Synchronization>> PipelineClock::averagingOfTiedTable(const Family &family, const LayoutModel &model)
{
    std::vector<Synchronization> synchronizations;
    const auto &own = m_book.workload().model;
    const int last = model.stages() - 1;
    if (!own.sharesEmbedding() || last == 0 || family.zeroStage >= 3)
        return synchronizations;
    if (auto status = addAveraging(synchronizations, family, {{0, 0}, {last, family.chunks - 1}}, model.tableHolders(),
                                   static_cast<double>(own.vocab) * own.hidden, 0);
        !status)
        return status.error();
    return synchronizations;
}

Status PipelineClock::fillSynchronizations(StepProgram &program, const Family &family, const LayoutModel &model,
                                           const Cut &cut, LayoutTimes &known)
{
    program.synchronizations.clear();
    if (m_book.workload().job.frozenBase || stackOverlap(m_book.stack()).dp ||
        (family.zeroStage >= 3 && family.shardGroup == 0))
        return {};
    auto &all = program.synchronizations;
    for (std::size_t s = 0; s < cut.size(); ++s) {
        const LayoutTimes::Units units{s == 0 ? 0 : cut[s - 1], cut[s]};
        auto &ofStage = known.m_synchronizations[s];
        auto found = ofStage.find(units);
        if (found == ofStage.end()) {
            auto made = averagingOf(family, model, static_cast<int>(s),
                                    chunksOf(family, m_book.workload().model, units.first, units.second));
            if (!made)
                return made.error();
            found = ofStage.emplace(units, std::move(*made)).first;
            ++known.m_known;
        }
        all.insert(all.end(), found->second.begin(), found->second.end());
    }
    if (!known.m_tied) {
        auto made = averagingOfTiedTable(family, model);
        if (!made)
            return made.error();
        known.m_tied = std::move(*made);
    }
    all.insert(all.end(), known.m_tied->begin(), known.m_tied->end());
    return {};
}

std::vector<Ticks> PipelineClock::endsOfChain(const StepProgram &program)
{
    const auto stages = program.lanes.size();
    auto &lengths = m_lengths;
    for (auto *each : {&lengths.forward, &lengths.backward, &lengths.forwardOccupancy, &lengths.forwardLatency,
                       &lengths.backwardOccupancy, &lengths.backwardLatency})
        each->clear();
    for (std::size_t s = 0; s < stages; ++s) {
        const auto &lane = program.lanes[s];
        const auto &work = lane.chunks.front();
        lengths.forward.push_back((work[Pass::forward].total() + lane.overheadPerMicroBatch).count);
        lengths.backward.push_back(work[Pass::backward].total().count);
        if (s + 1 < stages) {
            const auto &down = lane.forwardTo.front().front();
            const auto &up = program.lanes[s + 1].backwardTo.front().front();
            lengths.forwardOccupancy.push_back(down.occupancy.count);
            lengths.forwardLatency.push_back(down.latency.count);
            lengths.backwardOccupancy.push_back(up.occupancy.count);
            lengths.backwardLatency.push_back(up.latency.count);
        }
    }
    std::vector<Ticks> ends;
    for (const auto end :
         m_chain.run(lengths, program.lanes.front().microBatches, program.sends, m_book.pricer().stop()))
        ends.push_back(Ticks(end));
    return ends;
}

Ticks PipelineClock::timeOfChain(const StepProgram &program) { return closeStep(program, endsOfChain(program)); }

Status PipelineClock::fillPipeline(StepProgram &program, const Family &family, const LayoutModel &model,
                                   std::size_t pipeline, const Cut &cut, LayoutTimes &known)
{
    const int replica = model.pipelines()[pipeline];
    std::vector<RecomputedPart> alike;
    if (family.recomputesAlike)
        alike = model.recomputed(cut);
    for (std::size_t s = 0; s < cut.size(); ++s) {
        const LayoutTimes::Units units{s == 0 ? 0 : cut[s - 1], cut[s]};
        auto &ofStage = known.m_stages[pipeline * cut.size() + s];
        const LayoutTimes::Held held{units, alike.empty() ? RecomputedPart() : alike[s]};
        auto found = ofStage.find(held);
        if (found == ofStage.end()) {
            const int stage = static_cast<int>(s);
            const auto recomputed =
                alike.empty() ? model.recomputed(stage, units.first, units.second) : held.recomputed;
            auto made = stageTimes(family, model, model.groupAt(stage, replica),
                                   chunksOf(family, m_book.workload().model, units.first, units.second), recomputed,
                                   model.stage(stage).exchanges[pipeline]);
            if (!made)
                return made.error();
            found = ofStage.emplace(held, std::move(*made)).first;
            ++known.m_known;
        }
        program.lanes[s].chunks = found->second.chunks;
        program.lanes[s].optimizer = found->second.optimizer;
    }
    fillChannels(program, family, model, pipeline);
    return {};
}

/// So that it does not grow without end.
void PipelineClock::forget(const LayoutModel &model, LayoutTimes &known) const
{
    const auto stages = static_cast<std::size_t>(model.stages());
    if (known.m_synchronizations.size() == stages && known.m_known < mostKnown)
        return;
    known = {};
    known.m_stages.resize(model.pipelines().size() * stages);
    known.m_synchronizations.resize(stages);
}

namespace {

/// What a stage of a V computes before the last backward of the chunk that is done first. All forwards of the way up
/// come after those of the way down, and the backwards of the way down after the input gradients of the way up.
Ticks beforeGradientsOfVee(const LaneProgram &lane, std::int64_t microBatches)
{
    const auto &down = lane.chunks.front(), &up = lane.chunks.back();
    const auto forwards = (down[Pass::forward].total() + up[Pass::forward].total() + lane.overheadPerMicroBatch).count;
    const auto others = microBatches - 1;
    return Ticks(microBatches * forwards + std::min(others * up[Pass::backward].total().count,
                                                    microBatches * up[Pass::inputGradient].total().count +
                                                        others * down[Pass::backward].total().count));
}

/// The same with several chunks. Of interleaved 1F1B that is the last chunk: behind are as many backwards of each other
/// chunk as there are stages, and no forward.
Ticks beforeGradients(const Family &family, const LaneProgram &lane, int stages)
{
    if (family.isVee())
        return beforeGradientsOfVee(lane, family.microBatches);
    Ticks all = lane.overheadPerMicroBatch, behind = lane.chunks.back()[Pass::backward].total();
    for (std::size_t c = 0; c < lane.chunks.size(); ++c) {
        const Ticks backward = lane.chunks[c][Pass::backward].total();
        all += lane.chunks[c][Pass::forward].total() + backward;
        behind += Ticks(c + 1 < lane.chunks.size() ? backward.count * stages : 0);
    }
    return std::max(Ticks(all.count * family.microBatches - behind.count), Ticks(0));
}

} // namespace

Result<std::vector<PipelineClock::LaneEnd>> PipelineClock::ends(const Family &family, const LayoutModel &model,
                                                                const Cut &cut, LayoutTimes &known)
{
    const auto found = shape(family, model.stages());
    if (!found)
        return found.error();
    auto &program = (*found)->program;
    program.synchronizations.clear();
    forget(model, known);
    std::vector<LaneEnd> ends;
    for (std::size_t p = 0; p < model.pipelines().size(); ++p) {
        if (auto status = fillPipeline(program, family, model, p, cut, known); !status)
            return status.error();
        const auto passes =
            (*found)->pass ? (*found)->pass->ends(program, m_book.pricer().stop()) : endsOfChain(program);
        const auto last = splitsBackward(family) ? Pass::weightGradient : Pass::backward;
        for (std::size_t s = 0; s < passes.size(); ++s) {
            const auto &lane = program.lanes[s];
            const Ticks gradients = family.chunks > 1 ? beforeGradients(family, lane, model.stages())
                                                      : passes[s] - lane.chunks.front()[last].total();
            ends.push_back({static_cast<int>(s), gradients, passes[s], lane.optimizer});
        }
    }
    return ends;
}

Result<Ticks> PipelineClock::time(const Family &family, const LayoutModel &model, const Cut &cut, LayoutTimes &known)
{
    const auto found = shape(family, model.stages());
    if (!found)
        return found.error();
    auto &program = (*found)->program;
    forget(model, known);
    if (auto status = fillSynchronizations(program, family, model, cut, known); !status)
        return status.error();
    Ticks longest;
    for (std::size_t p = 0; p < model.pipelines().size(); ++p) {
        if (auto status = fillPipeline(program, family, model, p, cut, known); !status)
            return status.error();
        longest = std::max(longest, (*found)->pass ? (*found)->pass->run(program, m_book.pricer().stop())
                                                   : timeOfChain(program));
    }
    // Of gradients beside the passes the clock knows nothing, the bound does.
    if (stackOverlap(m_book.stack()).dp)
        longest = std::max(longest, toTicks(model.boundOf(cut) * static_cast<double>(Ticks::perSecond)));
    return longest;
}

} // namespace heteroscope
