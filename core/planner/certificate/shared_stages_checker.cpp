// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own proof for shares families (planner/space/sample_shares.h) with several stages: every way to share
// the samples and every cut with which the ranks of each type are done within the limit.
#include "planner/certificate/apart_closing.h"
#include "planner/certificate/checker_cuts.h"
#include "planner/certificate/family_checker.h"
#include "planner/explain/why_not.h"
#include "planner/space/sample_shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

/// Cuts of the ranks of one type that are kept before the checker gives up on a family.
constexpr std::size_t maxCutsOfRanks = 1'000'000;

} // namespace

class SharedStagesChecker
{
public:
    SharedStagesChecker(FamilyChecker &checker, const Family &family, int stages, const StopToken &stop)
        : m_checker(checker),
          m_prices(checker.m_prices),
          m_family(family),
          m_stages(stages),
          m_stop(stop),
          m_layout(ranksLayout(family, stages, checker.m_groups)),
          m_closing(family, checker.m_prices)
    {
        std::vector<int> ranks;
        for (const auto &own : m_layout)
            ranks.push_back(own.pipelines);
        m_together = m_prices.together(family, ranks);
        m_nodes = nodesOfGroups(placedShares(family, stages, checker.m_groups), checker.m_groups, checker.m_topology);
    }

    /// Notes in the checker what contradicts that no plan is below the limit.
    void run()
    {
        const auto visit = [&](const SampleShares &shares) {
            check(shares);
            return !m_checker.m_found.has_value();
        };
        forEachShares(m_family, m_stages, m_checker.m_groups, visit, m_stop,
                      [&](std::size_t part, int samples) { return ranks(part, samples).mayBeat; });
    }

    /// Whether every type has a number of samples that fits.
    bool mayFit()
    {
        bool fits = false;
        const auto visit = [&](const SampleShares &) {
            fits = true;
            return false;
        };
        forEachShares(m_family, m_stages, m_checker.m_groups, visit, m_stop,
                      [&](std::size_t part, int samples) { return ranks(part, samples).fits; });
        return fits;
    }

private:
    /// Of a part, with so many samples each.
    struct Ranks
    {
        Family family;
        PricedLayout priced;
        std::vector<StageFitting> fitting; ///< by stage
        bool fits = false, mayBeat = false;
        double pass = 0; ///< of a micro-batch in all stages
        /// As they are timed: what a stage recomputes is chosen for all its types together, so where there is a choice
        /// without recompute.
        CheckedPart timed;
        std::optional<std::vector<Cut>> cuts; ///< that may be below the limit
    };

    Ranks &ranks(std::size_t part, int samples)
    {
        const auto [found, isNew] = m_ranks.try_emplace({part, samples});
        if (isNew)
            fill(found->second, part, samples);
        return found->second;
    }

    void fill(Ranks &own, std::size_t part, int samples)
    {
        own.family = ranksOf(m_family, part, m_stages, samples, m_checker.m_groups, m_nodes);
        own.family.others.reducePerByte = m_together.reduce;
        own.family.others.gatherPerByte = m_together.gather;
        const auto placed = placedApart(m_family, part, m_layout[part], m_checker.m_groups);
        m_prices.startFamily(own.family);
        if (!m_prices.someCutFits(own.family, placed))
            return;
        auto priced = m_prices.price(own.family, placed);
        if (!priced)
            return;
        own.priced = std::move(*priced);
        own.fits = true;
        for (int stage = 0; stage < m_stages; ++stage)
            own.fitting.push_back(m_prices.fitting(own.family, placed, stage));
        own.pass = own.priced.pipelines.front().front().units->passOf(0, units());
        own.mayBeat = CheckerCuts(m_prices, own.family, own.priced, m_checker.m_limit).mayBeat();
        own.timed.family = own.family;
        own.timed.family.recomputesAsNeeded = own.family.recomputesAsNeeded && !m_prices.choosesModules();
        m_prices.startFamily(own.timed.family);
        if (auto timed = m_prices.price(own.timed.family, placed))
            own.timed.priced = std::move(*timed);
        else
            own.fits = own.mayBeat = false;
    }

    int units() const { return cutUnits(m_family, m_checker.m_workload.model); }

    void giveUp(std::string expected)
    {
        if (!m_checker.m_found && !m_stop.stop_requested())
            m_checker.m_found = {fmt::format("at least {}", m_checker.m_value), std::move(expected)};
    }

    /// The cuts that may be below the limit, by the bounds over all of them.
    const std::vector<Cut> &cutsOf(Ranks &ranks)
    {
        if (ranks.cuts)
            return *ranks.cuts;
        auto &found = ranks.cuts.emplace();
        m_prices.startFamily(ranks.family);
        CheckerCuts cuts(m_prices, ranks.family, ranks.priced, m_checker.m_limit);
        const bool through = cuts.forEach(m_checker.m_nodes, [&](const Cut &cut) {
            found.push_back(cut);
            return found.size() < maxCutsOfRanks && !m_stop.stop_requested();
        });
        if (!through)
            giveUp(fmt::format("a bound that shows within {} choices of cuts", maxCutsOfRanks));
        return found;
    }

