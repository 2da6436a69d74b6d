// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calibration of one's own machine: constants from which measurements were made, with noise, are found again.
#include "calibration/fit_rows.h"
#include "calibration/own_machine.h"
#include "calibration/run_case.h"
#include "calibration/run_cluster.h"
#include "cluster/catalog.h"
#include "cost/network.h"

#include "support/strict_test.h"

#include <cmath>
#include <random>

using namespace heteroscope;

namespace {

/// Factors of standard deviation 2 %, the same in each run. Of the generator's bits, as distributions differ between
/// libraries.
class Noise
{
public:
    double operator()()
    {
        const double uniform = static_cast<double>(m_generator()) / 4294967295.0;
        return 1 + 0.02 * std::sqrt(3.0) * (2 * uniform - 1);
    }

private:
    std::mt19937 m_generator{20261123};
};

const DeviceType &deviceType(const char *name) { return *builtinCatalog().findDevice(name); }

/// A class unlike the shipped one in all that is measured.
EfficiencyCurves trueCurves()
{
    auto curves = builtinCalibration().curvesOf("hopper");
    curves.gemm[static_cast<std::size_t>(Precision::bf16)] = 0.66;
    curves.gemm[static_cast<std::size_t>(Precision::fp32)] = 0.9;
    curves.m0 = 110;
    curves.n0 = 35;
    curves.k0 = 260;
    curves.waveLoss = 0.5;
    curves.misalignedGemm = 0.5;
    curves.groupedRows = 240;
    curves.memory = 0.85;
    curves.flashForward = 0.55;
    curves.flashBackward = 0.4;
    curves.openAttention = 0.7;
    curves.flashHalfSequence = 900;
    curves.flashHalfQueries = 30000;
    curves.launch = Seconds(2e-6);
    return curves;
}

/// The grid of collect.py, at the times of the cost model.
DeviceMeasurements measured(const DeviceType &type, const EfficiencyCurves &curves)
{
    Noise noise;
    DeviceMeasurements result;
    result.device = "NVIDIA H100 80GB HBM3";
    result.memory = type.memory;
    result.processors = static_cast<int>(curves.processors);
    const auto time = [&noise](std::optional<Seconds> seconds) {
        return MeasuredTime{Seconds(seconds->value * noise()), Seconds(0), 20};
    };
    constexpr int large = 8192, most = 16384;
    std::vector<std::array<int, 3>> shapes = {{large, large, large}, {4096, 5120, 1536}, {2048, 11264, 4096},
                                              {most, 1280, 10240},   {3072, 3072, 4096}, {4096, 50257, 4096}};
    for (const int size : {256, 512, 1024, 2048, most}) {
        shapes.push_back({size, large, large});
        shapes.push_back({large, size, large});
        shapes.push_back({large, large, size});
    }
    for (const auto precision : {Precision::bf16, Precision::fp32}) {
        for (const auto &[m, n, k] : shapes) {
            MeasuredProduct product{precision, m, n, k, {}};
            product.time = time(predictedTime(product, type, curves));
            result.products.push_back(product);
        }
    }
    for (const int rows : {128, 256, 512, 1024, 2048}) {
        MeasuredProduct product{Precision::bf16, rows, 2048, 4096, {}, 16};
        product.time = time(predictedTime(product, type, curves));
        result.products.push_back(product);
    }
    for (const double bytes : {2e9, 1e9, 5e8}) {
        MeasuredStream stream{Bytes(bytes), {}};
        stream.time = time(predictedTime(stream, type, curves));
        result.streams.push_back(stream);
    }
    for (const int sequence : {512, 1024, 2048, 4096, 8192, 16384, 32768, -1024, -2048}) {
        for (const auto kernels : {AttentionKernels::open, AttentionKernels::vendor}) {
            MeasuredAttention attention{
                Precision::bf16, kernels, std::max(1, 16384 / sequence), 32, 128, sequence, {}, {}};
            if (sequence < 0) { // few queries
                attention.batch = 1;
                attention.heads = 8;
                attention.sequence = -sequence;
            }
            attention.forward = time(predictedTime(attention, false, type, curves));
            attention.backward = time(predictedTime(attention, true, type, curves));
            result.attention.push_back(attention);
        }
    }
    result.launch = time(curves.launch);
    return result;
}

void addCollectives(DeviceMeasurements &measurements, const DeviceType &type, const CalibrationValues &values)
{
    Noise noise;
    double base = 1;
    for (const auto &stack : values.stacks)
        base = std::min(base, stack.collectiveBase.value);
    RunConfiguration run;
    run.gpu = type.name;
    run.gpus = run.gpusPerNode = 8;
    const auto topology = Topology::build(*clusterOfRun(run));
    std::vector<DeviceId> all;
    for (std::size_t d = 0; d < topology->devices().size(); ++d)
        all.emplace_back(d);
    Network network(*topology, values);
    for (const double bytes : {65536.0, 1048576.0, 16777216.0, 268435456.0, 1073741824.0}) {
        const auto add = [&](CollectiveCall call, const TransferCost &cost) {
            MeasuredTime time{Seconds((base + cost.time(Bytes(bytes)).value) * noise()), Seconds(0), 20};
            measurements.collectives.push_back({call, 8, 1, Bytes(bytes), time});
        };
        add(CollectiveCall::allReduce, *network.allReduce({all}));
        add(CollectiveCall::allGather, *network.allGather({all}));
        add(CollectiveCall::allToAll, **network.allToAll({all}));
    }
}

/// Relative distance.
double off(double found, double expected) { return std::abs(found / expected - 1); }

std::vector<RunRow> runs(int count)
{
    std::vector<RunRow> rows;
    for (int i = 0; i < count; ++i) {
        RunRow row;
        row.id = "mine-" + std::to_string(i);
        row.source = "mine";
        auto &run = row.configuration;
        run.model = "GPT";
        run.layers = 24;
        run.hidden = 1024 << (i % 3);
        run.heads = 16;
        run.ffn = 4 * run.hidden;
        run.vocab = 50304;
        run.sequence = 1024;
        run.gpu = "H100";
        run.gpus = run.gpusPerNode = 8;
        run.precision = "bf16";
        run.tp = i % 2 == 0 ? 1 : 2;
        run.microBatch = 1 << (i % 4);
        run.globalBatch = 128;
        run.recompute = "none";
        run.flashAttention = "yes";
        run.framework = "Megatron-LM";
        rows.push_back(row);
    }
    return rows;
}

double predicted(const RunRow &row, const CalibrationValues &values)
{
    const auto run = buildRunCase(row.configuration);
    const auto topology = run ? Topology::build(run->cluster) : Result<Topology>(run.error());
    return topology ? predictSeconds(*run, *topology, values).value_or(0) : 0;
}

} // namespace

class OwnMachineTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aDeviceClassIsFoundAgain()
    {
        const auto &type = deviceType("H100-80GB SXM");
        const auto truth = trueCurves();
        const auto fit = fitDevice(measured(type, truth), type, builtinCalibration().curvesOf("hopper"));
        QVERIFY(fit);
        const auto &found = fit->curves;
        QCOMPARE(found.computeClass, std::string("hopper"));
        for (const auto precision : {Precision::bf16, Precision::fp32}) {
            const auto p = static_cast<std::size_t>(precision);
            QVERIFY2(off(found.gemm[p], truth.gemm[p]) < 0.02, qPrintable(QString::number(found.gemm[p])));
        }
        // What was not measured stays.
        const auto fp8 = static_cast<std::size_t>(Precision::fp8);
        QCOMPARE(found.gemm[fp8], builtinCalibration().curvesOf("hopper").gemm[fp8]);
        const std::vector<std::tuple<const char *, double, double, double>> expected = {
            {"m0", found.m0, truth.m0, 0.1},
            {"n0", found.n0, truth.n0, 0.3},
            {"k0", found.k0, truth.k0, 0.1},
            {"waveLoss", found.waveLoss, truth.waveLoss, 0.2},
            {"misalignedGemm", found.misalignedGemm, truth.misalignedGemm, 0.05},
            {"groupedRows", found.groupedRows, truth.groupedRows, 0.1},
            {"memory", found.memory, truth.memory, 0.03},
            {"flashForward", found.flashForward, truth.flashForward, 0.03},
            {"flashBackward", found.flashBackward, truth.flashBackward, 0.03},
            {"openAttention", found.openAttention, truth.openAttention, 0.03},
            {"flashHalfSequence", found.flashHalfSequence, truth.flashHalfSequence, 0.15},
            {"flashHalfQueries", found.flashHalfQueries, truth.flashHalfQueries, 0.15},
            {"launch", found.launch.value, truth.launch.value, 0.04}};
        for (const auto &[name, value, of, tolerance] : expected)
            QVERIFY2(off(value, of) < tolerance, qPrintable(QStringLiteral("%1: %2").arg(name).arg(value)));
        QVERIFY(fit->errorAfter < 0.025 && fit->errorBefore > 0.1);
    }
    void productsOfExpertsAreNotNeeded()
    {
        const auto &type = deviceType("H100-80GB SXM");
        auto plain = measured(type, trueCurves());
        std::erase_if(plain.products, [](const auto &product) { return product.experts > 1; });
        const auto &start = builtinCalibration().curvesOf("hopper");
        const auto fit = fitDevice(plain, type, start);
        QVERIFY(fit);
        QCOMPARE(fit->curves.groupedRows, start.groupedRows);
        // The file keeps how many experts there were.
        const auto all = measured(type, trueCurves());
        const auto again = parseDeviceMeasurements(toJson(all).dump(), "mine.json");
        QVERIFY(again && *again == all);
    }
    void aFewDisturbedKernelsCountLittle()
    {
        const auto &type = deviceType("H100-80GB SXM");
        const auto truth = trueCurves();
        auto disturbed = measured(type, truth);
        for (std::size_t i = 0; i < disturbed.products.size(); i += 10)
            disturbed.products[i].time.seconds = disturbed.products[i].time.seconds * 1.6;
        const auto fit = fitDevice(disturbed, type, builtinCalibration().curvesOf("hopper"));
        QVERIFY(fit);
        const auto bf16 = static_cast<std::size_t>(Precision::bf16);
        QVERIFY2(off(fit->curves.gemm[bf16], truth.gemm[bf16]) < 0.05,
                 qPrintable(QString::number(fit->curves.gemm[bf16])));
    }
    void ratesOfAnotherDeviceAreRefused()
    {
        const auto &type = deviceType("H100-80GB SXM");
        const auto measurements = measured(type, trueCurves());
        const auto &slow = deviceType("T4");
        const auto fit = fitDevice(measurements, slow, builtinCalibration().curvesOf(slow.computeClass));
        QVERIFY(!fit);
        QVERIFY(fit.error().hint.find("--device-type") != std::string::npos);
        DeviceMeasurements idle;
        idle.products.push_back({Precision::bf16, 1024, 1024, 1024, {Seconds(1), Seconds(0), 5}});
        QVERIFY(!fitDevice(idle, type, builtinCalibration().curvesOf("hopper")));
        // A device without bf16: nothing is left.
        QVERIFY(!fitDevice(idle, deviceType("P100 SXM2"), builtinCalibration().curvesOf("pascal")));
    }
    void linksAreFoundAgain_data()
    {
        QTest::addColumn<QString>("device");
        QTest::newRow("ring") << "A100-80GB SXM";
        QTest::newRow("in the switch") << "H100-80GB SXM";
    }
    void linksAreFoundAgain()
    {
        QFETCH(QString, device);
        const auto &type = deviceType(qPrintable(device));
        auto truth = builtinCalibration();
        for (auto &link : truth.links) {
            if (link.technology == LinkTechnology::nvlink) {
                link.efficiency = 0.6;
                link.hop = Seconds(6e-6);
                link.inSwitch = 0.55;
                link.pairs = 0.6;
            }
        }
        DeviceMeasurements measurements;
        addCollectives(measurements, type, truth);
        const auto machine = calibrateOwnMachine({&measurements, type, {}, {}}, builtinCalibration());
        QVERIFY(machine);
        QVERIFY(!machine->device && machine->collectives);
        QCOMPARE(machine->values.links.size(), std::size_t(1));
        const auto &found = machine->values.links.front();
        QCOMPARE(found.technology, LinkTechnology::nvlink);
        QVERIFY2(off(found.efficiency, 0.6) < 0.05, qPrintable(QString::number(found.efficiency)));
        QVERIFY2(off(found.pairs, 0.6) < 0.08, qPrintable(QString::number(found.pairs)));
        QVERIFY2(off(found.hop.value, 6e-6) < 0.15, qPrintable(QString::number(found.hop.value)));
        if (device.startsWith(QStringLiteral("H100")))
            QVERIFY2(off(found.inSwitch, 0.55) < 0.05, qPrintable(QString::number(found.inSwitch)));
        QVERIFY(machine->collectives->errorAfter < machine->collectives->errorBefore);
    }
    void fiveStepsMakeAStack()
    {
        auto truth = builtinCalibration();
        for (auto &stack : truth.stacks) {
            if (stack.name == "Megatron-LM")
                stack.scale = 1.3;
        }
        auto rows = runs(8);
        Noise noise;
        for (auto &row : rows)
            row.measured = Seconds(predicted(row, truth) * noise());
        rows.resize(5);
        const auto machine = calibrateOwnMachine({nullptr, {}, {}, rows}, builtinCalibration());
        QVERIFY(machine);
        QCOMPARE(machine->values.stacks.size(), std::size_t(1));
        const auto &stack = machine->values.stacks.front();
        QCOMPARE(stack.name, std::string("Megatron-LM"));
        const auto &steps = *machine->steps;
        QCOMPARE(steps.rows.size(), std::size_t(5));
        QVERIFY(steps.errorBefore > 0.15);
        QVERIFY2(steps.errorAfter < 0.03, qPrintable(QString::number(steps.errorAfter)));
        QVERIFY2(steps.errorLeftOut < 0.05, qPrintable(QString::number(steps.errorLeftOut)));
        // A step that the fit did not see.
        for (const auto &row : runs(8)) {
            const double expected = predicted(row, truth);
            QVERIFY2(off(predicted(row, machine->all), expected) < 0.06, row.id.c_str());
        }
        QVERIFY(stack.uncertainty >= 0.01 && stack.uncertainty < 0.06);
        rows.pop_back();
        const auto few = calibrateOwnMachine({nullptr, {}, {}, rows}, builtinCalibration());
        QVERIFY(!few);
        QVERIFY(few.error().found.starts_with("4 measured steps"));
    }
    void aSlowHostIsToldFromSlowKernels()
    {
        auto truth = builtinCalibration();
        for (auto &stack : truth.stacks) {
            for (Seconds *time : {&stack.hostLayer, &stack.hostExperts, &stack.hostMicroBatch, &stack.hostStep})
                *time = *time * 2.5;
        }
        auto rows = runs(12);
        for (auto &row : rows)
            row.measured = Seconds(predicted(row, truth));
        const auto machine = calibrateOwnMachine({nullptr, {}, {}, rows}, builtinCalibration());
        QVERIFY(machine);
        const auto &constants = machine->steps->constants;
        QCOMPARE(constants.size(), std::size_t(2));
        QCOMPARE(constants[1].name, std::string("Megatron-LM/host"));
        QVERIFY2(off(constants[1].after, 2.5) < 0.15, qPrintable(QString::number(constants[1].after)));
        QVERIFY2(off(constants[0].after, 1) < 0.05, qPrintable(QString::number(constants[0].after)));
    }
    void filesAreReadAsTheyAreWritten()
    {
        const auto &type = deviceType("H100-80GB SXM");
        auto measurements = measured(type, trueCurves());
        addCollectives(measurements, type, builtinCalibration());
        measurements.pytorch = "2.4.0";
        measurements.date = "2026-11-23";
        measurements.leftOut = 2;
        const auto text = toText(toJson(measurements));
        const auto again = parseDeviceMeasurements(text, "mine.json");
        QVERIFY(again);
        QVERIFY(*again == measurements);
        QCOMPARE(toText(toJson(*again)), text);
    }
    void brokenFilesNameTheirPlace_data()
    {
        QTest::addColumn<QString>("find");
        QTest::addColumn<QString>("replace");
        QTest::addColumn<QString>("place");
        QTest::newRow("not JSON") << "{"
                                  << ""
                                  << "";
        QTest::newRow("no number") << "\"runs\": 20"
                                   << "\"runs\": NaN"
                                   << "";
        QTest::newRow("negative") << "\"spread\": 0"
                                  << "\"spread\": -1"
                                  << "/measurements/products/0/time/spread";
        QTest::newRow("no depth") << "\"k\": 8192,"
                                  << ""
                                  << "/measurements/products/0/k";
        QTest::newRow("not whole") << "\"m\": 8192"
                                   << "\"m\": 0.5"
                                   << "/measurements/products/0/m";
        QTest::newRow("other version") << "\"formatVersion\": 1"
                                       << "\"formatVersion\": 2"
                                       << "/formatVersion";
        QTest::newRow("other precision") << "\"bf16\""
                                         << "\"int8\""
                                         << "/measurements/products/0/precision";
        QTest::newRow("another file") << "\"measurements\""
                                      << "\"profiles\""
                                      << "/measurements";
    }
    void brokenFilesNameTheirPlace()
    {
        QFETCH(QString, find);
        QFETCH(QString, replace);
        QFETCH(QString, place);
        const auto &type = deviceType("H100-80GB SXM");
        auto text = QString::fromStdString(toText(toJson(measured(type, trueCurves()))));
        const auto at = text.indexOf(find);
        QVERIFY(at >= 0);
        text.replace(at, find.size(), replace);
        const auto parsed = parseDeviceMeasurements(text.toStdString(), "mine.json");
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().file, std::string("mine.json"));
        QVERIFY(!parsed.error().expected.empty() && !parsed.error().hint.empty());
        if (!place.isEmpty())
            QCOMPARE(QString::fromStdString(parsed.error().path), place);
    }
};

QTEST_GUILESS_MAIN(OwnMachineTest)
#include "own_machine_test.moc"
