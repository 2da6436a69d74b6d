// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own proof for apart families (planner/space/apart.h): the ways of each type that may be done within the
// limit, their cuts, and those of all types together.
#include "planner/certificate/checker_cuts.h"
#include "planner/certificate/family_checker.h"
#include "simulator/predict_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

constexpr double apartRounding = checkerRounding;
/// Layouts of one family, and choices of a cut for each type, that are looked at before the checker gives up on it.
constexpr std::size_t maxApartLayouts = 4'000'000, maxCutsTogether = 20'000'000;

/// A cut of one type with the last passes, by pipeline and stage.
struct CheckedCut
{
    Cut cut;
    std::vector<std::vector<CheckerClock::LastPass>> last;
    double least = 0; ///< seconds of a step
};

/// One type's part of a layout.
struct CheckedPart
{
    Family family;
    PricedLayout priced;
    std::vector<CheckedCut> cuts;
};

} // namespace

class ApartChecker
{
public:
    ApartChecker(FamilyChecker &checker, const Family &family, const StopToken &stop)
        : m_checker(checker),
          m_prices(checker.m_prices),
          m_family(family),
          m_stop(stop),
          m_parts(family.parts.size()),
          m_partialCuts(checker.m_nodes),
          m_ways(m_parts)
    {}

    /// Notes in the checker what contradicts that no plan is below the limit.
    void run()
    {
        const int all = m_family.microBatches;
        for (std::size_t part = 0; part < m_parts; ++part) {
            m_most.push_back(capacityOf(part));
            if (m_most.back().empty())
                return; // the part cannot run
        }
        std::vector<double> capacity(m_parts);
        for (std::size_t part = 0; part < m_parts; ++part) {
            for (int stages = 1; stages <= stagesOf(part); ++stages)
                capacity[part] =
                    std::max(capacity[part], static_cast<double>(groupsOf(part) / stages) * mostOf(part, stages));
            capacity[part] = std::min<double>(capacity[part], all - 1);
        }
        for (std::size_t part = 0; part < m_parts; ++part) {
            const double sum = std::accumulate(capacity.begin(), capacity.end(), 0.0);
            if (sum < all)
                return;
            findWays(part, sum - capacity[part]);
            capacity[part] = 0;
            for (const auto &way : m_ways[part])
                capacity[part] = std::max<double>(capacity[part], way.pipelines * way.microBatches);
        }
        ApartLayout layout;
        checkLayouts(layout, all);
    }

private:
    int groupsOf(std::size_t part) const
    {
        return m_checker.m_groups.count(m_family.parts[part].type, m_family.parts[part].tp);
    }
    int stagesOf(std::size_t part) const { return m_family.parts[part].maxStages; }
    bool isDone() const { return m_stop.stop_requested() || m_checker.m_found.has_value(); }

    void giveUp(std::string expected)
    {
        if (!m_checker.m_found)
            m_checker.m_found = {fmt::format("at least {}", m_checker.m_value), std::move(expected)};
    }

    /// Micro-batches of a pipeline, at most, by number of stages: its largest stage has to compute them one by one.
    std::vector<int> capacityOf(std::size_t part)
    {
        const auto alone = aloneOf(m_family, part, {}, {});
        const auto &shortest = m_prices.shortestPasses(alone, m_family.parts[part]);
        if (shortest.empty())
            return {};
        const auto &stack = m_prices.stack();
        const double host = stack.hostMicroBatch.value * stack.scale;
        const double room = m_checker.m_limit * (1 + apartRounding) - stack.hostStep.value * stack.scale;
        const int units = static_cast<int>(shortest.size()) - 1;
        std::vector<int> most{0};
        for (int stages = 1; stages <= stagesOf(part); ++stages) {
            const double pass = shortest[static_cast<std::size_t>((units + stages - 1) / stages)] + host;
            const double fit = pass > 0 ? room / pass : infinity;
            int fitting = static_cast<int>(std::clamp<double>(std::floor(fit), 0, m_family.microBatches - 1));
            // With fill and drain, whatever the cut (bounds/apart_bounds.h), where a stage ends with a backward.
            const double whole = check::splitsBackward(m_family) ? 0 : shortest.back() + stages * host;
            while (fitting > 0 && whole / (1 - std::pow(1 - 1.0 / fitting, stages)) > room * (1 + apartRounding))
                --fitting;
            most.push_back(fitting);
        }
        return most;
    }
    int mostOf(std::size_t part, int stages) const { return m_most[part][static_cast<std::size_t>(stages)]; }

