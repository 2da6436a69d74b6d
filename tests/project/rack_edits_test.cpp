// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rack against the same things drawn one by one: the expanded cluster is the same.
#include "project/rack_edits.h"

#include "cluster/topology.h"
#include "project/edits.h"
#include "project/project_file.h"

#include "support/property.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <rapidcheck.h>

using namespace heteroscope;

namespace {

constexpr CanvasPosition pitch{500, 300};

bool sameGraph(const Topology &a, const Topology &b)
{
    const auto all = [](const auto &one, const auto &other, auto &&same) {
        return std::equal(one.begin(), one.end(), other.begin(), other.end(), same);
    };
    bool same = all(a.devices(), b.devices(), [](const TopologyDevice &x, const TopologyDevice &y) {
        return x.type == y.type && x.node == y.node && x.indexInNode == y.indexInNode && x.speed == y.speed;
    });
    same = same && all(a.nodes(), b.nodes(), [](const auto &x, const auto &y) { return x.devices == y.devices; });
    same = same && all(a.vertices(), b.vertices(), [](const TopologyVertex &x, const TopologyVertex &y) {
               return x.forwards == y.forwards && x.node == y.node && x.latency == y.latency && x.reduces == y.reduces;
           });
    same = same && all(a.edges(), b.edges(), [](const TopologyEdge &x, const TopologyEdge &y) {
               return x.from == y.from && x.to == y.to && x.bandwidth == y.bandwidth && x.latency == y.latency &&
                      x.technology == y.technology && x.rate == y.rate;
           });
    same = same && a.conflictSets() == b.conflictSets() && a.deviceTypes() == b.deviceTypes();
    for (std::size_t i = 0; same && i < a.nodes().size(); ++i)
        same = a.ringPlace(i) == b.ringPlace(i);
    return same;
}

int number(int low, int high) { return *rc::gen::inRange(low, high + 1); }

/// One rack of some nodes and perhaps their leaf, beside other nodes, all linked at random to leaf and spine.
Project randomRackProject()
{
    Project project;
    project.workload = samples::workload();
    Cluster &cluster = project.cluster;
    cluster.switches = {samples::networkSwitch("leaf-0"), samples::networkSwitch("spine")};
    cluster.links.push_back(samples::link("up", "leaf-0", "spine"));
    Rack rack;
    rack.name = "rack-0";
    rack.repeat = number(1, 5);
    rack.collapsed = number(0, 1) == 1;
    const int nodes = number(1, 5);
    for (int i = 0; i < nodes; ++i) {
        const std::string name = "n-" + std::to_string(i);
        const char *type = number(0, 1) ? "A100-80GB SXM" : "H100-80GB SXM";
        cluster.nodes.push_back(samples::box(name, type, static_cast<std::size_t>(number(1, 4))));
        if (number(0, 3) == 0)
            cluster.nodes.back().devices[0].speed.points = {{Seconds(0), 0.5}};
        cluster.links.push_back(
            samples::link("l" + std::to_string(i), name, number(0, 1) ? "leaf-0" : "spine", 1e9 * number(1, 100)));
        if (number(0, 4) == 0)
            cluster.links.back().rate.points = {{Seconds(1), 0.25}};
        if (number(0, 1) || (i + 1 == nodes && rack.members.empty()))
            rack.members.push_back(name);
        project.canvas[name] = {100.0 * i, 0};
    }
    if (number(0, 1))
        rack.members.push_back("leaf-0");
    if (number(0, 1))
        cluster.conflictSets.push_back({"shared", {"up", "l0"}, {}});
    cluster.racks = {rack};
    return project;
}

QString reason(const Result<Project> &edited)
{
    return edited ? QString() : QString::fromStdString(edited.error().found + ", " + edited.error().expected);
}

} // namespace

class RackEditsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void writtenOutIsTheSameGraph()
    {
        HETEROSCOPE_PROPERTY("a rack and all its copies written out expand to the same topology", [] {
            const Project project = randomRackProject();
            const auto written = writeOutRack(project, "rack-0", pitch);
            RC_ASSERT(written.hasValue());
            RC_ASSERT(written->cluster.racks.empty());
            const auto racked = Topology::build(project.cluster);
            const auto drawn = Topology::build(written->cluster);
            RC_ASSERT(racked.hasValue());
            RC_ASSERT(drawn.hasValue());
            RC_ASSERT(sameGraph(*racked, *drawn));
            RC_ASSERT(deviceCount(project.cluster) == drawn->devices().size());
            RC_ASSERT(deviceCount(written->cluster) == drawn->devices().size());
            RC_ASSERT(linkCount(project.cluster) == written->cluster.links.size());
            const DeviceId last(drawn->devices().size() - 1);
            const auto way = racked->route(DeviceId(std::size_t(0)), last);
            const auto other = drawn->route(DeviceId(std::size_t(0)), last);
            RC_ASSERT(way.has_value() == other.has_value());
            RC_ASSERT(!way || way->edges == other->edges);
        });
    }

    void plansAndGroupsFollowTheCopies()
    {
        Project project = samples::project();
        project.cluster.racks = {{"r", {"b"}, 3, {}}};
        project.plans[0].plan.pipelines[0].stages[1].groups[0] = samples::group("b#3", 0, 4);
        project.plans[0].plan.unusedDevices = {"b:7", "b#2:7"};
        project.cluster.deviceGroups = {{"g", {"a", "b#2", "b#3:1"}, {}}};
        QVERIFY(findPlanMistakes(project).ok());
        const auto written = *writeOutRack(project, "r", pitch);
        QCOMPARE(written.cluster.nodes.size(), std::size_t(4));
        QCOMPARE(written.cluster.nodes[2].name, std::string("b-0"));
        QVERIFY(findPlanMistakes(written).ok());
        QCOMPARE(written.plans[0].plan.pipelines[0].stages[1].groups[0].devices[1], std::string("b-1:1"));
        QCOMPARE(written.plans[0].plan.unusedDevices, (std::vector<std::string>{"b:7", "b-0:7"}));
        QCOMPARE(written.cluster.deviceGroups[0].devices, (std::vector<std::string>{"a", "b-0", "b-1:1"}));
        QCOMPARE(written.canvas.at("b-0"), (CanvasPosition{100 + pitch.x, 0}));
        QCOMPARE(written.canvas.at("b-1"), (CanvasPosition{100, pitch.y}));
    }

    void aRackThatIsThereOnceOnlyGoes()
    {
        Project project = samples::project();
        project.cluster.racks = {{"r", {"b"}, 1, {}}};
        QVERIFY(*writeOutRack(project, "r", pitch) == samples::project());
    }

    void tooManyCopiesStayARack()
    {
        Project project = samples::project();
        project.cluster.racks = {{"r", {"a", "b"}, 2049, {}}};
        const auto written = writeOutRack(project, "r", pitch);
        QCOMPARE(reason(written), QString("4098 nodes and switches in all copies of \"r\", at most 4096"));
        QCOMPARE(written.error().hint, std::string("repeat it less often first"));
        QCOMPARE(reason(writeOutRack(project, "nobody", pitch)), QString("\"nobody\", a rack"));
    }

    void thingsComeAndGo()
    {
        Project project = samples::project();
        project.cluster.racks = {{"r", {"a"}, 2, {}}};
        const auto both = *addToRack(project, "r", {"b"});
        QCOMPARE(both.cluster.racks[0].members, (std::vector<std::string>{"a", "b"}));
        QVERIFY(reason(addToRack(project, "r", {"a"})).contains("one rack at most"));
        QVERIFY(reason(addToRack(project, "q", {"b"})).contains("a rack"));
        QVERIFY(*takeOutOfRacks(both, {"b", "s"}) == project);
        QVERIFY(takeOutOfRacks(both, {"a", "b"})->cluster.racks.empty());
        Project used = both;
        used.plans[0].plan.pipelines[0].stages[0].groups[0] = samples::group("a#2", 0, 4);
        QVERIFY(takeOutOfRacks(used, {"a"})->plans.empty());
    }

    void closedOnesStayClosedInTheFile()
    {
        Project project = samples::project();
        project.cluster.racks = {{"r", {"a"}, 2, {}, true}, {"q", {"b"}, 3, {}}};
        const std::string text = projectText(project);
        const auto loaded = parseProject(text, "p");
        QVERIFY(loaded.findings.ok());
        QVERIFY(loaded.project == project);
        QCOMPARE(QString::fromStdString(text).count(QStringLiteral("collapsed")), qsizetype(1)); // old texts stay
    }

    void mistakesSayWhereAndHowToMend()
    {
        Project project = samples::project();
        project.cluster.racks = {{"r", {"a"}, 2, {}}, {"q", {"a"}, 2, {}}, {"e", {}, 2, {}}};
        const auto loaded = parseProject(projectText(project), "p");
        QCOMPARE(loaded.findings.errors.size(), std::size_t(1));
        QCOMPARE(loaded.findings.errors[0].path, std::string("/cluster/racks/1/members/0"));
        QCOMPARE(loaded.findings.errors[0].hint, std::string("take it out of one of them"));
        QVERIFY(std::any_of(loaded.findings.warnings.begin(), loaded.findings.warnings.end(), [](const Error &warning) {
            return warning.path == "/cluster/racks/2/members" && !warning.hint.empty();
        }));
    }
};

QTEST_GUILESS_MAIN(RackEditsTest)
#include "rack_edits_test.moc"
