// SPDX-License-Identifier: GPL-3.0-or-later
//
// A stop at any check point of a command: what it still says is true, and what it does not know it does not claim.
// Stops are counted in check points, not in seconds.
#include "commands/commands.h"
#include "exchange/import.h"
#include "planner/certificate/check_certificate.h"
#include "project/project_file.h"
#include "simulator/predict_step.h"
#include "strategy/plan_json.h"
#include "support/clusters.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <algorithm>
#include <atomic>

using namespace heteroscope;

namespace {

/// A run that is stopped at the last of so many check points, never for 0; and how many there were.
struct StoppedRun
{
    test::HscopeRun run;
    std::int64_t points = 0;
};

StoppedRun stoppedAt(std::int64_t last, const std::vector<std::string> &arguments)
{
    std::atomic<std::int64_t> asked = 0;
    RunConditions conditions;
    conditions.stop = StopToken().orWhen([&asked, last] { return ++asked == last; });
    std::ostringstream out, err;
    const int status = runHscope(arguments, out, err, conditions);
    return {{status, out.str(), err.str()}, asked};
}

/// The first check points one by one, then some spread over the rest.
std::vector<std::int64_t> pointsOf(std::int64_t all)
{
    std::vector<std::int64_t> points;
    for (std::int64_t n = 1; n <= std::min<std::int64_t>(all, 12); ++n)
        points.push_back(n);
    for (std::int64_t k = 1; k <= 24; ++k)
        points.push_back(std::max<std::int64_t>(1, all * k / 24));
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

Json parsed(const std::string &text)
{
    const auto json = parseJson(text);
    return json ? *json : Json();
}

Plan planIn(const Json &json)
{
    Findings findings;
    auto plan = readPlan(json, "", findings);
    return findings.ok() ? plan : Plan();
}

} // namespace

class CommandStopTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_project = emptyProject();
        m_project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-16GB SXM2", 1)});
        m_project.workload = test::smallGpt(6, 1024, 4);
        m_planned = m_project;
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"v:0"}}, {3, 3, 2}, 4)};
        NamedPlan named;
        named.name = "own";
        named.plan = plan;
        m_planned.plans = {named};
    }
    void aStoppedPlanClaimsOnlyWhatHolds()
    {
        const auto file = saved(m_project, "search");
        const std::vector<std::string> arguments = {"plan", file, "--json", "-", "--threads", "1", "--top", "4"};
        const auto whole = stoppedAt(0, arguments);
        const auto full = parsed(whole.run.out);
        QVERIFY(full["proved"].get<bool>());
        const double best = full["plans"][0]["stepTime"].get<double>();
        int cutOff = 0, runs = 0;
        for (const auto point : pointsOf(whole.points)) {
            const auto [run, points] = stoppedAt(point, arguments);
            QVERIFY2(points >= point, "the same work has the same check points");
            const auto json = parsed(run.out);
            checkPlans(json, best);
            if (++runs % 5 == 0)
                checkClaims(json);
            if (QTest::currentTestFailed())
                return;
            cutOff += json["plans"].empty() ? 1 : 0;
            if (json["plans"].empty()) {
                QCOMPARE(run.status, 1);
                QVERIFY2(contains(run.err, "before the search found its first plan"), run.err.c_str());
                QVERIFY(!contains(run.err, "no plan of the space fits"));
                QVERIFY(!json["proved"].get<bool>());
            } else {
                QCOMPARE(run.status, 0);
            }
        }
        QVERIFY(cutOff > 0); // the first points are before any plan
    }
    void aStoppedFrontIsCalledInexact()
    {
        const auto file = saved(m_project, "front");
        const std::vector<std::string> arguments = {"plan",  file, "--json",   "-",           "--threads",  "1",
                                                    "--top", "2",  "--pareto", "time,energy", "--no-beyond"};
        const auto whole = stoppedAt(0, arguments);
        const auto front = parsed(whole.run.out)["pareto"];
        QVERIFY(front["exact"].get<bool>());
        // The last check points are those of the printing, after the front.
        bool inexact = false;
        for (const auto point : pointsOf(whole.points)) {
            const auto [run, points] = stoppedAt(point, arguments);
            const auto json = parsed(run.out);
            inexact = inexact || !json["pareto"]["exact"].get<bool>();
            if (json["pareto"]["exact"].get<bool>())
                QVERIFY(json["pareto"]["points"] == front["points"]);
            for (const auto &each : json["pareto"]["points"]) {
                const auto step = predictStep(topology(), m_project.workload, planIn(each["plan"]));
                QVERIFY(step && step->feasible);
                QCOMPARE(each["stepTime"].get<double>(), toSeconds(step->stepTime).value);
            }
        }
        QVERIFY(inexact);
    }
    void aStoppedStepIsWholeOrNotThere()
    {
        const auto file = saved(m_planned, "step");
        for (const std::vector<std::string> &arguments :
             {std::vector<std::string>{"simulate", file}, std::vector<std::string>{"simulate", file, "--operations"},
              std::vector<std::string>{"explain", file}}) {
            const auto whole = stoppedAt(0, arguments);
            QCOMPARE(whole.run.status, 0);
            for (const auto point : pointsOf(whole.points)) {
                const auto [run, points] = stoppedAt(point, arguments);
                if (run.status == 0) {
                    QCOMPARE(run.out, whole.run.out);
                    continue;
                }
                QCOMPARE(run.status, 1);
                QVERIFY2(contains(run.err, "stopped by an interrupt"), run.err.c_str());
            }
        }
    }
    void aStoppedExplanationHasWholeLanes()
    {
        const auto file = saved(m_planned, "lanes");
        const std::vector<std::string> arguments = {"explain", file, "--all", "--json", "-"};
        const auto whole = stoppedAt(0, arguments);
        const auto full = parsed(whole.run.out)["lanes"];
        QCOMPARE(full.size(), std::size_t(3));
        bool some = false;
        for (const auto point : pointsOf(whole.points)) {
            const auto [run, points] = stoppedAt(point, arguments);
            const auto lanes = run.out.empty() ? Json::array() : parsed(run.out)["lanes"];
            for (std::size_t i = 0; i < lanes.size(); ++i)
                QVERIFY(lanes[i] == full[i]);
            QCOMPARE(run.status, lanes.size() == full.size() ? 0 : 1);
            some = some || (!lanes.empty() && lanes.size() < full.size());
        }
        QVERIFY(some);
    }
    void aStepOfAStoppedSearchIsThatOfItsPlan()
    {
        const auto file = saved(m_project, "best");
        const std::vector<std::string> arguments = {"simulate", file, "--json", "-"};
        const auto whole = stoppedAt(0, arguments);
        bool some = false;
        for (const auto point : pointsOf(whole.points)) {
            const auto [run, points] = stoppedAt(point, arguments);
            if (run.status == 0) {
                const auto json = parsed(run.out);
                const auto step = predictStep(topology(), m_project.workload, planIn(json["plan"]));
                QVERIFY(step.hasValue());
                QCOMPARE(json["stepTime"].get<double>(), toSeconds(step->stepTime).value);
                some = true;
            } else {
                QCOMPARE(run.status, 1);
                QVERIFY2(contains(run.err, "stopped by an interrupt"), run.err.c_str());
                QVERIFY(run.out.empty());
            }
        }
        QVERIFY(some);
    }
    void aSpentBudgetIsNamed()
    {
        // A clock that is a second further at every look.
        const auto file = saved(m_planned, "budget");
        for (const std::string command : {"simulate", "explain"}) {
            std::atomic<int> looks = 0;
            RunConditions conditions;
            conditions.clock = [&looks] {
                return std::chrono::steady_clock::time_point(std::chrono::seconds(looks++));
            };
            std::ostringstream out, err;
            QCOMPARE(runHscope({command, file, "--budget", "2"}, out, err, conditions), 1);
            QVERIFY2(contains(err.str(), "stopped by its budget"), err.str().c_str());
            QVERIFY(out.str().empty());
        }
        std::ostringstream out, err;
        QCOMPARE(runHscope({"simulate", file, "--budget", "1e9"}, out, err), 0);
    }
    void theShareOfASearchIsOfTheBudget()
    {
        // The clock stands still when the share of the search is spent, and not the whole.
        const auto file = saved(m_project, "share");
        for (const std::vector<std::string> &words :
             {std::vector<std::string>{"simulate", file}, {"compare", file, file}}) {
            std::atomic<int> looks = 0;
            RunConditions conditions;
            conditions.clock = [&looks] {
                return std::chrono::steady_clock::time_point(std::chrono::seconds(std::min(looks++, 9)));
            };
            auto arguments = words;
            arguments.insert(arguments.end(), {"--budget", "10"});
            std::ostringstream out, err;
            QCOMPARE(runHscope(arguments, out, err, conditions), 1);
            QVERIFY2(contains(err.str(), "stopped by its budget"), err.str().c_str());
        }
    }

