// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope plan beside its ranking: baselines, budgets, fronts and why a plan is not the answer.
#include "base/numbers.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cmath>
#include <set>

using namespace heteroscope;
using test::example;
using test::hscope;

namespace {

Json planned(const std::string &project, std::vector<std::string> options = {})
{
    options.insert(options.begin(), {"plan", project, "--json", "-"});
    const auto run = hscope(options);
    const auto json = parseJson(run.out);
    return json ? *json : Json();
}

} // namespace

class PlanCommandTest : public StrictTest
{
    Q_OBJECT

private slots:
    void noBaselineBeatsTheAnswerOnTheExamples()
    {
        const QDir folder(QString::fromStdString(test::sourcePath("/resources/examples")));
        const auto files = folder.entryList({QStringLiteral("*.hscope.json")});
        QVERIFY(files.size() >= 5);
        for (const auto &file : files) {
            const auto json = planned(folder.filePath(file).toStdString(), {"--budget", "20", "--top", "2"});
            QCOMPARE(json["baselines"].size(), std::size_t(5));
            QCOMPARE(json["baselines"][0]["name"].get<std::string>(), std::string("best uniform plan"));
            const auto &rule = json["baselines"][1]["stepTime"]; // Megatron-LM's
            const auto &uniform = json["baselines"][0]["stepTime"];
            QVERIFY2(rule.is_null() || uniform.get<double>() <= rule.get<double>(), qPrintable(file));
            const double best = json["plans"][0]["stepTime"].get<double>();
            QVERIFY(json["universalBound"].get<double>() > 0);
            QVERIFY2(json["universalBound"].get<double>() < best, qPrintable(file));
            for (const auto &baseline : json["baselines"]) {
                if (baseline["stepTime"].is_null()) {
                    QVERIFY(!baseline["reason"].get<std::string>().empty());
                    continue;
                }
                QVERIFY2(baseline["speedup"].get<double>() >= 1, qPrintable(file));
                QVERIFY(std::abs(baseline["speedup"].get<double>() * best - baseline["stepTime"].get<double>()) <
                        1e-9 * best);
                QVERIFY(baseline["plan"].is_object());
            }
        }
    }
    /// In text only: JSON has numbers.
    void predictedTimesSayHowUncertainTheyAre()
    {
        const auto text = QString::fromStdString(hscope({"plan", example("rtx3090-titan"), "--top", "2"}).out);
        const auto step = parseJson(hscope({"simulate", example("rtx3090-titan"), "--json", "-"}).out);
        QVERIFY(step);
        const double uncertainty = (*step)["uncertainty"].get<double>();
        QVERIFY(uncertainty > 0);
        QVERIFY((*step)["support"]["level"].is_string());
        const QString shown = QStringLiteral(" s \u00b1 %1 %  ").arg(std::lround(uncertainty * 100));
        const QStringList lines = text.split(u'\n');
        for (const int row : {1, 2})
            QVERIFY2(lines[row].contains(shown), qPrintable(lines[row]));
        QVERIFY(lines[3].startsWith(QStringLiteral("\u00b1: ")));
        QVERIFY(lines.filter(QStringLiteral("uniform (Megatron-LM)")).first().contains(shown));
        const auto json = hscope({"plan", example("rtx3090-titan"), "--top", "2", "--json", "-"}).out;
        QVERIFY(!QString::fromStdString(json).contains(QChar(0xb1)));
    }

