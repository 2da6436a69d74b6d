// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a stage needs of a device's memory, by unit.
#include "planner/prices/price_book.h"

#include "strategy/expert_layout.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace heteroscope {

namespace {

double largest(const std::vector<UnitMemory::Once> &values, int from, int to)
{
    for (const auto &value : values) {
        if (value.unitsBefore[static_cast<std::size_t>(to)] > value.unitsBefore[static_cast<std::size_t>(from)])
            return value.bytes;
    }
    return 0;
}

double sum(const std::vector<double> &sums, int from, int to)
{
    return sums[static_cast<std::size_t>(to)] - sums[static_cast<std::size_t>(from)];
}

} // namespace

double UnitMemory::need(int first, int last, double inFlight, const Repeated &repeated) const
{
    const int end = first + repeated.units; // of what is recomputed
    double held = largest(kept.working, end, last), active = sum(kept.activations, end, last);
    if (repeated.units > 0) {
        const Active &own = again[repeated.way];
        held = std::max(held, largest(own.working, first, end));
        active += sum(own.activations, first, end);
    }
    const bool hasHead = headFirst ? first == 0 : last + 1 == static_cast<int>(parameters.size());
    return fixed + held + largest(gathered, first, last) + (hasHead ? logits : 0.0) +
           sumOf(states, first, last, tiedStates) + inFlight * active;
}

bool UnitMemory::mayFit(int first, int last, double inFlight, double capacity) const
{
    if (need(first, last, inFlight) <= capacity)
        return true;
    for (std::size_t way = 0; way < again.size(); ++way) {
        if (need(first, last, inFlight, {way, last - first}) <= capacity)
            return true;
    }
    return false;
}

std::vector<UnitMemory::Once> UnitMemory::onceOf(const std::vector<double> &byUnit)
{
    std::vector<double> values = byUnit;
    std::sort(values.begin(), values.end(), std::greater<>());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<Once> once;
    for (const double bytes : values) {
        Once value{bytes, {0}};
        value.unitsBefore.reserve(byUnit.size() + 1);
        for (const double unit : byUnit)
            value.unitsBefore.push_back(value.unitsBefore.back() + (unit == bytes ? 1 : 0));
        once.push_back(std::move(value));
    }
    return once;
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
            Result<std::vector<const GroupCost *>> recomputing = std::vector<const GroupCost *>();
            if (family.recomputesAsNeeded)
                recomputing = recomputedCosts(group, work, 1);
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
            const auto &unitLayers = layersOfUnits(family);
            for (auto *sums : {&memory->parameters, &memory->averaged, &memory->states}) {
                sums->reserve(unitLayers.size() + 1);
                sums->push_back(0);
            }
            std::vector<double> gathered; // by unit; what ZeRO-3 gathers is that of the largest layer
            gathered.reserve(unitLayers.size());
            double lightest = infinity; // weight; a gathered one counts as the mean of its stage
            struct OfLayer
            {
                double parameters = 0, averaged = 0, states = 0;
                double gathered = 0; ///< by ZeRO-3, in parameters
                double weight = 0;   ///< bytes of one
            };
            std::array<std::optional<OfLayer>, layerKindCount> known; // those of a kind are alike
            const auto ofLayer = [&](int layer) -> const OfLayer & {
                auto &own = known[static_cast<std::size_t>(layerKind(model, layer))];
                if (own)
                    return *own;
                own.emplace();
                own->parameters = deviceParameters(model, {{layer, 1}}, sharding);
                own->averaged = own->parameters - (1 - expertWeight) * layerParameters(model, layer).experts /
                                                      (static_cast<double>(sharding.expertTp) * family.ep);
                own->states = statesOf({{layer, 1}});
                const auto terms = stateTerms(workload(), m_stack, {{layer, 1}}, sharding, samples);
                own->gathered = terms.gatheredLayers * terms.largestLayer * (1 + terms.fragmentation);
                own->weight = terms.bytes.weight;
                return *own;
            };
            for (const auto &layers : unitLayers) {
                OfLayer all;
                for (const int layer : layers) {
                    const auto &own = ofLayer(layer);
                    all.parameters += own.parameters;
                    all.averaged += own.averaged;
                    all.states += own.states;
                    all.gathered = std::max(all.gathered, own.gathered);
                    lightest = std::min(lightest, own.weight);
                }
                memory->parameters.push_back(memory->parameters.back() + all.parameters);
                memory->averaged.push_back(memory->averaged.back() + all.averaged);
                memory->states.push_back(memory->states.back() + all.states);
                gathered.push_back(all.gathered);
            }
            for (double &each : gathered)
                each *= lightest;
            if (family.zeroStage >= 3)
                memory->gathered = UnitMemory::onceOf(gathered);
            const auto activeOf = [&](const GroupCost &each) {
                std::vector<double> sums{0}, held(unitLayers.size());
                sums.reserve(unitLayers.size() + 1);
                for (std::size_t unit = 0; unit < held.size(); ++unit) {
                    double activations = 0;
                    for (const int layer : unitLayers[unit]) {
                        const auto kind = layerKind(model, layer);
                        // With interleaving a stage holds more of one chunk than of another (endsHeld()); of blocks all
                        // chunks are alike.
                        if (family.chunks == 1 || (kind != LayerKind::embedding && kind != LayerKind::head))
                            activations += each.layer(kind).activations.value;
                        held[unit] = std::max(held[unit], each.layer(kind).working.value);
                    }
                    sums.push_back(sums.back() + activations);
                }
                return UnitMemory::Active{std::move(sums), UnitMemory::onceOf(held)};
            };
            memory->kept = activeOf(**priced);
            if (family.chunks > 1) {
                memory->embedding = (*priced)->layer(LayerKind::embedding).activations.value;
                memory->head = (*priced)->layer(LayerKind::head).activations.value;
            }
            for (const GroupCost *way : *recomputing)
                memory->again.push_back(activeOf(*way));
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

Result<const RecomputeTimes *> PriceBook::recomputeTimes(const Family &family, int group)
{
    const auto work = workOf(family);
    const auto [found, isNew] = m_recomputeTimes.try_emplace({priceKindOf(group, work), work}, nullptr);
    auto &known = found->second;
    if (isNew) {
        const auto plain = cost(group, work, 1);
        const auto recomputing = recomputedCosts(group, work, 1);
        if (!plain || !recomputing) {
            known = plain ? recomputing.error() : plain.error();
        } else {
            auto times = std::make_unique<RecomputeTimes>();
            for (const GroupCost *way : *recomputing) {
                std::vector<double> sums{0};
                for (const auto &layers : layersOfUnits(family)) {
                    double more = 0;
                    for (const int layer : layers) {
                        const auto kind = layerKind(workload().model, layer);
                        more += (way->layer(kind).backwardTotal() - (*plain)->layer(kind).backwardTotal()).value;
                    }
                    sums.push_back(sums.back() + more);
                }
                times->push_back(std::move(sums));
            }
            known = std::move(times);
        }
    }
    if (!known)
        return known.error();
    return known->get();
}

} // namespace heteroscope
