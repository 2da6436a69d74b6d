// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope jobs: two jobs on one cluster that share a thin link.
#include "planner/overtime/replan.h"
#include "project/project_file.h"
#include "support/clusters.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

using namespace heteroscope;
using test::hscope;

class JobsCommandTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// A pipeline over two devices of three nodes around a switch, with thin links.
    static Project job(const std::string &first, const std::string &second)
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                      test::node("c", "A100-80GB SXM", 2)},
                                     BytesPerSecond(2e8));
        project.workload = test::smallGpt();
        const int layers = project.workload.model.planLayers();
        Plan plan;
        plan.pipelines = {
            test::pipeline({{first}, {second}}, {layers / 2, layers - layers / 2}, project.workload.job.globalBatch)};
        project.plans = {{"plan", withUnusedDevices(plan, *Topology::build(project.cluster)), {}, {}}};
        return project;
    }
    std::string saved(const char *name, const Project &project) const
    {
        const std::string path = m_folder.filePath(QLatin1String(name)).toStdString();
        if (!saveProject(project, path))
            qFatal("not saved");
        return path;
    }

private slots:
    void twoJobsShareALink()
    {
        const std::string one = saved("one.hscope.json", job("a:0", "b:0"));
        const std::string two = saved("two.hscope.json", job("c:0", "b:1"));
        const auto run = hscope({"jobs", one, two});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY2(run.out.find("to-b: job 1 loads ") != std::string::npos, run.out.c_str());
        const auto json = parseJson(hscope({"jobs", one, two, "--json", "-"}).out);
        QVERIFY(json);
        const Json &jobs = json->at("jobs");
        QCOMPARE(jobs.size(), std::size_t(2));
        for (const Json &each : jobs)
            QVERIFY(each["stepTime"].get<double>() > each["stepTimeAlone"].get<double>());
        QVERIFY(json->at("settled").get<bool>() && !json->at("proved").get<bool>());
        QCOMPARE(json->at("links").size(), std::size_t(1));
        QCOMPARE(json->at("links")[0]["id"].get<std::string>(), std::string("to-b"));
        // Both have a device of node b, so they cannot be planned by nodes.
        const auto refused = hscope({"jobs", one, two, "--plan", "--space", "C"});
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.err.find("node b") != std::string::npos &&
                     refused.err.find("one.hscope.json") != std::string::npos,
                 refused.err.c_str());
    }
    void planningSaysThatItIsNotProved()
    {
        const std::string one = saved("one.hscope.json", job("a:0", "b:0"));
        const std::string two = saved("two.hscope.json", job("c:0", "c:1"));
        const auto run = hscope({"jobs", one, two, "--plan", "--space", "C"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY2(run.out.find("not proved") != std::string::npos, run.out.c_str());
    }
    void aProjectMayHoldBoth()
    {
        Project both = job("a:0", "a:1");
        ProjectJob second;
        second.name = "second";
        second.workload = both.workload;
        second.devices = {"b", "c"};
        both.jobs = {second};
        const std::string file = saved("both.hscope.json", both);
        const auto unplanned = hscope({"jobs", file});
        QCOMPARE(unplanned.status, 3);
        QVERIFY2(unplanned.err.find("/jobs/0/plan") != std::string::npos, unplanned.err.c_str());
        const std::string out = m_folder.filePath(QStringLiteral("planned.hscope.json")).toStdString();
        const auto planned = hscope({"jobs", file, "--plan", "--space", "C", "-o", out});
        QVERIFY2(planned.status == 0, planned.err.c_str());
        QVERIFY2(planned.out.find("not proved") != std::string::npos, planned.out.c_str());
        const auto written = loadProject(out);
        QVERIFY(written && written->jobs.size() == 1 && written->jobs[0].plan);
        const auto run = hscope({"jobs", out, "--json", "-"});
        QVERIFY2(run.status == 0, run.err.c_str());
        const auto json = parseJson(run.out);
        QVERIFY(json && json->at("jobs").size() == 2);
        QCOMPARE(json->at("jobs")[1]["name"].get<std::string>(), std::string("second"));
        // A plan for several files is none of theirs.
        const std::string one = saved("one.hscope.json", job("a:0", "b:0"));
        const std::string two = saved("two.hscope.json", job("c:0", "c:1"));
        QCOMPARE(hscope({"jobs", one, two, "--plan", "-o", out}).status, 3);
        QCOMPARE(hscope({"jobs", file, "-o", out}).status, 2);
    }
    void mistakesAreRefused()
    {
        const std::string one = saved("one.hscope.json", job("a:0", "b:0"));
        QCOMPARE(hscope({"jobs"}).status, 2);
        QCOMPARE(hscope({"jobs", one}).status, 3);
        const auto same = hscope({"jobs", one, one});
        QCOMPARE(same.status, 3);
        QVERIFY2(same.err.find("/plans/0") != std::string::npos, same.err.c_str());
        Project without = job("c:0", "c:1");
        without.plans.clear();
        QCOMPARE(hscope({"jobs", one, saved("two.hscope.json", without)}).status, 3);
    }
};

QTEST_GUILESS_MAIN(JobsCommandTest)
#include "jobs_test.moc"
