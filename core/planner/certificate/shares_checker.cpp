// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own proof for shares families (planner/space/sample_shares.h): every way to share the samples of one
// stage, of which each type's ranks must be done within the limit. Several stages: shared_stages_checker.cpp.
#include "planner/certificate/family_checker.h"
#include "planner/explain/why_not.h"
#include "planner/space/sample_shares.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace heteroscope {

class SharesChecker
{
public:
    SharesChecker(FamilyChecker &checker, const Family &family)
        : m_checker(checker),
          m_prices(checker.m_prices),
          m_family(family),
          m_placed(placedShares(family, 1, checker.m_groups)),
          m_units(cutUnits(family, checker.m_workload.model))
    {
        std::set<std::size_t> nodes;
        for (const int group : m_placed) {
            for (const DeviceId device : checker.m_groups[group].devices)
                nodes.insert(checker.m_topology.device(device).node);
        }
        m_nodes = static_cast<int>(nodes.size());
        findExit(nodes);
    }

    /// Lower bound in seconds on the step if the groups of a part have so many samples; infinity if that cannot be.
    double least(std::size_t part, int samples) { return known(part, samples).least; }

    RecomputedPart recomputed(const SampleShares &shares)
    {
        std::vector<const StageFitting *> types;
        for (std::size_t part = 0; part < shares.size(); ++part) {
            if (const auto &fitting = known(part, shares[part]).fitting)
                types.push_back(&*fitting);
        }
        return types.empty() ? RecomputedPart() : m_prices.recomputedTogether(types, 0, m_units);
    }

private:
    /// Of the ranks of a part with so many samples.
    struct Known
    {
        double least = infinity;
        std::optional<StageFitting> fitting{}; ///< empty if they do not fit
    };
    const Known &known(std::size_t part, int samples)
    {
        const auto [found, isNew] = m_known.try_emplace({part, samples});
        if (isNew)
            found->second = find(part, samples);
        return found->second;
    }

    /// The narrowest way out of a node: every ring of all replicas takes it.
    void findExit(const std::set<std::size_t> &nodes)
    {
        if (nodes.size() < 2)
            return;
        const auto &topology = m_checker.m_topology;
        bool addsUp = false;
        for (const auto &vertex : topology.vertices())
            addsUp = addsUp || vertex.reduces;
        double narrowest = infinity;
        for (const std::size_t node : nodes) {
            double out = 0;
            for (std::size_t e = 0; e < topology.edges().size(); ++e) {
                const auto from = topology.vertices()[topology.edges()[e].from.index()].node;
                const auto to = topology.vertices()[topology.edges()[e].to.index()].node;
                if (from == node && to != node)
                    out += m_prices.mostOf(EdgeId(e));
            }
            if (out > 0)
                narrowest = std::min(narrowest, out);
        }
        const auto replicas = static_cast<double>(m_placed.size());
        const double share = (replicas - 1) / replicas;
        const bool sharded = m_family.zeroStage > 0;
        m_reduce = (sharded ? share : addsUp ? 1 : 2.0 * (m_nodes - 1) / m_nodes) / narrowest;
        m_gather = sharded ? share / narrowest : 0;
    }

    Known find(std::size_t part, int samples)
    {
        Family ranks = ranksOf(m_family, part, 1, samples, m_checker.m_groups, m_nodes);
        ranks.others.reducePerByte = m_reduce;
        ranks.others.gatherPerByte = m_gather;
        m_prices.startFamily(ranks);
        const auto begin = m_placed.begin() + firstOf(part);
        const std::vector<int> placed(begin, begin + ranks.dp);
        if (!m_prices.someCutFits(ranks, placed))
            return {};
        const Cut whole = {cutUnits(ranks, m_checker.m_workload.model)};
        Known found;
        found.fitting = m_prices.fitting(ranks, placed, 0);
        if (m_prices.choosesModules()) { // another type may need another choice of modules
            ranks.recomputesAsNeeded = false;
            m_prices.startFamily(ranks);
        }
        const auto priced = m_prices.price(ranks, placed);
        if (!priced)
            return {};
        found.least = m_checker.m_clock.stepTime(ranks, *priced, whole);
        found.least = std::max(found.least,
                               m_family.zeroStage == 3 ? gathering(ranks, *priced) : averagedTogether(ranks, *priced));
        return found;
    }

    std::ptrdiff_t firstOf(std::size_t part) const
    {
        std::ptrdiff_t first = 0;
        for (std::size_t before = 0; before < part; ++before)
            first += ranksOfPart(m_family, before, 1, m_checker.m_groups);
        return first;
    }

