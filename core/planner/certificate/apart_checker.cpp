// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own proof for apart families (planner/space/apart.h): the ways of each type that may be done within the
// limit, their cuts, and those of all types together.
#include "planner/certificate/apart_closing.h"
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

/// Layouts of one family, and choices of a cut for each type, that are looked at before the checker gives up on it.
constexpr std::size_t maxApartLayouts = 4'000'000, maxCutsTogether = 20'000'000;

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
          m_ways(m_parts),
          m_closing(family, checker.m_prices)
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
                    std::max(capacity[part], static_cast<double>(mostPipelines(part, stages)) * mostOf(part, stages));
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
        return m_checker.m_groups.count(m_family.parts[part].type, m_family.parts[part].devices());
    }
    int mostPipelines(std::size_t part, int stages) const
    {
        return groupsOf(part) / stages / m_family.ep * m_family.ep;
    }
    int stagesOf(std::size_t part) const { return m_family.parts[part].maxStages; }
    int fewestStages() const { return m_family.chunks > 1 ? m_family.fewestStages : 1; } ///< of each part
    bool isDone() const { return m_stop.stop_requested() || m_checker.m_found.has_value(); }

    void giveUp(std::string expected)
    {
        if (!m_checker.m_found)
            m_checker.m_found = {fmt::format("at least {}", m_checker.m_value), std::move(expected)};
    }

    /// Micro-batches of a pipeline, at most, by number of stages: its largest stage has to compute them one by one.
    std::vector<int> capacityOf(std::size_t part)
    {
        const auto alone = aloneOf(m_family, part, fewestPipelines(m_family), {});
        const auto &shortest = m_prices.shortestPasses(alone, m_family.parts[part]);
        if (shortest.empty())
            return {};
        const auto &stack = m_prices.stack();
        const double host = stack.hostMicroBatch.value * stack.scale;
        const double room = m_checker.m_limit * (1 + checkerRounding) - stack.hostStep.value * stack.scale;
        const int units = static_cast<int>(shortest.size()) - 1;
        std::vector<int> most{0};
        for (int stages = 1; stages <= stagesOf(part); ++stages) {
            const double pass = shortest[static_cast<std::size_t>((units + stages - 1) / stages)] + host;
            const double fit = pass > 0 ? room / pass : infinity;
            int fitting = static_cast<int>(std::clamp<double>(std::floor(fit), 0, m_family.microBatches - 1));
            // With fill and drain, whatever the cut (bounds/apart_bounds.h), where a stage ends with a backward.
            const double whole = check::splitsBackward(m_family) ? 0 : shortest.back() + stages * host;
            const double chunk = 1.0 / m_family.chunks; // of a stage, that has to be through before the next one begins
            while (fitting > 0 &&
                   whole * chunk / (1 - std::pow(1 - chunk / fitting, stages)) > room * (1 + checkerRounding))
                --fitting;
            const int step = microBatchStep(m_family, stages);
            most.push_back(fitting / step * step);
        }
        return most;
    }
    int mostOf(std::size_t part, int stages) const { return m_most[part][static_cast<std::size_t>(stages)]; }

    void findWays(std::size_t part, double others)
    {
        const int all = m_family.microBatches;
        for (int stages = fewestStages(); stages <= stagesOf(part); ++stages) {
            const int step = microBatchStep(m_family, stages);
            for (int pipelines = mostPipelines(part, stages); pipelines > 0 && !m_stop.stop_requested();
                 pipelines -= m_family.ep) {
                if (static_cast<double>(pipelines) * mostOf(part, stages) + others < all)
                    break;
                PartPipelines way{pipelines, stages,
                                  std::min(mostOf(part, stages), (all - 1) / pipelines / step * step)};
                // What a pipeline does grows with its micro-batches: the most of them by halves, from what is needed
                // on.
                const int least = std::max(1, static_cast<int>(std::ceil((all - others) / pipelines)));
                const int needed = (least + step - 1) / step * step;
                int fewest = needed - step;
                while (fewest < way.microBatches) {
                    PartPipelines tried = way;
                    const int half = (way.microBatches - fewest) / step / 2 * step;
                    tried.microBatches = fewest < needed ? needed : way.microBatches - half;
                    if (mayBeat(part, tried))
                        fewest = tried.microBatches;
                    else
                        way.microBatches = tried.microBatches - step;
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
        std::vector<int> pipelines(m_parts, m_family.ep);
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
        double behind = 0; // micro-batches of the parts after this one, at most
        for (std::size_t next = part + 1; next < m_parts; ++next) {
            double most = 0;
            for (const auto &other : m_ways[next])
                most = std::max<double>(most, other.pipelines * other.microBatches);
            behind += most;
        }
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
            const int step = microBatchStep(m_family, way.stages);
            for (int micro = way.microBatches; micro > 0 && !isDone(); micro -= step) {
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
        // Those with the least time to spare first: mostly none of their cuts is fast enough, and the others have many.
        std::vector<std::size_t> order(m_parts);
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
            return sparedBy(one, layout[one]) < sparedBy(other, layout[other]);
        });
        m_closing.startLayout(layout);
        const auto alone = aloneFamilies(m_family, layout, m_checker.m_groups, m_checker.m_topology);
        std::vector<const CheckedPart *> parts(m_parts);
        std::vector<std::vector<const CheckedCut *>> open(m_parts);
        for (const std::size_t part : order) {
            parts[part] = &partOf(layout, part, alone[part]);
            for (const auto &cut : parts[part]->cuts) {
                if (m_closing.leastBeside(part, *parts[part], cut) < m_checker.m_limit)
                    open[part].push_back(&cut);
            }
            if (open[part].empty()) // whatever the cuts of the others
                return;
        }
        std::vector<const CheckedCut *> chosen;
        checkCuts(layout, parts, open, chosen);
    }

    /// The share of the micro-batches that its pipelines could have more.
    double sparedBy(std::size_t part, const PartPipelines &own) const
    {
        const auto way = std::find_if(m_ways[part].begin(), m_ways[part].end(), [&](const PartPipelines &each) {
            return each.pipelines == own.pipelines && each.stages == own.stages;
        });
        return 1 - static_cast<double>(own.microBatches) / way->microBatches;
    }

    /// The cuts of a part beside so many pipelines of the others that may be below the limit.
    const CheckedPart &partOf(const ApartLayout &layout, std::size_t part, const Family &alone)
    {
        std::vector<int> pipelines;
        for (const auto &own : layout)
            pipelines.push_back(own.pipelines);
        const auto [known, isNew] = m_known.try_emplace({part, layout[part], pipelines, alone.others.nodes});
        auto &found = known->second;
        if (isNew) {
            const auto price = m_prices.together(m_family, pipelines);
            found.family = alone;
            found.family.others.reducePerByte = price.reduce;
            found.family.others.gatherPerByte = price.gather;
            findCuts(found, placedApart(m_family, part, layout[part], m_checker.m_groups), price);
        }
        return found;
    }

    /// Every choice of a cut for each part that begins with these.
    void checkCuts(const ApartLayout &layout, const std::vector<const CheckedPart *> &parts,
                   const std::vector<std::vector<const CheckedCut *>> &open, std::vector<const CheckedCut *> &chosen)
    {
        for (const auto *cut : open[chosen.size()]) {
            if (isDone())
                return;
            chosen.push_back(cut);
            if (chosen.size() < m_parts)
                checkCuts(layout, parts, open, chosen);
            else if (++m_together > maxCutsTogether)
                giveUp(fmt::format("a bound that shows within {} choices of cuts", maxCutsTogether));
            else if (m_closing.together(parts, chosen) < m_checker.m_limit)
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
            checked.least = std::max(checked.least, m_closing.leavesNodes(part, checked, price));
            if (checked.least < m_checker.m_limit)
                part.cuts.push_back(std::move(checked));
            return !m_stop.stop_requested();
        });
        if (!through && !m_stop.stop_requested())
            giveUp(fmt::format("a bound that shows within {} partial cuts", m_partialCuts));
    }

    void simulate(const ApartLayout &layout, const std::vector<const CheckedPart *> &parts,
                  const std::vector<const CheckedCut *> &chosen)
    {
        std::vector<PartCut> cuts;
        for (std::size_t part = 0; part < m_parts; ++part)
            cuts.push_back({chosen[part]->cut, m_prices.recomputedParts(parts[part]->family, parts[part]->priced.placed,
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
    std::map<std::tuple<std::size_t, PartPipelines, std::vector<int>, int>, CheckedPart> m_known;
    ApartClosing m_closing;
    std::size_t m_looked = 0, m_together = 0;
};

void FamilyChecker::checkApart(const Family &family, const StopToken &stop) { ApartChecker(*this, family, stop).run(); }

} // namespace heteroscope