private:
    std::string saved(const Project &project, const char *name)
    {
        const auto file = m_folder.filePath(QLatin1String(name) + QStringLiteral(".hscope.json")).toStdString();
        if (const auto status = saveProject(project, file); !status)
            qFatal("%s", toString(status.error()).c_str());
        return file;
    }
    Topology topology() const { return test::topology(m_project.cluster); }

    /// Plans of a search that was stopped, of which the best of all takes so long.
    void checkPlans(const Json &json, double best)
    {
        for (const auto &each : json["plans"]) {
            const auto step = predictStep(topology(), m_project.workload, planIn(each["plan"]));
            QVERIFY(step && step->feasible);
            QCOMPARE(each["stepTime"].get<double>(), toSeconds(step->stepTime).value);
        }
        QVERIFY(json["lowerBound"].get<double>() <= best * (1 + 1e-9));
        if (json["proved"].get<bool>())
            QCOMPARE(json["plans"][0]["stepTime"].get<double>(), best);
    }
    /// What it claims of each family stands before an independent checker.
    void checkClaims(const Json &json)
    {
        if (json["certificate"].is_null())
            return;
        const auto certificate = readCertificate(json["certificate"], "certificate");
        QVERIFY(certificate.hasValue());
        const auto findings = checkCertificate(*certificate, m_project.cluster, topology(), m_project.workload, {});
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
    }

    QTemporaryDir m_folder;
    Project m_project, m_planned;
};

QTEST_GUILESS_MAIN(CommandStopTest)
#include "stop_test.moc"