    void findWays(std::size_t part, double others)
    {
        const int all = m_family.microBatches;
        for (int stages = 1; stages <= stagesOf(part); ++stages) {
            for (int pipelines = groupsOf(part) / stages; pipelines > 0 && !m_stop.stop_requested(); --pipelines) {
                if (static_cast<double>(pipelines) * mostOf(part, stages) + others < all)
                    break;
                PartPipelines way{pipelines, stages, std::min(mostOf(part, stages), (all - 1) / pipelines)};
                // What a pipeline does grows with its micro-batches: the most of them by halves, from what is needed
                // on.
                const int needed = std::max(1, static_cast<int>(std::ceil((all - others) / pipelines)));
                int fewest = needed - 1;
                while (fewest < way.microBatches) {
                    PartPipelines tried = way;
                    tried.microBatches = fewest < needed ? needed : way.microBatches - (way.microBatches - fewest) / 2;
                    if (mayBeat(part, tried))
                        fewest = tried.microBatches;
                    else
                        way.microBatches = tried.microBatches - 1;
                }
                if (way.microBatches >= needed)
                    m_ways[part].push_back(way);
            }
        }
    }

    /// With whatever the other types have.
    bool mayBeat(std::size_t part, const PartPipelines &way)
    {
        Family::Others others;
        for (std::size_t other = 0; other < m_parts; ++other)
            others.replicas += other == part ? 0 : groupsOf(other);
        std::vector<int> pipelines(m_parts, 1);
        pipelines[part] = way.pipelines;
        const auto price = m_prices.together(m_family, pipelines);
        others.reducePerByte = price.reduce;
        others.gatherPerByte = price.gather;
        const Family alone = aloneOf(m_family, part, way, others);
        auto priced = m_prices.price(alone, placedApart(m_family, part, way, m_checker.m_groups));
        return priced && CheckerCuts(m_prices, alone, *priced, m_checker.m_limit).mayBeat();
    }

    /// Every layout that begins with these parts, with so many micro-batches for the others.
    void checkLayouts(ApartLayout &layout, int left)
    {
        const std::size_t part = layout.size();
        for (const auto &way : m_ways[part]) {
            if (part + 1 == m_parts) {
                const int micro = left / way.pipelines;
                if (left % way.pipelines != 0 || micro > way.microBatches)
                    continue;
                layout.push_back({way.pipelines, way.stages, micro});
                if (allowsStages(m_family, layout))
                    checkLayout(layout);
                layout.pop_back();
                continue;
            }
            double behind = 0;
            for (std::size_t next = part + 1; next < m_parts; ++next) {
                double most = 0;
                for (const auto &other : m_ways[next])
                    most = std::max<double>(most, other.pipelines * other.microBatches);
                behind += most;
            }
            for (int micro = way.microBatches; micro > 0 && !isDone(); --micro) {
                const int rest = left - way.pipelines * micro;
                if (rest > behind)
                    break;
                if (++m_looked > maxApartLayouts)
                    return giveUp(fmt::format("a bound that shows within {} layouts", maxApartLayouts));
                if (rest <= 0)
                    continue;
                layout.push_back({way.pipelines, way.stages, micro});
                checkLayouts(layout, rest);
                layout.pop_back();
            }
        }
    }

    void checkLayout(const ApartLayout &layout)
    {
        if (isForbidden(layout))
            return;
        auto alone = aloneFamilies(m_family, layout, m_checker.m_groups, m_checker.m_topology);
        std::vector<int> pipelines;
        for (const auto &own : layout)
            pipelines.push_back(own.pipelines);
        const auto price = m_prices.together(m_family, pipelines);
        std::vector<CheckedPart> parts(m_parts);
        for (std::size_t part = 0; part < m_parts; ++part) {
            const auto way = std::tuple(part, layout[part], pipelines, alone[part].others.nodes);
            if (m_slow.contains(way))
                return;
            auto &own = parts[part];
            own.family = std::move(alone[part]);
            own.family.others.reducePerByte = price.reduce;
            own.family.others.gatherPerByte = price.gather;
            findCuts(own, placedApart(m_family, part, layout[part], m_checker.m_groups), price);
            if (own.cuts.empty()) {
                m_slow.insert(way);
                return;
            }
        }
        std::vector<const CheckedCut *> chosen;
        checkCuts(layout, parts, chosen);
    }

