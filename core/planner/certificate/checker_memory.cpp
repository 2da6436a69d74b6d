// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own view of which units fit in the memory of a stage.
#include "planner/certificate/checker_prices.h"

#include "planner/certificate/checker_rules.h"
#include "strategy/expert_layout.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// The simulator counts the activations of a chunk in whole bytes.
constexpr double roundedBytes = 4096;

} // namespace

double CheckerPrices::usableBytes(std::size_t type) const
{
    return usableMemory(m_topology.deviceTypes()[type], m_workload.job, m_stack).value;
}

const std::vector<int> &CheckerPrices::fitting(const Family &family, const std::vector<int> &placed, int stage)
{
    const int stages = static_cast<int>(placed.size()) / family.dp;
    double capacity = infinity;
    for (int d = 0; d < family.dp; ++d) {
        const auto &group = m_groups[placed[static_cast<std::size_t>(stage * family.dp + d)]];
        capacity = std::min(capacity, usableBytes(group.type));
    }
    capacity -= stages > 1 ? m_stack.memory.communicator.value : 0; // of the pipeline
    return fittingOf(family, placed[static_cast<std::size_t>(stage * family.dp)],
                     check::pairsHeld(family, stages, stage), capacity);
}

const std::vector<int> &CheckerPrices::fittingAlone(const Family &family, const FamilyPart &part)
{
    return fittingOf(family, m_groups.first(part.type, part.devices()), check::pairsHeld(family, 1, 0),
                     usableBytes(part.type));
}

const std::vector<int> &CheckerPrices::fittingOf(const Family &family, int group, int held, double capacity)
{
    const auto [found, isNew] = m_fitting.try_emplace({m_groups[group].size, held, capacity});
    auto &ends = found->second;
    if (!isNew)
        return ends;
    const auto &model = m_workload.model;
    const int units = cutUnits(family, model);
    ends.resize(static_cast<std::size_t>(units));
    for (int unit = 0; unit < units; ++unit)
        ends[static_cast<std::size_t>(unit)] = unit;
    const auto cost = costOf(family, group, 1);
    if (!cost)
        return ends;
    const int tp = m_groups[group].size / family.cp;
    StateSharding sharding{tp, family.ep, family.zeroStage, family.dp * family.cp,
                           expertLayout(family.ep, tp, family.cp, family.dp).expertTp};
    // A pipeline's is taken from the capacity, where the number of stages is known.
    for (const int degree : {tp, family.cp, family.ep, family.dp})
        sharding.communicators += degree > 1 ? 1 : 0;
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
    const double tied =
        model.tiedEmbeddings ? statesOf({{0, 1}}) + statesOf({{headLayer, 1}}) - statesOf({{0, 1}, {headLayer, 1}}) : 0;
    struct Need
    {
        double states = 0, activations = 0, working = 0;
    };
    std::vector<Need> needs(static_cast<std::size_t>(units));
    for (int unit = 0; unit < units; ++unit) {
        auto &need = needs[static_cast<std::size_t>(unit)];
        for (const int layer : layersOfUnit(family, model, unit)) {
            const auto &price = (*cost)->layer(layerKind(model, layer));
            // Gathered weights are those of the largest layer.
            need.working =
                std::max({need.working, price.working.value, (memoryOf({{layer, 1}}).buffers - empty.buffers).value});
            need.states += statesOf({{layer, 1}});
            if (layer == headLayer)
                need.states += head.logits.value;
            // With several chunks the ends of the model weigh unlike; they count 0 then.
            if (family.chunks == 1 || (layer > 0 && layer <= model.layers))
                need.activations += price.activations.value * held / family.chunks;
        }
    }
    const double room = capacity * (1 + checkerRounding) + roundedBytes - (empty.reserve + empty.buffers).value;
    for (int first = 0; first < units; ++first) {
        double sum = 0, working = 0;
        int last = first;
        for (; last < units; ++last) {
            const auto &need = needs[static_cast<std::size_t>(last)];
            sum += need.states + need.activations;
            working = std::max(working, need.working);
            const bool both = first == 0 && last + 1 == units;
            if (sum + working - (both ? tied : 0) > room)
                break;
        }
        ends[static_cast<std::size_t>(first)] = last;
    }
    return ends;
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
        const int last = std::min(room, fitting(family, placed, s)[static_cast<std::size_t>(first)]);
        if (last == first)
            return false;
        first = last;
    }
    return first == units;
}

} // namespace heteroscope
