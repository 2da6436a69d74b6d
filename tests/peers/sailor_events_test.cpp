// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/event_search.h"

#include "peers/sailor/random_problem.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <random>

using namespace heteroscope;
using namespace heteroscope::sailor;

namespace {

EventChain randomChain(std::mt19937 &random, int maxStages, int maxMicroBatches)
{
    const auto whole = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    EventChain chain;
    const auto stages = whole(1, maxStages);
    chain.microBatches = static_cast<int>(whole(1, maxMicroBatches));
    const std::int64_t spread = whole(0, 1) ? 1000 : 20;
    const std::int64_t latency = std::array<std::int64_t, 4>{0, 20, 300, 5000}[static_cast<std::size_t>(whole(0, 3))];
    for (int s = 0; s < stages; ++s) {
        chain.forward.push_back(500 + whole(0, spread));
        chain.backward.push_back(whole(0, 3) ? 1000 + whole(0, 2 * spread) : whole(1, 700));
        if (s + 1 < stages) {
            chain.activation.push_back(whole(0, latency));
            chain.gradient.push_back(whole(0, latency));
        }
    }
    return chain;
}

/// The same by a queue of events: every stage works through its 1F1B order as inputs arrive.
std::int64_t byEvents(const EventChain &chain)
{
    struct Task
    {
        bool backward;
        int microBatch;
    };
    const int stages = static_cast<int>(chain.stages()), count = chain.microBatches;
    std::vector<std::vector<Task>> order(chain.stages());
    for (int s = 0; s < stages; ++s) {
        auto &list = order[static_cast<std::size_t>(s)];
        const int warmUp = std::min(stages - 1 - s, count);
        for (int i = 0; i < warmUp; ++i)
            list.push_back({false, i});
        for (int i = warmUp; i < count; ++i) {
            list.push_back({false, i});
            list.push_back({true, i - warmUp});
        }
        for (int i = count - warmUp; i < count; ++i)
            list.push_back({true, i});
    }
    struct Event
    {
        std::int64_t time;
        int stage;
        bool operator<(const Event &other) const { return time > other.time; }
    };
    const auto unknown = std::int64_t(-1);
    std::vector<std::vector<std::int64_t>> down(chain.stages(),
                                                std::vector<std::int64_t>(static_cast<std::size_t>(count), unknown));
    auto up = down;
    std::vector<std::size_t> next(chain.stages(), 0);
    std::vector<std::int64_t> free(chain.stages(), 0);
    std::fill(down[0].begin(), down[0].end(), 0);
    std::priority_queue<Event> queue;
    for (int s = 0; s < stages; ++s)
        queue.push({0, s});
    std::int64_t end = 0;
    while (!queue.empty()) {
        const Event event = queue.top();
        queue.pop();
        const auto s = static_cast<std::size_t>(event.stage);
        if (next[s] == order[s].size() || free[s] > event.time)
            continue;
        const Task task = order[s][next[s]];
        const auto i = static_cast<std::size_t>(task.microBatch);
        const bool last = event.stage + 1 == stages;
        const std::int64_t ready = !task.backward ? down[s][i] : last ? 0 : up[s][i];
        if (ready == unknown || ready > event.time)
            continue;
        ++next[s];
        free[s] = event.time + (task.backward ? chain.backward[s] : chain.forward[s]);
        end = std::max(end, free[s]);
        queue.push({free[s], event.stage});
        if (!task.backward && !last) {
            down[s + 1][i] = free[s] + chain.activation[s];
            queue.push({down[s + 1][i], event.stage + 1});
        }
        if (task.backward && s > 0) {
            up[s - 1][i] = free[s] + chain.gradient[s - 1];
            queue.push({up[s - 1][i], event.stage - 1});
        }
    }
    return end;
}

/// Calls visit(plan) for every plan of space A+ that is allowed.
template<class Visit>
void forEachPlusPlan(const Problem &problem, const Visit &visit)
{
    const int layers = problem.profiles.layers();
    const int all = problem.devices[0] + problem.devices[1];
    for (int samples = 1; samples <= all * microBatchSizes.back(); ++samples) {
        EventPlan plan{samples, (problem.globalBatch + samples - 1) / samples, {}};
        const auto choose = [&](const auto &self, int first, const DeviceUse &use) -> void {
            if (first == layers) {
                if (isAllowed(problem, plan))
                    visit(plan);
                return;
            }
            for (int b = 0; b < static_cast<int>(microBatchSizes.size()); ++b) {
                if (samples % microBatchSizes[static_cast<std::size_t>(b)] != 0)
                    continue;
                for (int k = 0; k < static_cast<int>(patternCount); ++k) {
                    DeviceUse more = use;
                    more.add(k, samples / microBatchSizes[static_cast<std::size_t>(b)]);
                    if (more.least(0) > problem.devices[0] || more.least(1) > problem.devices[1])
                        continue;
                    for (int last = first; last < layers; ++last) {
                        plan.stages.push_back({first, last, k, b});
                        self(self, last + 1, more);
                        plan.stages.pop_back();
                    }
                }
            }
        };
        choose(choose, 0, DeviceUse());
    }
}

} // namespace

class SailorEventsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void oneStageIsTheSumOfItsWork()
    {
        EventPass pass;
        QCOMPARE(pass.makespan({{3}, {5}, {}, {}, 7}), std::int64_t(7 * 8));
    }
    void balancedPipelineIsTheTextbookOne()
    {
        // p stages, m micro-batches, no latency: (m + p - 1) (f + b).
        EventPass pass;
        QCOMPARE(pass.makespan({{1, 1, 1, 1}, {2, 2, 2, 2}, {0, 0, 0}, {0, 0, 0}, 8}), std::int64_t((8 + 3) * 3));
    }
    void arrayPassAgreesWithAnEventQueue()
    {
        std::mt19937 random(11);
        EventPass pass;
        for (int round = 0; round < 4000; ++round) {
            const EventChain chain = randomChain(random, 9, 24);
            QCOMPARE(pass.makespan(chain), byEvents(chain));
        }
    }
    void boundsNeverExceedTheSimulation()
    {
        std::mt19937 random(12);
        EventPass pass;
        double worst = 1;
        double sum = 0;
        constexpr int rounds = 40000;
        for (int round = 0; round < rounds; ++round) {
            const EventChain chain = randomChain(random, 10, 40);
            const std::int64_t time = pass.makespan(chain), bound = lowerBound(chain);
            QVERIFY2(bound <= time,
                     qPrintable(QString("round %1: bound %2, simulated %3").arg(round).arg(bound).arg(time)));
            QVERIFY(lowerBoundOfAnyFlush(chain) <= bound);
            worst = std::min(worst, static_cast<double>(bound) / static_cast<double>(time));
            sum += static_cast<double>(bound) / static_cast<double>(time);
        }
        QVERIFY2(worst > 0.8, std::to_string(worst).c_str());
        QVERIFY2(sum / rounds > 0.97, std::to_string(sum / rounds).c_str());
    }
    void optimumOfSpaceAIsThatOfBruteForce()
    {
        int feasible = 0;
        for (unsigned seed = 1; seed <= 300; ++seed) {
            const Problem problem =
                test::randomProblem(seed, 2 + static_cast<int>(seed % 3), 4 + static_cast<int>(seed % 4), 16);
            double best = std::numeric_limits<double>::infinity();
            test::forEachPlan(
                problem, [&](const SpaceAPlan &plan) { best = std::min(best, eventTime(problem, eventPlanOf(plan))); });
            const auto outcome = searchByEvents(problem, EventSpace::A);
            QCOMPARE(outcome.eventPlan.has_value(), std::isfinite(best));
            if (!outcome.eventPlan)
                continue;
            ++feasible;
            QVERIFY(outcome.proved);
            QVERIFY(isAllowed(problem, *outcome.eventPlan));
            QVERIFY2(std::abs(outcome.stepTime - best) <= 1e-9 * best,
                     qPrintable(QString("seed %1: %2, brute force %3").arg(seed).arg(outcome.stepTime).arg(best)));
        }
        QVERIFY(feasible > 200);
    }
    void optimumOfSpaceAplusIsThatOfBruteForce()
    {
        int feasible = 0, better = 0;
        for (unsigned seed = 1; seed <= 250; ++seed) {
            const Problem problem = test::randomProblem(500 + seed, 2 + static_cast<int>(seed % 2), 4, 16);
            double best = std::numeric_limits<double>::infinity();
            forEachPlusPlan(problem, [&](const EventPlan &plan) { best = std::min(best, eventTime(problem, plan)); });
            const auto outcome = searchByEvents(problem, EventSpace::Aplus);
            QCOMPARE(outcome.eventPlan.has_value(), std::isfinite(best));
            if (!outcome.eventPlan)
                continue;
            ++feasible;
            QVERIFY(outcome.proved);
            QVERIFY2(std::abs(outcome.stepTime - best) <= 1e-9 * best,
                     qPrintable(QString("seed %1: %2, brute force %3").arg(seed).arg(outcome.stepTime).arg(best)));
            const auto simple = searchByEvents(problem, EventSpace::A);
            QVERIFY(!simple.eventPlan || simple.stepTime >= outcome.stepTime * (1 - 1e-9));
            better += !simple.eventPlan || simple.stepTime > outcome.stepTime * (1 + 1e-9);
        }
        QVERIFY(feasible > 150);
        QVERIFY(better > 0);
    }
    void severalWorkersFindTheSame()
    {
        int found = 0;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const Problem problem = test::randomProblem(900 + seed, 3 + static_cast<int>(seed % 4), 8, 32);
            for (const EventSpace space : {EventSpace::A, EventSpace::Aplus}) {
                const auto alone = searchByEvents(problem, space);
                const auto together = searchByEvents(problem, space, {.stop = {}, .threads = 3});
                QCOMPARE(together.eventPlan.has_value(), alone.eventPlan.has_value());
                QCOMPARE(together.proved, alone.proved);
                if (!alone.eventPlan)
                    continue;
                ++found;
                QVERIFY(std::abs(together.stepTime - alone.stepTime) <= 1e-9 * alone.stepTime);
                QCOMPARE(together.stepTime, eventTime(problem, *together.eventPlan));
                QCOMPARE(together.jobs.size(), alone.jobs.size());
                for (const auto &job : together.jobs)
                    QVERIFY(job.bound <= alone.stepTime * (1 + 1e-9) && job.bound >= alone.stepTime * (1 - 1e-8));
            }
        }
        QVERIFY2(found > 80, qPrintable(QString::number(found)));
    }
    void severalWorkersStop()
    {
        const Problem problem = test::randomProblem(901, 6, 32, 64);
        std::stop_source source;
        source.request_stop();
        const auto outcome =
            searchByEvents(problem, EventSpace::Aplus, {.stop = StopToken(source.get_token()), .threads = 2});
        QVERIFY(!outcome.proved && outcome.boxes == 0);
        QVERIFY(outcome.lowerBound <= outcome.stepTime);
    }
    void unlikePipelinesAreBoundedFromBelow()
    {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const Problem problem = test::randomProblem(700 + seed, 3, 6, 32);
            const auto outcome = searchUnlikePipelines(problem);
            const auto alike = searchByEvents(problem, EventSpace::A);
            QCOMPARE(outcome.stepTime, alike.stepTime);
            QVERIFY(outcome.lowerBound <= alike.stepTime);
            const double bound = boundOfUnlikePipelines(problem);
            test::forEachPlan(problem,
                              [&](const SpaceAPlan &plan) { QVERIFY(bound <= eventTime(problem, eventPlanOf(plan))); });
        }
    }
};

QTEST_GUILESS_MAIN(SailorEventsTest)
#include "sailor_events_test.moc"
