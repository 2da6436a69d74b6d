// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/compute.h"
#include "cost/group_cost.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

EfficiencyCurves plainCurves()
{
    EfficiencyCurves curves;
    curves.gemm.fill(0.5);
    curves.flashForward = 0.4;
    curves.flashBackward = 0.3;
    curves.batchedGemm = 0.5;
    curves.memory = 0.8;
    curves.processors = 100;
    return curves;
}

SoftwareStack scoringStack()
{
    SoftwareStack stack;
    stack.scoreBytes = 20;
    stack.permutePasses = 4;
    return stack;
}

/// A machine of which everything is known.
struct Machine
{
    DeviceType device = *builtinCatalog().findDevice("H100-80GB SXM");
    EfficiencyCurves curves = plainCurves();
    SoftwareStack stack = scoringStack();

    ComputeContext context(Precision precision = Precision::bf16) const
    {
        return {&device, &curves, &stack, precision};
    }
    double bandwidth() const { return device.memoryBandwidth.value * curves.memory; }
    double peak(Precision precision = Precision::bf16) const { return device.peakAt(precision)->value; }
};

Operation gemm(double m, double n, double k)
{
    Operation operation;
    operation.kind = Operation::Kind::gemm;
    operation.m = m;
    operation.n = n;
    operation.k = k;
    operation.forward = operation.inputGradient = operation.weightGradient = Flop(2 * m * n * k);
    return operation;
}

bool near(double a, double b) { return std::abs(a / b - 1) < 1e-9; }

} // namespace

class ComputeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aLargeProductRunsAtItsShare()
    {
        const Machine machine;
        // 128 x 256 tiles fill 100 processors exactly 32 times.
        const auto times = operationTimes(gemm(128 * 80, 256 * 40, 4096), machine.context());
        QVERIFY(near(times.forward.value, 2.0 * 128 * 80 * 256 * 40 * 4096 / (machine.peak() * 0.5)));
    }
    void halfPointsHalve()
    {
        Machine machine;
        machine.curves.k0 = 4096;
        const double full = gemmEfficiency(plainCurves(), Precision::bf16, 1e9, 1e9, 4096);
        QVERIFY(near(gemmEfficiency(machine.curves, Precision::bf16, 1e9, 1e9, 4096), full / 2));
    }
    void aLastWaveThatIsNotFullCosts()
    {
        Machine machine;
        machine.curves.waveLoss = 1;
        // 101 tiles on 100 processors take two waves.
        QVERIFY(near(gemmEfficiency(machine.curves, Precision::bf16, 128 * 101, 256, 64), 0.5 * 101 / 200));
        machine.curves.waveLoss = 0;
        QVERIFY(near(gemmEfficiency(machine.curves, Precision::bf16, 128 * 101, 256, 64), 0.5));
    }
    void oddWidthsAreSlowOnlyWithoutPadding()
    {
        Machine machine;
        machine.curves.misalignedGemm = 0.25;
        auto operation = gemm(1024, 50257, 1024);
        const auto padded = operationTimes(operation, machine.context());
        machine.stack.padsVocabulary = false;
        QCOMPARE(operationTimes(operation, machine.context()).forward.value, padded.forward.value);
        operation.odd = true;
        QVERIFY(near(operationTimes(operation, machine.context()).forward.value, 4 * padded.forward.value));
    }
    void narrowProductsQuantizeAndOthersStay()
    {
        Machine machine;
        machine.stack.quantizeBytes = 3;
        const auto operation = gemm(128 * 80, 256 * 40, 4096);
        const auto wide = operationTimes(operation, machine.context());
        const auto narrow = operationTimes(operation, machine.context(Precision::fp8));
        const double product = operation.forward / FlopPerSecond(machine.peak(Precision::fp8) * 0.5) / Seconds(1);
        QVERIFY(near(narrow.forward.value, product + 3.0 * 128 * 80 * 4096 / machine.bandwidth()));
        auto head = operation;
        head.keepsPrecision = true;
        QCOMPARE(operationTimes(head, machine.context(Precision::fp8)).forward.value, wide.forward.value);
    }
    void fusedAttentionSlowsOnShortSequencesAndFewQueries()
    {
        Machine machine;
        Operation core;
        core.kind = Operation::Kind::flashAttention;
        core.m = 64;
        core.n = 2048;
        core.k = 128;
        core.forward = Flop(1e12);
        core.inputGradient = Flop(2.5e12);
        const double full = operationTimes(core, machine.context()).forward.value;
        QVERIFY(near(full, 1e12 / (machine.peak() * 0.4)));
        machine.curves.flashHalfSequence = 2048;
        QVERIFY(near(operationTimes(core, machine.context()).forward.value, 2 * full));
        machine.curves.flashHalfSequence = 0;
        machine.curves.flashHalfQueries = 64 * 2048;
        QVERIFY(near(operationTimes(core, machine.context()).forward.value, 2 * full));
        machine.curves.flashHalfQueries = 0;
        machine.curves.openAttention = 0.5;
        machine.stack.attention = AttentionKernels::open;
        QVERIFY(near(operationTimes(core, machine.context()).forward.value, 2 * full));
        machine.stack.attention = AttentionKernels::first;
        QVERIFY(near(operationTimes(core, machine.context()).forward.value, 4 * full));
    }
    void aStackMayBeSlowerOnOneClass()
    {
        Machine machine;
        machine.curves.computeClass = "one";
        const auto operation = gemm(128 * 80, 256 * 40, 4096);
        const double usual = operationTimes(operation, machine.context()).forward.value;
        machine.stack.onClasses = {{"other", 0.1, 0.1, {}, {}}};
        QCOMPARE(operationTimes(operation, machine.context()).forward.value, usual);
        machine.stack.onClasses.push_back({"one", 0.5, 0.25, {}, {}});
        QVERIFY(near(operationTimes(operation, machine.context()).forward.value, 2 * usual));
        machine.stack.gemm = 0.5;
        QVERIFY(near(operationTimes(operation, machine.context()).forward.value, 4 * usual));
        QCOMPARE(machine.stack.attentionOn("one"), 0.25);
        QCOMPARE(machine.stack.attentionOn("none"), 1.0);
    }
    void wideAccumulatorsAreReadAndWritten()
    {
        Machine machine;
        auto workload = test::smallGpt();
        const auto bytes = [&](Precision precision) {
            workload.job.gradientPrecision = precision;
            return accumulatedBytes(layerWork(workload, 1, {}, 1), machine.stack);
        };
        machine.stack.accumulateBytes = 0;
        QCOMPARE(bytes(Precision::fp32), 0.0);
        machine.stack.accumulateBytes = 6; // one gradient read, the sum read and written
        QCOMPARE(bytes(Precision::bf16), 6.0);
        QCOMPARE(bytes(Precision::fp32), 10.0);
    }
    void softmaxStreamsItsScores()
    {
        const Machine machine;
        Operation softmax;
        softmax.kind = Operation::Kind::softmax;
        softmax.elements = 1e9;
        QVERIFY(near(operationTimes(softmax, machine.context()).forward.value, 20e9 / machine.bandwidth()));
    }
    void theHostIsAFloorOfBlocksOnly()
    {
        Machine machine;
        machine.stack.hostLayer = Seconds(1);
        machine.stack.hostBackward = 2;
        const auto workload = test::smallGpt();
        const auto block = layerTimes(layerWork(workload, 1, {}, 1), machine.context(), 1);
        QVERIFY(block.forward >= Seconds(1) && block.forward < Seconds(1.01));
        QVERIFY(block.inputGradient + block.weightGradient >= Seconds(2));
        QVERIFY(layerTimes(layerWork(workload, 0, {}, 1), machine.context(), 1).forward < Seconds(0.1));
        machine.stack.hostTensorParallel = 0.5;
        QCOMPARE(hostFloor(layerWork(workload, 1, {8, 1, 1, false}, 1), machine.stack, 8).value, 1.5);
        const double sixteen = 1 + 0.5 * 15 * 15 / 49;
        QCOMPARE(hostFloor(layerWork(workload, 1, {}, 1), machine.stack, 16).value, sixteen);
        QCOMPARE(hostFloor(layerWork(workload, 1, {}, 1), machine.stack, 32).value, 2 * sixteen);
    }
    void whileTheHostIsLateCommunicationCostsNothing()
    {
        // (g + c)^q + h^q against g^q + h^q: nothing of c is left far below the host's time, all of it far above.
        Machine machine;
        machine.stack.hostBackward = 2;
        const auto left = [&machine](double host, double device, double communication, bool backward) {
            machine.stack.hostLayer = Seconds(host);
            const auto terms = layerTerms(layerWork(test::smallGpt(), 1, {}, 1), machine.context(), 1);
            return (terms.besideHost(Seconds(device + communication), backward) -
                    terms.besideHost(Seconds(device), backward))
                .value;
        };
        QVERIFY(left(1, 0.1, 0.1, false) < 1e-5);
        QVERIFY(left(1, 0.2, 0.2, true) < 1e-5);
        QVERIFY(near(left(0, 0.1, 0.2, false), 0.2));
        QVERIFY(left(1, 50, 5, false) > 4.999);
    }
    void selectiveRecomputeIsTheAttentionCore()
    {
        const Machine machine;
        auto workload = test::smallGpt();
        workload.job.flashAttention = false;
        const auto work = layerWork(workload, 1, {}, 2);
        double core = 0;
        for (const auto &operation : work.operations) {
            if (operation.kind == Operation::Kind::unfusedAttention || operation.kind == Operation::Kind::softmax)
                core += operationTimes(operation, machine.context()).forward.value;
        }
        QVERIFY(core > 0);
        QVERIFY(near(layerTimes(work, machine.context(), 1).recomputeSelective.value, core));
    }
    void frozenWeightsHaveNoGradient()
    {
        const Machine machine;
        auto workload = test::smallGpt();
        const auto full = layerTimes(layerWork(workload, 1, {}, 2), machine.context(), 1);
        workload.job.frozenBase = true;
        const auto frozen = layerTimes(layerWork(workload, 1, {}, 2), machine.context(), 1);
        QCOMPARE(frozen.forward.value, full.forward.value);
        QVERIFY(frozen.weightGradient < full.weightGradient * 0.05);
        QCOMPARE(stateBytes(workload.job).optimizer, 0.0);
    }
    void whatGathersLeaveVisible()
    {
        QCOMPARE(exposedBeside(Seconds(3), Seconds(1), 0).value, 0.0);
        QCOMPARE(exposedBeside(Seconds(1), Seconds(3), 0).value, 2.0);
        QCOMPARE(exposedBeside(Seconds(2), Seconds(2), 0.5).value, 1.0);
        QCOMPARE(exposedBeside(Seconds(0), Seconds(2), 0.5).value, 2.0);
    }
    void fasterHardwareIsNeverSlower()
    {
        const auto workload = test::smallGpt();
        HETEROSCOPE_PROPERTY("more of any rate takes no longer", [&] {
            Machine slow;
            slow.stack.hostLayer = Seconds(1e-4);
            slow.curves.waveLoss = 0.5;
            slow.curves.k0 = 100;
            Machine fast = slow;
            const double factor = *rc::gen::inRange(101, 400) / 100.0;
            switch (*rc::gen::inRange(0, 4)) {
            case 0:
                for (auto &peak : fast.device.peak) {
                    if (peak)
                        peak = *peak * factor;
                }
                break;
            case 1:
                fast.device.memoryBandwidth = fast.device.memoryBandwidth * factor;
                break;
            case 2:
                fast.curves.gemm.fill(std::min(1.0, 0.5 * factor));
                break;
            default:
                fast.curves.flashForward = std::min(1.0, 0.4 * factor);
                break;
            }
            const Sharding sharding{1 << *rc::gen::inRange(0, 4), 1, 1, *rc::gen::arbitrary<bool>()};
            const auto work = layerWork(workload, *rc::gen::inRange(0, workload.model.planLayers()), sharding,
                                        *rc::gen::inRange(1, 9));
            const auto before = layerTimes(work, slow.context(), sharding.tp);
            const auto after = layerTimes(work, fast.context(), sharding.tp);
            RC_ASSERT(after.forward.value <= before.forward.value * (1 + 1e-12));
            RC_ASSERT((after.inputGradient + after.weightGradient).value <=
                      (before.inputGradient + before.weightGradient).value * (1 + 1e-12));
        });
    }
    void moreWorkTakesLonger()
    {
        const auto workload = test::smallGpt();
        const Machine machine;
        HETEROSCOPE_PROPERTY("time grows with samples", [&] {
            const int samples = *rc::gen::inRange(1, 16);
            const int layer = *rc::gen::inRange(0, workload.model.planLayers());
            const auto few = layerTimes(layerWork(workload, layer, {}, samples), machine.context(), 1);
            const auto many = layerTimes(layerWork(workload, layer, {}, samples + 1), machine.context(), 1);
            RC_ASSERT(many.forward > few.forward);
            RC_ASSERT(many.inputGradient + many.weightGradient > few.inputGradient + few.weightGradient);
        });
    }
    void calibrationIsWrittenAsItIsRead()
    {
        Findings findings;
        const auto again = readCalibration(toJson(builtinCalibration()), "", findings);
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
        QCOMPARE(toText(toJson(again)), toText(toJson(builtinCalibration())));
    }
    void profilesReplaceTheCurvesWhereTheyFit()
    {
        const auto workload = test::smallGpt();
        const auto &device = *builtinCatalog().findDevice("A100-80GB SXM");
        LayerProfile profile;
        profile.device = device.name;
        profile.hidden = workload.model.hidden;
        profile.heads = workload.model.heads;
        profile.ffn = workload.model.ffn;
        profile.vocab = workload.model.vocab;
        profile.sequence = workload.job.sequenceLength;
        profile.precision = workload.job.precision;
        profile.microBatch = 4;
        profile.block = {Seconds(0.25), Seconds(0.75)};
        profile.head = {Seconds(0.125), Seconds(0.5)};
        profile.source = "made up";
        Findings findings;
        QVERIFY(readLayerProfiles(toJson(std::vector<LayerProfile>(1, profile)), "", findings) ==
                std::vector<LayerProfile>(1, profile));
        QVERIFY(findings.ok());

        auto calibration = builtinCalibration();
        calibration.profiles = std::make_shared<LayerProfiles>(std::vector<LayerProfile>(1, profile));
        const auto topology = test::topology(test::star({test::node("a", device.name, 1)}));
        const auto price = [&](double samples, Recompute recompute) {
            Network network(topology, calibration);
            return *priceGroup(network, workload, calibration, **findSoftwareStack(calibration, workload.job),
                               {DeviceId(0U)}, {.samples = samples, .recompute = recompute});
        };
        const auto block = price(4, Recompute::none).layer(LayerKind::denseBlock);
        QCOMPARE(block.forwardTotal().value, 0.25);
        QCOMPARE(block.backwardTotal().value, 0.75);
        QCOMPARE(price(4, Recompute::none).layer(LayerKind::head).forwardTotal().value, 0.125);
        QCOMPARE(price(4, Recompute::full).layer(LayerKind::denseBlock).backwardTotal().value, 1.0);
        QVERIFY(price(2, Recompute::none).layer(LayerKind::denseBlock).forwardTotal().value < 0.1);
    }
};

QTEST_GUILESS_MAIN(ComputeTest)
#include "compute_test.moc"
