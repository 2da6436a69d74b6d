// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/fixture.h"
#include "exchange/megatron_log/log.h"
#include "exchange/recognise.h"
#include "exchange/trace/import_trace.h"
#include "support/strict_test.h"

using namespace heteroscope;

class MegatronLogTest : public StrictTest
{
    Q_OBJECT

    static MeasuredTrace read(const std::string &name)
    {
        const ImportFile file = test::fixture(name);
        if (recogniseFormat({file}) != findImportFormat("megatron-log"))
            qFatal("not recognised");
        auto trace = findTraceReader("megatron-log")({file});
        if (!trace)
            qFatal("%s", toString(trace.error()).c_str());
        return *std::move(trace);
    }
    static double milliseconds(Ticks time) { return toSeconds(time).value * 1e3; }
    static QString refused(const std::string &text)
    {
        const auto trace = readMegatronLog({{"log", text}});
        return trace ? QString() : QString::fromStdString(trace.error().path + ": " + trace.error().found);
    }

private slots:
    void timersAreTheSharesOfTheirIteration()
    {
        const MeasuredTrace trace = read("megatron_log/two_steps.log");
        QCOMPARE(trace.worldSize, 16);
        const MeasuredRank &rank = trace.ranks.front();
        QCOMPARE(rank.steps.size(), std::size_t(2));
        QCOMPARE(rank.steps[1].number, std::int64_t(2));
        const MeasuredShares first = measuredShares(rank, rank.steps[0]);
        QCOMPARE(milliseconds(first.step), 4000.0);
        QCOMPARE(milliseconds(first.of(TraceKind::forward)), 1000.0);
        QCOMPARE(milliseconds(first.of(TraceKind::backward)), 2000.0);
        QCOMPARE(milliseconds(first.of(TraceKind::pp)), 100.0);
        QCOMPARE(milliseconds(first.of(TraceKind::dp)), 200.0);
        QCOMPARE(milliseconds(first.of(TraceKind::compute)), 50.0); // not its parts as well
        QCOMPARE(milliseconds(first.idle), 650.0);
        const MeasuredShares second = measuredShares(rank, rank.steps[1]);
        QCOMPARE(milliseconds(second.idle), 250.0);
    }

    void olderLogsHaveTimersOnOneLine()
    {
        const MeasuredTrace trace = read("megatron_log/old.log");
        const MeasuredRank &rank = trace.ranks.front();
        QCOMPARE(rank.steps.front().number, std::int64_t(100));
        const MeasuredShares shares = measuredShares(rank, rank.steps.front());
        QCOMPARE(milliseconds(shares.of(TraceKind::forward)), 300.25);
        QCOMPARE(milliseconds(shares.of(TraceKind::dp)), 50.0);
        QCOMPARE(milliseconds(shares.idle), 20.25);
    }

    void timersBeyondTheIterationAreCutOff()
    {
        const auto trace = readMegatronLog(
            {{"log", "iteration 1/2 | elapsed time per iteration (ms): 100.0 |\n forward-compute ....: 80.0\n"
                     " backward-compute ....: 160.0\n"}});
        QVERIFY(trace);
        const MeasuredShares shares = measuredShares(trace->ranks.front(), trace->ranks.front().steps.front());
        QCOMPARE(milliseconds(shares.of(TraceKind::backward)), 20.0);
        QCOMPARE(trace->notes.size(), std::size_t(2));
    }

    void otherLogsAreRefused()
    {
        QVERIFY(refused("a log\n").contains("no line with"));
        QVERIFY(refused("elapsed time per iteration (ms): soon\n").startsWith("line 1: "));
        QVERIFY(refused("elapsed time per iteration (ms): -4\n").startsWith("line 1: "));
        QVERIFY(refused("x\nelapsed time per iteration (ms): 1e300\n").startsWith("line 2: "));
        QVERIFY(refused("iteration 1/2 | elapsed time per iteration (ms): 100 |\n")
                    .contains("1 iterations of about 100 ms"));
        QVERIFY(!readMegatronLog({}));
    }
};

QTEST_GUILESS_MAIN(MegatronLogTest)
#include "megatron_log_test.moc"
