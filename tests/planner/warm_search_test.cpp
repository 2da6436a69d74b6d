// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/check_certificate.h"
#include "planner/search.h"
#include "planner/search/search_seed.h"

#include "planner/space_support.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

/// One more node, like one that is there, on a link like another.
void addNode(Cluster &cluster)
{
    auto added = cluster.nodes.front();
    auto link = cluster.links.front();
    (link.from == added.name ? link.from : link.to) = "added";
    added.name = "added";
    link.name = "to-added";
    cluster.nodes.push_back(added);
    cluster.links.push_back(link);
}

/// What a user does between two searches.
void edit(Cluster &cluster, Workload &workload)
{
    auto &job = workload.job;
    auto &link = cluster.links[*rc::gen::inRange<std::size_t>(0, cluster.links.size())];
    switch (*rc::gen::inRange(0, 8)) {
    case 0:
    case 1:
        link.bandwidth = link.bandwidth * (*rc::gen::inRange(1, 40) / 10.0);
        break;
    case 2:
        job.globalBatch = 1 << *rc::gen::inRange(0, 5);
        break;
    case 3:
        addNode(cluster);
        break;
    case 4:
        if (cluster.nodes.size() > 1) {
            const auto name = cluster.nodes.back().name;
            cluster.nodes.pop_back();
            std::erase_if(cluster.links, [&](const Link &each) { return each.from == name || each.to == name; });
        }
        break;
    case 5:
        workload.model.layers = *rc::gen::inRange(1, 9);
        break;
    case 6:
        cluster.nodes.front().devices.front().speed.points = {{Seconds(0), *rc::gen::inRange(1, 10) / 10.0}};
        break;
    default:
        job.softwareStack = "Megatron-Core";
        break;
    }
}

bool sameAnswer(const SearchResult &one, const SearchResult &other)
{
    if (one.plans.size() != other.plans.size() || one.claims.size() != other.claims.size())
        return false;
    for (std::size_t i = 0; i < one.plans.size(); ++i) {
        if (one.plans[i].plan != other.plans[i].plan ||
            one.plans[i].result->stepTime != other.plans[i].result->stepTime)
            return false;
    }
    for (std::size_t i = 0; i < one.claims.size(); ++i) {
        if (one.claims[i].verdict != other.claims[i].verdict || one.claims[i].value != other.claims[i].value)
            return false;
    }
    return one.proved == other.proved && one.bestValue == other.bestValue && one.lowerValue == other.lowerValue &&
           one.simulatedPlans == other.simulatedPlans;
}

/// A search, and the same one that begins with the seed of another.
struct Both
{
    SearchResult cold, warm;
    std::vector<RankedPlan> followed; ///< what the second was told of the seed's plans
    int calls = 0;
};

Both searchBoth(const Topology &topology, const Workload &workload, const SearchResult &before,
                SearchOptions options = {})
{
    Both both;
    both.cold = *searchPlans(topology, workload, options);
    options.before = before.seed;
    options.followed = [&both](const std::vector<RankedPlan> &plans) {
        both.followed = plans;
        ++both.calls;
    };
    both.warm = *searchPlans(topology, workload, options);
    return both;
}

} // namespace

class WarmSearchTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theAnswerIsThatOfASearchFromNothing()
    {
        HETEROSCOPE_PROPERTY("warm == cold after an edit", [] {
            auto cluster = test::randomCluster(8);
            auto workload = test::randomWorkload(6);
            const auto objective = *rc::gen::inRange(0, 5) == 0 ? SearchObjective::energy : SearchObjective::time;
            SearchOptions options{.space = test::randomSpace(), .objective = objective, .top = 8};
            const auto before = searchPlans(test::topology(cluster), workload, options);
            edit(cluster, workload);
            const auto topology = test::topology(cluster);
            if (!before)
                return;
            const auto cold = searchPlans(topology, workload, options);
            options.before = before->seed;
            options.threads = 1;
            const auto warm = searchPlans(topology, workload, options);
            RC_ASSERT(bool(cold) == bool(warm));
            if (!cold)
                return;
            RC_ASSERT(warm->proved == cold->proved);
            RC_ASSERT(warm->plans.empty() == cold->plans.empty());
            RC_ASSERT(warm->gap <= cold->gap);
            if (cold->proved)
                RC_ASSERT(warm->bestValue == cold->bestValue);
            options.threads = *rc::gen::inRange(2U, 5U);
            const auto again = searchPlans(topology, workload, options);
            RC_ASSERT(again && sameAnswer(*warm, *again));
            if (warm->plans.empty())
                return;
            const auto certificate = makeCertificate(*warm, projectFingerprint(cluster, workload, {}));
            const auto findings = checkCertificate(certificate, cluster, topology, workload, {});
            RC_ASSERT(findings.ok());
        });
    }
    void plansFromBeforeAreSimulatedAsTheyAreNow()
    {
        auto cluster = test::a100AndV100(4, 4);
        const auto workload = test::smallGpt(12, 2048, 16);
        const auto before = *searchPlans(test::topology(cluster), workload, {.top = 10});
        QVERIFY(before.seed && before.seed->plans.size() == before.plans.size());
        cluster.links.front().bandwidth = cluster.links.front().bandwidth * 0.2;
        const auto topology = test::topology(cluster);
        const auto both = searchBoth(topology, workload, before, {.top = 10});
        QCOMPARE(both.calls, 1);
        QCOMPARE(both.followed.size(), before.plans.size());
        for (std::size_t i = 0; i < both.followed.size(); ++i) {
            const auto &plan = both.followed[i];
            QVERIFY(std::any_of(before.plans.begin(), before.plans.end(),
                                [&](const RankedPlan &each) { return each.plan == plan.plan; }));
            const auto step = predictStep(topology, workload, plan.plan, {});
            QVERIFY(step && step->stepTime == plan.result->stepTime);
            QVERIFY(i == 0 || both.followed[i - 1].result->stepTime <= plan.result->stepTime);
        }
        QVERIFY(both.warm.proved);
        QCOMPARE(both.warm.bestValue, both.cold.bestValue);
        QVERIFY(both.warm.plans.front().plan == both.cold.plans.front().plan);
    }
    void anotherBatchKeepsStagesAndCut()
    {
        const auto topology = test::topology(test::a100AndV100(4, 4));
        const auto before = *searchPlans(topology, test::smallGpt(12, 2048, 16), {.top = 5});
        const auto both = searchBoth(topology, test::smallGpt(12, 2048, 32), before, {.top = 5});
        QCOMPARE(both.followed.size(), before.plans.size());
        for (const auto &plan : both.followed) {
            QVERIFY(std::any_of(before.plans.begin(), before.plans.end(), [&](const RankedPlan &each) {
                auto same = each.plan;
                for (auto &pipeline : same.pipelines)
                    pipeline.microBatches *= 2;
                return same == plan.plan;
            }));
        }
        QCOMPARE(both.warm.bestValue, both.cold.bestValue);
    }
    void theCutIsStretchedToOtherLayers()
    {
        const auto topology = test::topology(test::a100AndV100(4, 4));
        const auto before = *searchPlans(topology, test::smallGpt(12, 2048, 16), {.top = 5});
        for (const int layers : {1, 2, 7, 12, 31}) {
            const auto both = searchBoth(topology, test::smallGpt(layers, 2048, 16), before, {.top = 5});
            for (const auto &plan : both.followed) {
                int sum = 0;
                for (const auto &stage : plan.plan.pipelines.front().stages) {
                    for (const auto &chunk : stage.chunks) {
                        QVERIFY(chunk.count > 0);
                        sum += chunk.count;
                    }
                }
                QCOMPARE(sum, layers + 2);
            }
            QCOMPARE(both.warm.bestValue, both.cold.bestValue);
        }
    }
    void devicesAreFoundByTheirType()
    {
        const auto workload = test::smallGpt(12, 2048, 16);
        const auto before = *searchPlans(test::topology(test::a100AndV100(4, 4)), workload, {.top = 5});
        // The types change places, and the nodes have other names.
        const auto turned = test::topology(
            test::star({test::node("other", "V100-16GB SXM2", 4), test::node("same", "A100-80GB SXM", 4)}));
        QVERIFY(hasSameDevices(*before.seed, turned));
        const auto both = searchBoth(turned, workload, before, {.top = 5});
        QCOMPARE(both.followed.size(), before.plans.size());
        QCOMPARE(both.warm.bestValue, both.cold.bestValue);
        // A plan that needs a type which is gone is left out.
        const auto other = test::topology(test::star({test::node("h", "H100-80GB SXM", 4)}));
        QVERIFY(!hasSameDevices(*before.seed, other));
        const auto none = searchBoth(other, workload, before, {.top = 5});
        QCOMPARE(none.calls, 0);
        QCOMPARE(none.warm.bestValue, none.cold.bestValue);
    }
    void everyPlanOfTheSpaceIsPlacedWhereItWas()
    {
        for (const auto space : {SearchSpace::P, SearchSpace::C}) {
            test::PlannerCase asked(test::a100AndV100(4, 4), test::smallGpt(6, 1024, 8), space);
            const auto seed = emptySeed(asked.topology);
            std::size_t placed = 0;
            for (std::size_t i = 0; i < asked.space.families.size(); ++i) {
                const auto &family = asked.space.families[i];
                std::size_t seen = 0;
                forEachLayout(family, asked.groups, [&](const Layout &layout) {
                    const auto groups = placedGroups(family, layout, asked.groups);
                    Cut cut;
                    for (int stage = 1; stage < stageCount(layout); ++stage)
                        cut.push_back(stage);
                    cut.push_back(cutUnits(family, asked.workload.model));
                    const auto plan = seedPlan(family, groups, cut, asked.groups);
                    const auto found =
                        placeSeed(seed, plan, asked.space, asked.topology, asked.groups, asked.workload.model);
                    placed += found && found->family == i && found->cut == cut &&
                              placedGroups(family, found->layout, asked.groups) == groups;
                    return ++seen < 20;
                });
                placed -= seen;
            }
            QCOMPARE(placed, std::size_t(0));
        }
    }
    void withoutAPlanTheSeedIsHandedOn()
    {
        const auto topology = test::topology(test::a100AndV100(4, 4));
        const auto before = *searchPlans(topology, test::smallGpt(12, 2048, 16), {.top = 5});
        std::stop_source source;
        source.request_stop();
        SearchOptions options;
        options.before = before.seed;
        const auto stopped = searchPlans(topology, test::smallGpt(12, 2048, 16), options, source.get_token());
        QVERIFY(stopped && stopped->plans.empty());
        QVERIFY(stopped->seed == before.seed);
        // And what does not fit is no answer.
        const auto tooLarge = searchPlans(topology, test::smallGpt(200, 16384, 16), options);
        QVERIFY(tooLarge && tooLarge->plans.empty() && !tooLarge->stopped);
        QVERIFY(tooLarge->seed == before.seed);
    }
};

QTEST_GUILESS_MAIN(WarmSearchTest)
#include "warm_search_test.moc"
