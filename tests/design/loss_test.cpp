// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a failure would do: the best plan without what fails is that of a search without it, and the switch to it moves
// what its devices lack.
#include "design/loss.h"

#include "planner/overtime/held_state.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

class LossTest : public StrictTest
{
    Q_OBJECT

    static Project project()
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                      test::node("c", "A100-80GB SXM", 2)});
        project.workload = test::smallGpt();
        return project;
    }
    static LossOptions options()
    {
        LossOptions options;
        options.search.space = SearchSpace::C;
        options.costs.restart = Seconds(5);
        return options;
    }
    static Plan bestOf(const Project &project)
    {
        const auto found = searchPlans(*Topology::build(project.cluster), project.workload, options().search);
        return withUnusedDevices(found->plans.front().plan, *Topology::build(project.cluster));
    }

private slots:
    void theNewPlanIsThatOfASearchWithoutTheNode()
    {
        const Project whole = project();
        const Plan running = bestOf(whole);
        const std::string used = running.pipelines.front().stages.front().groups.front().devices.front();
        const std::string lost = used.substr(0, used.find(':'));
        Project less = whole;
        std::erase_if(less.cluster.nodes, [&](const Node &node) { return node.name == lost; });
        std::erase_if(less.cluster.links, [&](const Link &link) { return link.from == lost || link.to == lost; });
        const auto expected = searchPlans(*Topology::build(less.cluster), less.workload, options().search);
        QVERIFY(expected && !expected->plans.empty());
        const auto answer = planAfterLoss(whole, running, {lost}, options());
        QVERIFY2(answer.hasValue(), answer ? "" : toString(answer.error()).c_str());
        QVERIFY(answer->plan && answer->proved && !answer->goesOn);
        QCOMPARE(answer->stepTime, toSeconds(expected->plans.front().result->stepTime));
        QVERIFY(answer->stepTimeBefore <= answer->stepTime);
        // It uses none of the node, and says so.
        const auto &unused = answer->plan->unusedDevices;
        QVERIFY(std::count(unused.begin(), unused.end(), lost + ":0") == 1 &&
                std::count(unused.begin(), unused.end(), lost + ":1") == 1);
        QVERIFY(answer->switchTime >= options().costs.restart + options().costs.warmUp);
    }
    void whatIsLostComesFromTheCheckpoint()
    {
        // Each device holds layers of its own, so nobody else has what the node held.
        const Project whole = project();
        Plan chain;
        const int layers = whole.workload.model.planLayers();
        chain.pipelines = {test::pipeline({{"a:0"}, {"c:0"}}, {2, layers - 2}, whole.workload.job.globalBatch)};
        const Topology topology = *Topology::build(whole.cluster);
        chain = withUnusedDevices(chain, topology);
        const auto answer = planAfterLoss(whole, chain, {"c"}, options());
        QVERIFY2(answer.hasValue(), answer ? "" : toString(answer.error()).c_str());
        QVERIFY(answer->way == SwitchWay::checkpoint);
        QCOMPARE(answer->moved, stateBytesOf(whole.workload));
        QVERIFY(answer->switchTime >= options().costs.checkpointEvery / 2);
    }
    void aPlanThatDoesNotNeedItGoesOn()
    {
        Project whole = project();
        // Nothing is worth the way over such a link.
        for (Link &link : whole.cluster.links)
            link.bandwidth = BytesPerSecond(1e3);
        const Plan running = bestOf(whole);
        const bool usesC = std::count(running.unusedDevices.begin(), running.unusedDevices.end(), "c:0") == 0;
        const std::string other = usesC ? "a" : "c";
        const auto answer = planAfterLoss(whole, running, {other}, options());
        QVERIFY(answer && answer->plan);
        QVERIFY(answer->goesOn);
        QVERIFY(*answer->plan == running);
        QCOMPARE(answer->switchTime, Seconds(0));
    }
    void withoutEverythingNothingFits()
    {
        const Project whole = project();
        const auto answer = planAfterLoss(whole, bestOf(whole), {"a", "b", "c"}, options());
        QVERIFY(answer && !answer->plan && !(answer->stepTime < Seconds(infinity)));
    }
    void unknownNamesAreRefused()
    {
        const Project whole = project();
        const auto answer = planAfterLoss(whole, bestOf(whole), {"d"}, options());
        QVERIFY(!answer && answer.error().found.find("\"d\"") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(LossTest)
#include "loss_test.moc"
