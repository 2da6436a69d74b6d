// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best sequence of plans against sequences worked out by hand and by brute force.
#include "planner/overtime/sequence.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

/// Two plans and two pieces of 64 s, each a state of its own: plan 0 takes 1 s then 4 s a step, plan 1 the reverse.
SequenceProblem twoByTwo(double switchTime)
{
    SequenceProblem problem;
    problem.plans = problem.states = 2;
    problem.pieces = {{64, 0}, {64, 1}};
    problem.stepTime = {1, 4, 4, 1};
    problem.alive = {1, 1, 1, 1};
    for (int state = 0; state < 2; ++state)
        problem.switchTime.insert(problem.switchTime.end(), {0, switchTime, switchTime, 0, 100, 100});
    problem.steps = 80; // plan 0 takes 64 + 16 * 4 = 128 s
    return problem;
}

/// The steps done until the steps are reached, over every sequence that begins a switch or not at each piece, by trying
/// all of them one after the other: the least time.
struct BruteForce
{
    const SequenceProblem &problem;
    std::vector<double> starts;
    double least = infinity;

    explicit BruteForce(const SequenceProblem &asked) : problem(asked)
    {
        double at = 0;
        for (const auto &piece : asked.pieces) {
            starts.push_back(at);
            at += piece.length;
        }
    }
    double end(std::size_t piece) const { return piece + 1 < starts.size() ? starts[piece + 1] : infinity; }

    /// Plan `plan` has been running until the start of `piece`.
    void follow(std::size_t piece, std::size_t plan, double done)
    {
        if (piece == starts.size())
            return;
        const std::size_t state = problem.pieces[piece].state;
        follow(piece + 1, problem.down(), done);
        for (std::size_t to = 0; to < problem.plans; ++to) {
            const double delay = to == plan ? 0 : problem.switchTimeOf(state, plan, to);
            if (delay < infinity)
                enter(piece, to, done, delay);
        }
    }
    void enter(std::size_t piece, std::size_t to, double done, double delay)
    {
        const double at = starts[piece] + delay;
        std::size_t last = piece;
        while (problem.isAlive(problem.pieces[last].state, to) && at >= end(last))
            ++last;
        const std::size_t state = problem.pieces[last].state;
        if (!problem.isAlive(state, to))
            return;
        const double step = problem.stepTimeOf(state, to);
        if (step < infinity)
            least = std::min(least, at + std::max(0.0, problem.steps - done) * step <= end(last)
                                        ? at + std::max(0.0, problem.steps - done) * step
                                        : infinity);
        if (last + 1 < starts.size())
            follow(last + 1, to, step < infinity ? done + (end(last) - at) / step : done);
    }
    double solve()
    {
        follow(1, problem.down(), 0);
        for (std::size_t plan = 0; plan < problem.plans; ++plan) {
            if (problem.isAlive(problem.pieces[0].state, plan))
                enter(0, plan, 0, 0);
        }
        return least;
    }
};

SequenceProblem randomProblem()
{
    SequenceProblem problem;
    problem.plans = *rc::gen::inRange<std::size_t>(1, 4);
    problem.states = *rc::gen::inRange<std::size_t>(1, 4);
    const int pieces = *rc::gen::inRange(1, 6);
    for (int i = 0; i < pieces; ++i)
        problem.pieces.push_back(
            {double(*rc::gen::inRange(1, 100)), *rc::gen::inRange<std::size_t>(0, problem.states)});
    for (std::size_t i = 0; i < problem.states * problem.plans; ++i) {
        const int kind = *rc::gen::inRange(0, 8);
        problem.alive.push_back(kind == 0 ? 0 : 1);
        problem.stepTime.push_back(kind <= 1 ? infinity : *rc::gen::inRange(1, 50) / 4.0);
    }
    for (std::size_t state = 0; state < problem.states; ++state) {
        for (std::size_t from = 0; from <= problem.plans; ++from) {
            for (std::size_t to = 0; to < problem.plans; ++to)
                problem.switchTime.push_back(from == to                      ? 0
                                             : *rc::gen::inRange(0, 10) == 0 ? infinity
                                                                             : *rc::gen::inRange(0, 150) / 2.0);
        }
    }
    problem.steps = *rc::gen::inRange(1, 100);
    return problem;
}

