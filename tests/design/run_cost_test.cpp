// SPDX-License-Identifier: GPL-3.0-or-later
//
// What sequences cost under prices that change, by hand.
#include "design/run_cost.h"

#include "support/clusters.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

/// Two nodes of two devices; plan 0 on node a, plan 1 on both. Two pieces of an hour; plan 0 takes 10 s a step, plan 1
/// 10 s and then 5 s; a switch takes 360 s.
struct TwoHours
{
    Topology topology =
        test::topology(test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "H100-80GB SXM", 2)}));
    ReplanResult result;

    TwoHours()
    {
        Plan small, large;
        small.unusedDevices = {"b:0", "b:1"};
        result.candidates = {{small, "small"}, {large, "large"}};
        SequenceProblem &problem = result.problem;
        problem.plans = problem.states = 2;
        problem.pieces = {{3600, 0}, {3600, 1}};
        problem.stepTime = {10, 10, 10, 5};
        problem.alive = {1, 1, 1, 1};
        problem.switchTime = {0, 360, 360, 0, 360, 360, 0, 360, 360, 0, 360, 360};
        problem.steps = 720;
    }
    PlanSequence fixed(std::size_t plan) const
    {
        return followPolicy(result.problem, fixedPolicy(result.problem, plan));
    }
};

bool isNear(double a, double b) { return std::abs(a - b) < 1e-9; }

} // namespace

class RunCostTest : public StrictTest
{
    Q_OBJECT

private slots:
    void pricesOfNodesAndTypes()
    {
        const TwoHours hours;
        // a costs 1 USD/h, from half past one on 3; H100 cost 2.
        const PriceCurves prices = {
            {"a", {{{Seconds(0), 1}, {Seconds(5400), 3}}}},
            {hours.topology.typeOf(*hours.topology.findDevice("b:0")).name, {{{Seconds(0), 2}}}}};
        QVERIFY(!unknownPrice(prices, hours.topology));
        const RunCosts costs(hours.result, hours.topology, prices);
        // Plan 0: two devices for two hours. Plan 1 is done after 1.5 hours: 360 steps in each of them at half the
        // time.
        QVERIFY(isNear(costs.of(hours.fixed(0)), 2 * (1.5 * 1 + 0.5 * 3)));
        QCOMPARE(hours.fixed(1).totalTime, 5400.0);
        QVERIFY(isNear(costs.of(hours.fixed(1)), 2 * 1.5 * 1 + 2 * 1.5 * 2));
        const auto cheapest = costs.cheapestFixed();
        QVERIFY(cheapest && cheapest->plan == 0 && isNear(cheapest->cost, 6));
        QCOMPARE(cheapest->totalTime, 7200.0);
    }
    void switchesArePaidWithTheNewPlan()
    {
        const TwoHours hours;
        const RunCosts costs(hours.result, hours.topology, {{"a", {{{Seconds(0), 1}}}}, {"b", {{{Seconds(0), 2}}}}});
        const PlanSequence change =
            followPolicy(hours.result.problem, [](std::size_t piece, std::size_t) { return piece; });
        // An hour of a, then a switch of 0.1 hours and half an hour of both.
        QCOMPARE(change.totalTime, 3600.0 + 360 + 1800);
        QVERIFY(isNear(costs.of(change), 2 * 1.0 + 0.6 * (2 * 1 + 2 * 2)));
    }
    void theFirstPriceHoldsBeforeItsPoint()
    {
        const TwoHours hours;
        const RunCosts costs(hours.result, hours.topology, {{"a", {{{Seconds(3600), 4}}}}, {"b", {}}});
        QVERIFY(isNear(costs.of(hours.fixed(0)), 2 * 2 * 4.0));
    }
    void withoutPricesThoseOfTheCatalog()
    {
        const TwoHours hours;
        const RunCosts costs(hours.result, hours.topology, {});
        const DeviceType &type = hours.topology.typeOf(*hours.topology.findDevice("a:0"));
        QVERIFY(isNear(costs.of(hours.fixed(0)), 2 * 2 * type.pricePerHour.value_or(0)));
    }
    void neverDoneCostsInfinitely()
    {
        TwoHours hours;
        hours.result.problem.stepTime = {infinity, infinity, infinity, infinity};
        const RunCosts costs(hours.result, hours.topology, {});
        QVERIFY(!(costs.of(hours.fixed(0)) < infinity));
        QVERIFY(!costs.cheapestFixed());
    }
    void unknownNamesAreNamed()
    {
        const TwoHours hours;
        QCOMPARE(unknownPrice({{"nowhere", {}}}, hours.topology).value_or(""), std::string("nowhere"));
    }
};

QTEST_GUILESS_MAIN(RunCostTest)
#include "run_cost_test.moc"
