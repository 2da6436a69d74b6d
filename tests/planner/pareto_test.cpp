// SPDX-License-Identifier: GPL-3.0-or-later
//
// Budgets and fronts against brute force.
#include "planner/pareto.h"
#include "planner/search.h"

#include "planner/optimum_support.h"
#include "planner/search/value_front.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

constexpr std::size_t maxPlans = 1'500;

test::PlannerCase randomCase()
{
    auto workload = test::randomWorkload(6);
    workload.job.globalBatch = 1 << *rc::gen::inRange(0, 4);
    return {test::randomCluster(*rc::gen::inRange(1, 7)), workload};
}

/// With pipelines that differ and samples by type.
test::PlannerCase randomUnlikeCase()
{
    auto workload = test::randomWorkload(2);
    workload.job.globalBatch = *rc::gen::inRange(2, 9);
    workload.job.runs = test::unlikePipelinesOnly();
    return {test::randomUnlikeCluster(5), workload};
}

/// The space alone, as brute force knows it.
SearchOptions topFiveAlone()
{
    SearchOptions options;
    options.threads = 1;
    options.top = 5;
    options.baselines = false;
    return options;
}

using Values = std::vector<std::pair<double, double>>;

Values frontOf(const std::vector<test::TriedPlan> &tried)
{
    Values front;
    for (const auto &plan : tried) {
        const bool beaten = std::any_of(tried.begin(), tried.end(), [&](const test::TriedPlan &other) {
            return other.seconds() <= plan.seconds() && other.energy <= plan.energy &&
                   (other.seconds() < plan.seconds() || other.energy < plan.energy);
        });
        const std::pair values(plan.seconds(), plan.energy);
        if (!beaten && std::find(front.begin(), front.end(), values) == front.end())
            front.push_back(values);
    }
    std::sort(front.begin(), front.end());
    return front;
}

Values valuesOf(const ParetoFront &front)
{
    Values values;
    for (const auto &point : front.points)
        values.emplace_back(toSeconds(point.result->stepTime).value, point.result->energy);
    std::sort(values.begin(), values.end());
    return values;
}

} // namespace

class ParetoTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aFrontKeepsWhatNothingBeats()
    {
        ValueFront front(true);
        QVERIFY(front.add(2, 10));
        QVERIFY(front.add(4, 5));
        QVERIFY(!front.add(4, 5));
        QVERIFY(!front.add(5, 5));
        QVERIFY(front.add(3, 10 - 1e-9));
        QVERIFY(front.add(1, 5)); // beats all
        QCOMPARE(front.points(), (std::vector<ValueFront::Point>{{1, 5}}));
        ValueFront times(false);
        QVERIFY(times.add(2, 1));
        QVERIFY(!times.add(3, 0));
    }
    void theLimitOfAFrontIsWhereEverythingIsCovered()
    {
        HETEROSCOPE_PROPERTY("covered from the limit on, not below", [] {
            ValueFront front(true);
            const int points = *rc::gen::inRange(1, 6);
            for (int i = 0; i < points; ++i)
                front.add(*rc::gen::inRange(1, 50), *rc::gen::inRange(1, 50));
            const double waiting = *rc::gen::inRange(1, 20) / 10.0, work = *rc::gen::inRange(0, 40);
            const double limit = front.limit(waiting, work);
            for (const double time : {limit, limit + 0.1, limit + 10})
                RC_ASSERT(front.covers(time, waiting * time + work + 1e-9));
            RC_ASSERT(!front.covers(limit - 1e-6, waiting * (limit - 1e-6) + work - 1e-9));
        });
    }
    void theFrontOfTimeAndEnergyIsThatOfBruteForce()
    {
        static std::size_t clusters = 0, points = 0;
        HETEROSCOPE_PROPERTY("front == brute force", [] {
            for (int i = 0; i < 3; ++i) {
                auto asked = randomCase();
                const auto tried = test::everyPlan(asked, maxPlans);
                if (!tried)
                    continue;
                const auto known = searchPlans(asked.topology, asked.workload, topFiveAlone());
                RC_ASSERT(bool(known));
                const auto front = findParetoFront(asked.topology, asked.workload, topFiveAlone(),
                                                   SearchObjective::time, SearchObjective::energy, *known);
                RC_ASSERT(bool(front));
                RC_ASSERT(front->exact);
                RC_ASSERT(valuesOf(*front) == frontOf(*tried));
                ++clusters;
                points += front->points.size();
            }
        });
        QVERIFY2(clusters >= 150, qPrintable(QString::number(clusters)));
        QVERIFY2(points > clusters, "no front with several points");
    }
    void theFrontWithUnlikePipelinesAndSamplesIsThatOfBruteForce()
    {
        static std::size_t clusters = 0, points = 0, unlike = 0;
        HETEROSCOPE_PROPERTY("front of unlike devices == brute force", [] {
            for (int i = 0; i < 2; ++i) {
                auto asked = randomUnlikeCase();
                const auto tried = test::everyPlan(asked, maxPlans);
                if (!tried)
                    continue;
                const auto front = findParetoFront(asked.topology, asked.workload, topFiveAlone(),
                                                   SearchObjective::time, SearchObjective::energy, SearchResult());
                RC_ASSERT(bool(front));
                RC_ASSERT(front->exact);
                RC_ASSERT(valuesOf(*front) == frontOf(*tried));
                ++clusters;
                points += front->points.size();
                for (const auto &point : front->points)
                    unlike += point.family.ends_with("by type)") ? 1 : 0;
            }
        });
        QVERIFY2(clusters >= 60, qPrintable(QString::number(clusters)));
        QVERIFY2(points > clusters, "no front with several points");
        QVERIFY2(unlike >= 10, qPrintable(QString::number(unlike)));
    }
    void theFrontDoesNotDependOnThreadsOrOnWhatWasKnown()
    {
        const auto topology = test::topology(
            test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 2)}));
        const auto workload = test::smallGpt(8, 1024, 16);
        const auto known = searchPlans(topology, workload, topFiveAlone());
        auto options = topFiveAlone();
        const auto one =
            findParetoFront(topology, workload, options, SearchObjective::time, SearchObjective::energy, *known);
        QVERIFY(one && one->exact && !one->points.empty());
        for (const unsigned threads : {2U, 5U}) {
            options.threads = threads;
            const auto many = findParetoFront(topology, workload, options, SearchObjective::time,
                                              SearchObjective::energy, SearchResult());
            QVERIFY(many && many->exact);
            QCOMPARE(valuesOf(*many), valuesOf(*one));
        }
        const auto turned =
            findParetoFront(topology, workload, options, SearchObjective::energy, SearchObjective::time, *known);
        QVERIFY(turned);
        for (std::size_t i = 1; i < turned->points.size(); ++i)
            QVERIFY(turned->points[i].result->energy > turned->points[i - 1].result->energy &&
                    turned->points[i].result->stepTime < turned->points[i - 1].result->stepTime);
    }
    void timeAndCostAreBestTogether()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 2)});
        const auto topology = test::topology(cluster);
        const auto workload = test::smallGpt(8, 1024, 16);
        const auto known = searchPlans(topology, workload, topFiveAlone());
        const auto front =
            findParetoFront(topology, workload, topFiveAlone(), SearchObjective::time, SearchObjective::cost, *known);
        QVERIFY(front && front->exact);
        QCOMPARE(front->points.size(), std::size_t(1));
        QCOMPARE(front->points[0].result->stepTime, known->plans[0].result->stepTime);
        QVERIFY(
            !findParetoFront(topology, workload, topFiveAlone(), SearchObjective::time, SearchObjective::time, *known));
    }
    void aFrontIsToldWhileItGrows()
    {
        const auto topology = test::topology(
            test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 2)}));
        std::vector<Values> told;
        const auto front = findParetoFront(topology, test::smallGpt(8, 1024, 16), topFiveAlone(), SearchObjective::time,
                                           SearchObjective::energy, SearchResult(), {}, nullptr,
                                           [&told](const ParetoFront &sofar) { told.push_back(valuesOf(sofar)); });
        QVERIFY(front && front->exact);
        QVERIFY(!told.empty());
        QCOMPARE(told.back(), valuesOf(*front));
        // What was told once is covered later on.
        for (std::size_t i = 1; i < told.size(); ++i) {
            for (const auto &[time, joules] : told[i - 1])
                QVERIFY(std::any_of(told[i].begin(), told[i].end(), [time = time, joules = joules](const auto &later) {
                    return later.first <= time && later.second <= joules;
                }));
        }
    }
    void aFrontOfCostNeedsAPrice()
    {
        auto cluster = test::star({test::node("a", "free", 2)});
        auto type = *builtinCatalog().findDevice("A100-80GB SXM");
        type.name = "free";
        type.pricePerHour.reset();
        cluster.deviceTypes = {type};
        const auto front = findParetoFront(test::topology(cluster), test::smallGpt(8, 1024, 16), topFiveAlone(),
                                           SearchObjective::energy, SearchObjective::cost, SearchResult());
        QVERIFY(!front);
        QVERIFY(front.error().hint.find("pricePerHour") != std::string::npos);
    }
    void aStoppedFrontIsNotExact()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 4)}));
        std::stop_source source;
        source.request_stop();
        const auto front = findParetoFront(topology, test::smallGpt(8, 1024, 16), topFiveAlone(), SearchObjective::time,
                                           SearchObjective::energy, SearchResult(), source.get_token());
        QVERIFY(front && front->stopped && !front->exact);
        QVERIFY(front->open > 0);
    }
    void aPowerBudgetGivesTheFastestPlanWithinIt()
    {
        static std::size_t bound = 0, none = 0;
        HETEROSCOPE_PROPERTY("fastest plan within the power budget == brute force", [] {
            for (int i = 0; i < 4; ++i) {
                auto asked = i < 3 ? randomCase() : randomUnlikeCase();
                const auto tried = test::everyPlan(asked, maxPlans);
                if (!tried || tried->empty())
                    continue;
                std::vector<double> watts;
                for (const auto &plan : *tried)
                    watts.push_back(plan.watts());
                const auto [low, high] = std::minmax_element(watts.begin(), watts.end());
                auto options = topFiveAlone();
                options.maxPower = *low + (*high - *low) * *rc::gen::inRange(-1, 11) / 10.0;
                Ticks best(std::numeric_limits<std::int64_t>::max()), free = best;
                for (const auto &plan : *tried) {
                    free = std::min(free, plan.stepTime);
                    if (plan.energy <= *options.maxPower * plan.seconds())
                        best = std::min(best, plan.stepTime);
                }
                const auto result = searchPlans(asked.topology, asked.workload, options);
                RC_ASSERT(bool(result));
                if (best.count == std::numeric_limits<std::int64_t>::max()) {
                    RC_ASSERT(result->plans.empty() && !result->nearest); // plans fit in memory
                    ++none;
                    continue;
                }
                RC_ASSERT(result->proved);
                RC_ASSERT(result->plans.front().result->stepTime == best);
                bound += best > free ? 1 : 0;
            }
        });
        QVERIFY2(bound >= 30, qPrintable(QString::number(bound)));
        QVERIFY(none > 0);
    }
    void aSiteThatWaitsWithMorePowerIsNotSearched()
    {
        const auto topology = test::topology(test::a100AndV100(2, 2));
        auto options = topFiveAlone();
        options.maxPower = 1;
        const auto result = searchPlans(topology, test::smallGpt(10, 1024, 16), options);
        QVERIFY(result && result->plans.empty() && !result->nearest && !result->stopped);
        QCOMPARE(result->simulatedPlans, std::size_t(0));
        QVERIFY(whyNoPlan(*result) == NoPlan::noneInBudget);
    }
    void aCostBudgetIsKept()
    {
        HETEROSCOPE_PROPERTY("best plan within the cost budget == brute force", [] {
            auto asked = randomCase();
            const auto tried = test::everyPlan(asked, maxPlans);
            const auto priced = [](const DeviceType &type) { return type.pricePerHour.value_or(0) > 0; };
            const auto &types = asked.topology.deviceTypes();
            if (!tried || tried->empty() || std::none_of(types.begin(), types.end(), priced))
                return;
            const auto cheapest = std::min_element(tried->begin(), tried->end(),
                                                   [](const auto &a, const auto &b) { return a.cost < b.cost; });
            auto options = topFiveAlone();
            options.objective = *rc::gen::element(SearchObjective::time, SearchObjective::energy);
            options.maxCost = cheapest->cost * *rc::gen::element(0.99, 1.0, 1.05, 2.0);
            double best = std::numeric_limits<double>::infinity();
            for (const auto &plan : *tried) {
                if (plan.cost <= *options.maxCost)
                    best = std::min(best, options.objective == SearchObjective::energy ? plan.energy : plan.seconds());
            }
            const auto result = searchPlans(asked.topology, asked.workload, options);
            RC_ASSERT(bool(result));
            RC_ASSERT(result->plans.empty() == std::isinf(best));
            if (!result->plans.empty()) {
                RC_ASSERT(result->proved);
                RC_ASSERT(result->bestValue == best);
            }
        });
    }
};

QTEST_GUILESS_MAIN(ParetoTest)
#include "pareto_test.moc"
