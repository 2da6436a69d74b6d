// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope replan on a small cluster whose link slows down for a while.
#include "planner/overtime/replan.h"
#include "project/project_file.h"
#include "support/clusters.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

using namespace heteroscope;
using test::hscope;

class ReplanCommandTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    static Project project()
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)});
        project.cluster.links[0].rate.points = {{Seconds(3600), 0.002}, {Seconds(7200), 1}};
        project.workload = test::smallGpt();
        return project;
    }
    std::string saved(const Project &project) const
    {
        const std::string path = m_folder.filePath(QStringLiteral("project.hscope.json")).toStdString();
        if (!saveProject(project, path))
            qFatal("not saved");
        return path;
    }

private slots:
    void theTableNamesEveryPolicy()
    {
        const auto run = hscope({"replan", saved(project()), "--space", "C", "--restart", "5"});
        QVERIFY2(run.status == 0, run.err.c_str());
        for (const char *row : {"best sequence", "best fixed plan", "greedy", "past", "forecast", "searches", "gain"})
            QVERIFY2(run.out.find(row) != std::string::npos, run.out.c_str());
    }
    void jsonIsThatOfTheContract()
    {
        const auto run = hscope({"replan", saved(project()), "--space", "C", "--restart", "5", "--json", "-"});
        QVERIFY2(run.status == 0, run.err.c_str());
        const auto json = parseJson(run.out);
        QVERIFY(json);
        const Json &segments = (*json)["segments"];
        QVERIFY(segments.is_array() && !segments.empty());
        QCOMPARE(segments[0]["from"].get<double>(), 0.0);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            QVERIFY(segments[i]["plan"].is_object() && segments[i]["stepTime"].get<double>() > 0);
            if (i > 0)
                QCOMPARE(segments[i]["from"].get<double>(), segments[i - 1]["to"].get<double>());
        }
        const double total = (*json)["totalTime"].get<double>();
        QCOMPARE(segments.back()["to"].get<double>(), total);
        QVERIFY(total <= (*json)["bestFixed"]["totalTime"].get<double>());
        QVERIFY(total <= (*json)["greedy"]["totalTime"].get<double>());
        QVERIFY((*json)["bestFixed"]["plan"].is_object() && (*json)["switches"].is_array());
        QCOMPARE((*json)["searches"].get<int>(), 2);
        QCOMPARE((*json)["states"].get<int>(), 2);
    }
    void theSameForAnyNumberOfThreads()
    {
        ReplanOptions options;
        options.search.space = SearchSpace::C;
        options.search.threads = 1;
        const auto one = planOverTime(project(), options);
        options.search.threads = 3;
        const auto three = planOverTime(project(), options);
        QVERIFY(one && three);
        QVERIFY(one->candidates == three->candidates);
        QVERIFY(one->problem.stepTime == three->problem.stepTime);
        QVERIFY(one->problem.switchTime == three->problem.switchTime);
        QCOMPARE(one->best.totalTime, three->best.totalTime);
    }
    void aNodeThatLeavesIsLeft()
    {
        Project project = ReplanCommandTest::project();
        project.cluster.links[0].rate.points.clear();
        for (Device &device : project.cluster.nodes[1].devices)
            device.speed.points = {{Seconds(7200), 0}, {Seconds(14400), 1}};
        ReplanOptions options;
        options.search.space = SearchSpace::C;
        const auto result = planOverTime(project, options);
        QVERIFY2(result.hasValue(), result ? "" : toString(result.error()).c_str());
        QVERIFY(result->best.totalTime < infinity);
        // A plan without the node works while it is gone.
        const auto &piece = result->scenario.pieces;
        for (std::size_t i = 0; i < result->best.plans.size(); ++i) {
            if (piece[i].from >= Seconds(7200 + 600) && piece[i].to <= Seconds(14400))
                QVERIFY(result->best.plans[i] != result->problem.down());
        }
    }
    void nothingChanges()
    {
        Project still = project();
        still.cluster.links[0].rate.points.clear();
        const auto run = hscope({"replan", saved(still), "--space", "C"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY(run.out.find("no rate curve") != std::string::npos);
        QVERIFY(run.out.find("no switch pays") != std::string::npos);
    }
    void goodputIsInTheJson()
    {
        const std::string file = saved(project());
        const auto run =
            hscope({"replan", file, "--space", "C", "--searches", "1", "--goodput", "--spares", "1", "--json", "-"});
        QVERIFY2(run.status == 0, run.err.c_str());
        const auto json = parseJson(run.out);
        QVERIFY(json);
        const Json &goodput = json->at("goodput");
        const Json &kept = goodput.at("kept");
        QVERIFY(0 < kept["low"].get<double>() && kept["low"] <= kept["median"] && kept["median"] <= kept["high"]);
        QVERIFY(kept["high"].get<double>() < 1);
        const double all = goodput["tokensPerSecond"]["withoutFailures"].get<double>();
        QCOMPARE(goodput["tokensPerSecond"]["mean"].get<double>(), all * kept["mean"].get<double>());
        QVERIFY(goodput["interval"]["young"].get<double>() > 0 && goodput["spares"] == 1);
        QVERIFY(!parseJson(hscope({"replan", file, "--space", "C", "--searches", "1", "--json", "-"}).out)
                     ->contains("goodput"));
        const auto without =
            hscope({"replan", file, "--space", "C", "--searches", "1", "--goodput", "--storage", "0", "--json", "-"});
        QVERIFY(parseJson(without.out)->at("goodput").is_null());
    }
    void mistakesAreRefused()
    {
        QCOMPARE(hscope({"replan"}).status, 2);
        QCOMPARE(hscope({"replan", "/no/such/file"}).status, 3);
        QCOMPARE(hscope({"replan", saved(project()), "--steps", "-1"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(ReplanCommandTest)
#include "replan_test.moc"