    void theTableNamesTheBaselines()
    {
        const auto run = hscope({"plan", example("rtx3090-titan"), "--top", "1"});
        QCOMPARE(run.status, 0);
        for (const char *name :
             {"best uniform plan", "uniform (Megatron-LM)", "proportional", "Metis-like", "Sailor-like"})
            QVERIFY(run.out.find(name) != std::string::npos);
    }
    void theVerdictNamesTheSpaceAndTheBoundOfAllPlans()
    {
        const auto text = QString::fromStdString(hscope({"plan", example("rtx3090-titan"), "--top", "1"}).out);
        const QStringList lines = text.split(u'\n');
        const auto verdict = lines.indexOf(QRegularExpression(QStringLiteral("^proved best of P: .*")));
        QVERIFY(verdict >= 0);
        QVERIFY(lines[verdict + 1].startsWith(QStringLiteral("no plan of any kind can take less than ")));
        QVERIFY(lines[verdict + 1].endsWith(QStringLiteral("s")));
        QVERIFY(lines[verdict + 2].startsWith(QStringLiteral("space: ")));
    }
    void aBudgetIsObeyed()
    {
        const auto free = planned(example("rtx3090-titan"), {"--top", "1"});
        const auto &best = free["plans"][0];
        const double watts = best["energy"].get<double>() / best["stepTime"].get<double>();
        QVERIFY(!free["certificate"].is_null());
        const auto held =
            planned(example("rtx3090-titan"), {"--top", "1", "--max-power", std::to_string(watts * 0.97)});
        const auto &slower = held["plans"][0];
        QVERIFY(slower["stepTime"].get<double>() > best["stepTime"].get<double>());
        QVERIFY(slower["energy"].get<double>() <= 0.97 * watts * slower["stepTime"].get<double>() * (1 + 1e-6));
        QVERIFY(held["certificate"].is_null());
        const auto none = hscope({"plan", example("rtx3090-titan"), "--max-cost", "0.0000001"});
        QCOMPARE(none.status, 1);
        QVERIFY(none.err.find("budget") != std::string::npos);
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--max-power", "-1"}).status, 2);
    }
    void stepsThatNeedTooMuchMemoryStayOpen()
    {
        const auto project = example("rtx3090-titan");
        const auto whole = planned(project, {"--top", "2", "--no-beyond"});
        QVERIFY(whole["proved"].get<bool>());
        const auto enough = planned(project, {"--top", "2", "--no-beyond", "--memory", "1GB"});
        QVERIFY(enough["plans"] == whole["plans"]);
        QVERIFY(enough["proved"].get<bool>());
        const auto run = hscope({"plan", project, "--memory", "1", "--json", "-"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.find("not all plans were simulated") != std::string::npos, run.err.c_str());
        QVERIFY2(run.err.find("allow more memory") != std::string::npos, run.err.c_str());
        const auto none = *parseJson(run.out);
        QVERIFY(none["plans"].empty());
        QVERIFY(!none["proved"].get<bool>());
        QVERIFY(none["candidates"]["prunedBy"]["not reached"].get<int>() > 0);
    }
    void aFrontIsListed()
    {
        const auto json = planned(example("rtx3090-titan"), {"--top", "3", "--pareto", "time,energy"});
        const auto &front = json["pareto"];
        QCOMPARE(front["first"].get<std::string>(), std::string("time"));
        QCOMPARE(front["points"][0]["stepTime"].get<double>(), json["plans"][0]["stepTime"].get<double>());
        QVERIFY(front["points"].size() > 1);
        for (std::size_t i = 1; i < front["points"].size(); ++i) {
            QVERIFY(front["points"][i]["stepTime"].get<double>() > front["points"][i - 1]["stepTime"].get<double>());
            QVERIFY(front["points"][i]["energy"].get<double>() < front["points"][i - 1]["energy"].get<double>());
        }
        const auto text = hscope({"plan", example("rtx3090-titan"), "--top", "1", "--pareto", "time,cost"}).out;
        QVERIFY(text.find("Pareto front of time and cost") != std::string::npos);
        QVERIFY(text.find("one plan is best in both") != std::string::npos);
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--pareto", "time"}).status, 2);
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--pareto", "time,love"}).status, 2);
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--pareto", "time,time"}).status, 3);
    }
    void whyNotComparesWithTheAnswer()
    {
        const auto json = planned(example("rtx3090-titan"), {"--top", "1", "--why-not", "measured"});
        const auto &why = json["whyNot"];
        QVERIFY(!why["reason"].get<std::string>().empty());
        const double best = json["plans"][0]["stepTime"].get<double>();
        if (!why["stepTime"].is_null()) {
            double sum = 0;
            for (const auto &term : why["terms"])
                sum += term["seconds"].get<double>();
            QVERIFY(std::abs(sum - (why["stepTime"].get<double>() - best)) < 1e-9);
        }
        const auto text = hscope({"plan", example("rtx3090-titan"), "--top", "1", "--why-not", "measured"}).out;
        QVERIFY(text.find("why not measured: ") != std::string::npos);
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--why-not", "nobody"}).status, 3);
    }
    void whyNotOpensAFamily()
    {
        const auto ranking = planned(example("rtx3090-titan"), {"--top", "1"});
        const double best = ranking["plans"][0]["stepTime"].get<double>();
        std::set<std::string> asked;
        for (const auto &rejected : ranking["rejected"]) {
            const auto reason = rejected["reason"].get<std::string>();
            if (!asked.insert(reason).second)
                continue; // one for each reason
            const auto family = rejected["family"].get<std::string>();
            const auto why = planned(example("rtx3090-titan"), {"--top", "1", "--why-not", family})["whyNot"];
            QCOMPARE(why["family"].get<std::string>(), family);
            QVERIFY(!why["reason"].get<std::string>().empty());
            if (reason == "bounded") {
                // Its parts may be less than what the search has shown; then that is said too.
                const auto shown = "the search shows at least " + secondsText(Seconds(best));
                QVERIFY(why["leastTime"].get<double>() > best * 0.99 ||
                        why["reason"].get<std::string>().find(shown) != std::string::npos);
                QVERIFY(!why["leastTimeTerms"].empty());
                QVERIFY(why["stepTime"].get<double>() >= why["leastTime"].get<double>());
            } else if (reason == "out of memory") {
                QVERIFY(why["leastTime"].is_null() && !why["overflows"].empty());
            }
            const auto text = hscope({"plan", example("rtx3090-titan"), "--top", "1", "--why-not", family}).out;
            QVERIFY(text.find("why not " + family + ": ") != std::string::npos);
        }
        QVERIFY(asked.contains("bounded") && asked.contains("out of memory"));
    }

    void whereNothingFitsTheNearestPlanIsTold()
    {
        QTemporaryDir folder;
        QFile shipped(QString::fromStdString(example("rtx3090-titan")));
        QVERIFY(shipped.open(QIODevice::ReadOnly));
        auto project = *parseJson(shipped.readAll().toStdString());
        project["workload"]["model"] = "GPT-3 175B";
        project["plans"] = Json::array();
        const auto path = folder.filePath(QStringLiteral("large.hscope.json")).toStdString();
        QFile large(QString::fromStdString(path));
        QVERIFY(large.open(QIODevice::WriteOnly));
        large.write(QByteArray::fromStdString(project.dump()));
        large.close();
        const auto run = hscope({"plan", path, "--no-beyond"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.out.find("no plan fits: needs ") != std::string::npos, run.out.c_str());
        QVERIFY(run.out.find("; nearest: TP") != std::string::npos);
        const auto nearest = planned(path, {"--no-beyond"})["nearest"];
        QVERIFY(nearest["needed"].get<double>() > nearest["available"].get<double>());
        QVERIFY(nearest["share"].get<double>() > 1);
        QVERIFY(nearest["plan"]["pipelines"].is_array());
        QVERIFY(!planned(example("rtx3090-titan"), {"--no-beyond"}).contains("nearest"));
    }
    void plansBeyondTheSpaceAreListedAndSimulateAsListed()
    {
        const auto project = example("a100-v100-32");
        const auto json = planned(project, {"--top", "3"});
        QVERIFY(json["proved"].get<bool>());
        QVERIFY(!json["beyond"].empty());
        double last = 0;
        QTemporaryDir folder;
        for (const auto &beyond : json["beyond"]) {
            QVERIFY(!beyond["change"].get<std::string>().empty());
            const double time = beyond["stepTime"].get<double>();
            QVERIFY(time >= last);
            last = time;
            const auto file = folder.filePath(QStringLiteral("plan.json"));
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(QByteArray::fromStdString(beyond["plan"].dump()));
            out.close();
            const auto run = hscope({"simulate", project, "--plan", file.toStdString(), "--json", "-"});
            const auto step = parseJson(run.out);
            QVERIFY(step);
            QCOMPARE((*step)["stepTime"].get<double>(), time);
            QVERIFY((*step)["feasible"].get<bool>());
        }
        QVERIFY(hscope({"plan", project}).out.find("beyond the space") != std::string::npos);
        QVERIFY(planned(project, {"--no-beyond"})["beyond"].empty());
        QCOMPARE(hscope({"plan", project, "--no-beyond"}).out.find("beyond the space"), std::string::npos);
    }
};

QTEST_GUILESS_MAIN(PlanCommandTest)
#include "plan_test.moc"