    /// One cut of all parts.
    using CutOfAll = std::vector<CheckedCut>;

    void check(const SampleShares &shares)
    {
        std::vector<Ranks *> all;
        for (std::size_t part = 0; part < shares.size(); ++part)
            all.push_back(&ranks(part, shares[part]));
        // Of the slowest ranks the fewest cuts are fast enough.
        std::vector<Ranks *> order = all;
        std::stable_sort(order.begin(), order.end(),
                         [](const Ranks *one, const Ranks *other) { return one->pass > other->pass; });
        const auto &cuts = cutsOf(*order.front());
        if (m_checker.m_found) // it gave up: what they take says no more
            return;
        std::vector<CutOfAll> open;
        for (const auto &cut : cuts) {
            if (std::all_of(all.begin(), all.end(), [&](const Ranks *own) { return holds(*own, cut); }))
                open.emplace_back(shares.size(), CheckedCut{cut, {}, 0});
        }
        for (Ranks *own : order) {
            const auto part = static_cast<std::size_t>(std::find(all.begin(), all.end(), own) - all.begin());
            m_prices.startFamily(own->timed.family);
            std::erase_if(open, [&](CutOfAll &each) { return m_stop.stop_requested() || !time(*own, each[part]); });
        }
        std::vector<const CheckedPart *> parts;
        for (const Ranks *own : all)
            parts.push_back(&own->timed);
        m_closing.startLayout(m_layout);
        for (const auto &each : open) {
            if (m_stop.stop_requested() || m_checker.m_found)
                return;
            std::vector<const CheckedCut *> chosen;
            for (const auto &cut : each)
                chosen.push_back(&cut);
            if (m_closing.together(parts, chosen) < m_checker.m_limit)
                simulate(shares, all, each.front().cut);
        }
    }

    static bool holds(const Ranks &ranks, const Cut &cut)
    {
        for (std::size_t stage = 0; stage < cut.size(); ++stage) {
            const int first = stage == 0 ? 0 : cut[stage - 1];
            if (ranks.fitting[stage].ends()[static_cast<std::size_t>(first)] < cut[stage])
                return false;
        }
        return true;
    }

    /// Of ranks whose family was started. False: it is not below the limit.
    bool time(const Ranks &ranks, CheckedCut &cut)
    {
        auto &clock = m_checker.m_clock;
        const auto &[family, priced, cuts] = ranks.timed;
        cut.least = clock.stepTime(family, priced, cut.cut);
        if (cut.least >= m_checker.m_limit)
            return false;
        for (std::size_t pipeline = 0; pipeline < priced.pipelines.size(); ++pipeline)
            cut.last.push_back(clock.lastPasses(family, priced, pipeline, cut.cut));
        return true;
    }

    void simulate(const SampleShares &shares, const std::vector<Ranks *> &all, const Cut &cut)
    {
        std::vector<RecomputedPart> recomputed;
        for (std::size_t stage = 0; stage < cut.size(); ++stage) {
            std::vector<const StageFitting *> types;
            for (const Ranks *own : all)
                types.push_back(&own->fitting[stage]);
            recomputed.push_back(m_prices.recomputedTogether(types, stage == 0 ? 0 : cut[stage - 1], cut[stage]));
        }
        const auto &topology = m_checker.m_topology;
        const auto plan = sharesPlanOf(m_family, shares, cut, recomputed, m_checker.m_groups, topology,
                                       m_checker.m_workload, m_checker.m_stack);
        if (m_checker.m_mappings.empty() || !findBreach(m_checker.m_mappings, topology, placesOf(plan, topology)))
            m_checker.checkBySimulating(plan);
    }

    FamilyChecker &m_checker;
    CheckerPrices &m_prices;
    const Family &m_family;
    const int m_stages;
    const StopToken &m_stop;
    const ApartLayout m_layout;
    ApartClosing m_closing;
    CheckerPrices::TogetherPrice m_together;
    int m_nodes = 1;
    std::map<std::pair<std::size_t, int>, Ranks> m_ranks; ///< by part and samples
};

void FamilyChecker::checkSharedStages(const Family &family, int stages, const StopToken &stop)
{
    SharedStagesChecker(*this, family, stages, stop).run();
}

bool FamilyChecker::mayFitSharedStages(const Family &family, int stages, const StopToken &stop)
{
    return SharedStagesChecker(*this, family, stages, stop).mayFit();
}

} // namespace heteroscope