    /// Every choice of a cut for each part that begins with these.
    void checkCuts(const ApartLayout &layout, const std::vector<CheckedPart> &parts,
                   std::vector<const CheckedCut *> &chosen)
    {
        for (const auto &cut : parts[chosen.size()].cuts) {
            if (isDone())
                return;
            if (cut.least >= m_checker.m_limit)
                continue;
            chosen.push_back(&cut);
            if (chosen.size() < m_parts)
                checkCuts(layout, parts, chosen);
            else if (++m_together > maxCutsTogether)
                giveUp(fmt::format("a bound that shows within {} choices of cuts", maxCutsTogether));
            else if (together(parts, chosen) < m_checker.m_limit)
                simulate(layout, parts, chosen);
            chosen.pop_back();
        }
    }

    void findCuts(CheckedPart &part, std::vector<int> placed, const CheckerPrices::TogetherPrice &price)
    {
        auto priced = m_prices.price(part.family, std::move(placed));
        if (!priced)
            return;
        part.priced = std::move(*priced);
        CheckerCuts cuts(m_prices, part.family, part.priced, m_checker.m_limit);
        const bool through = cuts.forEach(m_checker.m_nodes, [&](const Cut &cut) {
            CheckedCut checked{cut, {}, m_checker.m_clock.stepTime(part.family, part.priced, cut)};
            if (checked.least >= m_checker.m_limit)
                return true;
            for (std::size_t p = 0; p < part.priced.pipelines.size(); ++p)
                checked.last.push_back(m_checker.m_clock.lastPasses(part.family, part.priced, p, cut));
            checked.least = std::max(checked.least, leavesNodes(part, checked, price));
            if (checked.least < m_checker.m_limit)
                part.cuts.push_back(std::move(checked));
            return !m_stop.stop_requested();
        });
        if (!through && !m_stop.stop_requested())
            giveUp(fmt::format("a bound that shows within {} partial cuts", m_partialCuts));
    }

    /// A step in which all that the stages in one node average leaves it, from when the first of them may begin on.
    double leavesNodes(const CheckedPart &part, const CheckedCut &cut, const CheckerPrices::TogetherPrice &price) const
    {
        const auto &job = m_prices.workload().job;
        if (job.frozenBase || m_prices.linksChange())
            return 0;
        const bool beside = stackOverlap(m_prices.stack()).dp;
        struct Leaving
        {
            double begins = infinity, optimizer = infinity, parameters = 0;
            std::set<std::size_t> stages;
        };
        std::map<std::size_t, Leaving> nodes;
        const auto pipelines = static_cast<std::size_t>(part.family.dp);
        for (std::size_t i = 0; i < part.priced.placed.size(); ++i)
            nodes[m_checker.m_groups[part.priced.placed[i]].node].stages.insert(i / pipelines);
        double least = 0;
        const auto state = stateBytes(job);
        for (auto &[id, node] : nodes) {
            const auto out = price.reduceFrom.find(id);
            if (out == price.reduceFrom.end())
                continue;
            for (const std::size_t stage : node.stages) {
                double ready = 0; // all pipelines have to be
                for (const auto &pipeline : cut.last) {
                    if (pipeline.empty())
                        return 0; // too many passes to be followed
                    ready = std::max(ready, beside ? pipeline[stage].start : pipeline[stage].end);
                }
                node.begins = std::min(node.begins, ready);
                node.optimizer = std::min(node.optimizer, optimizerOf(part, cut, stage));
                const auto at = [&](int unit) { return m_prices.parameters()[static_cast<std::size_t>(unit)]; };
                node.parameters += at(cut.cut[stage]) - at(stage == 0 ? 0 : cut.cut[stage - 1]);
            }
            const double gathered = beside ? 0 : price.gatherFrom.at(id) * state.weight;
            const double leaving = node.parameters * (out->second * state.gradient + gathered) * m_prices.stack().scale;
            least = std::max(least, node.begins + leaving + node.optimizer);
        }
        const auto &stack = m_prices.stack();
        return (least + stack.hostStep.value * stack.scale) * (1 - apartRounding);
    }

