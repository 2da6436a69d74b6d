// SPDX-License-Identifier: GPL-3.0-or-later
//
// A project calibrated by a measured step, and our own traces as measured ones.
#include "exchange/trace/device_factors.h"

#include "exchange/fixture.h"
#include "exchange/kineto/trace.h"
#include "exchange/perfetto/trace.h"
#include "exchange/recognise.h"
#include "exchange/trace/rank_lanes.h"
#include "exchange/trace/trace_difference.h"
#include "project/project_file.h"
#include "simulator/predict_step.h"
#include "support/strict_test.h"

#include <cmath>
#include <numeric>

using namespace heteroscope;

namespace {

/// A small step that was simulated, and what is needed to do it again.
struct Simulated
{
    Project project;
    Result<Topology> topology;
    StepResult result;

    explicit Simulated(Project from) : project(std::move(from)), topology(Topology::build(project.cluster))
    {
        auto step = predictStep(*topology, project.workload, project.plans.front().plan, {});
        if (!step)
            qFatal("%s", toString(step.error()).c_str());
        result = std::move(*step);
    }
    MeasuredTrace trace() const
    {
        std::string text;
        perfettoTrace(result, *topology)([&text](std::string_view piece) {
            text += piece;
            return true;
        });
        const std::vector<ImportFile> files = {ImportFile{"step.json", text}};
        const auto read = readKineto(files);
        if (!read)
            qFatal("%s", toString(read.error()).c_str());
        return *read;
    }
    std::vector<int> lanes() const
    {
        std::vector<int> all(result.lanes.size());
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
};

Project example()
{
    for (const auto &each : builtinExamples()) {
        if (!each.project.plans.empty())
            return each.project;
    }
    qFatal("no example with a plan");
}

std::int64_t computing(const TraceDifference &difference, bool measured)
{
    for (const auto &cause : difference.causes) {
        if (cause.cause == TraceCause::compute)
            return measured ? cause.measured.count : cause.simulated.count;
    }
    return 0;
}

} // namespace

class DeviceFactorsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aTraceOfOursHasARankForEachLane()
    {
        const auto file = test::fixture("kineto/simulated.json");
        QCOMPARE(recogniseFormat({file})->name, std::string_view("kineto"));
        const auto trace = readKineto({file});
        QVERIFY(trace);
        QCOMPARE(trace->tool, std::string("HeteroScope"));
        QCOMPARE(trace->ranks.size(), std::size_t(2));
        const MeasuredShares first = measuredShares(trace->ranks[0], medianStep(trace->ranks[0]));
        QCOMPARE(first.step, Ticks(560'000'000));
        QCOMPARE(first.of(TraceKind::forward), Ticks(100'000'000));
        QCOMPARE(first.of(TraceKind::backward), Ticks(200'000'000));
        QCOMPARE(first.of(TraceKind::compute), Ticks(10'000'000));
        QCOMPARE(first.of(TraceKind::pp), Ticks(50'000'000));
        QCOMPARE(first.idle, Ticks(200'000'000));
        const MeasuredShares second = measuredShares(trace->ranks[1], medianStep(trace->ranks[1]));
        QCOMPARE(second.of(TraceKind::backward), Ticks(130'000'000));
    }
    /// A simulated step is as long beside itself, but for the microseconds that its trace rounds to.
    void aTraceOfOursIsTheStep()
    {
        const Simulated step(example());
        const MeasuredTrace trace = step.trace();
        QCOMPARE(trace.ranks.size(), step.result.lanes.size());
        const TraceDifference difference = traceDifference(step.result, trace, step.lanes());
        const auto slack = 1e-6 * difference.simulated.value;
        QVERIFY(std::abs(difference.difference) <= slack);
        QVERIFY(std::abs(static_cast<double>(computing(difference, true) - computing(difference, false))) <=
                1e-6 * static_cast<double>(computing(difference, false)));
        for (const DeviceFactor &factor : deviceFactors(step.result, *step.topology, trace, step.lanes()))
            QVERIFY(std::abs(factor.factor - 1) < 1e-6);
    }
    /// Devices that run at other speeds than was thought are found from the trace of a step, up to what of a pass does
    /// not scale with the device.
    void speedsAreFoundAgain()
    {
        const Project assumed = example();
        std::vector<DeviceFactor> truth;
        const Simulated first(assumed);
        for (const auto &type : first.topology->deviceTypes())
            truth.push_back({type.name, 1, Ticks(1), Ticks(1), truth.empty() ? 0.8 : 0.93});
        const Simulated real(withDeviceFactors(assumed, truth, "truth"));
        const MeasuredTrace trace = real.trace();
        Project calibrated = assumed;
        double before = 0, after = 0;
        for (int round = 0; round < 3; ++round) {
            const Simulated step(calibrated);
            const TraceDifference difference = traceDifference(step.result, trace, step.lanes());
            (round == 0 ? before : after) = std::abs(difference.difference) / difference.measured.value;
            const auto factors = deviceFactors(step.result, *step.topology, trace, step.lanes());
            QVERIFY(!factors.empty());
            for (const DeviceFactor &factor : factors)
                QVERIFY(factor.ranks > 0 && factor.measured > Ticks(0));
            calibrated = withDeviceFactors(calibrated, factors, "step.json");
        }
        QVERIFY(before > 0.05);
        QVERIFY2(after < before / 10, qPrintable(QStringLiteral("%1 after %2").arg(after).arg(before)));
    }
    /// A stack that is slower on all devices alike is found by one factor, which other device types get, too.
    void theStackIsFoundAgain()
    {
        const Project assumed = example();
        const StackFactor truth{assumed.workload.job.softwareStack, 1, Ticks(9), Ticks(10), 0.9};
        const Simulated real(withStackFactor(assumed, truth, "truth"));
        const MeasuredTrace trace = real.trace();
        Project calibrated = assumed;
        double before = 0, after = 0;
        for (int round = 0; round < 3; ++round) {
            const Simulated step(calibrated);
            const TraceDifference difference = traceDifference(step.result, trace, step.lanes());
            (round == 0 ? before : after) = std::abs(difference.difference) / difference.measured.value;
            const auto factor = stackFactor(step.result, trace, step.lanes(), calibrated.workload.job);
            QVERIFY(factor);
            QCOMPARE(factor->stack, assumed.workload.job.softwareStack);
            QCOMPARE(factor->ranks, step.result.lanes.size());
            calibrated = withStackFactor(calibrated, *factor, "step.json");
        }
        QVERIFY(before > 0.02);
        QVERIFY2(after < before / 10, qPrintable(QStringLiteral("%1 after %2").arg(after).arg(before)));
        const auto origin = stackCalibratedFrom(calibrated.workload.job);
        QVERIFY(origin);
        QCOMPARE(origin->source, std::string("step.json"));
        QVERIFY(std::abs(origin->factor / 0.9 - 1) < 0.01);
        for (const Node &node : calibrated.cluster.nodes)
            for (const Device &device : node.devices)
                QCOMPARE(device.speed.factorAt(Seconds(0)),
                         calibrated.cluster.nodes.front().devices.front().speed.factorAt(Seconds(0)));
        const auto read = parseProject(projectText(calibrated), "calibrated");
        QVERIFY(read.findings.ok());
        QCOMPARE(stackCalibratedFrom(read.project.workload.job)->stack, origin->stack);
        QVERIFY(!stackCalibratedFrom(assumed.workload.job));
        // What another program wrote under the name is no origin.
        Project odd = assumed;
        for (const char *text : {"3", "[1]", "{\"stack\": 4}", "{}", "\"x\""}) {
            odd.workload.job.extensions["x-calibratedStack"] = text;
            QVERIFY2(!stackCalibratedFrom(odd.workload.job), text);
        }
        QVERIFY(!stackFactor(real.result, MeasuredTrace(), {}, assumed.workload.job));
    }
    void theFactorsHaveAnOriginThatIsSaved()
    {
        const Project project = example();
        const std::string type = project.cluster.nodes.front().devices.front().type;
        QVERIFY(calibratedFrom(project.cluster, type).empty());
        const Project after =
            withDeviceFactors(project, {DeviceFactor{type, 1, Ticks(2), Ticks(4), 0.5}}, "a \"b\".json");
        QCOMPARE(calibratedFrom(after.cluster, type), std::string("a \"b\".json"));
        const auto read = parseProject(projectText(after), "after");
        QVERIFY(read.findings.ok());
        QVERIFY(read.project.cluster == after.cluster);
        QCOMPARE(calibratedFrom(read.project.cluster, type), std::string("a \"b\".json"));
        QCOMPARE(after.cluster.nodes.front().devices.front().speed.factorAt(Seconds(5)), 0.5);
        // Twice the half is nominal again; curves keep their shape.
        const Project back = withDeviceFactors(after, {DeviceFactor{type, 1, Ticks(4), Ticks(2), 2}}, "c");
        QVERIFY(back.cluster.nodes.front().devices.front().speed.isConstantOne());
        Project curved = project;
        curved.cluster.nodes.front().devices.front().speed.points = {{Seconds(10), 0.5}};
        const Project slower = withDeviceFactors(curved, {DeviceFactor{type, 1, Ticks(1), Ticks(2), 0.5}}, "d");
        const RateCurve &curve = slower.cluster.nodes.front().devices.front().speed;
        QCOMPARE(curve.factorAt(Seconds(0)), 0.5);
        QCOMPARE(curve.factorAt(Seconds(10)), 0.25);
        // However often: no file refuses it.
        Project fast = project;
        for (int i = 0; i < 5; ++i)
            fast = withDeviceFactors(fast, {DeviceFactor{type, 1, Ticks(2), Ticks(1), mostDeviceFactor}}, "e");
        QVERIFY(Topology::build(fast.cluster));
    }
};

QTEST_GUILESS_MAIN(DeviceFactorsTest)
#include "device_factors_test.moc"