bool isClose(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// No gaps, only plans that are there run, and what they do adds up to the steps.
void checkIntervals(const SequenceProblem &problem, const PlanSequence &sequence)
{
    double at = 0, done = 0;
    for (const SequenceInterval &interval : intervalsOf(problem, sequence)) {
        RC_ASSERT(interval.from == at && interval.to > at);
        at = interval.to;
        if (interval.plan == problem.down() || interval.isSwitching)
            continue;
        RC_ASSERT(problem.isAlive(interval.state, interval.plan));
        done += (interval.to - interval.from) / problem.stepTimeOf(interval.state, interval.plan);
    }
    if (sequence.totalTime < infinity)
        RC_ASSERT(at == sequence.totalTime && isClose(done, problem.steps));
}

} // namespace

class OvertimeSequenceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void twoPlansInTwoPieces()
    {
        // 64 steps by plan 0, a switch of 8 s, 16 steps by plan 1: 64 + 8 + 16.
        const PlanSequence best = bestSequence(twoByTwo(8));
        QCOMPARE(best.totalTime, 88.0);
        QCOMPARE(best.switches.size(), std::size_t(1));
        QCOMPARE(best.switches[0].at, 64.0);
        QCOMPARE(best.switches[0].to, std::size_t(1));
        QVERIFY((best.plans == std::vector<std::size_t>{0, 1}));
        QVERIFY((intervalsOf(twoByTwo(8), best) ==
                 std::vector<SequenceInterval>{{0, 64, 0, 0, false}, {64, 72, 1, 1, true}, {72, 88, 1, 1, false}}));
    }
    void aSwitchPaysExactlyAtItsBreakEven()
    {
        // Staying does the last 16 steps in 64 s, so a switch of 48 s is worth as much, and one of less is worth more.
        QCOMPARE(bestSequence(twoByTwo(48)).totalTime, 128.0);
        QVERIFY(bestSequence(twoByTwo(48)).switches.empty()); // of two equal ones the one with fewer switches
        QCOMPARE(bestSequence(twoByTwo(47.5)).totalTime, 127.5);
        QCOMPARE(bestSequence(twoByTwo(47.5)).switches.size(), std::size_t(1));
        const auto even = breakEven(twoByTwo(48), {1, 64, 0, 1, 48, false}, 1000);
        QVERIFY(even);
        QCOMPARE(*even, 64.0);
        QVERIFY(!breakEven(twoByTwo(48), {1, 64, 0, 1, 48, false}, 127));
        QCOMPARE(*breakEven(twoByTwo(0), {1, 64, 0, 1, 0, false}, 1000), 0.0);
    }
    void aLossIsLoadedAgain()
    {
        SequenceProblem problem = twoByTwo(8);
        problem.plans = 1;
        problem.pieces = {{64, 0}, {64, 1}, {64, 0}};
        problem.stepTime = {1, infinity};
        problem.alive = {1, 0};
        problem.switchTime = {0, 20, 0, 20}; // the reload takes 20 s
        problem.steps = 80;
        QCOMPARE(bestSequence(problem).totalTime, 128.0 + 20 + 16);
        QCOMPARE(followPolicy(problem, fixedPolicy(problem, 0)).totalTime, 128.0 + 20 + 16);
        QCOMPARE(stepsDone(problem, 0, 0, 0, 164), 80.0);
        QVERIFY((bestSequence(problem).plans == std::vector<std::size_t>{0, problem.down(), 0}));
    }
    void equalsBruteForce()
    {
        qputenv("RC_PARAMS", "seed=20241 max_success=300");
        HETEROSCOPE_PROPERTY("best sequence == all sequences, no policy beats it", [] {
            const SequenceProblem problem = randomProblem();
            const PlanSequence best = bestSequence(problem);
            const double all = BruteForce(problem).solve();
            RC_ASSERT(isClose(best.totalTime, all));
            double last = -1;
            for (const SequenceSwitch &change : best.switches) {
                RC_ASSERT(change.at > last && change.from != change.to && !change.fails);
                last = change.at;
            }
            // What it says that it does takes as long as it says.
            if (best.totalTime < infinity) {
                std::vector<std::size_t> wanted = best.plans;
                wanted.resize(problem.pieces.size(), best.plans.back());
                const auto again = followPolicy(problem, [&](std::size_t piece, std::size_t) { return wanted[piece]; });
                const bool goesDown = std::count(wanted.begin(), wanted.end(), problem.down()) > 0;
                RC_ASSERT(goesDown || isClose(again.totalTime, best.totalTime));
            }
            std::vector<PlanPolicy> policies = {greedyPolicy(problem), pastOnlyPolicy(problem),
                                                pastOnlyPolicy(problem, 0.5), forecastPolicy(problem, 60)};
            for (std::size_t plan = 0; plan < problem.plans; ++plan)
                policies.push_back(fixedPolicy(problem, plan));
            for (const PlanPolicy &policy : policies) {
                const double time = followPolicy(problem, policy).totalTime;
                RC_ASSERT(time >= best.totalTime || isClose(time, best.totalTime));
                checkIntervals(problem, followPolicy(problem, policy));
            }
            checkIntervals(problem, best);
        });
        qunsetenv("RC_PARAMS");
    }
    void freeSwitchesGiveTheBestOfEachPiece()
    {
        HETEROSCOPE_PROPERTY("zero switch cost: the min of each piece", [] {
            SequenceProblem problem = randomProblem();
            std::fill(problem.switchTime.begin(), problem.switchTime.end(), 0.0);
            problem.alive.assign(problem.alive.size(), 1);
            double at = 0, done = 0, expected = infinity;
            for (std::size_t i = 0; i < problem.pieces.size(); ++i) {
                double step = infinity;
                for (std::size_t plan = 0; plan < problem.plans; ++plan)
                    step = std::min(step, problem.stepTimeOf(problem.pieces[i].state, plan));
                const bool isLast = i + 1 == problem.pieces.size();
                if (step < infinity && (isLast || done + problem.pieces[i].length / step >= problem.steps)) {
                    expected = at + (problem.steps - done) * step;
                    break;
                }
                done += step < infinity ? problem.pieces[i].length / step : 0;
                at += problem.pieces[i].length;
            }
            RC_ASSERT(isClose(bestSequence(problem).totalTime, expected));
        });
    }
    void aPolicyWaitsForItsMoney()
    {
        // Ten pieces of 8 s in the second state: plan 1 saves 6 s in each, so a switch of 11 s is bought after two.
        SequenceProblem problem = twoByTwo(11);
        problem.pieces = {{8, 0}};
        problem.pieces.resize(11, {8, 1});
        const PlanSequence past = followPolicy(problem, pastOnlyPolicy(problem));
        QCOMPARE(past.switches.size(), std::size_t(1));
        QCOMPARE(past.switches[0].at, 24.0);
        QCOMPARE(followPolicy(problem, greedyPolicy(problem)).switches[0].at, 8.0);
        // With a forecast of 32 s: 21 s at 1 s a step are more than 32 s at 4 s.
        QCOMPARE(followPolicy(problem, forecastPolicy(problem, 32)).switches[0].at, 8.0);
        QVERIFY(followPolicy(problem, forecastPolicy(problem, 8)).switches.empty());
    }
};

QTEST_GUILESS_MAIN(OvertimeSequenceTest)
#include "overtime_sequence_test.moc"
