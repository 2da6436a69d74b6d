// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of types with pipelines of their own, of which neighbours share experts, against brute force.
#include "planner/apart_support.h"
#include "project/project_file.h"
#include "support/strict_test.h"

#include <map>
#include <set>

using namespace heteroscope;

namespace {

constexpr std::array schedulesOfSharing = {ScheduleKind::oneFOneB, ScheduleKind::gpipe, ScheduleKind::zbH1,
                                           ScheduleKind::interleaved};

SoftwareTicks withExperts(ScheduleKind schedule = ScheduleKind::oneFOneB)
{
    auto ticks = test::unlikePipelinesOnly(schedule);
    ticks.degrees->ep = true;
    return ticks;
}

Workload expertWorkload(Workload workload)
{
    workload.model.moe = MixtureOfExperts{4, 2, *rc::gen::inRange(0, 2), 512, 0};
    workload.job.frozenBase = false;
    return workload;
}

/// Two types with two or four devices in a node, so that as many pipelines of each may share experts, or in several
/// nodes of one to three.
Cluster pairsThatShare(bool overNodes)
{
    const auto count = [] { return *rc::gen::element<std::size_t>(2, 4, 4); };
    std::vector<Node> nodes;
    for (const std::string type : {"H100-80GB SXM", "A100-80GB SXM"}) {
        const std::size_t inNode = overNodes ? *rc::gen::element<std::size_t>(1, 2, 2, 3) : count();
        for (std::size_t left = overNodes ? 4 : inNode; left > 0; left -= std::min(left, inNode))
            nodes.push_back(test::node("n" + std::to_string(nodes.size()), type, std::min(left, inNode)));
    }
    if (!overNodes && *rc::gen::element(true, false, false))
        nodes.push_back(test::node("b", "A100-80GB SXM", 2));
    auto cluster = test::star(nodes, BytesPerSecond(*rc::gen::element(1, 10, 100, 400) * 1e8));
    if (*rc::gen::element(true, false))
        cluster.nodes.front().devices.front().speed.points = {{Seconds(0), 0.5}};
    return cluster;
}

std::vector<Family> sharingOf(const test::PlannerCase &asked)
{
    std::vector<Family> found;
    for (const auto &family : asked.space.families) {
        if (family.kind == FamilyKind::apart && family.ep > 1)
            found.push_back(family);
    }
    return found;
}

/// Not all neighbours that share experts are in one node.
bool sharesOverNodes(const test::PlannerCase &asked, const Family &family)
{
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        if (sharingInNode(family, part, asked.groups, asked.topology) < family.ep)
            return true;
    }
    return false;
}

} // namespace

class ApartExpertsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theyAreThereWhereEachTypeHasEnoughGroups()
    {
        const auto degreesOf = [](std::vector<std::size_t> first, std::size_t second, int experts,
                                  const SoftwareTicks &ticks) {
            auto workload = test::smallGpt(4, 1024, 16);
            workload.model.moe = MixtureOfExperts{experts, 2, 0, 512, 0};
            workload.job.runs = ticks;
            std::vector<Node> nodes = {test::node("a", "A100-80GB SXM", second)};
            for (const std::size_t count : first)
                nodes.push_back(test::node("h" + std::to_string(nodes.size()), "H100-80GB SXM", count));
            const test::PlannerCase asked(test::star(nodes), workload);
            std::set<std::vector<int>> degrees; // EP, TP of both types
            for (const auto &family : sharingOf(asked))
                degrees.insert({family.ep, family.parts[0].tp, family.parts[1].tp});
            return degrees;
        };
        using Degrees = std::set<std::vector<int>>;
        const Degrees all = {{2, 1, 1}, {2, 1, 2}, {2, 2, 1}, {2, 2, 2}, {4, 1, 1}};
        QCOMPARE(degreesOf({4}, 4, 8, withExperts()), all);
        QCOMPARE(degreesOf({4}, 2, 8, withExperts()), (Degrees{{2, 1, 1}, {2, 1, 2}}));
        QCOMPARE(degreesOf({4}, 3, 8, withExperts()), (Degrees{{2, 1, 1}, {2, 1, 2}}));
        QCOMPARE(degreesOf({2, 2}, 4, 8, withExperts()), all);
        QCOMPARE(degreesOf({1, 3}, 4, 8, withExperts()), (Degrees{{2, 1, 1}, {2, 2, 1}, {4, 1, 1}}));
        QCOMPARE(degreesOf({4}, 4, 2, withExperts()), (Degrees{{2, 1, 1}, {2, 1, 2}, {2, 2, 1}, {2, 2, 2}}));
        QCOMPARE(degreesOf({4}, 4, 3, withExperts()), Degrees());
        QCOMPARE(degreesOf({4}, 4, 8, test::unlikePipelinesOnly()), Degrees());
    }
    void onLargeClustersOfMoreThanTwoTypesThereAreNone()
    {
        const auto most = [](std::size_t nodes, bool three) {
            auto workload = test::smallGpt(8, 1024, 32);
            workload.model.moe = MixtureOfExperts{16, 2, 0, 512, 0};
            workload.job.runs = withExperts();
            int ep = 1;
            for (const auto &family : sharingOf({test::clusterOfNodes(nodes, three), workload}))
                ep = std::max(ep, family.ep);
            return ep;
        };
        QCOMPARE(most(5, true), 16); // over two nodes
        QCOMPARE(most(6, true), 1);
        QCOMPARE(most(9, false), 16);
    }
    void pipelinesOfEachTypeAreAMultipleOfEp()
    {
        auto workload = test::smallGpt(4, 1024, 12);
        workload.model.moe = MixtureOfExperts{4, 2, 0, 512, 0};
        workload.job.runs = withExperts();
        test::PlannerCase asked(test::star({test::node("h", "H100-80GB SXM", 4), test::node("a", "A100-80GB SXM", 4)}),
                                workload);
        std::set<std::pair<int, int>> pipelines;
        for (const auto &family : sharingOf(asked)) {
            if (family.ep != 2 || family.parts[0].tp != 1 || family.parts[1].tp != 1)
                continue;
            forEachApartLayout(family, asked.groups, [&](const ApartLayout &layout) {
                pipelines.emplace(layout[0].pipelines, layout[1].pipelines);
                return true;
            });
        }
        QCOMPARE(pipelines, (std::set<std::pair<int, int>>{{2, 2}, {2, 4}, {4, 2}, {4, 4}}));
    }
    void noPlanIsFasterThanABoundAndTheBestIsFound()
    {
        static std::size_t plans = 0, beside = 0, wide = 0, unlikeTp = 0, sliced = 0, spread = 0, spreadSlices = 0;
        static std::map<int, std::size_t> sharded;           // by ZeRO stage
        static std::map<ScheduleKind, std::size_t> families; // with a plan that fits
        HETEROSCOPE_PROPERTY("search and checker of shared experts == brute force", [] {
            const auto schedule = *rc::gen::elementOf(schedulesOfSharing);
            auto workload = expertWorkload(test::randomWorkloadFor(schedule, 3));
            workload.job.globalBatch = *rc::gen::element(6, 8, 12, 16);
            workload.job.runs = withExperts(schedule);
            const bool slices = *rc::gen::element(true, false, false);
            workload.job.runs.degrees->cp = slices;
            const bool overNodes = *rc::gen::element(true, false);
            test::PlannerCase asked(pairsThatShare(overNodes), workload);
            auto sharing = sharingOf(asked);
            if (overNodes)
                std::erase_if(sharing, [&](const Family &family) { return !sharesOverNodes(asked, family); });
            const bool anySliced =
                std::any_of(sharing.begin(), sharing.end(), [](const Family &family) { return family.cp > 1; });
            std::erase_if(sharing, [&](const Family &family) { return anySliced && family.cp == 1; });
            int most = 2;
            for (const auto &family : sharing)
                most = std::max(most, family.ep);
            if (*rc::gen::element(true, false, false)) // few families have the most
                std::erase_if(sharing, [&](const Family &family) { return family.ep < most; });
            std::vector<Family> longer;
            std::copy_if(sharing.begin(), sharing.end(), std::back_inserter(longer),
                         [](const Family &family) { return family.maxStages > 1; });
            for (int k = 0; k < 5 && !sharing.empty(); ++k) {
                const auto &family = *rc::gen::elementOf(k % 2 == 1 && !longer.empty() ? longer : sharing);
                RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                const auto tried = test::tryAllApart(asked, family, 250);
                if (!tried || tried->plans == 0)
                    continue;
                plans += tried->plans;
                beside += stackOverlap(asked.stack).dp ? 1 : 0;
                ++sharded[family.zeroStage];
                wide += family.ep > 2 ? 1 : 0;
                unlikeTp += family.parts[0].tp != family.parts[1].tp ? 1 : 0;
                sliced += family.cp > 1 ? 1 : 0;
                spread += sharesOverNodes(asked, family) ? 1 : 0;
                spreadSlices += test::hasGroupsOverNodes(asked, family) ? 1 : 0;
                if (test::compareWithBest(asked, family, *tried))
                    ++families[family.schedule];
            }
        });
        QVERIFY2(plans >= 1'000, qPrintable(QString::number(plans)));
        QVERIFY2(beside >= 50, qPrintable(QString::number(beside)));
        QVERIFY2(wide >= 10, qPrintable(QString::number(wide)));
        QVERIFY2(unlikeTp >= 10, qPrintable(QString::number(unlikeTp)));
        QVERIFY2(sliced >= 10, qPrintable(QString::number(sliced)));
        QVERIFY2(spread >= 50, qPrintable(QString::number(spread)));
        QVERIFY2(spreadSlices >= 10, qPrintable(QString::number(spreadSlices)));
        for (const int zero : {0, 1, 2})
            QVERIFY2(sharded[zero] >= 30, qPrintable(QString::number(sharded[zero])));
        for (const auto schedule : schedulesOfSharing)
            QVERIFY2(families[schedule] >= 10, qPrintable(QString::number(families[schedule])));
    }
    void theWholeSpaceIsProvedAndChecked()
    {
        static std::size_t compared = 0;
        HETEROSCOPE_PROPERTY("optimum of P with unlike pipelines that share experts == brute force", [] {
            const auto schedule = *rc::gen::elementOf(schedulesOfSharing);
            auto workload = expertWorkload(test::randomWorkload(2));
            workload.job.globalBatch = *rc::gen::element(4, 6, 8);
            workload.job.runs = withExperts(schedule);
            workload.job.runs.degrees->tp = false;
            workload.job.runs.zeroStages = {1};
            const auto cluster = test::star({test::node("h", "H100-80GB SXM", 2), test::node("a", "A100-80GB SXM", 2)},
                                            BytesPerSecond(*rc::gen::element(1, 10, 100, 400) * 1e8));
            compared += test::compareWholeSpace(cluster, workload) ? 1 : 0;
        });
        QVERIFY2(compared >= 30, qPrintable(QString::number(compared)));
    }
};

QTEST_GUILESS_MAIN(ApartExpertsTest)
#include "apart_experts_test.moc"
