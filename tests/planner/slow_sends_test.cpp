// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pipelines whose micro-batches wait for slow sends (L5), or whose passes for receives that others post (L1p): against
// the orders of the passes, closed forms, the simulator and brute force.
#include "planner/bounds/family_schedule.h"
#include "planner/bounds/stage_passes.h"
#include "planner/certificate/checker_rules.h"

#include "planner/optimum_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// A pipeline in seconds: passes by stage, those of all chunks together, and the sends from each stage to the next one
/// and back, with several chunks from the last one to the first and the other way round too.
struct Chain
{
    Family family;
    std::vector<double> forward, backward, weight; // weight: of the backward
    std::vector<double> there, back;
    bool posts = false; // each pass posts the receive of the next that waits for one
    int stages() const { return static_cast<int>(forward.size()); }
    double turn(std::size_t stage) const { return forward[stage] + backward[stage] - weight[stage]; }
};

/// When all passes have ended: each as soon as the one before it in its stage has, and its input has arrived.
double endOf(const Chain &chain)
{
    const int stages = chain.stages(), chunks = chain.family.chunks, micro = chain.family.microBatches;
    // Ends of forwards and backwards, by place on the way through all stages and chunks and by micro-batch.
    std::vector<std::vector<double>> downs(static_cast<std::size_t>(stages * chunks),
                                           std::vector<double>(static_cast<std::size_t>(micro), -1)),
        ups = downs;
    std::vector<std::vector<check::PassOf>> orders;
    for (int s = 0; s < stages; ++s)
        orders.push_back(check::orderOf(chain.family, stages, s));
    std::vector<std::size_t> next(static_cast<std::size_t>(stages));
    std::vector<double> free(next.size()), posted(next.size()); // end of the last pass; start of the last that posts
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t s = 0; s < next.size(); ++s) {
            while (next[s] < orders[s].size()) {
                const auto &pass = orders[s][next[s]];
                const auto m = static_cast<std::size_t>(pass.microBatch);
                const auto place = static_cast<std::size_t>(pass.chunk) * next.size() + s;
                const bool isWeight = pass.kind == check::PassKind::weightGradient;
                double takes = isWeight ? chain.weight[s] : chain.backward[s] - chain.weight[s];
                double sent = 0, send = 0; // of its input
                if (pass.isForward()) {
                    takes = chain.forward[s];
                    if (place > 0) {
                        sent = downs[place - 1][m];
                        send = chain.there[(s + next.size() - 1) % next.size()];
                    }
                } else if (!isWeight && place + 1 < downs.size()) {
                    sent = ups[place + 1][m];
                    send = chain.back[(s + 1) % next.size()];
                }
                if (sent < 0)
                    break;
                const bool waits = pass.isForward() ? place > 0 : !isWeight && place + 1 < downs.size();
                const double arrives = waits ? (chain.posts ? std::max(sent, posted[s]) : sent) + send : 0;
                const double starts = std::max(free[s], arrives);
                free[s] = starts + takes / chunks;
                if (!isWeight)
                    posted[s] = starts;
                if (pass.isForward())
                    downs[place][m] = free[s];
                else if (!isWeight)
                    ups[place][m] = free[s];
                ++next[s];
                moved = true;
            }
        }
    }
    return *std::max_element(free.begin(), free.end());
}

