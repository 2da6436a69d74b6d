// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured steps from the traces of other tools, and a simulated step beside them.
#include "exchange/chakra/write_trace.h"
#include "exchange/recognise.h"
#include "exchange/trace/import_trace.h"
#include "exchange/trace/inflated_text.h"
#include "exchange/trace/rank_lanes.h"
#include "exchange/trace/trace_difference.h"
#include "exchange/trace/wire_format.h"
#include "simulator/predict_step.h"

#include "exchange/fixture.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

class TracesTest : public StrictTest
{
    Q_OBJECT

    static Result<MeasuredTrace> read(const std::vector<std::string> &names)
    {
        std::vector<ImportFile> files;
        for (const std::string &name : names)
            files.push_back(test::fixture(name));
        const ImportFormat *format = recogniseFormat(files);
        if (!format)
            qFatal("not recognised: %s", names.front().c_str());
        return findTraceReader(format->name)(files);
    }

    static Ticks microseconds(double count) { return Ticks(std::llround(count * 1e6)); }

    static Ticks sumOf(const MeasuredShares &shares)
    {
        return std::accumulate(shares.time.begin(), shares.time.end(), shares.idle);
    }

    static Project projectWithPlan()
    {
        for (const auto &example : builtinExamples()) {
            if (!example.project.plans.empty())
                return example.project;
        }
        qFatal("no example with a plan");
    }

