// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/universal_bound.h"

#include "planner/search.h"
#include "planner/space_support.h"
#include "project/recipe_text.h"
#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <algorithm>
#include <map>

using namespace heteroscope;

namespace {

Seconds boundOf(const Cluster &cluster, const Workload &workload, Seconds start = Seconds(0))
{
    const auto &calibration = builtinCalibration();
    return universalBound(test::topology(cluster), workload, calibration,
                          **findSoftwareStack(calibration, workload.job), start);
}

ComputeContext contextOf(const DeviceType &type, const Workload &workload, const CalibrationValues &calibration)
{
    return *computeContext(type, workload, calibration, **findSoftwareStack(calibration, workload.job));
}

/// A step of the simulator's properties with other kinds of blocks, other devices at each place, so that groups mix
/// types, rate curves and overlapping steps.
test::RandomStep anyStep()
{
    auto step = test::randomStep();
    auto &model = step.workload.model;
    if (test::number(0, 3) == 0) {
        model.window = 256;
        model.blocks = {{{Mixer::window, Feed::dense}, 1}, {{Mixer::attention, Feed::dense}, 1}};
    }
    step.workload.job.frozenBase = test::number(0, 4) == 0;
    step.workload.job.globalBatch *= step.plan.microBatchSize = test::pick({1, 1, 2, 4});
    step.plan.scheduleOptions.postValidation = test::number(0, 3) == 0;
    std::vector<std::string> names;
    for (const auto &node : step.cluster.nodes) {
        for (int i = 0; i < 8; ++i)
            names.push_back(node.name + ":" + std::to_string(i));
    }
    if (test::coin()) {
        for (std::size_t i = names.size(); i > 1; --i)
            std::swap(names[i - 1], names[*rc::gen::inRange<std::size_t>(0, i)]);
    }
    std::size_t next = 0;
    for (auto &pipeline : step.plan.pipelines) {
        for (auto &stage : pipeline.stages) {
            for (auto &group : stage.groups) {
                group.samples = step.plan.microBatchSize;
                for (auto &device : group.devices)
                    device = names[next++];
            }
        }
    }
    if (test::number(0, 3) == 0)
        step.cluster.nodes[test::number(0, 1)].devices[0].speed.points = {{Seconds(0), 0.5}, {Seconds(0.01), 1.3}};
    return step;
}

bool mixesTypes(const Plan &plan)
{
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages) {
            for (const auto &group : stage.groups) {
                if (std::any_of(group.devices.begin(), group.devices.end(), [&](const std::string &device) {
                        return device.front() != group.devices.front().front();
                    }))
                    return true;
            }
        }
    }
    return false;
}

} // namespace

