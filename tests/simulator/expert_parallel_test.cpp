// SPDX-License-Identifier: GPL-3.0-or-later
//
// What experts send, and what they do not.
#include "cost/memory.h"
#include "simulator/predict_step.h"

#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

class ExpertParallelTest : public StrictTest
{
    Q_OBJECT

    static Workload mixture(int experts)
    {
        auto workload = test::smallGpt(2, 1024, 16);
        workload.model.moe = MixtureOfExperts{experts, 2, 0, 4096, 0};
        workload.job.softwareStack = "Megatron-LM"; // averages after the last pass, so nothing is hidden
        return workload;
    }
    /// One stage; nodes of one device, so that every byte between replicas is on a link.
    static Plan replicas(int count, int ep, int zeroStage = 0)
    {
        Plan plan;
        plan.expertParallel = ep;
        plan.zeroStage = zeroStage;
        for (int p = 0; p < count; ++p) {
            plan.pipelines.push_back(test::pipeline({{"n" + std::to_string(p) + ":0"}}, {4}, 16 / count));
            plan.pipelines.back().stages.front().groups.front().ep = ep;
        }
        return plan;
    }
    static StepResult predict(const Workload &workload, const Plan &plan)
    {
        std::vector<Node> nodes;
        for (int i = 0; i < 4; ++i)
            nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 1));
        auto result = predictStep(test::topology(test::star(std::move(nodes))), workload, plan, PredictOptions{});
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static Ticks averaging(const StepResult &step)
    {
        return step.lanes.front().time[static_cast<std::size_t>(Activity::exposedDp)];
    }

private slots:
    void expertsThatNobodyElseHoldsAreNotAveraged()
    {
        // With EP = DP every expert has one holder: however many there are, the same gradients are averaged.
        const auto few = averaging(predict(mixture(4), replicas(4, 4)));
        const auto many = averaging(predict(mixture(64), replicas(4, 4)));
        QVERIFY(few > Ticks(0));
        const double router = 2 * 1024.0 * (64 - 4) * 4; // bytes of the wider routers' gradients
        const double ring = 2 * 3.0 / 4 / 2.5e10;        // at most the full rate of the cards
        const double more = toSeconds(many).value - toSeconds(few).value;
        QVERIFY2(more >= router * ring * 0.99 && more < router * ring * 3, std::to_string(more).c_str());
    }
    void expertsWithTwoHoldersAreAveragedBetweenThem()
    {
        // EP 2 over four replicas: each expert has two holders, which exchange (2 - 1)/2 x 2 = 1 byte for each byte;
        // with EP 1 four holders exchange 1.5 bytes of twice as many experts.
        const auto experts = layerParameters(mixture(16).model, 1).experts;
        const auto none = toSeconds(averaging(predict(mixture(16), replicas(4, 4)))).value;
        const auto two = toSeconds(averaging(predict(mixture(16), replicas(4, 2)))).value - none;
        const auto four = toSeconds(averaging(predict(mixture(16), replicas(4, 1)))).value - none;
        QVERIFY(experts > 0 && two > 0);
        QVERIFY2(std::abs(four / two - 3) < 0.05, std::to_string(four / two).c_str());
    }
    /// Each of two layers sends every token to two experts and gets it back: four all-to-alls of 16 bits a value.
    void theTimelineSaysWhatExpertsExchange()
    {
        const auto workload = mixture(4);
        const auto plan = replicas(4, 4);
        for (const bool operations : {false, true}) {
            PredictOptions options;
            options.timeline = true;
            options.operations = operations;
            std::vector<Node> nodes;
            for (int i = 0; i < 4; ++i)
                nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 1));
            const auto step = predictStep(test::topology(test::star(std::move(nodes))), workload, plan, options);
            QVERIFY(step);
            Bytes sent;
            for (const TrafficInterval &one : step->lanes.front().traffic)
                if (one.traffic == Traffic::ep && one.microBatch == 0 && !one.backward)
                    sent += one.bytes;
            const double tokens = double(workload.job.sequenceLength) * plan.microBatchSize;
            const double expected = 2 * 2 * tokens * 2 * workload.model.hidden * 2;
            QVERIFY2(std::abs(sent.value / expected - 1) < 1e-12, std::to_string(sent.value / expected).c_str());
        }
    }
    void statesOfExpertsAreSharedByTheirHolders()
    {
        const auto model = mixture(16).model;
        const auto experts = layerParameters(model, 1).experts;
        const auto owned = [&](const StateSharding &sharding) {
            return ownedParameters(model, {{1, 1}}, sharding) -
                   layerParameters(model, 1).dense / sharding.tp / sharding.replicas;
        };
        // All devices together own every parameter once, with experts sliced over the TP group or whole on its ranks.
        QCOMPARE(owned({2, 4, 1, 8, 2}) * 16, experts);
        QCOMPARE(owned({2, 8, 1, 8, 1}) * 16, experts);
        QCOMPARE(owned({2, 16, 1, 8, 1}) * 16, experts);
        QCOMPARE(deviceParameters(model, {{1, 1}}, {2, 16, 1, 8, 1}) - layerParameters(model, 1).dense / 2,
                 experts / 16);
    }
    void foldedExpertsRunAndExchange()
    {
        auto workload = mixture(8);
        Plan plan;
        plan.sequenceParallel = true;
        plan.expertParallel = 8;
        for (int p = 0; p < 2; ++p) {
            std::vector<std::string> devices;
            for (int i = 0; i < 4; ++i)
                devices.push_back("n:" + std::to_string(4 * p + i));
            plan.pipelines.push_back(test::pipeline({devices}, {4}, 8));
            plan.pipelines.back().stages.front().groups.front().ep = 8;
        }
        const auto topology = test::topology(test::star({test::node("n", "A100-80GB SXM", 8)}));
        QVERIFY(findPlanMistakes(plan, topology, workload, "").ok());
        const auto folded = predictStep(topology, workload, plan, PredictOptions{});
        QVERIFY(folded);
        QVERIFY(folded->lanes.front().time[static_cast<std::size_t>(Activity::exposedEp)] > Ticks(0));
        plan.expertParallel = 2;
        for (auto &pipeline : plan.pipelines)
            pipeline.stages.front().groups.front().ep = 2;
        const auto sliced = predictStep(topology, workload, plan, PredictOptions{});
        QVERIFY(sliced);
        // Whole experts need no gather of routed tokens.
        const auto tp = static_cast<std::size_t>(Activity::exposedTp);
        QVERIFY(folded->lanes.front().time[tp] < sliced->lanes.front().time[tp]);
        QCOMPARE(folded->lanes.front().memory.weights.value, sliced->lanes.front().memory.weights.value);
    }
};

QTEST_GUILESS_MAIN(ExpertParallelTest)
#include "expert_parallel_test.moc"