    /// Layers that the same stages hold are averaged together, in the order of layers: after the passes, or beside
    /// them, where each stage has its calls one after another from the start of its last pass on.
    double together(const std::vector<CheckedPart> &parts, const std::vector<const CheckedCut *> &cuts)
    {
        struct Run
        {
            std::vector<std::size_t> stage; ///< by part
            double parameters = 0;
        };
        std::vector<Run> runs;
        std::vector<std::size_t> stage(m_parts);
        for (int unit = 0; unit < cuts.front()->cut.back();) {
            int next = cuts.front()->cut.back();
            for (std::size_t part = 0; part < m_parts; ++part)
                next = std::min(next, cuts[part]->cut[stage[part]]);
            runs.push_back({stage, m_prices.parameters()[static_cast<std::size_t>(next)] -
                                       m_prices.parameters()[static_cast<std::size_t>(unit)]});
            for (std::size_t part = 0; part < m_parts; ++part)
                stage[part] += cuts[part]->cut[stage[part]] == next ? 1 : 0;
            unit = next;
        }
        std::vector<std::vector<double>> ready(m_parts), calls(m_parts); // by stage; of the latest of its pipelines
        for (std::size_t part = 0; part < m_parts; ++part) {
            ready[part].assign(cuts[part]->cut.size(), 0);
            calls[part] = ready[part];
        }
        for (const auto &run : runs) {
            const double call = m_prices.averagingBeside(m_family, groupsAt(parts, run.stage)).of(run.parameters);
            for (std::size_t part = 0; part < m_parts; ++part)
                calls[part][run.stage[part]] += call;
        }
        for (std::size_t part = 0; part < m_parts; ++part) {
            for (const auto &pipeline : cuts[part]->last) {
                if (pipeline.empty())
                    return 0; // too many passes to be followed
                for (std::size_t s = 0; s < pipeline.size(); ++s)
                    ready[part][s] = std::max({ready[part][s], pipeline[s].end, pipeline[s].start + calls[part][s]});
            }
        }
        const auto meet = [&](bool gathers) {
            for (const auto &run : runs) {
                double begins = 0;
                for (std::size_t part = 0; part < m_parts; ++part)
                    begins = std::max(begins, ready[part][run.stage[part]]);
                const auto groups = groupsAt(parts, run.stage);
                const auto call =
                    gathers ? m_prices.gatheringOf(m_family, groups) : m_prices.averagingOf(m_family, groups);
                const double ends = begins + call.of(run.parameters);
                for (std::size_t part = 0; part < m_parts; ++part)
                    ready[part][run.stage[part]] = ends;
            }
        };
        meet(false);
        double last = 0;
        for (const auto &times : ready)
            last = std::max(last, *std::max_element(times.begin(), times.end()));
        for (std::size_t part = 0; part < m_parts; ++part) {
            for (std::size_t s = 0; s < ready[part].size(); ++s)
                ready[part][s] = last + optimizerOf(parts[part], *cuts[part], s);
        }
        if (m_family.zeroStage > 0)
            meet(true);
        for (const auto &times : ready)
            last = std::max(last, *std::max_element(times.begin(), times.end()));
        const auto &stack = m_prices.stack();
        return (last + stack.hostStep.value * stack.scale) * (1 - apartRounding);
    }

    /// Of a stage of each part.
    std::vector<int> groupsAt(const std::vector<CheckedPart> &parts, const std::vector<std::size_t> &stage) const
    {
        std::vector<int> groups;
        for (std::size_t part = 0; part < m_parts; ++part) {
            const auto pipelines = static_cast<std::size_t>(parts[part].family.dp);
            for (std::size_t d = 0; d < pipelines; ++d)
                groups.push_back(parts[part].priced.placed[stage[part] * pipelines + d]);
        }
        return groups;
    }

    /// Of the fastest of its pipelines.
    double optimizerOf(const CheckedPart &part, const CheckedCut &cut, std::size_t stage) const
    {
        const auto &model = m_prices.workload().model;
        const auto chunks = chunksOf(part.family, model, stage == 0 ? 0 : cut.cut[stage - 1], cut.cut[stage]);
        const StateSharding sharding{part.family.parts.front().tp, 1, m_family.zeroStage, part.family.replicas(),
                                     part.family.parts.front().tp};
        double each = infinity;
        for (const auto &pipeline : part.priced.pipelines)
            each = std::min(each, pipeline[stage].cost->optimizerSecondsPerParameter);
        return ownedParameters(model, chunks, sharding) * each;
    }

