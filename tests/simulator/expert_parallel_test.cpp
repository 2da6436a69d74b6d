// SPDX-License-Identifier: GPL-3.0-or-later
//
// What experts send, and what they do not.
#include "cost/job_software.h"
#include "cost/memory.h"
#include "cost/network.h"
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
    static StepResult predict(const Workload &workload, const Plan &plan, const PredictOptions &options = {})
    {
        std::vector<Node> nodes;
        for (int i = 0; i < 4; ++i)
            nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 1));
        auto result = predictStep(test::topology(test::star(std::move(nodes))), workload, plan, options);
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
    void pipelinesThatDifferShareExpertsAmongThoseThatAreAlike()
    {
        // Two pairs of pipelines, each with all experts. Each expert has two holders, as with four that are alike.
        auto plan = replicas(4, 2);
        const auto alike = averaging(predict(mixture(16), plan));
        for (std::size_t p = 0; p < 4; ++p)
            plan.pipelines[p].microBatches = p < 2 ? 6 : 2;
        PredictOptions options;
        options.timeline = true;
        const auto apart = predict(mixture(16), plan, options);
        QCOMPARE(averaging(apart), alike); // the first pair is done last, so it waits for nobody
        const auto sent = [&](std::size_t lane) {
            Bytes bytes;
            for (const auto &one : apart.lanes[lane].traffic)
                bytes += one.traffic == Traffic::ep ? one.bytes : Bytes(0);
            return bytes.value;
        };
        QVERIFY(sent(2) > 0);
        QCOMPARE(sent(0), 3 * sent(2));
        QCOMPARE(sent(1), sent(0));
    }
    void expertsAreAveragedWhereverTheyAre()
    {
        // EP 2 over two pipelines of one device, and over both devices of a third one.
        auto workload = mixture(16);
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 1), test::node("b", "A100-80GB SXM", 1),
                                       test::node("c", "A100-80GB SXM", 2)}));
        Plan plan;
        plan.expertParallel = 2;
        plan.zeroStage = 1;
        plan.sequenceParallel = true;
        plan.pipelines = {test::pipeline({{"a:0"}}, {4}, 6), test::pipeline({{"b:0"}}, {4}, 6),
                          test::pipeline({{"c:0", "c:1"}}, {4}, 4)};
        for (auto &pipeline : plan.pipelines)
            pipeline.stages.front().groups.front().ep = 2;
        QVERIFY(findPlanMistakes(plan, topology, workload, "").ok());
        const auto step = predictStep(topology, workload, plan, PredictOptions{});
        QVERIFY(step);
        LayerParameters model;
        for (int layer = 0; layer < workload.model.planLayers(); ++layer) {
            model.dense += layerParameters(workload.model, layer).dense;
            model.experts += layerParameters(workload.model, layer).experts;
        }
        // All devices together have each optimizer state once.
        const auto bytes = stateBytes(workload.job);
        double states = 0;
        for (const auto &lane : step->lanes)
            states += lane.memory.optimizerState.value * static_cast<double>(lane.devices.size());
        const double all = (model.dense + model.experts) * bytes.optimizer;
        QVERIFY2(std::abs(states / all - 1) < 1e-9, std::to_string(states / all).c_str());
        // Half of the dense gradients go round with each device of the third pipeline, half of the experts between two.
        const auto device = [&](const char *name) { return *topology.findDevice(name); };
        const auto stack = *jobSoftware(builtinCalibration(), workload.job);
        Network network(topology, builtinCalibration());
        const auto a = device("a:0"), b = device("b:0"), c = device("c:0"), d = device("c:1");
        const auto dense = network.allGather({{a, b, c}, {a, b, d}}), experts = network.allGather({{a, c}, {b, d}});
        QVERIFY(dense && experts);
        const auto both = network.inTurn(*dense, *experts, model.dense / (model.dense + model.experts));
        const auto timeOf = [&](double each) {
            return (stack.collectiveBase + both.time(Bytes((model.dense + model.experts) / 2 * each))).value *
                   stack.scale;
        };
        const double expected = timeOf(bytes.gradient) + timeOf(bytes.weight);
        const double last =
            toSeconds(std::min(averaging(*step), step->lanes[2].time[static_cast<std::size_t>(Activity::exposedDp)]))
                .value;
        QVERIFY2(std::abs(last / expected - 1) < 1e-6, std::to_string(last / expected).c_str());
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