    /// The passes of the slowest rank, and then one call of all replicas.
    double averagedTogether(const Family &ranks, const PricedLayout &priced)
    {
        const auto &stack = m_prices.stack();
        const double host = stack.hostMicroBatch.value * stack.scale;
        double parameters = 0;
        for (int layer = 0; layer < m_checker.m_workload.model.planLayers(); ++layer) {
            const auto own = layerParameters(m_checker.m_workload.model, layer);
            parameters += own.dense + own.experts;
        }
        const double calls = m_prices.averagingOf(m_family, m_placed).of(parameters) +
                             m_prices.gatheringOf(m_family, m_placed).of(parameters);
        double longest = 0;
        for (const auto &pipeline : priced.pipelines) {
            const auto &stage = pipeline.front();
            const int units = cutUnits(ranks, m_checker.m_workload.model);
            longest = std::max(longest, m_family.microBatches * (stage.units->passOf(0, units) + host));
        }
        return (longest + calls + stack.hostStep.value * stack.scale) * (1 - checkerRounding);
    }

    /// Every pass waits for its gathers and scatters, if these are longer than its computation.
    double gathering(const Family &ranks, const PricedLayout &priced)
    {
        const auto &stack = m_prices.stack();
        const auto state = stateBytes(m_checker.m_workload.job);
        const auto weights = m_prices.gatherAmong(m_family, m_placed, state.weight);
        const auto gradients =
            state.gradient > 0 ? m_prices.gatherAmong(m_family, m_placed, state.gradient) : CollectiveTime{};
        double down = 0, up = 0;
        for (int layer = 0; layer < m_checker.m_workload.model.planLayers(); ++layer) {
            const auto own = layerParameters(m_checker.m_workload.model, layer);
            down += weights.of(own.dense + own.experts);
            up += weights.of(own.dense + own.experts) + gradients.of(own.dense + own.experts);
        }
        const int units = cutUnits(ranks, m_checker.m_workload.model);
        double longest = 0;
        for (const auto &pipeline : priced.pipelines) {
            const auto &stage = pipeline.front();
            if (stage.faster > 1)
                continue;
            const double pass =
                std::max(stage.units->forwardOf(0, units), down) + std::max(stage.units->backwardOf(0, units), up);
            longest = std::max(longest, m_family.microBatches * (pass + stack.hostMicroBatch.value * stack.scale));
        }
        return (longest + stack.hostStep.value * stack.scale) * (1 - checkerRounding);
    }

    FamilyChecker &m_checker;
    CheckerPrices &m_prices;
    const Family &m_family;
    const std::vector<int> m_placed; ///< groups of all parts
    int m_nodes = 1;
    double m_reduce = 0, m_gather = 0; ///< seconds for each byte, at least
    const int m_units;
    std::map<std::pair<std::size_t, int>, Known> m_known;
};

void FamilyChecker::checkShares(const Family &family, const StopToken &stop)
{
    for (int stages = family.fewestStages; stages <= family.maxStages && !m_found && !stop.stop_requested(); ++stages) {
        if (!allowsStages(family, stages))
            continue;
        if (stages > 1) {
            checkSharedStages(family, stages, stop);
            continue;
        }
        SharesChecker shares(*this, family);
        const Cut whole = {cutUnits(family, m_workload.model)};
        forEachShares(
            family, stages, m_groups,
            [&](const SampleShares &each) {
                const auto plan = sharesPlanOf(family, each, whole, {shares.recomputed(each)}, m_groups, m_topology,
                                               m_workload, m_stack);
                if (!m_mappings.empty() && findBreach(m_mappings, m_topology, placesOf(plan, m_topology)))
                    return true;
                return checkBySimulating(plan);
            },
            stop, [&](std::size_t part, int samples) { return shares.least(part, samples) < m_limit; });
    }
    m_prices.startFamily(family);
}

/// Whether every type has a number of samples that fits.
bool FamilyChecker::mayFitShares(const Family &family, const StopToken &stop)
{
    bool fits = false;
    for (int stages = family.fewestStages; stages <= family.maxStages && !fits; ++stages) {
        if (!allowsStages(family, stages))
            continue;
        if (stages > 1) {
            fits = mayFitSharedStages(family, stages, stop);
            continue;
        }
        SharesChecker shares(*this, family);
        forEachShares(
            family, stages, m_groups,
            [&](const SampleShares &) {
                fits = true;
                return false;
            },
            stop, [&](std::size_t part, int samples) { return shares.least(part, samples) < infinity; });
    }
    m_prices.startFamily(family);
    return fits || stop.stop_requested();
}

} // namespace heteroscope
