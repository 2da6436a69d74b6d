// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trace against the rules of "Trace Event Format" that viewers rely on.
#include "exchange/perfetto/trace.h"

#include "project/project_file.h"
#include "simulator/predict_step.h"
#include "simulator/result/link_load.h"
#include "support/clusters.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace heteroscope;

namespace {

const Topology &sampleTopology()
{
    static const Topology topology = test::topology(samples::project().cluster);
    return topology;
}

StepResult simulated(ScheduleKind schedule)
{
    const auto project = samples::project();
    Plan plan = samples::plan();
    plan.schedule = schedule;
    if (schedule == ScheduleKind::interleaved) {
        plan.pipelines[0].stages[0].chunks = {{0, 3}, {5, 2}};
        plan.pipelines[0].stages[1].chunks = {{3, 2}, {7, 3}};
    }
    PredictOptions options;
    options.linkLoads = true;
    const auto result = predictStep(sampleTopology(), project.workload, plan, options);
    if (!result)
        qFatal("%s", toString(result.error()).c_str());
    return *result;
}

using Thread = std::pair<int, int>;
struct Slice
{
    double start;
    double end;
};

} // namespace

class PerfettoTest : public StrictTest
{
    Q_OBJECT

    /// A counter for each link, or for several that are loaded alike; it adds up to the bytes of the link.
    static void verifyLinkCounters(const StepResult &result, const std::map<std::string, double> &linkBytes,
                                   const std::map<std::string, double> &lastRate)
    {
        const auto groups = alikeLinks(result, sampleTopology());
        QCOMPARE(linkBytes.size(), groups.size());
        std::size_t links = 0;
        for (const auto &alike : groups) {
            links += alike.size();
            const auto &link = result.links[alike.front()];
            const auto &edge = sampleTopology().edge(link.edge);
            const auto begins = edge.link + ": " + sampleTopology().vertices()[edge.from.index()].name + " ";
            const auto counter = std::find_if(linkBytes.begin(), linkBytes.end(),
                                              [&begins](const auto &each) { return each.first.starts_with(begins); });
            QVERIFY(counter != linkBytes.end());
            QVERIFY(std::abs(counter->second / link.bytes.value - 1) < 1e-6);
            QCOMPARE(lastRate.at(counter->first), 0.0);
        }
        QCOMPARE(links, result.links.size());
    }

private slots:
    void theTraceKeepsTheFormat_data()
    {
        QTest::addColumn<int>("schedule");
        QTest::newRow("1F1B") << static_cast<int>(ScheduleKind::oneFOneB);
        QTest::newRow("interleaved") << static_cast<int>(ScheduleKind::interleaved);
    }
    void theTraceKeepsTheFormat()
    {
        QFETCH(int, schedule);
        const auto result = simulated(static_cast<ScheduleKind>(schedule));
        std::string text;
        perfettoTrace(result, sampleTopology())([&text](std::string_view piece) {
            text += piece;
            return true;
        });
        const auto read = parseJson(text);
        QVERIFY(read);
        const Json trace = *read;
        QVERIFY(toText(trace) == text); // the form of all JSON files
        QVERIFY(trace["displayTimeUnit"] == "ms");
        std::map<Thread, std::vector<Slice>> slices;
        std::set<Thread> named;
        std::set<int> namedProcesses;
        std::map<std::int64_t, std::string> flows;
        std::map<std::int64_t, double> flowTime;
        std::map<std::pair<int, std::string>, double> lastCounter;
        std::map<int, double> maxHeld;
        std::map<std::string, double> lastRate, linkBytes; // by link
        for (const Json &event : trace["traceEvents"]) {
            QVERIFY(event["name"].is_string() && event["ph"].is_string());
            QVERIFY(event["pid"].is_number_integer() && event["tid"].is_number_integer());
            const std::string phase = event["ph"];
            const Thread thread(event["pid"], event["tid"]);
            if (phase == "M") {
                const std::string what = event["name"];
                QVERIFY(what == "process_name" || what == "thread_name");
                QVERIFY(!event["args"]["name"].get<std::string>().empty());
                if (what == "process_name")
                    QVERIFY(namedProcesses.insert(thread.first).second);
                else
                    QVERIFY(named.insert(thread).second);
                continue;
            }
            QVERIFY(event["ts"].is_number() && event["ts"].get<double>() >= 0);
            const double at = event["ts"];
            if (phase == "X") {
                QVERIFY(event["dur"].get<double>() > 0);
                slices[thread].push_back({at, at + event["dur"].get<double>()});
            } else if (phase == "s" || phase == "t" || phase == "f") {
                const std::int64_t id = event["id"];
                flows[id] += phase;
                QVERIFY(at >= flowTime[id]);
                flowTime[id] = at;
                QVERIFY(phase != "f" || event["bp"] == "e");
                QVERIFY(std::any_of(slices[thread].begin(), slices[thread].end(),
                                    [at](const Slice &slice) { return slice.start <= at && at < slice.end; }));
            } else {
                QCOMPARE(phase, std::string("C"));
                QCOMPARE(event["args"].size(), std::size_t(1));
                QVERIFY(event["args"].begin()->get<double>() >= 0);
                const std::pair key(thread.first, event["name"].get<std::string>());
                QVERIFY(!lastCounter.contains(key) || at > lastCounter[key]);
                if (thread.first == static_cast<int>(result.lanes.size()) + 1) {
                    linkBytes[key.second] += lastRate[key.second] * (at - lastCounter[key]) * 1e3;
                    lastRate[key.second] = event["args"]["GB/s"];
                }
                lastCounter[key] = at;
                if (key.second == "micro-batches held")
                    maxHeld[thread.first] = std::max(maxHeld[thread.first], event["args"]["count"].get<double>());
            }
        }
        QCOMPARE(namedProcesses.size(), result.lanes.size() + 1);
        for (auto &[thread, own] : slices) {
            QVERIFY(named.contains(thread));
            std::sort(own.begin(), own.end(), [](const Slice &a, const Slice &b) { return a.start < b.start; });
            for (std::size_t i = 1; i < own.size(); ++i)
                QVERIFY(own[i].start >= own[i - 1].end - 1e-6); // none overlap in part
        }
        // Every tensor goes from pass to pass: 16 micro-batches forth and back, between all virtual stages.
        const bool interleaved = schedule == static_cast<int>(ScheduleKind::interleaved);
        QCOMPARE(flows.size(), std::size_t(interleaved ? 16 * 3 * 2 : 16 * 2));
        for (const auto &[id, phases] : flows)
            QCOMPARE(phases, std::string("stf"));
        for (std::size_t i = 0; i < result.lanes.size(); ++i)
            QCOMPARE(maxHeld[static_cast<int>(i) + 1], static_cast<double>(result.lanes[i].peakInFlight));
        QVERIFY(lastCounter.contains({1, "sent"}));
        verifyLinkCounters(result, linkBytes, lastRate);
    }
};

QTEST_GUILESS_MAIN(PerfettoTest)
#include "perfetto_test.moc"
