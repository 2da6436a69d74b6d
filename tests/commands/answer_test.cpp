// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every command that asks the planner takes the same plan.
#include "commands/find_answer.h"

#include "cost/software_lack.h"
#include "project/project_file.h"
#include "support/clusters.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QFile>
#include <QTemporaryDir>

#include <functional>

using namespace heteroscope;
using test::hscope;

namespace {

/// A small project without plans.
Project question(const char *stack, const std::function<void(Workload &)> &change = {})
{
    Project project;
    project.title = stack;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 2)});
    project.workload = test::smallGpt(8, 1024, 16);
    project.workload.job.softwareStack = stack;
    if (change)
        change(project.workload);
    return project;
}

Json jsonOf(const std::string &text)
{
    const auto json = parseJson(text);
    return json ? *json : Json();
}

} // namespace

class AnswerTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyCommandTakesTheSamePlan_data()
    {
        QTest::addColumn<QString>("project");
        const auto row = [](const char *name, const Project &project) {
            QTest::newRow(name) << QString::fromStdString(projectText(project));
        };
        row("Megatron-LM", question("Megatron-LM"));
        row("no pipelines and no TP", question("PyTorch FSDP"));
        row("one type, a fork with a split backward", question("NeMo", [](Workload &workload) {
                workload.job.runs.schedules = {"1f1b", "zb-h1", "zb-v"};
                workload.job.runs.degrees = SoftwareDegrees{false, false, false};
            }));
    }
    void everyCommandTakesTheSamePlan()
    {
        QFETCH(const QString, project);
        const QTemporaryDir folder;
        const auto at = [&folder](const char *name) { return folder.filePath(QString::fromUtf8(name)).toStdString(); };
        const std::string file = at("p.hscope.json");
        QVERIFY(writeFileAtomically(file, project.toStdString()));
        const auto planned = jsonOf(hscope({"plan", file, "--json", "-"}).out);
        const auto &answer = planned["answer"];
        QVERIFY(answer["plan"].is_object() && answer["lacks"].is_null());
        const double time = answer["stepTime"].get<double>();
        QVERIFY(time > 0);
        if (!answer["beyond"].get<bool>())
            QCOMPARE(planned["plans"][0]["stepTime"].get<double>(), time);
        else
            QVERIFY(time < planned["plans"][0]["stepTime"].get<double>());
        // However short the list is.
        QVERIFY(jsonOf(hscope({"plan", file, "--top", "1", "--json", "-"}).out)["answer"] == answer);
        const auto simulated = jsonOf(hscope({"simulate", file, "--json", "-"}).out);
        QCOMPARE(simulated["stepTime"].get<double>(), time);
        QVERIFY(simulated["plan"] == answer["plan"]);
        // The words of all of them name the same time and plan.
        const auto text = QString::fromStdString(hscope({"plan", file}).out);
        const QStringList lines = text.split(u'\n').filter(QStringLiteral("answer: "));
        QCOMPARE(lines.size(), 1);
        const QString words = lines.front().mid(8).section(u' ', 0, 1); // "5.93 s"
        const auto simulate = hscope({"simulate", file});
        QVERIFY2(simulate.out.find(words.toStdString()) != std::string::npos, simulate.out.c_str());
        const auto explain = hscope({"explain", file});
        QVERIFY2(explain.out.find(words.toStdString()) != std::string::npos, explain.out.c_str());
        const std::string page = at("page.html");
        QCOMPARE(hscope({"report", file, "-o", page}).status, 0);
        const auto html = readTextFile(page);
        QVERIFY(html && html->find(words.toStdString()) != std::string::npos);
        // What is exported is that plan: simulated from the file of the answer, it is the same step.
        const std::string own = at("own.json");
        QVERIFY(writeFileAtomically(own, toText(answer["plan"])));
        QCOMPARE(hscope({"export", "perfetto", file, "-o", at("a.json")}).status, 0);
        QCOMPARE(hscope({"export", "perfetto", file, "--plan", own, "-o", at("b.json")}).status, 0);
        QVERIFY(*readTextFile(at("a.json")) == *readTextFile(at("b.json")));
    }
    void theAnswerIsWhatTheSoftwareCanRun()
    {
        for (const char *stack : {"PyTorch FSDP", "DeepSpeed", "nanotron"}) {
            const Project project = question(stack);
            const OpenedProject opened{project, test::topology(project.cluster)};
            const auto answer = findAnswer(opened, answerOptions(opened), {}, nullptr);
            QVERIFY(answer);
            const auto best = answer->best();
            QVERIFY(best && !best.lack && !softwareLack(*best.plan, answer->software));
            QCOMPARE(answerName(answer->result, best).find("best of the planner"), std::size_t(0));
            for (const auto &ranked : answer->result.plans)
                QVERIFY(!softwareLack(ranked.plan, answer->software));
        }
    }
    void theBudgetIsNamedOnlyWhereThereIsOne()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("p.hscope.json")).toStdString();
        const Project project = question("Megatron-LM", [](Workload &workload) {
            workload = test::smallGpt(40, 16'384, 16); // far too large
        });
        QVERIFY(writeFileAtomically(file, projectText(project)));
        const auto run = hscope({"plan", file});
        QCOMPARE(run.status, 1);
        QVERIFY2((run.out + run.err).find("budget") == std::string::npos, (run.out + run.err).c_str());
        QVERIFY(run.err.find("no plan of the space fits this cluster") != std::string::npos);
        const auto simulate = hscope({"simulate", file});
        QCOMPARE(simulate.status, 1);
        QVERIFY2(simulate.err.find("budget") == std::string::npos, simulate.err.c_str());
    }
};

QTEST_GUILESS_MAIN(AnswerTest)
#include "answer_test.moc"
