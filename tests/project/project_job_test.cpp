// SPDX-License-Identifier: GPL-3.0-or-later
//
// Further jobs and prices in a project: read, written, edited, and what does not fit.
#include "project/job_edits.h"

#include "project/changes.h"
#include "project/edits.h"
#include "project/library_edits.h"
#include "project/project_file.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"
#include "json/schema.h"

using namespace heteroscope;

namespace {

/// The sample project with the node c, which the job "other" has with a plan on two of its devices.
Project twoJobs()
{
    Project project = samples::project();
    project.cluster.nodes.push_back(samples::box("c"));
    project.cluster.links.push_back(samples::link("c-s", "c", "s"));
    ProjectJob job;
    job.name = "other";
    job.workload = samples::workload();
    job.workload.job.globalBatch = 8;
    job.devices = {"c"};
    Stage stage;
    stage.chunks = {{0, 10}};
    stage.groups = {samples::group("c", 0, 2)};
    Pipeline pipeline;
    pipeline.microBatches = 8;
    pipeline.stages = {stage};
    job.plan = Plan();
    job.plan->pipelines = {pipeline};
    project.jobs = {job};
    return project;
}

std::vector<std::string> warningPaths(const Project &project)
{
    std::vector<std::string> paths;
    for (const Error &warning : parseProject(projectText(project), "p").findings.warnings)
        paths.push_back(warning.path);
    return paths;
}

} // namespace