    static QString reason(const Result<MeasuredTrace> &trace)
    {
        return trace ? QString() : QString::fromStdString(trace.error().found + ", " + trace.error().expected);
    }

private slots:
    void kernelsOfTheProfilerHaveTheirGroup_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("plain") << "kineto/rank3.json";
        QTest::newRow("packed") << "kineto/rank3.json.gz";
    }
    void kernelsOfTheProfilerHaveTheirGroup()
    {
        QFETCH(QString, file);
        const auto trace = read({file.toStdString()});
        QVERIFY2(trace, qPrintable(reason(trace)));
        QCOMPARE(trace->worldSize, 8);
        const MeasuredRank &rank = trace->ranks.front();
        QCOMPARE(rank.rank, 3);
        QCOMPARE(rank.steps.size(), std::size_t(4));
        QCOMPARE(rank.steps.back().number, 13);
        QCOMPARE(rank.events.size(), std::size_t(20));
        const MeasuredShares shares = measuredShares(rank, rank.steps[1]);
        QVERIFY(shares.step == microseconds(1000));
        QVERIFY(shares.of(TraceKind::compute) == microseconds(400.5));
        QVERIFY(shares.of(TraceKind::tp) == microseconds(100)); // the rest is hidden behind the kernel
        QVERIFY(shares.of(TraceKind::pp) == microseconds(100));
        QVERIFY(shares.of(TraceKind::dp) == microseconds(50));
        QVERIFY(shares.of(TraceKind::copy) == microseconds(10));
        QVERIFY(sumOf(shares) == shares.step);
        QCOMPARE(typicalSteps(rank).size(), std::size_t(3)); // without the first quarter
    }

    void aTraceWithoutDevicesIsRefused()
    {
        const auto trace = read({"kineto/host_only.json"});
        QVERIFY2(reason(trace).startsWith(QStringLiteral("no kernel of a device")), qPrintable(reason(trace)));
        ImportFile cut = test::fixture("kineto/rank3.json.gz");
        cut.text.resize(cut.text.size() / 2);
        QVERIFY(!findTraceReader("kineto")({cut}));
        const ImportFile whole = test::fixture("kineto/rank3.json");
        for (std::size_t size = 0; size < whole.text.size(); size += 97)
            QVERIFY(!findTraceReader("kineto")({{"cut", whole.text.substr(0, size)}}));
        QVERIFY(reason(findTraceReader("kineto")({whole, whole})).startsWith(QStringLiteral("rank 3 twice")));
    }

    void nodesOfChakraBeginWhenWhatTheyNeedHasEnded()
    {
        const auto trace = read({"chakra/step.2.json"});
        QVERIFY2(trace, qPrintable(reason(trace)));
        QCOMPARE(trace->worldSize, 4);
        QCOMPARE(trace->ranks.front().rank, 2);
        const MeasuredShares shares = measuredShares(trace->ranks.front(), medianStep(trace->ranks.front()));
        QVERIFY(shares.step == microseconds(500));
        QVERIFY(shares.of(TraceKind::compute) == microseconds(120));
        QVERIFY(shares.of(TraceKind::ep) == microseconds(30));
        QVERIFY(shares.idle == microseconds(350)); // the host alone
        QVERIFY(reason(read({"chakra/circle.json"})).startsWith(QStringLiteral("dependencies in a circle")));
    }

    void theBinaryFormOfChakraIsReadLikewise()
    {
        const auto trace = read({"chakra/step.0.et"});
        QVERIFY2(trace, qPrintable(reason(trace)));
        const MeasuredRank &rank = trace->ranks.front();
        QCOMPARE(rank.rank, 0);
        QCOMPARE(rank.events.size(), std::size_t(4));
        const MeasuredShares shares = measuredShares(rank, medianStep(rank));
        QVERIFY(shares.step == microseconds(325));
        QVERIFY(shares.of(TraceKind::compute) == microseconds(200));
        QVERIFY(shares.of(TraceKind::collective) == microseconds(0)); // hidden
        QVERIFY(shares.of(TraceKind::pp) == microseconds(25));
        const std::string whole = test::fixture("chakra/step.0.et").text;
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto cut = findTraceReader("chakra")({{"cut", whole.substr(0, size)}});
            QVERIFY(!cut || cut->ranks.front().events.size() < 4); // between two messages it is a shorter trace
        }
    }

    void passesOfPrimusAreStepsOfEachStage()
    {
        const auto trace =
            read({"primus_trace/config.json", "primus_trace/pp_rank_1.json", "primus_trace/pp_rank_0.json"});
        QVERIFY2(trace, qPrintable(reason(trace)));
        QCOMPARE(trace->ranks.size(), std::size_t(2));
        QCOMPARE(trace->ranks.front().rank, 0);
        QCOMPARE(trace->ranks.front().memory.value, 41e9);
        const MeasuredShares shares = measuredShares(trace->ranks.front(), trace->ranks.front().steps[1]);
        QVERIFY(shares.step == microseconds(101'000));
        QVERIFY(shares.of(TraceKind::forward) == microseconds(20'000));
        QVERIFY(shares.of(TraceKind::backward) == microseconds(40'000));
        QVERIFY(!read({"primus_trace/config.json"}));
    }

    void aTraceLeavesTheProjectAsItIs()
    {
        const Project project = emptyProject();
        const auto imported = test::import("kineto", "kineto/rank3.json", project);
        QVERIFY(imported);
        QVERIFY(imported->project == project);
        QCOMPARE(QString::fromStdString(imported->what),
                 QStringLiteral("PyTorch profiler trace of rank 3 of 8: 4 steps of 1.00 ms, 20 events on devices"));
        QVERIFY(test::hasNote(*imported, "TP not hidden 100 µs"));
    }

    /// The causes divide both steps completely.
    void differencesAddUpExactly()
    {
        const Project project = projectWithPlan();
        const auto topology = Topology::build(project.cluster);
        const auto result = predictStep(*topology, project.workload, project.plans.front().plan, {});
        QVERIFY(result);
        for (const std::vector<std::string> &names :
             std::vector<std::vector<std::string>>{{"kineto/rank3.json"},
                                                   {"chakra/step.2.json"},
                                                   {"primus_trace/pp_rank_0.json", "primus_trace/pp_rank_1.json"}}) {
            const auto trace = read(names);
            const TraceDifference difference = traceDifference(*result, *trace);
            QVERIFY(std::abs(difference.simulated.value / toSeconds(result->stepTime).value - 1) < 1e-9);
            double sum = 0;
            Ticks simulated, measured;
            for (const TraceCauseDifference &one : difference.causes) {
                sum += one.seconds;
                simulated += one.simulated;
                measured += one.measured;
            }
            QCOMPARE(sum, difference.difference);
            QVERIFY(toSeconds(simulated) == difference.simulated);
            QVERIFY(toSeconds(measured) == difference.measured);
        }
    }

    /// What the window keeps of a trace says the same as the whole.
    void theMedianStepsSayTheSame()
    {
        const Project project = projectWithPlan();
        const auto topology = Topology::build(project.cluster);
        const auto result = predictStep(*topology, project.workload, project.plans.front().plan, {});
        QVERIFY(result);
        for (const std::vector<std::string> &names :
             std::vector<std::vector<std::string>>{{"kineto/rank3.json"},
                                                   {"chakra/step.2.json"},
                                                   {"primus_trace/pp_rank_0.json", "primus_trace/pp_rank_1.json"}}) {
            const auto trace = read(names);
            const MeasuredTrace small = medianSteps(*trace);
            QCOMPARE(small.ranks.size(), trace->ranks.size());
            for (std::size_t i = 0; i < small.ranks.size(); ++i) {
                const auto pieces = measuredPieces(small.ranks[i], medianStep(small.ranks[i]));
                QVERIFY(pieces == measuredPieces(trace->ranks[i], medianStep(trace->ranks[i])));
                QVERIFY(pieces.front().start == Ticks(0));
                for (std::size_t p = 1; p < pieces.size(); ++p)
                    QVERIFY(pieces[p].start == pieces[p - 1].end && pieces[p].kind != pieces[p - 1].kind);
            }
            const TraceDifference whole = traceDifference(*result, *trace);
            const TraceDifference kept = traceDifference(*result, small);
            QCOMPARE(kept.causes.size(), whole.causes.size());
            for (std::size_t i = 0; i < whole.causes.size(); ++i) {
                QVERIFY(kept.causes[i].cause == whole.causes[i].cause);
                QVERIFY(kept.causes[i].measured == whole.causes[i].measured);
                QCOMPARE(kept.causes[i].seconds, whole.causes[i].seconds);
            }
        }
    }

    /// The causes of chosen lanes are those of these lanes alone.
    void ranksAreComparedWithTheirLanes()
    {
        const Project project = projectWithPlan();
        const auto topology = Topology::build(project.cluster);
        const auto result = predictStep(*topology, project.workload, project.plans.front().plan, {});
        const auto trace = read({"primus_trace/pp_rank_0.json", "primus_trace/pp_rank_1.json"});
        const std::vector<int> lanes = proposedLanes(*result, *trace);
        QCOMPARE(lanes.size(), trace->ranks.size());
        QCOMPARE(result->lanes[static_cast<std::size_t>(lanes.front())].stage, 0);
        const TraceDifference difference = traceDifference(*result, *trace, {lanes[0], lanes[0]});
        Ticks computing;
        for (std::size_t a = 0; a < activityCount; ++a)
            if (traceCauseOf(static_cast<Activity>(a)) == TraceCause::compute)
                computing += result->lanes[static_cast<std::size_t>(lanes[0])].time[a];
        QVERIFY(difference.causes.front().cause == TraceCause::compute);
        QVERIFY(difference.causes.front().simulated == computing);
        double sum = 0;
        for (const TraceCauseDifference &one : difference.causes)
            sum += one.seconds;
        QCOMPARE(sum, difference.difference);
    }

    /// Ranks count devices of a TP group first, then replicas, then stages.
    void ranksFindTheirLanes()
    {
        StepResult result;
        for (int pipeline = 0; pipeline < 2; ++pipeline)
            for (int stage = 0; stage < 2; ++stage) {
                Lane &lane = result.lanes.emplace_back();
                lane.pipeline = pipeline;
                lane.stage = stage;
                lane.devices.resize(2);
            }
        const auto lanesOf = [&result](int world, std::vector<int> ranks) {
            MeasuredTrace trace;
            trace.worldSize = world;
            for (const int rank : ranks)
                trace.ranks.emplace_back().rank = rank;
            return proposedLanes(result, trace);
        };
        QCOMPARE(lanesOf(8, {0, 1, 2, 3, 4, 5, 6, 7}), (std::vector<int>{0, 0, 2, 2, 1, 1, 3, 3}));
        QCOMPARE(lanesOf(2, {0, 1}), (std::vector<int>{0, 1}));              // one a stage
        QCOMPARE(lanesOf(0, {0, 1}), (std::vector<int>{0, 1}));              // not stated: the largest rank
        QCOMPARE(lanesOf(16, {15, 8}), (std::vector<int>{3, 1}));            // a larger run
        QCOMPARE(lanesOf(4, {2'000'000'000, -5}), (std::vector<int>{3, 0})); // whatever a file says
    }

    /// The traces of a simulated step say what the step says, but for half a microsecond at each end of an event.
    void aWrittenTraceIsReadBack()
    {
        const Project project = projectWithPlan();
        const auto topology = Topology::build(project.cluster);
        const auto result = predictStep(*topology, project.workload, project.plans.front().plan, {});
        QVERIFY(result);
        const StepRanks ranks(*result, project.plans.front().plan, StepRanks::Order::lanes);
        QCOMPARE(ranks.size(), static_cast<std::size_t>(deviceCount(project.plans.front().plan)));
        std::vector<ImportFile> files;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank)
            files.push_back({"step." + std::to_string(rank) + ".et", chakraTrace(*result, ranks, rank)});
        QCOMPARE(recogniseFormat(files)->name, std::string_view("chakra"));
        const auto trace = findTraceReader("chakra")(files);
        QVERIFY2(trace, qPrintable(reason(trace)));
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            const Lane &lane = result->lanes[ranks.laneOf(rank)];
            const MeasuredRank &read = trace->ranks[rank];
            Ticks work, busy;
            for (std::size_t a = 0; a < activityCount; ++a) {
                const auto activity = static_cast<Activity>(a);
                if (isCompute(activity) || activity == Activity::optimizer || activity == Activity::overhead)
                    work += lane.time[a];
            }
            std::size_t sends = 0, collectives = 0;
            for (const TrafficInterval &traffic : lane.traffic)
                ++(traffic.traffic == Traffic::send || traffic.traffic == Traffic::receive ? sends : collectives);
            std::size_t readSends = 0, readCollectives = 0;
            for (const MeasuredEvent &event : read.events) {
                if (isMeasuredCompute(event.kind))
                    busy += event.end - event.start;
                readSends += event.kind == TraceKind::pp ? 1 : 0;
                readCollectives += isMeasuredCommunication(event.kind) && event.kind != TraceKind::pp ? 1 : 0;
            }
            QCOMPARE(readSends, sends);
            QCOMPARE(readCollectives, collectives);
            const auto slack = static_cast<std::int64_t>(read.events.size()) * 1'000'000;
            QVERIFY(std::abs((busy - work).count) <= slack);
        }
    }

    /// Any events, overlapping as they like: the shares of a step are the step.
    void sharesAreTheWholeStep()
    {
        HETEROSCOPE_PROPERTY("shares add up to the step",
                             [](const std::vector<std::tuple<std::uint16_t, std::uint16_t, std::uint8_t>> &events) {
                                 MeasuredRank rank;
                                 for (const auto &[start, length, kind] : events)
                                     rank.events.push_back({Ticks(start), Ticks(start + length),
                                                            static_cast<TraceKind>(kind % traceKindCount), -1, -1});
                                 const MeasuredMark step{Ticks(1000), Ticks(30'000), 1};
                                 const MeasuredShares shares = measuredShares(rank, step);
                                 RC_ASSERT(sumOf(shares) == Ticks(29'000));
                             });
    }

    void messagesAreReadAsTheyWereWritten()
    {
        HETEROSCOPE_PROPERTY("a message comes back",
                             [](std::uint64_t number, const std::string &text, const std::vector<std::uint64_t> &list) {
                                 WireWriter writer;
                                 writer.number(3, number);
                                 writer.bytes(7, text);
                                 writer.packed(200, list);
                                 const std::string file = writer.delimited();
                                 WireReader messages(file);
                                 WireReader message(*messages.delimited());
                                 RC_ASSERT(messages.isAtEnd());
                                 const auto first = message.field();
                                 RC_ASSERT(first && first->number == 3 && first->value == number);
                                 const auto second = message.field();
                                 RC_ASSERT(second && second->number == 7 && second->bytes == text);
                                 std::vector<std::uint64_t> values;
                                 if (const auto third = message.field()) {
                                     RC_ASSERT(third->number == 200);
                                     for (WireReader packed(third->bytes); const auto value = packed.varint();)
                                         values.push_back(*value);
                                 }
                                 RC_ASSERT(values == list);
                                 RC_ASSERT(message.isAtEnd());
                             });
    }
};

QTEST_GUILESS_MAIN(TracesTest)
#include "traces_test.moc"
