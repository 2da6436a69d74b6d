// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope scenario: curves of a seed for links, nodes and devices of a project.
#include "cluster/scenario_shapes.h"
#include "project/project_file.h"
#include "support/clusters.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

using namespace heteroscope;
using test::hscope;

class ScenarioCommandTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string saved() const
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)});
        project.workload = test::smallGpt();
        const std::string path = m_folder.filePath(QStringLiteral("project.hscope.json")).toStdString();
        if (!saveProject(project, path))
            qFatal("not saved");
        return path;
    }

private slots:
    void aLinkGetsTheCurveOfTheSeed()
    {
        const std::string file = saved();
        const auto run = hscope({"scenario", "flapping", "--of", "to-a", "-o", file, "--seed", "7", "--low", "0.25",
                                 "--up", "7200", "--down", "1800"});
        QVERIFY2(run.status == 0, run.err.c_str());
        ShapeOptions options;
        options.seed = 7;
        options.low = 0.25;
        options.meanUp = Seconds(7200);
        options.meanDown = Seconds(1800);
        const auto project = loadProject(file);
        QVERIFY(project);
        QVERIFY(project->cluster.links[0].rate == scenarioCurve(ScenarioShape::flapping, options));
        QVERIFY(project->cluster.links[1].rate.isConstantOne());
    }
    void allDevicesOfANodeAndOneDevice()
    {
        const std::string file = saved();
        QCOMPARE(hscope({"scenario", "preemption", "--of", "b", "-o", file, "--up", "3600"}).status, 0);
        QCOMPARE(hscope({"scenario", "slowdown", "--of", "a:1", "-o", file, "--up", "3600"}).status, 0);
        const auto project = loadProject(file);
        QVERIFY(project);
        const auto &nodes = project->cluster.nodes;
        QVERIFY(nodes[1].devices[0].speed == nodes[1].devices[1].speed && !nodes[1].devices[0].speed.points.empty());
        QVERIFY(nodes[0].devices[0].speed.isConstantOne() && !nodes[0].devices[1].speed.isConstantOne());
    }
    void thousandsOfSegments()
    {
        const std::string file = saved();
        QCOMPARE(hscope({"scenario", "diurnal", "--of", "to-a", "-o", file, "--horizon", "604800"}).status, 0);
        const auto project = loadProject(file);
        QVERIFY(project && project->cluster.links[0].rate.points.size() > 5000);
    }
    void mistakesAreRefused()
    {
        const std::string file = saved();
        const auto unknown = hscope({"scenario", "flapping", "--of", "to-q", "-o", file});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.find("to-q") != std::string::npos && unknown.err.find("did you mean") != std::string::npos,
                 unknown.err.c_str());
        for (const char *device : {"a:2", "a:", "a:x", "q:0"})
            QCOMPARE(hscope({"scenario", "flapping", "--of", device, "-o", file}).status, 3);
        QCOMPARE(hscope({"scenario", "sometimes", "--of", "to-a", "-o", file}).status, 2);
        QCOMPARE(hscope({"scenario", "flapping", "--of", "to-a"}).status, 2);
        QCOMPARE(hscope({"scenario", "flapping", "--of", "to-a", "-o", file, "--low", "2"}).status, 2);
        QCOMPARE(hscope({"scenario", "diurnal", "--of", "to-a", "-o", file, "--horizon", "1e9", "--every", "1"}).status,
                 3);
        const auto project = loadProject(file); // nothing was written
        QVERIFY(project && project->cluster.links[0].rate.isConstantOne());
    }
};

QTEST_GUILESS_MAIN(ScenarioCommandTest)
#include "scenario_test.moc"