/// L1p of all stages, and L3d with what it waits.
double postedBoundOf(const Chain &chain)
{
    double longest = 0, fill = 0, drain = 0;
    const int chunks = chain.family.chunks, stages = chain.stages();
    std::vector<double> round(chain.forward.size(), 0.0);
    for (std::size_t s = round.size() - 1; s-- > 0;)
        round[s] = round[s + 1] + chain.turn(s + 1) + chain.there[s] + chain.back[s + 1];
    for (std::size_t s = 0; s < chain.forward.size(); ++s) {
        StagePasses passes{chain.family.microBatches, chain.forward[s], chain.backward[s]};
        passes.weight = chain.weight[s];
        const int stage = static_cast<int>(s), behind = stages - 1 - stage;
        const double work = passes.alone() + StagePasses::waits(receivesOf(chain.family, stages, stage),
                                                                chain.forward[s] / chunks, chain.backward[s] / chunks,
                                                                s > 0 ? chain.there[s - 1] : chain.there.back(),
                                                                behind > 0 ? chain.back[s + 1] : chain.back.front());
        longest = std::max(longest, fill + work + (splitsBackward(chain.family) ? 0 : drain));
        if (splitsBackward(chain.family)) {
            const double inputs =
                passes.untilLastInput(passOrderOf(chain.family), stage, behind, round[s],
                                      behind > 0 ? std::max(0.0, chain.back[s + 1] - chain.forward[s]) : 0.0,
                                      stage > 0 ? std::max(0.0, chain.there[s - 1] - chain.backward[s]) : 0.0);
            longest = std::max(longest, inputs > 0 ? fill + inputs + drain : 0.0);
        }
        drain += (chain.backward[s] - chain.weight[s]) / chunks + (behind > 0 ? chain.back[s + 1] : 0);
        fill += chain.forward[s] / chunks + chain.there[s];
    }
    return longest;
}

/// L5 of all spans, and L3d; the round trips and fills are those of the whole chain.
double boundOf(const Chain &chain)
{
    const auto stages = static_cast<std::size_t>(chain.stages());
    std::vector<double> round(stages, 0.0);
    for (std::size_t s = stages - 1; s-- > 0;)
        round[s] = round[s + 1] + chain.turn(s + 1) + chain.there[s] + chain.back[s + 1];
    double longest = 0, fill = 0, drain = 0;
    for (std::size_t s = 0; s < stages; ++s) {
        StagePasses passes{chain.family.microBatches, chain.forward[s], chain.backward[s]};
        passes.weight = chain.weight[s];
        for (std::size_t last = s; last < stages; ++last) {
            const StageSpan span{static_cast<int>(last - s) + 1, chain.turn(s) + round[s] - round[last]};
            double work = passes.withSpan(passOrderOf(chain.family), static_cast<int>(s),
                                          static_cast<int>(stages - 1 - s), round[s], span);
            longest = std::max(longest, fill + work);
            if (work > 0 && splitsBackward(chain.family))
                work -= passes.weight * passes.lateWeights(passOrderOf(chain.family), static_cast<int>(s),
                                                           static_cast<int>(stages - 1 - s));
            longest = std::max(longest, fill + work + drain);
        }
        const int before = static_cast<int>(s), behind = static_cast<int>(stages) - 1 - before;
        const double inputs = passes.untilLastInput(passOrderOf(chain.family), before, behind, round[s], 0, 0);
        const double late = passes.weight * passes.lateWeights(passOrderOf(chain.family), before, behind);
        longest = std::max(longest, inputs > 0 ? fill + inputs + std::max(drain, late) : 0.0);
        drain += chain.turn(s) - chain.forward[s] + (s + 1 < stages ? chain.back[s + 1] : 0);
        fill += chain.forward[s] + chain.there[s];
    }
    return longest;
}

Chain randomChain(int microBatches)
{
    Chain chain;
    chain.family.schedule =
        *rc::gen::element(ScheduleKind::oneFOneB, ScheduleKind::eager, ScheduleKind::zbH1, ScheduleKind::zbH2);
    chain.family.microBatches = microBatches;
    const int stages = *rc::gen::inRange(1, 9);
    const double slow = *rc::gen::element(0.0, 0.3, 1.0, 3.0);
    const auto part = [] { return *rc::gen::element(0.0, 0.2, 0.5, 0.8, 1.0); };
    for (int s = 0; s < stages; ++s) {
        chain.forward.push_back(0.1 + part());
        chain.backward.push_back(0.2 + 2 * part());
        chain.weight.push_back(splitsBackward(chain.family) ? chain.backward.back() * part() : 0.0);
        chain.there.push_back(slow * part());
        chain.back.push_back(slow * part());
    }
    return chain;
}

