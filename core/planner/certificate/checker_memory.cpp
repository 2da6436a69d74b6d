// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own view of which units fit in the memory of a stage, and what else it keeps of a family's stages.
#include "planner/certificate/checker_prices.h"

#include "strategy/expert_layout.h"

#include <algorithm>

namespace heteroscope {

double CheckerPrices::usableBytes(std::size_t type) const
{
    return usableMemory(m_topology.deviceTypes()[type], m_workload.job, m_stack).value;
}

const StageFitting &CheckerPrices::fitting(const Family &family, const std::vector<int> &placed, int stage)
{
    const int stages = static_cast<int>(placed.size()) / family.dp;
    double capacity = infinity;
    for (int d = 0; d < family.dp; ++d) {
        const auto &group = m_groups[placed[static_cast<std::size_t>(stage * family.dp + d)]];
        capacity = std::min(capacity, usableBytes(group.type));
    }
    capacity -= stages > 1 ? m_stack.memory.communicator.value : 0; // of the pipeline
    const int group = placed[static_cast<std::size_t>(stage * family.dp)];
    if (family.schedule == ScheduleKind::interleaved && (stage == 0 || stage + 1 == stages)) {
        // The ends of the model, which are in one chunk only.
        const auto [known, isNew] = m_chunksHeld.try_emplace({family.microBatches, family.chunks, stages, stage});
        if (isNew)
            known->second = check::chunksHeld(family, stages, stage);
        if (const auto cost = costOf(family, group, 1)) {
            if (stage == 0)
                capacity -= known->second.first * (*cost)->layer(LayerKind::embedding).activations.value;
            if (stage + 1 == stages)
                capacity -= known->second.last * (*cost)->layer(LayerKind::head).activations.value;
        }
    }
    return fittingOf(family, group, check::pairsHeld(family, m_workload.job.frozenBase, stages, stage), capacity);
}

const StageFitting &CheckerPrices::fittingAlone(const Family &family, const FamilyPart &part)
{
    return fittingOf(family, m_groups.first(part.type, part.devices()),
                     check::pairsHeld(family, m_workload.job.frozenBase, 1, 0), usableBytes(part.type));
}

const std::vector<check::PassCounts> &CheckerPrices::passCounts(const Family &family, int stages)
{
    auto &counts = m_passCounts[{family.microBatches, stages}];
    for (int s = static_cast<int>(counts.size()); s < stages; ++s)
        counts.push_back({check::passReceives(family, stages, s), check::splitPasses(family, stages, s)});
    return counts;
}

Result<std::vector<const GroupCost *>> CheckerPrices::recomputedCosts(const Family &family, int group, int nodes)
{
    std::vector<const GroupCost *> ways;
    if (!family.recomputesAsNeeded)
        return ways;
    Family recomputing = family;
    recomputing.recomputesAsNeeded = false;
    for (std::size_t way = 0; way <= m_ladder.size(); ++way) {
        recomputing.recompute = way == 0 ? Recompute::full : Recompute::selective;
        recomputing.recomputeModules = way == 0 ? RecomputeModules() : m_ladder[way - 1];
        const auto cost = costOf(recomputing, group, nodes);
        if (!cost)
            return cost.error();
        ways.push_back(*cost);
    }
    return ways;
}

const StageFitting &CheckerPrices::fittingOf(const Family &family, int group, int held, double capacity)
{
    const auto [found, isNew] =
        m_fitting.try_emplace({m_groups[group].size, kindsOf(family, group), held, family.replicas(), capacity});
    auto &fitting = found->second;
    if (!isNew)
        return fitting;
    const auto &model = m_workload.model;
    const int units = cutUnits(family, model);
    const auto cost = costOf(family, group, 1);
    const auto whole = recomputedCosts(family, group, 1);
    if (!cost || !whole)
        return fitting = StageFitting(std::vector<UnitNeed>(static_cast<std::size_t>(units)), -infinity, 0);
    const auto &ways = *whole;
    const int tp = m_groups[group].size / family.cp;
    StateSharding sharding{tp, family.ep, family.zeroStage, family.replicas(),
                           expertLayout(family.ep, tp, family.cp, family.dp).expertTp};
    // A pipeline's is taken from the capacity, where the number of stages is known.
    for (const int degree : {tp, family.cp, family.ep, family.dp + family.others.replicas})
        sharding.communicators += degree > 1 ? 1 : 0;
    sharding.group = family.shardGroup;
    sharding.communicators += family.shardGroup > 0 ? 1 : 0; // between shard groups
    const double samples = static_cast<double>(family.microBatchSize) / family.cp;
    const auto memoryOf = [&](const std::vector<LayerRange> &layers) {
        return stateMemory(m_workload, m_stack, layers, sharding, samples);
    };
    const auto statesOf = [&](const std::vector<LayerRange> &layers) {
        const auto parts = memoryOf(layers);
        return (parts.weights + parts.gradients + parts.optimizerState).value;
    };
    const int headLayer = model.layers + 1;
    const auto empty = memoryOf({}), head = memoryOf({{headLayer, 1}});
    const double tied = model.sharesEmbedding()
                            ? statesOf({{0, 1}}) + statesOf({{headLayer, 1}}) - statesOf({{0, 1}, {headLayer, 1}})
                            : 0;
    const auto termsOf = [&](int layer) { return stateTerms(m_workload, m_stack, {{layer, 1}}, sharding, samples); };
    // Of a stage the weights of the largest layer are gathered, each of as many bytes as the mean of the stage has.
    const auto gatheredOf = [&](int layer) {
        const auto terms = termsOf(layer);
        return terms.largestLayer * terms.gatheredLayers * (1 + terms.fragmentation);
    };
    const bool gathers = family.zeroStage >= 3;
    double lightest = infinity;
    for (int layer = 0; gathers && layer < model.planLayers(); ++layer)
        lightest = std::min(lightest, termsOf(layer).bytes.weight);
    std::vector<UnitNeed> needs(static_cast<std::size_t>(units));
    for (int unit = 0; unit < units; ++unit) {
        auto &need = needs[static_cast<std::size_t>(unit)];
        need.again.resize(ways.size());
        for (const int layer : layersOfUnit(family, model, unit)) {
            const auto &price = (*cost)->layer(layerKind(model, layer));
            if (gathers)
                need.gathered = std::max(need.gathered, gatheredOf(layer) * lightest);
            need.working = std::max(need.working, price.working.value);
            need.states += statesOf({{layer, 1}});
            if (layer == headLayer)
                need.states += head.logits.value;
            // With several chunks the ends of the model weigh unlike; they are taken from the capacity then.
            const double copies = family.chunks == 1 || (layer > 0 && layer <= model.layers)
                                      ? static_cast<double>(held) / family.chunks
                                      : 0;
            need.activations += price.activations.value * copies;
            for (std::size_t way = 0; way < ways.size(); ++way) {
                const auto &recomputed = ways[way]->layer(layerKind(model, layer));
                auto &again = need.again[way];
                again.activations += recomputed.activations.value * copies;
                again.working = std::max(again.working, recomputed.working.value);
                again.time += (recomputed.backwardTotal() - price.backwardTotal()).value;
            }
        }
    }
    const double room = capacity * (1 + checkerRounding) - (empty.reserve + empty.buffers).value;
    return fitting = StageFitting(needs, room, tied);
}

StageFitting::Alike CheckerPrices::repeatedAlike(const Family &family, const std::vector<int> &placed, const Cut &cut)
{
    std::vector<StageFitting::Held> stages;
    for (std::size_t s = 0; s < cut.size(); ++s)
        stages.push_back({&fitting(family, placed, static_cast<int>(s)), s == 0 ? 0 : cut[s - 1], cut[s]});
    return StageFitting::alike(stages, family, m_workload.model);
}

std::vector<StageFitting::Repeated> CheckerPrices::repeated(const Family &family, const std::vector<int> &placed,
                                                            const Cut &cut)
{
    std::vector<StageFitting::Repeated> repeated;
    const auto alike = family.recomputesAlike ? repeatedAlike(family, placed, cut) : StageFitting::Alike();
    for (std::size_t s = 0; s < cut.size(); ++s) {
        const StageFitting::Held held{&fitting(family, placed, static_cast<int>(s)), s == 0 ? 0 : cut[s - 1], cut[s]};
        repeated.push_back(family.recomputesAlike ? alike.in(held, family, m_workload.model)
                                                  : held.stage->repeated(held.first, held.last));
    }
    return repeated;
}

std::vector<RecomputedPart> CheckerPrices::recomputedParts(const Family &family, const std::vector<int> &placed,
                                                           const Cut &cut)
{
    std::vector<RecomputedPart> recomputed;
    for (const auto &known : repeated(family, placed, cut)) {
        const bool whole = known.way == 0;
        recomputed.push_back({whole ? known.units : 0, whole ? RecomputeModules() : m_ladder[known.way - 1]});
    }
    return recomputed;
}

RecomputedPart CheckerPrices::recomputedTogether(const std::vector<const StageFitting *> &types, int first,
                                                 int last) const
{
    const auto repeated = StageFitting::together(types, first, last);
    return repeated.way == 0 ? RecomputedPart{repeated.units, {}} : RecomputedPart{0, m_ladder[repeated.way - 1]};
}

bool CheckerPrices::someCutFits(const Family &family, const std::vector<int> &placed)
{
    // A range that fits still fits with units taken away, so taking all that fits from the front covers the most.
    const int units = cutUnits(family, m_workload.model);
    const int stages = static_cast<int>(placed.size()) / family.dp;
    int first = 0;
    for (int s = 0; s < stages; ++s) {
        const int room = units - (stages - 1 - s);
        if (first >= room)
            return false;
        const int last = std::min(room, fitting(family, placed, s).ends()[static_cast<std::size_t>(first)]);
        if (last == first)
            return false;
        first = last;
    }
    return first == units;
}

} // namespace heteroscope
