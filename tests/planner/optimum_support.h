// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of unlike devices against brute force: what the search finds and what the checker accepts is the best of all
// plans.
#pragma once

#include "cost/software_lack.h"
#include "planner/bounds/family_bound.h"
#include "planner/bounds/pipeline_clock.h"
#include "planner/certificate/check_certificate.h"
#include "planner/certificate/family_checker.h"
#include "planner/search.h"
#include "planner/search/family_search.h"
#include "planner/space_support.h"

#include <algorithm>

namespace heteroscope::test {

/// Enough for every family that is small enough to be tried.
inline constexpr SearchEffort wholeEffort = {1'000'000, 100'000'000, 1'000'000, 1'000'000, 1'000'000};

/// Two types or more, now and then three for certain, if there are so many devices; sometimes a node has several.
inline Cluster randomUnlikeCluster(int mostDevices)
{
    auto cluster = randomCluster(*rc::gen::inRange(2, mostDevices + 1));
    auto &nodes = cluster.nodes;
    const std::vector<std::string> types = {"H100-80GB SXM", "A100-80GB SXM", "V100-32GB SXM2/SXM3"};
    std::vector<Device *> devices;
    for (auto &node : nodes) {
        for (auto &device : node.devices)
            devices.push_back(&device);
    }
    if (devices.size() >= types.size() && *rc::gen::inRange(0, 3) == 0) {
        for (std::size_t node = 0; node < nodes.size(); ++node) {
            for (auto &device : nodes[node].devices)
                device.type = types[node % types.size()];
        }
        if (nodes.size() < types.size()) {
            for (std::size_t i = 0; i < devices.size(); ++i)
                devices[i]->type = types[i * types.size() / devices.size()];
        }
        return cluster;
    }
    const auto &first = nodes.front().devices.front().type;
    const bool one =
        std::all_of(nodes.begin(), nodes.end(), [&](const Node &node) { return node.devices.front().type == first; });
    if (one || *rc::gen::inRange(0, 6) == 0)
        nodes.back().devices.back().type = first == types[1] ? types[2] : types[1];
    return cluster;
}

/// A software that runs pipelines that differ and nothing else, so that there are few other families.
inline SoftwareTicks unlikePipelinesOnly(ScheduleKind schedule = ScheduleKind::oneFOneB)
{
    SoftwareTicks ticks;
    ticks.schedules = {std::string(scheduleName(schedule))};
    ticks.zeroStages = {1, 2};
    ticks.degrees = SoftwareDegrees{true, false, false, false, true, true, true};
    return ticks;
}

/// The best that brute force finds of a family, infinity if no plan fits.
struct BestOfFamily
{
    std::size_t plans = 0;
    double seconds = infinity, joules = infinity;
};

/// Simulates every plan of a family, none of which may be faster than a bound says.
inline BestOfFamily tryAllCuts(PlannerCase &asked, const Family &family)
{
    const auto throughput = throughputBound(family, asked.book);
    BestOfFamily tried;
    PipelineClock clock(asked.book);
    forEachLayout(family, asked.groups, [&](const Layout &layout) {
        const auto placed = placedGroups(family, layout, asked.groups);
        const auto apart = LayoutModel::build(family, layout, asked.book);
        auto shared = LayoutModel::build(family, layout, asked.book);
        if (shared)
            shared->shareLinks(asked.book);
        forEachCut(cutUnits(family, asked.workload.model), stageCount(layout), [&](const Cut &cut) {
            ++tried.plans;
            const auto step = asked.simulate(family, placed, cut);
            if (!step)
                return;
            const double time = toSeconds(step->stepTime).value;
            RC_ASSERT(bool(throughput));
            RC_ASSERT(*throughput <= time);
            RC_ASSERT(bool(apart) && apart->linkBound(asked.book) <= time);
            RC_ASSERT(apart->boundOf(cut) <= time && shared->boundOf(cut) <= time);
            const auto clocked = clock.time(family, *apart, cut);
            RC_ASSERT(bool(clocked) && *clocked <= step->stepTime);
            RC_ASSERT(*clock.time(family, *shared, cut) <= step->stepTime);
            if (!step->feasible)
                return;
            tried.seconds = std::min(tried.seconds, time);
            tried.joules = std::min(tried.joules, step->energy);
        });
        return true;
    });
    return tried;
}

/// Asks search and checker about the family, for the time or, now and then, for the energy. Returns what was found.
inline std::optional<FamilyPlan> compareWithBest(PlannerCase &asked, const Family &family, const BestOfFamily &tried)
{
    const auto asksFor = *rc::gen::inRange(0, 4) == 0 ? SearchObjective::energy : SearchObjective::time;
    const ObjectiveBound objective(asksFor, asked.topology);
    const double best = asksFor == SearchObjective::energy ? tried.joules : tried.seconds;
    const PlanBudget budget(asked.topology, {}, {}, {});
    const std::vector<ResolvedMapping> mappings;
    FamilySearch search(asked.book, mappings, objective, budget);
    const auto outcome = search.explore(family, infinity, wholeEffort);
    RC_ASSERT(outcome.closed);
    RC_ASSERT(outcome.best.has_value() == (best < infinity));
    FamilyChecker checker(asked.topology, asked.workload, asked.stack, asked.groups, mappings, asksFor);
    const auto contradicts = [&](double value) {
        return checker.check(family, {"", FamilyVerdict::bounded, value}, {}).has_value();
    };
    if (!outcome.best) {
        RC_ASSERT(!throughputBound(family, asked.book) || !contradicts(infinity));
        return std::nullopt;
    }
    RC_ASSERT(objective.valueOf(*outcome.best->result) == best);
    RC_ASSERT(!softwareLack(search.planOf(family, *outcome.best), asked.stack));
    RC_ASSERT(!contradicts(best));
    RC_ASSERT(contradicts(best * (1 + 1e-6)));
    // From a limit on, nothing is below it; a little above it, the best is found again.
    const auto none = search.explore(family, best, wholeEffort);
    RC_ASSERT(none.closed && none.value >= best);
    const auto again = search.explore(family, best * (1 + 1e-9), wholeEffort);
    RC_ASSERT(again.best.has_value());
    RC_ASSERT(objective.valueOf(*again.best->result) == best);
    return outcome.best;
}

/// Searches the whole space and checks the certificate. Returns the family of the answer; none if there are too many
/// plans to try, or no plan fits.
inline std::optional<std::string> compareWholeSpace(const Cluster &cluster, const Workload &workload)
{
    PlannerCase asked(cluster, workload);
    const auto tried = everyPlan(asked, 4'000);
    if (!tried)
        return std::nullopt;
    Ticks best(std::numeric_limits<std::int64_t>::max());
    for (const auto &plan : *tried)
        best = std::min(best, plan.stepTime);
    const auto result = searchPlans(asked.topology, asked.workload, {.top = 2, .threads = 1, .baselines = false});
    RC_ASSERT(bool(result));
    RC_ASSERT(result->plans.empty() == tried->empty());
    if (tried->empty())
        return std::nullopt;
    RC_ASSERT(result->proved);
    RC_ASSERT(result->plans.front().result->stepTime == best);
    const auto certificate = makeCertificate(*result, projectFingerprint(cluster, workload, {}));
    RC_ASSERT(checkCertificate(certificate, cluster, asked.topology, workload, {}).ok());
    return result->plans.front().family;
}

} // namespace heteroscope::test
