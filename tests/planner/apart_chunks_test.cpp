// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of types with pipelines of their own whose stages have several chunks, against brute force.
#include "planner/apart_support.h"
#include "support/strict_test.h"

#include <map>

using namespace heteroscope;

namespace {

constexpr std::array chunked = {ScheduleKind::interleaved, ScheduleKind::zbV, ScheduleKind::dualPipeV};

/// Two types with two devices or more each, so that each may have two stages.
Cluster pairsOfDevices()
{
    const auto count = [] { return *rc::gen::element<std::size_t>(2, 2, 3, 4); };
    auto cluster = test::star({test::node("h", "H100-80GB SXM", count()), test::node("a", "A100-80GB SXM", count())},
                              BytesPerSecond(*rc::gen::element(1, 10, 100, 400) * 1e8));
    if (*rc::gen::element(true, false))
        cluster.nodes.front().devices.front().speed.points = {{Seconds(0), 0.5}};
    return cluster;
}

std::vector<Family> apartOf(const test::PlannerCase &asked, ScheduleKind schedule)
{
    std::vector<Family> found;
    for (const auto &family : asked.space.families) {
        if (family.kind == FamilyKind::apart && family.schedule == schedule)
            found.push_back(family);
    }
    return found;
}

} // namespace

class ApartChunksTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theyAreThereWhereTheModelAndTheDevicesAllow()
    {
        const auto chunksOf = [](std::size_t devices, int layers, bool tied, ScheduleKind schedule) {
            auto workload = test::smallGpt(layers, 1024, 16);
            workload.model.tiedEmbeddings = tied;
            workload.job.runs = test::unlikePipelinesOnly(schedule);
            workload.job.runs.degrees->tp = false;
            const test::PlannerCase asked(
                test::star({test::node("h", "H100-80GB SXM", 4), test::node("a", "A100-80GB SXM", devices)}), workload);
            std::set<std::pair<int, int>> chunks; // with the most stages
            for (const auto &family : apartOf(asked, schedule)) {
                if (family.fewestStages == 2)
                    chunks.emplace(family.chunks, family.maxStages);
            }
            return chunks;
        };
        using Chunks = std::set<std::pair<int, int>>;
        QCOMPARE(chunksOf(4, 12, true, ScheduleKind::interleaved), (Chunks{{2, 4}, {4, 3}}));
        QCOMPARE(chunksOf(4, 6, false, ScheduleKind::interleaved), (Chunks{{2, 3}}));
        QCOMPARE(chunksOf(4, 12, false, ScheduleKind::zbV), (Chunks{{2, 4}}));
        QCOMPARE(chunksOf(4, 12, true, ScheduleKind::dualPipeV), Chunks());
        // A single device has no second stage.
        QCOMPARE(chunksOf(1, 12, false, ScheduleKind::interleaved), Chunks());
    }
    void onLargeClustersOfMoreThanTwoTypesThereAreNone()
    {
        const auto mostTypes = [](std::size_t nodes, bool three) {
            auto workload = test::smallGpt(8, 1024, 16);
            workload.job.runs = test::unlikePipelinesOnly(ScheduleKind::interleaved);
            workload.job.runs.degrees->tp = false;
            std::size_t types = 0;
            for (const auto &family :
                 apartOf({test::clusterOfNodes(nodes, three), workload}, ScheduleKind::interleaved))
                types = std::max(types, family.parts.size());
            return types;
        };
        QCOMPARE(mostTypes(5, true), std::size_t(3));
        QCOMPARE(mostTypes(6, true), std::size_t(0));
        QCOMPARE(mostTypes(9, false), std::size_t(2));
    }
    void everyPipelineHasAsManyMicroBatchesAsItsScheduleAsksFor()
    {
        for (const auto schedule : chunked) {
            auto workload = test::smallGpt(8, 1024, 24);
            workload.job.runs = test::unlikePipelinesOnly(schedule);
            test::PlannerCase asked(
                test::star({test::node("h", "H100-80GB SXM", 4), test::node("a", "A100-80GB SXM", 3)}), workload);
            std::set<std::vector<int>> stages; // of the two types
            for (const auto &family : apartOf(asked, schedule)) {
                if (family.fewestStages == 1)
                    continue;
                forEachApartLayout(family, asked.groups, [&](const ApartLayout &layout) {
                    int all = 0;
                    for (const auto &own : layout) {
                        all += own.pipelines * own.microBatches;
                        if (own.stages < 2 || scheduleOf(schedule).refusal(own.stages, own.microBatches))
                            all = -1'000;
                    }
                    stages.insert(all == family.microBatches ? std::vector{layout[0].stages, layout[1].stages}
                                                             : std::vector<int>());
                    return true;
                });
            }
            QVERIFY(!stages.contains({}));
            QVERIFY(stages.contains({2, 3}) && stages.contains({4, 2}) && stages.contains({2, 2}));
        }
    }
    void noPlanIsFasterThanABoundAndTheBestIsFound()
    {
        static std::size_t plans = 0, beside = 0, sharded = 0;
        static std::map<std::pair<ScheduleKind, int>, std::size_t> families; // with a plan that fits, by chunks
        HETEROSCOPE_PROPERTY("search and checker of several chunks == brute force", [] {
            const auto schedule = *rc::gen::elementOf(chunked);
            auto workload = test::randomWorkloadFor(schedule, 4);
            workload.job.runs = test::unlikePipelinesOnly(schedule);
            test::PlannerCase asked(pairsOfDevices(), workload);
            auto apart = apartOf(asked, schedule);
            int most = 1;
            for (const auto &family : apart)
                most = std::max(most, family.chunks);
            // The most chunks every other time: few models have so many.
            const bool takesMost = *rc::gen::element(true, false);
            std::erase_if(apart, [&](const Family &family) { return family.chunks < (takesMost ? most : 2); });
            for (int k = 0; k < 3 && !apart.empty(); ++k) {
                const auto &family = apart[*rc::gen::inRange<std::size_t>(0, apart.size())];
                RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                const auto tried = test::tryAllApart(asked, family, 250);
                if (!tried || tried->plans == 0)
                    continue;
                plans += tried->plans;
                beside += stackOverlap(asked.stack).dp ? 1 : 0;
                sharded += family.zeroStage > 0 ? 1 : 0;
                if (test::compareWithBest(asked, family, *tried))
                    ++families[{schedule, family.chunks}];
            }
        });
        QVERIFY2(plans >= 3'000, qPrintable(QString::number(plans)));
        QVERIFY2(beside >= 50, qPrintable(QString::number(beside)));
        QVERIFY2(sharded >= 100, qPrintable(QString::number(sharded)));
        using Kind = std::pair<ScheduleKind, int>;
        for (const Kind &kind :
             {Kind{ScheduleKind::interleaved, 2}, Kind{ScheduleKind::zbV, 2}, Kind{ScheduleKind::dualPipeV, 2}})
            QVERIFY2(families[kind] >= 50, qPrintable(QString::number(families[kind])));
        QVERIFY2((families[{ScheduleKind::interleaved, 4}] >= 5),
                 qPrintable(QString::number(families[{ScheduleKind::interleaved, 4}])));
    }
    void theWholeSpaceIsProvedAndChecked()
    {
        static std::size_t compared = 0;
        HETEROSCOPE_PROPERTY("optimum of P with pipelines of several chunks == brute force", [] {
            const auto schedule = *rc::gen::elementOf(chunked);
            auto workload = test::randomWorkloadFor(schedule, 4);
            workload.model.layers = 4;
            workload.job.globalBatch = 8;
            workload.job.runs = test::unlikePipelinesOnly(schedule);
            workload.job.runs.degrees->tp = false;
            workload.job.runs.zeroStages = {1};
            const auto cluster = test::star({test::node("h", "H100-80GB SXM", 2), test::node("a", "A100-80GB SXM", 2)},
                                            BytesPerSecond(*rc::gen::element(1, 10, 100, 400) * 1e8));
            compared += test::compareWholeSpace(cluster, workload) ? 1 : 0;
        });
        QVERIFY2(compared >= 30, qPrintable(QString::number(compared)));
    }
};

QTEST_GUILESS_MAIN(ApartChunksTest)
#include "apart_chunks_test.moc"
