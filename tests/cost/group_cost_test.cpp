// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/group_cost.h"
#include "cost/group_pricer.h"
#include "cost/memory.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

class GroupCostTest : public StrictTest
{
    Q_OBJECT

    static GroupCost price(const Topology &topology, const Workload &workload, std::vector<DeviceId> devices,
                           const GroupOptions &options)
    {
        const auto &calibration = builtinCalibration();
        Network network(topology, calibration);
        auto cost = priceGroup(network, workload, calibration, **findSoftwareStack(calibration, workload.job), devices,
                               options);
        if (!cost)
            qFatal("%s", toString(cost.error()).c_str());
        return std::move(*cost);
    }

private slots:
    void shippedConstantsAreWhole()
    {
        QVERIFY2(builtinCalibrationFindings().ok(),
                 builtinCalibrationFindings().ok() ? ""
                                                   : toString(builtinCalibrationFindings().errors.front()).c_str());
        QVERIFY(builtinCalibration().isCalibrated("default"));
    }
    void bigProductsApproachTheAsymptote()
    {
        const auto &curves = builtinCalibration().curvesOf("ampere");
        const double asymptote = curves.gemm[static_cast<std::size_t>(Precision::fp16)];
        QVERIFY(gemmEfficiency(curves, Precision::fp16, 1e9, 1e9, 1e9) > 0.999 * asymptote);
        QVERIFY(std::abs(gemmEfficiency(curves, Precision::fp16, curves.m0, 1e12, 1e12) / asymptote - 0.5) < 1e-6);
    }
    void noPrecisionNoPrice()
    {
        auto workload = test::smallGpt();
        workload.job.precision = Precision::bf16;
        const auto topology = test::topology(test::star({test::node("v", "V100-16GB SXM2", 1)}));
        Network network(topology, builtinCalibration());
        const auto cost = priceGroup(network, workload, builtinCalibration(),
                                     **findSoftwareStack(builtinCalibration(), workload.job), {DeviceId(0U)}, {});
        QVERIFY(!cost);
        QVERIFY(cost.error().expected.find("fp16") != std::string::npos);
    }
    void fasterDevicesAreNotSlower()
    {
        const auto workload = test::smallGpt();
        const auto topology =
            test::topology(test::star({test::node("v", "V100-16GB SXM2", 1), test::node("a", "A100-80GB SXM", 1),
                                       test::node("h", "H100-80GB SXM", 1)}));
        double before = std::numeric_limits<double>::max();
        for (const std::size_t device : {0U, 1U, 2U}) {
            const double time = price(topology, workload, {DeviceId(device)}, {.samples = 4})
                                    .layer(LayerKind::denseBlock)
                                    .forwardTotal()
                                    .value;
            QVERIFY(time < before);
            before = time;
        }
    }
    void aSlowedDeviceStretchesItsGroup()
    {
        const auto workload = test::smallGpt();
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 2)});
        const auto healthy = price(test::topology(cluster), workload, {DeviceId(0U), DeviceId(1U)},
                                   {.sharding = {2, 1, 1, true}, .samples = 4});
        cluster.nodes[0].devices[1].speed.points = {{Seconds(0), 0.5}};
        const auto slowed = price(test::topology(cluster), workload, {DeviceId(0U), DeviceId(1U)},
                                  {.sharding = {2, 1, 1, true}, .samples = 4});
        QCOMPARE(slowed.speed, 0.5);
        QCOMPARE(slowed.layer(LayerKind::denseBlock).forward.value,
                 2 * healthy.layer(LayerKind::denseBlock).forward.value);
        QCOMPARE(slowed.layer(LayerKind::denseBlock).forwardCommunication.tp.value,
                 healthy.layer(LayerKind::denseBlock).forwardCommunication.tp.value);
    }
    void fullRecomputeAddsOneForwardPass()
    {
        const auto workload = test::smallGpt();
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 1)}));
        const auto none = price(topology, workload, {DeviceId(0U)}, {.samples = 4}).layer(LayerKind::denseBlock);
        const auto full = price(topology, workload, {DeviceId(0U)}, {.samples = 4, .recompute = Recompute::full})
                              .layer(LayerKind::denseBlock);
        QCOMPARE(full.recompute.value, none.forward.value);
        QVERIFY(full.activations < none.activations);
        QCOMPARE(full.executed.value / none.executed.value, 4.0 / 3.0);
    }
    void memoryOfAHandCountedCase()
    {
        // One block of hidden 1024 (plain MLP, no bias): 4 h^2 + 8 h^2 + 2 h parameters. fp16 weights 2, fp32 gradients
        // 4, Adam 12 bytes.
        const auto workload = test::smallGpt();
        const double parameters = 12.0 * 1024 * 1024 + 2 * 1024;
        const auto &stack = **findSoftwareStack(builtinCalibration(), workload.job);
        const auto memory = stateMemory(workload, stack, {{1, 1}}, {}, 1);
        QCOMPARE(memory.weights.value, 2 * parameters);
        QCOMPARE(memory.gradients.value, 4 * parameters);
        QCOMPARE(memory.optimizerState.value, 12 * parameters);
        QCOMPARE(memory.reserve, stack.reserve);
        const auto zero1 = stateMemory(workload, stack, {{1, 1}}, {2, 1, 1, 4}, 1);
        QCOMPARE(zero1.optimizerState.value, 12 * parameters / 2 / 4);
        QCOMPARE(zero1.gradients.value, 4 * parameters / 2);
        const auto zero3 = stateMemory(workload, stack, {{1, 1}}, {1, 1, 3, 4}, 1);
        QCOMPARE(zero3.weights.value, 2 * parameters / 4);
        QCOMPARE(zero3.gradients.value, 4 * parameters / 4);
    }
    void logitsStandOnTheHeadOnly()
    {
        const auto workload = test::smallGpt();
        const auto &stack = **findSoftwareStack(builtinCalibration(), workload.job);
        QCOMPARE(stateMemory(workload, stack, {{1, 6}}, {}, 2).logits.value, 0.0);
        QCOMPARE(stateMemory(workload, stack, {{7, 1}}, {}, 2).logits.value, 2.0 * 1024 * 32000 * 6);
    }
    void statesAddUpOverAllCuts()
    {
        const auto workload = test::smallGpt();
        HETEROSCOPE_PROPERTY("parameters of the parts are the parameters of the model", [&] {
            const int tp = 1 << *rc::gen::inRange(0, 4);
            const int cut = *rc::gen::inRange(1, workload.model.planLayers());
            const StateSharding sharding{tp, 1, 0, 1};
            const double sum =
                tp * (deviceParameters(workload.model, {{0, cut}}, sharding) +
                      deviceParameters(workload.model, {{cut, workload.model.planLayers() - cut}}, sharding));
            RC_ASSERT(std::abs(sum / totalParameters(workload.model) - 1) < 1e-12);
        });
    }
    void theTrafficOfExpertsIsTheSameForEveryMicroBatch()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)}));
        auto workload = test::smallGpt(4);
        workload.model.moe.emplace();
        workload.model.moe->experts = 4;
        workload.model.moe->topK = 2;
        const auto groupOf = [](int first) { return std::vector<DeviceId>{DeviceId(first), DeviceId(first + 1)}; };
        GroupPricer warm(topology, workload);
        for (const int samples : {1, 2, 8}) {
            for (const Recompute recompute : {Recompute::none, Recompute::full}) {
                for (const int first : {0, 2}) {
                    GroupOptions options;
                    options.sharding = {2, 1, 4, true};
                    options.samples = samples;
                    options.recompute = recompute;
                    // The first devices of all four groups, and the second ones.
                    for (const int rank : {0, 1})
                        options.expertGroups.push_back(
                            {DeviceId(rank), DeviceId(rank + 2), DeviceId(rank + 4), DeviceId(rank + 6)});
                    const auto known = warm.groupCost(groupOf(first), options);
                    const auto fresh = price(topology, workload, groupOf(first), options);
                    QVERIFY(known);
                    QVERIFY(!fresh.expertTraffic.traffic.empty());
                    QVERIFY((*known)->expertTraffic.traffic == fresh.expertTraffic.traffic);
                    QCOMPARE((*known)->expertTraffic.secondsPerByte, fresh.expertTraffic.secondsPerByte);
                    for (std::size_t kind = 0; kind < layerKindCount; ++kind)
                        QVERIFY((*known)->layers[kind].forwardTotal() == fresh.layers[kind].forwardTotal());
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(GroupCostTest)
#include "group_cost_test.moc"