    void simulate(const ApartLayout &layout, const std::vector<CheckedPart> &parts,
                  const std::vector<const CheckedCut *> &chosen)
    {
        std::vector<PartCut> cuts;
        for (std::size_t part = 0; part < m_parts; ++part)
            cuts.push_back({chosen[part]->cut, m_prices.recomputedParts(parts[part].family, parts[part].priced.placed,
                                                                        chosen[part]->cut)});
        m_checker.checkBySimulating(apartPlanOf(m_family, layout, cuts, m_checker.m_groups, m_checker.m_topology,
                                                m_checker.m_workload, m_checker.m_stack));
    }

    bool isForbidden(const ApartLayout &layout) const
    {
        if (m_checker.m_mappings.empty())
            return false;
        std::vector<std::optional<DevicePlace>> places(m_checker.m_topology.devices().size());
        int replica = 0;
        for (std::size_t part = 0; part < m_parts; ++part) {
            const auto placed = placedApart(m_family, part, layout[part], m_checker.m_groups);
            for (int d = 0; d < layout[part].pipelines; ++d, ++replica) {
                for (int s = 0; s < layout[part].stages; ++s) {
                    const int group = placed[static_cast<std::size_t>(s * layout[part].pipelines + d)];
                    for (const DeviceId device : m_checker.m_groups[group].devices)
                        places[device.index()] = DevicePlace{s, replica};
                }
            }
        }
        return findBreach(m_checker.m_mappings, m_checker.m_topology, places).has_value();
    }

    FamilyChecker &m_checker;
    CheckerPrices &m_prices;
    const Family &m_family;
    const StopToken &m_stop;
    std::size_t m_parts;
    std::size_t m_partialCuts;            ///< that may be looked at
    std::vector<std::vector<int>> m_most; ///< capacityOf
    std::vector<std::vector<PartPipelines>> m_ways;
    /// A part with its pipelines, among the pipelines of all types, on so many nodes together.
    std::set<std::tuple<std::size_t, PartPipelines, std::vector<int>, int>> m_slow;
    std::size_t m_looked = 0, m_together = 0;
};

void FamilyChecker::checkApart(const Family &family, const StopToken &stop) { ApartChecker(*this, family, stop).run(); }

/// Whether some stages of every type hold the model, by a lower bound on its memory.
bool FamilyChecker::mayFitApart(const Family &family)
{
    const auto groupsOf = [&](const FamilyPart &part) { return m_groups.count(part.type, part.tp); };
    int all = 0;
    for (const auto &part : family.parts)
        all += groupsOf(part);
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        const int groups = groupsOf(family.parts[part]), others = all - groups;
        bool fits = false;
        for (int stages = 1; stages <= family.parts[part].maxStages && !fits; ++stages) {
            const PartPipelines way{groups / stages, stages, 1};
            const auto placed = placedApart(family, part, way, m_groups);
            const Family alone = aloneOf(family, part, way, {.replicas = others});
            fits = m_prices.someCutFits(alone, placed) && m_prices.price(alone, placed);
        }
        if (!fits)
            return false;
    }
    return true;
}

std::optional<Contradiction> FamilyChecker::checkUnlikeClaim(const Family &family, const FamilyClaim &claim,
                                                             const StopToken &stop)
{
    const auto nameOf = [](FamilyVerdict verdict) {
        return std::string(familyVerdictNames[static_cast<std::size_t>(verdict)]);
    };
    if (!claimsBound(claim.verdict)) {
        bool runs = true;
        for (std::size_t part = 0; part < family.parts.size(); ++part)
            runs = runs && !m_prices.shortestPasses(aloneOf(family, part, {}, {}), family.parts[part]).empty();
        if (claim.verdict == FamilyVerdict::cannotRun && !runs)
            return {};
        return Contradiction{nameOf(claim.verdict), nameOf(runs ? FamilyVerdict::bounded : FamilyVerdict::cannotRun)};
    }
    const bool isSimulated = claim.verdict == FamilyVerdict::simulated;
    if (isSimulated && !(family.kind == FamilyKind::shares ? mayFitShares(family) : mayFitApart(family)))
        return Contradiction{nameOf(claim.verdict), "a family with a plan that fits"};
    return checkNothingBelow(family, claim.value, stop);
}

} // namespace heteroscope
