// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/memory.h"

#include "cost/calibration_values.h"
#include "support/clusters.h"
#include "support/strict_test.h"
#include "json/json.h"

using namespace heteroscope;

namespace {

constexpr double hidden = 1024, tokens = 1024, vocabulary = 32000;
/// Of a block with a plain MLP, without biases: attention, MLP and two norms.
constexpr double blockParameters = 12 * hidden * hidden + 2 * hidden;

/// A stack that holds what the papers say.
SoftwareStack plainStack()
{
    SoftwareStack stack = **findSoftwareStack(builtinCalibration(), TrainingJob{});
    stack.memory = {};
    return stack;
}

Workload gated()
{
    auto workload = test::smallGpt();
    workload.model.gatedMlp = true;
    workload.job.precision = Precision::bf16;
    return workload;
}

LayerWork blockOf(const Workload &workload) { return layerWork(workload, 1, {}, 1); }

} // namespace

class MemoryTest : public StrictTest
{
    Q_OBJECT

private slots:
    void logitsHoldWhatTheLossKeeps()
    {
        auto stack = plainStack();
        const auto logits = [&] { return stateMemory(test::smallGpt(), stack, {{7, 1}}, {}, 1).logits.value; };
        QCOMPARE(logits(), tokens * vocabulary * (2 + 4));
        stack.memory.logitBytes = 10;
        QCOMPARE(logits(), tokens * vocabulary * 10);
        stack.memory.fragmentation = 0.5;
        QCOMPARE(logits(), tokens * vocabulary * 10 * 1.5);
    }
    void copiesOfGradientsAreHeldButNotSent()
    {
        auto stack = plainStack();
        const auto workload = test::smallGpt();
        stack.memory.gradientCopies = 1;
        const auto memory = stateMemory(workload, stack, {{1, 1}}, {}, 1);
        QCOMPARE(memory.gradients.value, (4 + 2) * blockParameters);
        QCOMPARE(memory.weights.value, 2 * blockParameters);
        QCOMPARE(stateBytes(workload.job).gradient, 4.0);
        auto frozen = workload;
        frozen.job.frozenBase = true;
        QCOMPARE(stateMemory(frozen, stack, {{1, 1}}, {}, 1).gradients.value, 0.0);
    }
    void zero2ShardsGradientsWhereTheStackDoes()
    {
        auto stack = plainStack();
        const StateSharding zero2{1, 1, 2, 4};
        const auto gradients = [&](const StateSharding &sharding) {
            return stateMemory(test::smallGpt(), stack, {{1, 1}}, sharding, 1).gradients.value;
        };
        QCOMPARE(gradients(zero2), 4 * blockParameters);
        stack.memory.shardsGradients = true;
        QCOMPARE(gradients(zero2), 4 * blockParameters / 4);
        QCOMPARE(gradients({1, 1, 1, 4}), 4 * blockParameters);
        QCOMPARE(gradients({1, 1, 3, 4}), 4 * blockParameters / 4);
    }
    void eachCommunicatorHasBuffers()
    {
        auto stack = plainStack();
        stack.memory.communicator = Bytes(1e8);
        StateSharding sharding;
        const auto buffers = [&] { return stateMemory(test::smallGpt(), stack, {{1, 1}}, sharding, 1).buffers.value; };
        const double alone = buffers();
        QCOMPARE(alone, 2 * tokens * hidden * 2);
        sharding.communicators = 3;
        QCOMPARE(buffers(), alone + 3e8);
    }
    void gatedTensorsAreCountedByStack()
    {
        auto stack = plainStack();
        const auto workload = gated();
        const auto work = blockOf(workload);
        const double tensor = tokens * 4 * hidden * 2;
        QCOMPARE(work.gatedTensor.value, tensor);
        const auto held = [&] { return heldActivations(work.activations, work, workload.job, stack).value; };
        QCOMPARE(held(), work.activations.value);
        stack.memory.gatedTensors = 4;
        QCOMPARE(held(), work.activations.value + tensor);
        stack.memory.fragmentation = 0.1;
        QCOMPARE(held(), (work.activations.value + tensor) * 1.1);
        const auto plain = blockOf(test::smallGpt());
        QCOMPARE(plain.gatedTensor.value, 0.0);
    }
    void narrowPrecisionsKeepNarrowInputs()
    {
        // Inputs of the products of attention and MLP on the residual stream, and of the second product of the MLP.
        auto stack = plainStack();
        auto workload = gated();
        const double inputs = (2 * hidden + 4 * hidden) * tokens * 2;
        const auto held = [&](Precision precision) {
            workload.job.precision = precision;
            const auto work = blockOf(workload);
            return heldActivations(work.activations, work, workload.job, stack).value;
        };
        const double wide = held(Precision::bf16);
        QCOMPARE(held(Precision::fp8), wide);
        stack.memory.narrowInputs = true;
        QCOMPARE(held(Precision::bf16), wide);
        QCOMPARE(wide - held(Precision::fp8), inputs / 2);
        QCOMPARE(wide - held(Precision::fp4), inputs * (1 - 4.5 / 16));
    }
    void theJobSetsTheHeadroom()
    {
        auto stack = plainStack();
        TrainingJob job;
        DeviceType device;
        device.memory = Bytes(100);
        QCOMPARE(usableMemory(device, job, stack), Bytes(100));
        stack.memory.uncertainty = 0.1;
        QCOMPARE(usableMemory(device, job, stack), Bytes(90));
        job.memoryHeadroom = 0.25;
        QCOMPARE(usableMemory(device, job, stack), Bytes(75));
        job.memoryHeadroom = 0;
        QCOMPARE(usableMemory(device, job, stack), Bytes(100));
    }
    void whatAStackHoldsIsReadAndWritten()
    {
        CalibrationValues values;
        values.stacks = {plainStack()};
        QVERIFY(!toJson(values)["stacks"][0].contains("memory"));
        values.stacks[0].memory = {10, 4, true, 1, true, Bytes(2.5e8), 2, 0.1, 0.15, "measured", {{"x-note", "1"}}};
        Findings findings;
        const auto again = readCalibration(toJson(values), "", findings);
        QVERIFY(findings.ok());
        QCOMPARE(again.stacks.at(0).memory, values.stacks[0].memory);
        auto json = toJson(values);
        json["stacks"][0]["memory"]["fragmentation"] = 2;
        readCalibration(json, "", findings);
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors.front().path, std::string("/stacks/0/memory/fragmentation"));
    }
};

QTEST_GUILESS_MAIN(MemoryTest)
#include "memory_test.moc"
