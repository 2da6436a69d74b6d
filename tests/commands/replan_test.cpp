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

#include <fstream>

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
    void aLossIsSaid()
    {
        const std::string file = saved(project());
        const auto run = hscope({"replan", file, "--space", "C", "--searches", "1", "--without", "a"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY2(run.out.find("without a at the start: ") != std::string::npos, run.out.c_str());
        const auto shrinks =
            hscope({"replan", file, "--space", "C", "--searches", "1", "--without", "a", "--goodput", "--json", "-"});
        const auto json = parseJson(shrinks.out);
        QVERIFY(json);
        const Json &loss = json->at("without");
        QVERIFY(loss["names"] == Json{"a"} && loss["plan"].is_object() && loss["stepTime"].get<double>() > 0);
        const Json &shrunk = json->at("goodput").at("shrunk");
        QCOMPARE(shrunk.size(), std::size_t(1));
        QCOMPARE(shrunk[0].get<double>(),
                 std::min(1.0, loss["stepTimeBefore"].get<double>() / loss["stepTime"].get<double>()));
        const auto unknown = hscope({"replan", file, "--space", "C", "--searches", "1", "--without", "nowhere"});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.find("nowhere") != std::string::npos, unknown.err.c_str());
    }
    void pricesCountInTheCost()
    {
        const std::string file = saved(project());
        const auto costs = [&](const char *text) {
            const std::string prices = m_folder.filePath(QStringLiteral("prices.csv")).toStdString();
            std::ofstream(prices) << text;
            return hscope({"replan", file, "--space", "C", "--searches", "1", "--prices", prices, "--json", "-"});
        };
        const auto cheap = parseJson(costs("seconds,a,b\n0,1,1\n").out);
        const auto dear = parseJson(costs("seconds,a,b\n0,1,1\n1800,3,3\n").out);
        QVERIFY(cheap && dear);
        const double total = (*cheap)["totalTime"].get<double>();
        QVERIFY(total > 1800 && (*dear)["totalTime"].get<double>() == total);
        const double low = (*cheap)["cost"]["sequence"].get<double>();
        const double high = (*dear)["cost"]["sequence"].get<double>();
        QVERIFY(low > 0 && low < high && high < 3 * low);
        QVERIFY((*cheap)["cost"]["cheapestFixed"]["cost"].get<double>() <= (*cheap)["cost"]["bestFixed"].get<double>());
        const auto unknown = costs("seconds,nowhere\n0,1\n");
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.find("nowhere") != std::string::npos, unknown.err.c_str());
        QCOMPARE(costs("seconds,a (GB/s)\n0,1\n").status, 3);
        QCOMPARE(costs("seconds,a\n0,much\n").status, 3);
    }
    void theCheapestSequenceWaitsForLowPrices()
    {
        Project priced = project();
        priced.cluster.links[0].rate.points.clear();
        priced.prices = {{"a", {{{Seconds(0), 9}, {Seconds(3600), 1}}}, {}},
                         {"b", {{{Seconds(0), 9}, {Seconds(3600), 1}}}, {}}};
        const std::string file = saved(priced);
        const auto least = [&file](const char *deadline) {
            const auto run = hscope({"replan", file, "--space", "C", "--searches", "1", "--steps", "20000", "--horizon",
                                     "14400", "--objective", "cost", "--deadline", deadline, "--json", "-"});
            return std::pair(run.status, run.status == 3 ? Json() : (*parseJson(run.out))["cost"]);
        };
        const auto [status, cost] = least("14400");
        QCOMPARE(status, 0);
        const Json &found = cost["least"];
        QVERIFY(found["proved"].get<bool>());
        QCOMPARE(found["lowerBound"].get<double>(), found["cost"].get<double>());
        QVERIFY(found["cost"].get<double>() < cost["sequence"].get<double>()); // which begins at once, at 9 USD
        QVERIFY(found["segments"][0]["plan"].is_null());
        QVERIFY2(found["segments"][0]["to"].get<double>() == 3600.0, found.dump().c_str());
        QVERIFY(found["totalTime"].get<double>() > 3600);
        const auto [late, none] = least("0.001");
        QCOMPARE(late, 1);
        QVERIFY(none["least"]["cost"].is_null());
        const auto text = hscope({"replan", file, "--space", "C", "--searches", "1", "--steps", "20000", "--horizon",
                                  "14400", "--objective", "cost"});
        QVERIFY2(text.out.find("no sequence of these plans costs less") != std::string::npos, text.out.c_str());
        QCOMPARE(hscope({"replan", file, "--objective", "cost"}).status, 2); // without --steps
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
