// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several jobs on one cluster: what they see of shared links, and planning in turn.
#include "design/shared_jobs.h"

#include "planner/overtime/replan.h"
#include "planner/space_support.h"
#include "simulator/predict_step.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

/// Two switches with a thin link between them; nodes a and c at the first, b and d at the second.
Cluster dumbbell(double uplink)
{
    Cluster cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                  test::node("c", "A100-80GB SXM", 2), test::node("d", "A100-80GB SXM", 2)});
    Switch second = cluster.switches.front();
    second.name = "second";
    cluster.switches.push_back(second);
    for (Link &link : cluster.links) {
        for (std::string *end : {&link.from, &link.to}) {
            const std::string &other = end == &link.from ? link.to : link.from;
            if (*end == cluster.switches.front().name && (other == "b" || other == "d"))
                *end = "second";
        }
    }
    cluster.links.push_back(test::link("up", cluster.switches.front().name, "second", BytesPerSecond(uplink)));
    return cluster;
}

/// A pipeline of two stages over the first devices of two nodes.
Project job(const Cluster &cluster, const std::string &first, const std::string &second)
{
    Project project;
    project.cluster = cluster;
    project.workload = test::smallGpt();
    const int layers = project.workload.model.planLayers();
    Plan plan;
    plan.pipelines = {test::pipeline({{first + ":0"}, {second + ":0"}}, {layers / 2, layers - layers / 2},
                                     project.workload.job.globalBatch)};
    project.plans = {{"plan", withUnusedDevices(plan, *Topology::build(cluster)), {}, {}}};
    return project;
}

Seconds stepOf(const Project &project, double uplinkRate)
{
    Cluster cluster = project.cluster;
    cluster.links.back().rate.points = {{Seconds(0), uplinkRate}};
    const auto step = predictStep(*Topology::build(cluster), project.workload, project.plans.front().plan);
    return step ? toSeconds(step->stepTime) : Seconds(infinity);
}

} // namespace

class SharedJobsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void jobsWithoutASharedLinkAreAlone()
    {
        const Cluster cluster = dumbbell(1e9);
        const auto shared = simulateShared({job(cluster, "a", "c"), job(cluster, "b", "d")});
        QVERIFY2(shared.hasValue(), shared ? "" : toString(shared.error()).c_str());
        QVERIFY(shared->settled);
        for (const SharedJob &one : shared->jobs) {
            QCOMPARE(one.together, one.alone);
            for (std::size_t link = 0; link < one.rates.size(); ++link) {
                if (one.loads[link] > 0)
                    QCOMPARE(one.rates[link], 1.0);
            }
        }
    }
    void equalJobsShareEqually()
    {
        const Cluster cluster = dumbbell(2e8);
        const std::vector<Project> jobs = {job(cluster, "a", "b"), job(cluster, "c", "d")};
        const auto shared = simulateShared(jobs);
        QVERIFY(shared && shared->settled);
        const SharedJob &one = shared->jobs[0], &other = shared->jobs[1];
        QVERIFY(std::abs(one.together / other.together - 1) < 1e-3);
        QVERIFY(one.together > one.alone * 1.01);
        QVERIFY(one.together <= stepOf(jobs[0], 0.5) * 1.0001); // max-min leaves half at least
        QCOMPARE(one.alone, stepOf(jobs[0], 1));
        QVERIFY(one.steps >= 8 && one.shortest <= one.together && one.together <= one.longest);
        // What the search for one job is told of the link.
        const std::size_t up = cluster.links.size() - 1;
        QCOMPARE(one.rates[up], std::max(0.5, 1 - other.loads[up]));
    }
    void jobsOfAProjectAreThoseOfItsFiles()
    {
        const Cluster cluster = dumbbell(2e8);
        const std::vector<Project> files = {job(cluster, "a", "b"), job(cluster, "c", "d")};
        Project both = files[0];
        ProjectJob second;
        second.name = "second";
        second.workload = files[1].workload;
        second.devices = {"c", "d"};
        second.plan = files[1].plans.front().plan;
        both.jobs = {second};
        const auto input = sharedJobsOf(both);
        QVERIFY2(input.hasValue(), input ? "" : toString(input.error()).c_str());
        QCOMPARE(input->jobs[0].devices, (std::vector<std::string>{"a:0", "a:1", "b:0", "b:1"}));
        QCOMPARE(input->jobs[1].devices, (std::vector<std::string>{"c:0", "c:1", "d:0", "d:1"}));
        const auto together = simulateShared(*input), apart = simulateShared(files);
        QVERIFY(together && apart);
        for (std::size_t i = 0; i < 2; ++i)
            QCOMPARE(together->jobs[i].together, apart->jobs[i].together);
        // A job without a plan is planned, not simulated.
        both.jobs[0].plan.reset();
        const auto unplanned = simulateShared(*sharedJobsOf(both));
        QVERIFY(!unplanned && unplanned.error().path == "/jobs/0/plan");
        SharedJobsOptions options;
        options.search.space = SearchSpace::C;
        const auto planned = planShared(*sharedJobsOf(both), options);
        QVERIFY2(planned.hasValue(), planned ? "" : toString(planned.error()).c_str());
        QVERIFY(planned->jobs[1].feasible && !planned->jobs[1].plan.pipelines.empty());
        both.jobs[0].devices = {"a", "d"};
        const auto taken = sharedJobsOf(both);
        QVERIFY(!taken && taken.error().path == "/plans/0/plan");
        both.jobs.clear();
        QVERIFY(!sharedJobsOf(both));
    }
    void aJobMayBeginLater()
    {
        const Cluster cluster = dumbbell(2e8);
        Project both = job(cluster, "a", "b");
        ProjectJob second;
        second.name = "second";
        second.workload = both.workload;
        second.devices = {"c", "d"};
        second.plan = job(cluster, "c", "d").plans.front().plan;
        both.jobs = {second};
        const auto atOnce = simulateShared(*sharedJobsOf(both));
        both.jobs[0].begin = atOnce->jobs[0].alone * 0.5;
        const auto later = simulateShared(*sharedJobsOf(both));
        QVERIFY(later.hasValue());
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(later->jobs[i].alone, atOnce->jobs[i].alone);
            QVERIFY(later->jobs[i].together >= later->jobs[i].alone);
        }
    }
    void theLoadIsItsBytesOverTime()
    {
        const Cluster cluster = dumbbell(1e10);
        const Project one = job(cluster, "a", "b");
        const auto shared = simulateShared({one, job(cluster, "c", "d")});
        QVERIFY(shared && shared->settled);
        const auto step = predictStep(*Topology::build(cluster), one.workload, one.plans.front().plan);
        QVERIFY(step.hasValue());
        const std::size_t up = cluster.links.size() - 1;
        double busiest = 0;
        const Topology topology = *Topology::build(cluster);
        for (const LinkLoad &load : step->links) {
            if (topology.edges()[load.edge.index()].link == "up")
                busiest = std::max(busiest, load.busy.value);
        }
        QVERIFY(busiest > 0);
        const double expected = busiest / shared->jobs[0].together.value;
        QVERIFY(std::abs(shared->jobs[0].loads[up] / expected - 1) < 0.02);
    }
    void planningInTurnNeverGetsWorse()
    {
        const Cluster cluster = dumbbell(2e8);
        const std::vector<Project> jobs = {job(cluster, "a", "b"), job(cluster, "c", "d")};
        SharedJobsOptions options;
        options.search.space = SearchSpace::C;
        const auto before = simulateShared(jobs, options);
        const auto after = planShared(jobs, options);
        QVERIFY2(after.hasValue(), after ? "" : toString(after.error()).c_str());
        QVERIFY(after->settled && after->searches >= 2);
        QVERIFY(after->slowdown() <= before->slowdown());
        QVERIFY(after->changes > 0); // one device a node is left out at the start
        // Each job stays on its nodes.
        for (const auto &[index, others] : {std::pair(std::size_t(0), "cd"), std::pair(std::size_t(1), "ab")}) {
            for (const Stage &stage : after->jobs[index].plan.pipelines.front().stages) {
                for (const TensorGroup &group : stage.groups) {
                    for (const std::string &device : group.devices)
                        QVERIFY(std::string_view(others).find(device.front()) == std::string_view::npos);
                }
            }
        }
        // Planning again from there does not get worse either; steps are compared with those of the plans that it
        // begins with.
        std::vector<Project> again = jobs;
        for (std::size_t i = 0; i < again.size(); ++i)
            again[i].plans.front().plan = after->jobs[i].plan;
        const auto rest = planShared(again, options);
        QVERIFY(rest && rest->slowdown() <= simulateShared(again, options)->slowdown());
    }
    void mistakesAreNamed()
    {
        const Cluster cluster = dumbbell(1e9);
        const Project one = job(cluster, "a", "b");
        QVERIFY(!simulateShared({one}));
        Project none = job(cluster, "c", "d");
        none.plans.clear();
        auto refused = simulateShared({one, none});
        QVERIFY(!refused && refused.error().path == "/1/plans");
        refused = simulateShared({one, one});
        QVERIFY(!refused && refused.error().path == "/1/plans/0");
        QVERIFY2(refused.error().found.find("a:0") != std::string::npos, refused.error().found.c_str());
        refused = simulateShared({one, job(dumbbell(2e9), "c", "d")});
        QVERIFY(!refused && refused.error().path == "/1/cluster");
        // The other devices of the same node: simulated, but not planned.
        Project beside = job(cluster, "c", "d");
        for (Stage &stage : beside.plans.front().plan.pipelines.front().stages) {
            for (TensorGroup &group : stage.groups)
                group.devices.front().replace(0, 3, group.devices.front().front() == 'c' ? "a:1" : "b:1");
        }
        beside.plans.front().plan = withUnusedDevices(beside.plans.front().plan, *Topology::build(cluster));
        QVERIFY(simulateShared({one, beside}));
        QVERIFY(!planShared({one, beside}));
    }
};

QTEST_GUILESS_MAIN(SharedJobsTest)
#include "shared_jobs_test.moc"
