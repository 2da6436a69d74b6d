// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cheapest sequence within a deadline: by hand, and against all sequences of random small scenarios.
#include "design/cost_sequence.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <rapidcheck.h>

#include <cmath>

using namespace heteroscope;

namespace {

int drawn(int low, int high) { return *rc::gen::inRange(low, high + 1); }

/// Plan 0 runs on node a, plan 1 on both nodes of two devices, plan 2 on node b.
struct PricedPlans
{
    Topology topology =
        test::topology(test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "H100-80GB SXM", 2)}));
    ReplanResult result;
    PriceCurves prices;

    explicit PricedPlans(std::size_t plans)
    {
        Plan onA, onBoth, onB;
        onA.unusedDevices = {"b:0", "b:1"};
        onB.unusedDevices = {"a:0", "a:1"};
        result.candidates = {{onA, "a"}, {onBoth, "both"}, {onB, "b"}};
        result.candidates.resize(plans);
        result.problem.plans = plans;
    }
    RunCosts costs() const { return {result, topology, prices}; }
};

/// Goes through all sequences.
class AllSequences
{
public:
    AllSequences(const SequenceProblem &problem, const RunCosts &costs) : m_problem(problem), m_costs(costs)
    {
        double at = 0;
        for (const auto &piece : problem.pieces) {
            m_starts.push_back(at);
            at += piece.length;
        }
        m_starts.push_back(at);
    }
    double least()
    {
        go(0, m_problem.down(), 0, 0);
        return m_least;
    }

private:
    void go(std::size_t piece, std::size_t plan, double done, double cost)
    {
        if (piece == m_problem.pieces.size() || cost >= m_least)
            return;
        go(piece + 1, m_problem.down(), done, cost); // wait
        const std::size_t state = m_problem.pieces[piece].state;
        for (std::size_t to = 0; to < m_problem.plans; ++to) {
            const double delay = to == plan || piece == 0 ? 0 : m_problem.switchTimeOf(state, plan, to);
            const double loaded = m_starts[piece] + delay;
            std::size_t last = piece;
            bool alive = m_problem.isAlive(state, to);
            while (alive && last < m_problem.pieces.size() && m_starts[last + 1] <= loaded)
                alive = ++last < m_problem.pieces.size() && m_problem.isAlive(m_problem.pieces[last].state, to);
            if (!alive || last >= m_problem.pieces.size())
                continue;
            const double step = m_problem.stepTimeOf(m_problem.pieces[last].state, to);
            const double more = step < infinity ? (m_starts[last + 1] - loaded) / step : 0;
            if (done + more >= m_problem.steps * (1 - 1e-12)) {
                const double end = loaded + std::max(0.0, m_problem.steps - done) * step;
                m_least = std::min(m_least, cost + m_costs.paid(to, m_starts[piece], end));
            } else {
                go(last + 1, to, done + more, cost + m_costs.paid(to, m_starts[piece], m_starts[last + 1]));
            }
        }
    }

    const SequenceProblem &m_problem;
    const RunCosts &m_costs;
    std::vector<double> m_starts;
    double m_least = infinity;
};

/// A random small problem with prices that change.
PricedPlans randomPlans()
{
    PricedPlans random(static_cast<std::size_t>(drawn(1, 3)));
    SequenceProblem &problem = random.result.problem;
    problem.states = static_cast<std::size_t>(drawn(1, 3));
    for (int i = drawn(2, 5); i > 0; --i)
        problem.pieces.push_back({600.0 * drawn(1, 6), static_cast<std::size_t>(drawn(0, int(problem.states) - 1))});
    for (std::size_t i = 0; i < problem.states * problem.plans; ++i) {
        problem.stepTime.push_back(drawn(0, 9) == 0 ? infinity : drawn(5, 40));
        problem.alive.push_back(drawn(0, 6) == 0 ? 0 : 1);
    }
    for (std::size_t state = 0; state < problem.states; ++state) {
        for (std::size_t from = 0; from <= problem.plans; ++from) {
            for (std::size_t to = 0; to < problem.plans; ++to)
                problem.switchTime.push_back(from == to ? 0 : drawn(0, 900));
        }
    }
    for (const char *node : {"a", "b"}) {
        RateCurve &curve = random.prices[node];
        double at = 0;
        for (int i = drawn(1, 3); i > 0; --i) {
            curve.points.push_back({Seconds(at), drawn(0, 8) / 2.0});
            at += 300.0 * drawn(1, 12);
        }
    }
    problem.steps = drawn(1, 400);
    return random;
}

} // namespace

class CostSequenceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void itWaitsWhileThePriceIsHigh()
    {
        // One plan, 10 s a step; the first hour costs 10 USD, the next two 1. Loading takes 360 s.
        PricedPlans plans(1);
        SequenceProblem &problem = plans.result.problem;
        problem.states = 1;
        problem.pieces = {{3600, 0}, {3600, 0}, {3600, 0}};
        problem.stepTime = {10};
        problem.alive = {1};
        problem.switchTime = {0, 360};
        problem.steps = 360;
        plans.prices = {{"a", {{{Seconds(0), 10}, {Seconds(3600), 1}}}}};
        const auto waits = leastCostSequence(problem, plans.costs());
        QVERIFY(waits.proved);
        QCOMPARE(waits.cost, 2 * 1.1); // 1.1 hours of two devices
        QCOMPARE(waits.sequence.totalTime, 3600.0 + 360 + 3600);
        QCOMPARE(waits.sequence.plans.front(), problem.down());
        QCOMPARE(waits.lowerBound, waits.cost);
        // Until 2 h only 324 of the steps can be done at the low price: 36 at the high one first, then no wait.
        CostSequenceOptions soon;
        soon.deadline = 7200;
        const auto hurried = leastCostSequence(problem, plans.costs(), soon);
        QVERIFY(hurried.proved && hurried.cost > waits.cost && hurried.sequence.totalTime <= 7200);
        soon.deadline = 3599;
        const auto late = leastCostSequence(problem, plans.costs(), soon);
        QVERIFY(!(late.cost < infinity) && !(late.sequence.totalTime < infinity));
    }
    void theSlowerPlanIsCheaper()
    {
        // Plan 0: 20 s on a; plan 1: 12 s on both. A device costs 1 USD an hour.
        PricedPlans plans(2);
        SequenceProblem &problem = plans.result.problem;
        problem.states = 1;
        problem.pieces = {{3600, 0}, {3600, 0}};
        problem.stepTime = {20, 12};
        problem.alive = {1, 1};
        problem.switchTime = {0, 0, 0, 0, 0, 0};
        plans.prices = {{"a", {{{Seconds(0), 1}}}}, {"b", {{{Seconds(0), 1}}}}};
        problem.steps = 360;
        const auto slow = leastCostSequence(problem, plans.costs());
        QVERIFY(slow.proved && std::abs(slow.cost - 4) < 1e-9);
        // 480 steps need an hour of each, in any order: 180 + 300.
        problem.steps = 480;
        const auto mixed = leastCostSequence(problem, plans.costs());
        QVERIFY(mixed.proved && std::abs(mixed.cost - (2 + 4)) < 1e-9);
        QCOMPARE(mixed.sequence.switches.size(), std::size_t(1));
    }
    void itIsTheBestOfAllSequences()
    {
        HETEROSCOPE_PROPERTY("least cost over all sequences", [] {
            const PricedPlans random = randomPlans();
            const RunCosts costs = random.costs();
            CostSequenceOptions options;
            options.deadline = drawn(0, 1) == 0 ? infinity : 600.0 * drawn(2, 20);
            const auto found = leastCostSequence(random.result.problem, costs, options);
            const double least = AllSequences(found.problem, costs).least();
            RC_ASSERT((least < infinity) == (found.cost < infinity));
            if (!(least < infinity))
                return;
            RC_ASSERT(found.proved);
            RC_ASSERT(std::abs(found.cost - least) <= 1e-7 * (1 + least));
            RC_ASSERT(std::abs(costs.of(found.problem, found.sequence) - found.cost) <= 1e-9 * (1 + found.cost));
            // With no labels the bound is still one.
            CostSequenceOptions bounded = options;
            bounded.mostLabels = 0;
            const auto bound = leastCostSequence(random.result.problem, costs, bounded);
            RC_ASSERT(bound.lowerBound <= least * (1 + 1e-7) + 1e-9);
            RC_ASSERT(bound.cost >= least * (1 - 1e-7) - 1e-9);
        });
    }
    void piecesAreCutAtPrices()
    {
        PricedPlans plans(1);
        SequenceProblem &problem = plans.result.problem;
        problem.states = 1;
        problem.pieces = {{3600, 0}};
        problem.stepTime = {10};
        problem.alive = {1};
        problem.switchTime = {0, 0};
        problem.steps = 60;
        plans.prices = {{"a", {{{Seconds(0), 4}, {Seconds(1200), 1}, {Seconds(2400), 2}}}}};
        const auto found = leastCostSequence(problem, plans.costs());
        QCOMPARE(found.problem.pieces.size(), std::size_t(3));
        QVERIFY(found.proved && std::abs(found.cost - 2 * 600 / 3600.0) < 1e-9); // begun at 1,200 s
    }
};

QTEST_GUILESS_MAIN(CostSequenceTest)
#include "cost_sequence_test.moc"
