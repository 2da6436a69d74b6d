// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/expert_layout.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

class ExpertLayoutTest : public StrictTest
{
    Q_OBJECT

    /// `replicas` pipelines of one stage with tp x cp devices each, experts over ep of them.
    static Plan plan(int replicas, int tp, int cp, int ep)
    {
        Plan result;
        result.expertParallel = ep;
        result.contextParallel = cp;
        for (int p = 0; p < replicas; ++p) {
            std::vector<std::string> devices;
            for (int i = 0; i < tp * cp; ++i)
                devices.push_back("n:" + std::to_string(p * tp * cp + i));
            auto pipeline = test::pipeline({devices}, {8}, 8 / replicas);
            pipeline.stages.front().groups.front().tp = tp;
            pipeline.stages.front().groups.front().cp = cp;
            pipeline.stages.front().groups.front().ep = ep;
            result.pipelines.push_back(std::move(pipeline));
        }
        return result;
    }
    static Findings check(const Plan &plan)
    {
        auto workload = test::smallGpt();
        workload.model.moe = MixtureOfExperts{64, 2, 0, 2048, 0};
        return findPlanMistakes(plan, test::topology(test::star({test::node("n", "H100-80GB SXM", 16)})), workload,
                                "/plan");
    }

private slots:
    void pipelinesComeFirst()
    {
        const auto layout = expertLayout(8, 4, 1, 16);
        QCOMPARE(layout.pipelines, 8);
        QCOMPARE(layout.inGroup(), 1);
        QCOMPARE(layout.expertTp, 4);
        QVERIFY(layout.isWhole);
    }
    void tooFewPipelinesSpreadOverTheGroup()
    {
        // Qwen3 235B on 256 H100 as NVIDIA runs it: TP 2, 16 replicas, EP 32, experts whole on a device.
        const auto qwen = expertLayout(32, 2, 1, 16);
        QCOMPARE(qwen.pipelines, 16);
        QCOMPARE(qwen.tensors, 2);
        QCOMPARE(qwen.expertTp, 1);
        QVERIFY(qwen.isWhole);
        const auto contexts = expertLayout(8, 4, 2, 2);
        QCOMPARE(contexts.contexts, 2);
        QCOMPARE(contexts.tensors, 2);
        QCOMPARE(contexts.expertTp, 2);
        QVERIFY(!expertLayout(8, 1, 1, 1).isWhole);
        QVERIFY(!expertLayout(64, 1, 1, 32).isWhole);
    }
    void everyExpertIsSomewhereOrTheLayoutSaysSo()
    {
        HETEROSCOPE_PROPERTY("the parts of a layout multiply to ep, and each divides what it is spread over", [&] {
            const int ep = *rc::gen::inRange(1, 129);
            const int tp = 1 << *rc::gen::inRange(0, 4);
            const int cp = 1 << *rc::gen::inRange(0, 3);
            const int pipelines = *rc::gen::inRange(1, 65);
            const auto layout = expertLayout(ep, tp, cp, pipelines);
            RC_ASSERT(pipelines % layout.pipelines == 0);
            RC_ASSERT(cp % layout.contexts == 0);
            RC_ASSERT(tp % layout.tensors == 0);
            RC_ASSERT(layout.expertTp * layout.tensors == tp);
            RC_ASSERT(layout.isWhole == (layout.pipelines * layout.inGroup() == ep));
            RC_ASSERT(layout.isWhole || ep > 1);
        });
    }
    void aPlanWhoseExpertsVanishIsRefused()
    {
        QVERIFY(check(plan(1, 8, 1, 8)).ok());
        QVERIFY(check(plan(4, 2, 1, 8)).ok());
        QVERIFY(check(plan(8, 1, 2, 16)).ok());
        const auto findings = check(plan(2, 2, 1, 8));
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors[0].path, std::string("/plan/pipelines/0/stages/0/groups/0/ep"));
        QVERIFY(findings.errors[0].found.find("EP 8 over 2 pipelines of TP 2 x CP 1") != std::string::npos);
        QVERIFY(findings.errors[0].hint.find("lower expertParallel") != std::string::npos);
    }
    void neighboursThatAreAlikeAreFound()
    {
        auto four = plan(4, 1, 1, 2);
        const auto runs = [&] {
            std::vector<std::pair<int, int>> all;
            for (const auto &alike : alikePipelines(four))
                all.emplace_back(alike.first, alike.count);
            return all;
        };
        using Runs = std::vector<std::pair<int, int>>;
        QCOMPARE(runs(), Runs(4, {0, 4}));
        four.pipelines[2].microBatches = four.pipelines[3].microBatches = 3;
        QCOMPARE(runs(), (Runs{{0, 2}, {0, 2}, {2, 2}, {2, 2}}));
        four.pipelines[3].stages.front().chunks = {{0, 1}};
        QCOMPARE(runs(), (Runs{{0, 2}, {0, 2}, {2, 1}, {3, 1}}));
        const AlikePipelines second{2, 4};
        const auto layout = expertLayout(four.pipelines[2].stages.front().groups.front(), second);
        QCOMPARE(layout.pipelines, 2);
        QCOMPARE(second.placeOf(layout, 5), 1);
        QCOMPARE(second.firstSharing(layout, 5), 4);
        four.expertParallel = 1; // nothing is shared
        QCOMPARE(runs(), Runs(4, {0, 4}));
    }
    void eachRunOfPipelinesHasAllExperts()
    {
        auto apart = plan(4, 1, 1, 2);
        apart.pipelines[0].microBatches = apart.pipelines[1].microBatches = 3;
        apart.pipelines[2].microBatches = apart.pipelines[3].microBatches = 1;
        QVERIFY(check(apart).ok());
        apart.pipelines[0].microBatches = 4;
        apart.pipelines[1].microBatches = 2;
        const auto findings = check(apart);
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors[0].path, std::string("/plan/pipelines/1"));
        QCOMPARE(findings.errors[0].found, std::string("other stages or micro-batches than in the pipeline before it"));
    }
    void pipelinesThatShareExpertsAreAlike()
    {
        auto unlike = plan(2, 2, 1, 2);
        QVERIFY(check(unlike).ok());
        auto &stages = unlike.pipelines[1].stages;
        stages.push_back(stages.front());
        stages.front().groups.front().devices = {"n:2"};
        stages.back().groups.front().devices = {"n:3"};
        for (auto &stage : stages)
            stage.groups.front().tp = 1;
        stages.front().chunks = {{0, 4}};
        stages.back().chunks = {{4, 4}};
        const auto findings = check(unlike);
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors[0].path, std::string("/plan/pipelines/1"));
        unlike.expertParallel = 1;
        for (auto &pipeline : unlike.pipelines) {
            for (auto &stage : pipeline.stages)
                stage.groups.front().ep = 1;
        }
        QVERIFY(check(unlike).ok());
    }
};

QTEST_GUILESS_MAIN(ExpertLayoutTest)
#include "expert_layout_test.moc"