class UniversalBoundTest : public StrictTest
{
    Q_OBJECT

private slots:
    /// Clusters of the same types one after the other, against the bound of each cluster.
    void manyClustersAreBoundedAtOnce()
    {
        auto workload = test::smallGpt(8, 1024, 16);
        workload.job.precision = Precision::bf16; // which V100 lack
        const auto &calibration = builtinCalibration();
        const auto &stack = **findSoftwareStack(calibration, workload.job);
        UniversalBounds bounds(workload, calibration, stack);
        for (const char *line : {"2x8 A100 hdr200", "1x8 A100 hdr200 + 3x8 H100 ndr400",
                                 "1x4 A100 hdr200 + 1x2 H100 ndr400 + 1x8 V100 hdr200", "1x8 V100 hdr200"}) {
            const auto recipe = parseRecipe(line);
            QVERIFY(recipe);
            const Cluster cluster = buildRecipe(*recipe)->cluster;
            std::map<const DeviceType *, std::size_t> counts;
            for (const Node &node : cluster.nodes) {
                for (const Device &device : node.devices)
                    ++counts[findDeviceType({}, device.type)];
            }
            std::vector<DeviceCount> devices;
            bool canRun = false;
            for (const auto &[type, count] : counts) {
                devices.push_back({type, count});
                canRun = canRun || bounds.canRun(*type);
            }
            QCOMPARE(bounds.of(devices).value, boundOf(cluster, workload).value);
            QCOMPARE(canRun, bounds.of(devices) > Seconds(0));
        }
    }
    void noPlanIsSimulatedBelowIt()
    {
        static test::DrawnFeatures drawn;
        static int simulated = 0, mixed = 0;
        HETEROSCOPE_PROPERTY("universal bound <= every step", [] {
            for (int i = 0; i < 10; ++i) {
                const auto step = anyStep();
                const auto result = predictStep(test::topology(step.cluster), step.workload, step.plan);
                if (!result)
                    continue;
                ++simulated;
                mixed += mixesTypes(step.plan) ? 1 : 0;
                drawn.count(step);
                const auto bound = boundOf(step.cluster, step.workload);
                RC_ASSERT(bound > Seconds(0));
                RC_ASSERT(bound <= toSeconds(result->stepTime));
            }
        });
        QVERIFY2(simulated >= 400 && mixed >= 50 && drawn.fewest() >= 20,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(simulated).arg(mixed).arg(drawn.fewest())));
    }
    void noBestPlanIsBelowIt()
    {
        HETEROSCOPE_PROPERTY("universal bound <= the answer of a search", [] {
            const auto topology = test::topology(test::randomCluster(8));
            const auto workload = test::randomWorkload(6);
            SearchOptions options;
            options.space = test::coin() ? SearchSpace::P : SearchSpace::C;
            options.threads = 1;
            options.top = 1;
            const auto result = searchPlans(topology, workload, options);
            RC_ASSERT(bool(result));
            for (const auto &plan : result->plans)
                RC_ASSERT(result->universalBound <= toSeconds(plan.result->stepTime));
        });
    }
    void noShardingTakesFewerDeviceSeconds()
    {
        HETEROSCOPE_PROPERTY("c <= devices x time / samples of a layer", [] {
            auto workload = test::randomWorkload();
            workload.job.globalBatch = 64;
            workload.job.precision = test::pick({Precision::bf16, Precision::fp8, Precision::tf32});
            auto &model = workload.model;
            if (test::coin()) {
                model.linearAttention = LinearAttention{8, 16, 64, 64, 4};
                model.stateSpace = StateSpace{16, 64, 64, 2, 4, 128};
                model.window = 128;
                model.blocks = {{{static_cast<Mixer>(test::number(0, 4)), Feed::dense}, 1}};
            }
            const auto context =
                contextOf(*builtinCatalog().findDevice("H100-80GB SXM"), workload, builtinCalibration());
            const int tp = test::pick({1, 2, 4}), cp = test::pick({1, 2, 4});
            Sharding sharding{tp, cp, model.moe ? test::pick({1, 2, 4}) : 1, test::coin()};
            sharding.expertTp = test::coin() ? tp : 1;
            const double samples = test::pick({1.0, 2.0, 3.0, 8.0, 64.0});
            for (int layer = 0; layer < model.planLayers(); ++layer) {
                const auto times = layerTimes(layerWork(workload, layer, sharding, samples), context, tp);
                const Seconds device = times.forward + times.inputGradient + times.weightGradient;
                RC_ASSERT(leastDeviceTime(workload, layer, context, nullptr) * (1 - 1e-12) <=
                          device * (tp * cp / samples));
            }
        });
    }
    void oneTypeAndOneKindOfLayerIsTheTimeOfItsWork()
    {
        const auto workload = test::smallGpt(1, 8192, 64);
        const auto &calibration = builtinCalibration();
        const auto &stack = **findSoftwareStack(calibration, workload.job);
        const auto &type = *builtinCatalog().findDevice("A100-80GB SXM");
        const auto context = contextOf(type, workload, calibration);
        double work = 0;
        for (int layer = 0; layer < workload.model.planLayers(); ++layer)
            work += leastDeviceTime(workload, layer, context, nullptr).value;
        const double once = (stack.hostStep + stack.hostMicroBatch).value * stack.scale;
        const auto bound = boundOf(test::star({test::node("a", type.name, 4)}), workload).value;
        QVERIFY(std::abs(bound - (work * 64 / 4 * stack.scale + once)) < 1e-9 * bound);
        // Products at the share of their asymptote take most of it.
        const double flops = 3 * 24.0 * 8192 * 8192 * workload.job.sequenceLength;
        const double peak = type.peakAt(workload.job.precision)->value *
                            context.curves->gemm[static_cast<std::size_t>(workload.job.precision)] * stack.gemm;
        const double block = leastDeviceTime(workload, 1, context, nullptr).value;
        QVERIFY(block > flops / peak && block < 1.5 * flops / peak);
    }
    void itScalesWithDevicesSamplesAndSpeed()
    {
        auto workload = test::smallGpt(24, 4096, 64);
        const auto &stack = **findSoftwareStack(builtinCalibration(), workload.job);
        const double once = (stack.hostStep + stack.hostMicroBatch).value * stack.scale;
        const auto work = [&](const Cluster &cluster) { return boundOf(cluster, workload).value - once; };
        const auto one = test::star({test::node("a", "H100-80GB SXM", 8)});
        const auto two = test::star({test::node("a", "H100-80GB SXM", 8), test::node("b", "H100-80GB SXM", 8)});
        const double time = work(one);
        QVERIFY(std::abs(work(two) / time - 0.5) < 1e-9);
        auto slowed = one;
        for (auto &device : slowed.nodes[0].devices)
            device.speed.points = {{Seconds(0), 0.5}};
        QVERIFY(std::abs(work(slowed) / time - 2) < 1e-9);
        slowed.nodes[0].devices[0].speed.points = {{Seconds(0), 0.0}}; // down: it can be in no plan
        QVERIFY(std::abs(work(slowed) / time - 2 * 8 / 7.0) < 1e-9);
        // A slower type adds what it can do, and no more.
        const auto mixed = test::star({test::node("a", "H100-80GB SXM", 8), test::node("b", "V100-32GB SXM2/SXM3", 8)});
        workload.job.precision = Precision::fp16;
        QVERIFY(work(mixed) < work(one));
        QVERIFY(work(mixed) > 0.75 * work(one));
        // Of a type without the precision there is nothing to expect.
        workload.job.precision = Precision::bf16;
        QVERIFY(std::abs(work(mixed) / work(one) - 1) < 1e-9);
        QCOMPARE(boundOf(test::star({test::node("b", "V100-32GB SXM2/SXM3", 8)}), workload).value, 0.0);
    }
    void severalKindsOfBlocksCountUnlikeTypesAsTheBest()
    {
        auto workload = test::smallGpt(24, 4096, 64);
        workload.model.moe = MixtureOfExperts{8, 2, 0, 4096, 12};
        workload.job.precision = Precision::fp16;
        const auto fast =
            boundOf(test::star({test::node("a", "H100-80GB SXM", 8), test::node("b", "H100-80GB SXM", 8)}), workload);
        const auto mixed = boundOf(
            test::star({test::node("a", "H100-80GB SXM", 8), test::node("b", "V100-32GB SXM2/SXM3", 8)}), workload);
        QVERIFY(std::abs(mixed.value / fast.value - 1) < 1e-6);
    }
    void aMeasuredLayerThatIsFasterCounts()
    {
        const auto workload = test::smallGpt(4, 2048, 16);
        const auto &model = workload.model;
        LayerProfile profile;
        profile.device = "A100-80GB SXM";
        profile.hidden = model.hidden;
        profile.heads = model.heads;
        profile.ffn = model.ffn;
        profile.vocab = model.vocab;
        profile.sequence = workload.job.sequenceLength;
        profile.tp = 2;
        profile.microBatch = 4;
        profile.precision = workload.job.precision;
        profile.block = {Seconds(1e-6), Seconds(3e-6)};
        profile.head = profile.embedding = {Seconds(1), Seconds(1)};
        auto calibration = builtinCalibration();
        calibration.profiles = std::make_shared<const LayerProfiles>(std::vector{profile});
        const auto context = contextOf(*builtinCatalog().findDevice(profile.device), workload, calibration);
        QCOMPARE(leastDeviceTime(workload, 1, context, calibration.profiles.get()).value, 4e-6 * 2 / 4);
        QCOMPARE(leastDeviceTime(workload, 0, context, calibration.profiles.get()).value,
                 leastDeviceTime(workload, 0, context, nullptr).value);
    }
};

QTEST_GUILESS_MAIN(UniversalBoundTest)
#include "universal_bound_test.moc"