class ProjectJobTest : public StrictTest
{
    Q_OBJECT

private slots:
    void jobsAndPricesSurviveTheFile()
    {
        Project project = twoJobs();
        project.jobs[0].begin = Seconds(0.5);
        project.prices = {{"c", {{{Seconds(0), 1.5}, {Seconds(60), 4}}}, {{"x-market", "\"spot\""}}}};
        const std::string text = projectText(project);
        const auto loaded = parseProject(text, "p");
        QVERIFY2(loaded.findings.ok(), loaded.findings.ok() ? "" : toString(loaded.findings.errors[0]).c_str());
        QVERIFY(loaded.project == project);
        QVERIFY(loaded.findings.warnings.empty());
        QVERIFY(checkAgainstSchema(*parseJson(text), "project.schema.json").ok());
        // A project without them is written as before.
        QVERIFY(projectText(samples::project()).find("\"jobs\"") == std::string::npos);
        QVERIFY(projectText(samples::project()).find("\"prices\"") == std::string::npos);
    }
    void devicesBelongToOneJobEach()
    {
        Project project = twoJobs();
        const auto topology = Topology::build(project.cluster);
        QVERIFY(topology.hasValue());
        auto devices = devicesOfJobs(project, *topology);
        QCOMPARE(devices.size(), std::size_t(2));
        QCOMPARE(devices[0].size(), std::size_t(16));
        QCOMPARE(devices[1].front(), std::string("c:0"));
        // Single devices; a second job does not get what the first one has.
        project.jobs[0].devices = {"c:0", "c:1"};
        project.jobs.push_back(project.jobs[0]);
        project.jobs[1].name = "third";
        project.jobs[1].devices = {"c"};
        devices = devicesOfJobs(project, *topology);
        QCOMPARE(devices[1], (std::vector<std::string>{"c:0", "c:1"}));
        QCOMPARE(devices[2].size(), std::size_t(6));
    }
    void oneJobAsAProject()
    {
        const Project project = twoJobs();
        const Project own = projectOfJob(project, 0);
        QVERIFY(own.jobs.empty() && own.plans == project.plans && own.workload == project.workload);
        const Project other = projectOfJob(project, 1);
        QVERIFY(other.jobs.empty() && other.cluster == project.cluster);
        QVERIFY(other.workload == project.jobs[0].workload);
        QVERIFY(other.plans.size() == 1 && other.plans[0].plan == *project.jobs[0].plan);
        Project unplanned = project;
        unplanned.jobs[0].plan.reset();
        QVERIFY(projectOfJob(unplanned, 1).plans.empty());
    }
    void whatDoesNotFitIsWarnedOf()
    {
        QVERIFY(warningPaths(twoJobs()).empty());
        Project project = twoJobs();
        project.jobs[0].devices = {"c", "nowhere"};
        QCOMPARE(warningPaths(project), (std::vector<std::string>{"/jobs/0/devices/1"}));
        project.jobs[0].devices = {};
        QCOMPARE(warningPaths(project), (std::vector<std::string>{"/jobs/0/devices", "/jobs/0/plan"}));
        // The project's own plan runs on a, which is now the other job's.
        project.jobs[0].devices = {"c", "a"};
        QCOMPARE(warningPaths(project), (std::vector<std::string>{"/plans/0/plan"}));
        project = twoJobs();
        project.jobs.push_back(project.jobs[0]);
        project.jobs[1].name = "third";
        project.jobs[1].devices = {"c:3", "b"};
        const auto both = warningPaths(project);
        QVERIFY(std::find(both.begin(), both.end(), "/jobs/1/devices/0") != both.end());
        QVERIFY(std::find(both.begin(), both.end(), "/jobs/1/plan") != both.end()); // it runs on c:0
        project = twoJobs();
        project.jobs[0].workload.job.globalBatch = 9;
        QCOMPARE(warningPaths(project).size(), std::size_t(1));
        QVERIFY(warningPaths(project)[0].starts_with("/jobs/0/plan"));
        project = twoJobs();
        project.prices = {{"nothing", {{{Seconds(0), 1}}}, {}}};
        QCOMPARE(warningPaths(project), (std::vector<std::string>{"/prices/0/name"}));
    }
    void mistakesAreErrors()
    {
        const auto firstPath = [](const Project &project) {
            const auto findings = parseProject(projectText(project), "p").findings;
            return findings.ok() ? std::string() : findings.errors.front().path;
        };
        Project project = twoJobs();
        project.jobs.push_back(project.jobs[0]);
        QCOMPARE(firstPath(project), std::string("/jobs/1/name"));
        project.jobs[1].name.clear();
        QCOMPARE(firstPath(project), std::string("/jobs/1/name"));
        project.jobs.assign(maxProjectJobs + 1, project.jobs[0]);
        for (std::size_t i = 0; i < project.jobs.size(); ++i)
            project.jobs[i].name = std::to_string(i);
        QCOMPARE(firstPath(project), std::string("/jobs"));
        project = twoJobs();
        project.prices = {{"a", {{{Seconds(0), 1}, {Seconds(0), 2}}}, {}}};
        QCOMPARE(firstPath(project), std::string("/prices/0/curve/1/at"));
        project.prices[0].curve.points.clear();
        QCOMPARE(firstPath(project), std::string("/prices/0/curve"));
        project.prices = {{"a", {{{Seconds(0), 1}}}, {}}, {"a", {{{Seconds(0), 1}}}, {}}};
        QCOMPARE(firstPath(project), std::string("/prices/1/name"));
    }
    void editsOfTheClusterAreFollowed()
    {
        Project project = twoJobs();
        project.prices = {{"c", {{{Seconds(0), 1}}}, {}}};
        Node renamed = *project.cluster.findNode("c");
        renamed.name = "d";
        auto edited = replaceNode(project, "c", renamed);
        QVERIFY(edited.hasValue());
        QCOMPARE(edited->jobs[0].devices, std::vector<std::string>{"d"});
        QCOMPARE(edited->jobs[0].plan->pipelines[0].stages[0].groups[0].devices[0], std::string("d:0"));
        QCOMPARE(edited->prices[0].name, std::string("d"));
        QVERIFY(warningPaths(*edited).empty());
        const auto changes = changesBetween(project, *edited);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].kind, Change::Kind::renamed);
        edited = removeThings(project, {"c"});
        QVERIFY(edited && edited->jobs.size() == 1);
        QVERIFY(edited->jobs[0].devices.empty() && !edited->jobs[0].plan && edited->prices.empty());
        Node smaller = *project.cluster.findNode("c");
        smaller.devices.resize(1);
        edited = replaceNode(project, "c", smaller);
        QVERIFY(edited && edited->jobs[0].devices == std::vector<std::string>{"c"} && !edited->jobs[0].plan);
    }
    void jobsAreAddedChangedAndRemoved()
    {
        Project project = twoJobs();
        QCOMPARE(freeJobName(project, "other"), std::string("other 2"));
        QVERIFY(!addJob(project, project.jobs[0]));
        ProjectJob third = project.jobs[0];
        third.name = "third";
        third.plan.reset();
        auto edited = addJob(project, third); // takes the node
        QVERIFY(edited && edited->jobs.size() == 2);
        QVERIFY(edited->jobs[0].devices.empty() && !edited->jobs[0].plan);
        QCOMPARE(edited->jobs[1].devices, std::vector<std::string>{"c"});
        third.name = "other";
        QVERIFY(!replaceJob(*edited, "third", third));
        QVERIFY(!replaceJob(*edited, "fourth", third));
        third.begin = Seconds(2);
        QCOMPARE(replaceJob(project, "other", third)->jobs[0].begin, Seconds(2));
        Workload longer = project.jobs[0].workload;
        QVERIFY(setJobWorkload(project, "other", longer)->jobs[0].plan.has_value());
        longer.job.sequenceLength *= 2;
        const auto again = setJobWorkload(project, "other", longer);
        QVERIFY(again && again->jobs[0].workload == longer && !again->jobs[0].plan); // it was for shorter ones
        QVERIFY(!setJobWorkload(project, "nobody", longer));
        longer.job.globalBatch = 0;
        QVERIFY(!setJobWorkload(project, "other", longer));
        QVERIFY(removeJob(project, "other")->jobs.empty());
        QVERIFY(!removeJob(project, "third"));
        const Plan own = samples::plan();
        QVERIFY(!setJobPlans(project, "planned", {own}));
        Plan changed = *project.jobs[0].plan;
        changed.zeroStage = 1;
        edited = setJobPlans(project, "planned", {own, changed});
        QVERIFY(edited && edited->plans == project.plans && edited->jobs[0].plan == changed);
    }
    void pricesAreSetAndRemoved()
    {
        const Project project = twoJobs();
        const DevicePrice price{"c", {{{Seconds(0), 2}}}, {}};
        const auto priced = setPrice(project, price);
        QVERIFY(priced && priced->prices == std::vector<DevicePrice>{price});
        QCOMPARE(setPrice(*priced, {"c", {{{Seconds(0), 3}}}, {}})->prices.size(), std::size_t(1));
        QVERIFY(!setPrice(project, {"nowhere", {{{Seconds(0), 2}}}, {}}));
        QVERIFY(!setPrice(project, {"c", {}, {}}));
        QVERIFY(removePrice(*priced, "c") == project);
        QVERIFY(removePrice(project, "c") == project);
        QCOMPARE(priceCurves(priced->prices).at("c").points[0].factor, 2.0);
    }
};

QTEST_GUILESS_MAIN(ProjectJobTest)
#include "project_job_test.moc"
