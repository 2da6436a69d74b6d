// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a stage needs of a device's memory, by unit.
#include "planner/prices/price_book.h"

#include "strategy/expert_layout.h"

#include <algorithm>
#include <functional>

namespace heteroscope {

double UnitMemory::need(int first, int last, double inFlight, int recomputed) const
{
    const auto largest = [](const std::vector<Working> &values, int from, int to) {
        for (const auto &value : values) {
            if (value.unitsBefore[static_cast<std::size_t>(to)] > value.unitsBefore[static_cast<std::size_t>(from)])
                return value.bytes;
        }
        return 0.0;
    };
    const auto sum = [](const std::vector<double> &sums, int from, int to) {
        return sums[static_cast<std::size_t>(to)] - sums[static_cast<std::size_t>(from)];
    };
    const int kept = first + recomputed;
    double held = largest(working, kept, last), active = sum(activations, kept, last);
    if (recomputed > 0) {
        held = std::max(held, largest(workingAgain, first, kept));
        active += sum(activationsAgain, first, kept);
    }
    const bool head = headFirst ? first == 0 : last + 1 == static_cast<int>(parameters.size());
    return fixed + held + (head ? logits : 0.0) + sumOf(states, first, last, tiedStates) + inFlight * active;
}

double UnitMemory::leastNeed(int first, int last, double inFlight) const
{
    const double none = need(first, last, inFlight);
    return activationsAgain.empty() ? none : std::min(none, need(first, last, inFlight, last - first));
}

std::vector<UnitMemory::Working> UnitMemory::workingOf(const std::vector<double> &byUnit)
{
    std::vector<double> values = byUnit;
    std::sort(values.begin(), values.end(), std::greater<>());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<Working> working;
    for (const double bytes : values) {
        Working value{bytes, {0}};
        for (const double unit : byUnit)
            value.unitsBefore.push_back(value.unitsBefore.back() + (unit == bytes ? 1 : 0));
        working.push_back(std::move(value));
    }
    return working;
}

Result<const UnitMemory *> PriceBook::memory(const Family &family, int group)
{
    // Activations do not depend on the device, only on its degree.
    const int tp = m_groups[group].size / family.cp;
    const int pipelines = family.dp + family.others.replicas;
    const double expertWeight = this->expertWeight(family);
    const auto key = std::tuple(tp, workOf(family), family.zeroStage, pipelines, family.shardGroup, expertWeight);
    auto found = m_memory.find(key);
    if (found == m_memory.end()) {
        const auto make = [&]() -> Result<std::unique_ptr<UnitMemory>> {
            const auto work = workOf(family);
            const auto priced = cost(group, work, 1);
            const auto recomputing = family.recomputesAsNeeded ? cost(group, recomputingAll(work), 1) : priced;
            if (!priced || !recomputing)
                return priced ? recomputing.error() : priced.error();
            const auto &model = workload().model;
            StateSharding sharding{tp, family.ep, family.zeroStage, family.replicas(),
                                   expertLayout(family.ep, tp, family.cp, family.dp).expertTp};
            // A pipeline's is left to LayoutModel, which knows the stages.
            sharding.communicators = (tp > 1 ? 1 : 0) + (family.cp > 1 ? 1 : 0) + (family.ep > 1 ? 1 : 0) +
                                     (pipelines > 1 ? 1 : 0) +
                                     (family.shardGroup > 0 ? 1 : 0); // between its shard groups
            sharding.group = family.shardGroup;
            const double samples = static_cast<double>(family.microBatchSize) / family.cp;
            const auto statesOf = [&](const std::vector<LayerRange> &layers) {
                const auto parts = stateMemory(workload(), m_stack, layers, sharding, samples);
                return (parts.weights + parts.gradients + parts.optimizerState).value;
            };
            const auto none = stateMemory(workload(), m_stack, {}, sharding, samples);
            const auto ends = stateMemory(workload(), m_stack, {{model.layers + 1, 1}}, sharding, samples);
            auto memory = std::make_unique<UnitMemory>();
            memory->parameters = memory->averaged = memory->states = memory->activations = {0};
            std::vector<double> held, heldAgain;
            if (family.recomputesAsNeeded)
                memory->activationsAgain = {0};
            for (int unit = 0; unit < cutUnits(family, model); ++unit) {
                double parameters = 0, averaged = 0, states = 0, activations = 0, working = 0;
                double activationsAgain = 0, workingAgain = 0;
                for (const int layer : layersOfUnit(family, model, unit)) {
                    const auto kind = layerKind(model, layer);
                    const auto &price = (*priced)->layer(kind);
                    const double own = deviceParameters(model, {{layer, 1}}, sharding);
                    parameters += own;
                    averaged += own - (1 - expertWeight) * layerParameters(model, layer).experts /
                                          (static_cast<double>(sharding.expertTp) * family.ep);
                    states += statesOf({{layer, 1}});
                    // With interleaving a stage holds more of one chunk than of another; of blocks all chunks are
                    // alike.
                    const auto &again = (*recomputing)->layer(kind);
                    if (family.chunks == 1 || (kind != LayerKind::embedding && kind != LayerKind::head)) {
                        activations += price.activations.value;
                        activationsAgain += again.activations.value;
                    }
                    // What ZeRO-3 gathers is that of the largest layer.
                    const auto gathered =
                        family.zeroStage < 3
                            ? Bytes(0)
                            : stateMemory(workload(), m_stack, {{layer, 1}}, sharding, samples).buffers - none.buffers;
                    working = std::max({working, price.working.value, gathered.value});
                    workingAgain = std::max({workingAgain, again.working.value, gathered.value});
                }
                memory->parameters.push_back(memory->parameters.back() + parameters);
                memory->averaged.push_back(memory->averaged.back() + averaged);
                memory->states.push_back(memory->states.back() + states);
                memory->activations.push_back(memory->activations.back() + activations);
                held.push_back(working);
                if (!family.recomputesAsNeeded)
                    continue;
                memory->activationsAgain.push_back(memory->activationsAgain.back() + activationsAgain);
                heldAgain.push_back(workingAgain);
            }
            memory->working = UnitMemory::workingOf(held);
            memory->workingAgain = UnitMemory::workingOf(heldAgain);
            memory->fixed = (none.reserve + none.buffers).value;
            memory->logits = ends.logits.value;
            memory->headFirst = family.isVee();
            if (model.sharesEmbedding()) {
                memory->tied = static_cast<double>(model.vocab) * model.hidden / tp;
                const int last = model.layers + 1;
                memory->tiedStates = statesOf({{0, 1}}) + statesOf({{last, 1}}) - statesOf({{0, 1}, {last, 1}});
            }
            return memory;
        };
        found = m_memory.emplace(key, make()).first;
    }
    if (!found->second)
        return found->second.error();
    return found->second->get();
}

} // namespace heteroscope