/// Devices of one type, each on a slow link of its own.
Cluster onSlowLinks(std::size_t devices, BytesPerSecond bandwidth)
{
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < devices; ++i)
        nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 1));
    return test::star(std::move(nodes), bandwidth);
}

SoftwareTicks onlyPipelines(ScheduleKind schedule)
{
    SoftwareTicks ticks;
    ticks.schedules = {std::string(scheduleName(schedule))};
    ticks.zeroStages = {1};
    ticks.degrees = SoftwareDegrees{true, false, false, false, false, true, true};
    return ticks;
}

} // namespace

class SlowSendsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void noChainIsFasterThanTheBound()
    {
        HETEROSCOPE_PROPERTY("L5 is not above what the orders of the passes allow", [] {
            for (int i = 0; i < 20; ++i) {
                const Chain chain = randomChain(*rc::gen::inRange(1, 30));
                RC_ASSERT(boundOf(chain) <= endOf(chain) * (1 + 1e-12));
            }
        });
    }
    void longStepsTakeWhatTheBoundSays()
    {
        static double sum = 0;
        static int chains = 0;
        HETEROSCOPE_PROPERTY("of many micro-batches L5 tells the pace of the slowest span", [] {
            Chain chain = randomChain(1'000);
            const double bound = boundOf(chain), end = endOf(chain);
            chain.family.microBatches = 3'000;
            const double pace = endOf(chain) - end;
            RC_ASSERT(std::abs(boundOf(chain) - bound - pace) <= 0.02 * pace);
            sum += bound / end;
            ++chains;
        });
        QVERIFY2(sum / chains > 0.98, qPrintable(QString::number(sum / chains)));
    }
    void aSlowLinkSlowsEachPairOfMicroBatches()
    {
        // Two stages of equal times: with 1F1B two micro-batches are on their way at a time.
        Chain chain;
        chain.family.schedule = ScheduleKind::oneFOneB;
        chain.family.microBatches = 101;
        chain.forward = {1, 1};
        chain.backward = {2, 2};
        chain.weight = {0, 0};
        chain.there = {1.5, 0};
        chain.back = {0, 1.5};
        // 50 times there and back, then the last micro-batch.
        const double trip = 2 * (1 + 2 + 1.5);
        QCOMPARE(boundOf(chain), 51 * trip);
        QCOMPARE(endOf(chain), 51 * trip);
    }
    void noChainWhosePassesPostReceivesIsFasterThanTheBound()
    {
        static std::size_t longer = 0;
        HETEROSCOPE_PROPERTY("L1p is not above what the orders of the passes and the receives allow", [] {
            for (int i = 0; i < 20; ++i) {
                Chain chain = randomChain(*rc::gen::inRange(1, 30));
                if (*rc::gen::arbitrary<bool>()) {
                    chain.family.schedule =
                        *rc::gen::element(ScheduleKind::interleaved, ScheduleKind::interleaved, ScheduleKind::gpipe);
                    chain.weight.assign(chain.weight.size(), 0.0);
                    if (chain.family.schedule == ScheduleKind::interleaved) {
                        chain.family.chunks = *rc::gen::element(2, 3, 4);
                        chain.family.microBatches = chain.stages() * *rc::gen::inRange(1, 6);
                    }
                }
                chain.posts = true;
                const double bound = postedBoundOf(chain), end = endOf(chain);
                RC_ASSERT(bound <= end * (1 + 1e-12));
                chain.posts = false;
                longer += bound > endOf(chain) ? 1 : 0; // the receives are what says so
            }
        });
        QVERIFY2(longer >= 20, qPrintable(QString::number(longer)));
    }
    void slowReceivesSlowEachPass()
    {
        // Four stages of two chunks: 1.5 after the start of a forward, which takes 1, the gradient of the next backward
        // arrives, and 2.25 after the start of that one, which takes 2, the next activation. So a pair takes 3.75.
        Chain chain;
        chain.family.schedule = ScheduleKind::interleaved;
        chain.family.chunks = 2;
        chain.posts = true;
        chain.forward.assign(4, 2.0);
        chain.backward.assign(4, 4.0);
        chain.weight.assign(4, 0.0);
        chain.there.assign(4, 2.25);
        chain.back.assign(4, 1.5);
        chain.family.microBatches = 400;
        const double bound = postedBoundOf(chain), end = endOf(chain);
        QVERIFY2(bound > 0.98 * end && bound <= end, qPrintable(QString::number(bound / end)));
        chain.family.microBatches = 800;
        QCOMPARE(postedBoundOf(chain) - bound, 400 * 2 * (1.5 + 2.25));
        QCOMPARE(endOf(chain) - end, 400 * 2 * (1.5 + 2.25));
    }
    void theBoundIsNearTheStep()
    {
        for (const auto schedule : {ScheduleKind::oneFOneB, ScheduleKind::zbH1}) {
            auto workload = test::smallGpt(14, 2048, 64);
            workload.job.runs = onlyPipelines(schedule);
            test::PlannerCase asked(onSlowLinks(4, BytesPerSecond(1e9)), workload);
            std::size_t compared = 0;
            for (const auto &family : asked.space.families) {
                if (family.dp > 1 || family.microBatches < 64 || family.maxStages < 4)
                    continue;
                const auto model = LayoutModel::build(family, {{0, 4}}, asked.book);
                QVERIFY(model);
                const auto cut = test::evenCut(cutUnits(family, asked.workload.model), 4);
                const auto step = asked.simulate(family, model->placed(), cut);
                QVERIFY(step);
                const double time = toSeconds(step->stepTime).value;
                double passes = 0; // of the slowest stage
                for (int s = 0; s < 4; ++s) {
                    const auto &prices = *model->stage(s).prices.front();
                    const int first = s == 0 ? 0 : cut[static_cast<std::size_t>(s) - 1];
                    const int last = cut[static_cast<std::size_t>(s)];
                    passes = std::max(passes, prices.forwardOf(first, last) + prices.backwardOf(first, last));
                }
                QVERIFY2(64 * passes < 0.9 * time, qPrintable(QString::number(64 * passes / time))); // slow sends
                const double share = model->boundOf(cut) / time;
                QVERIFY2(share > 0.97 && share <= 1, qPrintable(QString::number(share)));
                ++compared;
            }
            QVERIFY(compared > 0);
        }
    }
    void theOptimumIsThatOfBruteForce()
    {
        static std::size_t families = 0, plans = 0;
        HETEROSCOPE_PROPERTY("search and checker == brute force behind slow links", [] {
            const auto schedule = *rc::gen::element(ScheduleKind::oneFOneB, ScheduleKind::eager, ScheduleKind::zbH1,
                                                    ScheduleKind::zbH2, ScheduleKind::interleaved);
            auto workload = test::smallGpt(*rc::gen::inRange(4, 8), 1024, 1 << *rc::gen::inRange(2, 6));
            workload.job.runs = onlyPipelines(schedule);
            const auto &stacks = builtinCalibration().stacks;
            workload.job.softwareStack = stacks[*rc::gen::inRange<std::size_t>(0, stacks.size())].name;
            auto cluster = test::randomCluster(*rc::gen::inRange(3, 7));
            for (auto &link : cluster.links)
                link.bandwidth = BytesPerSecond(*rc::gen::element(2e8, 1e9, 5e9));
            test::PlannerCase asked(cluster, workload);
            for (const auto &family : asked.space.families) {
                if (family.isUnlike() || family.maxStages < 3 || *rc::gen::inRange(0, 4) > 0)
                    continue;
                const auto tried = test::tryAllCuts(asked, family);
                test::compareWithBest(asked, family, tried);
                plans += tried.plans;
                ++families;
            }
        });
        QVERIFY2(families >= 50, qPrintable(QString::number(families)));
        QVERIFY2(plans >= 1'000, qPrintable(QString::number(plans)));
    }
};

QTEST_GUILESS_MAIN(SlowSendsTest)
#include "slow_sends_test.moc"
