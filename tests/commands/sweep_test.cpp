// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope sweep and hscope merge, on the shipped sweep and on one of their own.
#include "base/files.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

using namespace heteroscope;
using test::hscope;

class SweepCommandTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    std::string spec() const
    {
        const std::string file = path("small.sweep.json");
        if (!writeFileAtomically(file, R"({"formatVersion": 1, "grids": [{"clusters": ["1x4 A100", "1x2 A100"],
            "models": ["GPT-3 1.3B"], "batches": [8, 16], "sequences": [2048]}]})"))
            qFatal("not written");
        return file;
    }

private slots:
    void shardsBecomeOneTable()
    {
        const auto first = hscope({"sweep", spec(), "--shard", "1/2", "-o", path("1.jsonl")});
        QVERIFY2(first.status == 0 && first.out == "2 rows: 0 found, 2 computed\n", first.out.c_str());
        const auto early = hscope({"merge", path("1.jsonl")});
        QCOMPARE(early.status, 1);
        QVERIFY2(early.err.find("no row 1") != std::string::npos, early.err.c_str());
        QCOMPARE(hscope({"merge", path("1.jsonl"), "--partial"}).status, 0);
        QCOMPARE(hscope({"sweep", spec(), "--shard", "2/2", "-o", path("2.jsonl")}).status, 0);
        const auto again = hscope({"sweep", spec(), "--shard", "2/2", "-o", path("2.jsonl")});
        QCOMPARE(again.out, std::string("2 rows: 2 found, 0 computed\n"));
        QCOMPARE(hscope({"sweep", spec(), "-o", path("all.jsonl"), "--threads", "2"}).status, 0);
        for (const char *format : {"csv", "json"}) {
            const auto merged = hscope({"merge", path("2.jsonl"), path("1.jsonl"), "--format", format});
            QVERIFY2(merged.status == 0, merged.err.c_str());
            QCOMPARE(merged.out, hscope({"merge", path("all.jsonl"), "--format", format}).out);
        }
        QCOMPARE(hscope({"merge", path("all.jsonl"), "-o", path("all.csv")}).status, 0);
        const auto csv = readTextFile(path("all.csv"));
        QVERIFY(csv && csv->starts_with("row,key,cluster,model,batch,") &&
                std::count(csv->begin(), csv->end(), '\n') == 5);
        const auto text = hscope({"merge", path("all.jsonl")});
        QVERIFY2(text.status == 0 && text.out.find("1x4 A100") != std::string::npos, text.out.c_str());
    }
    void aRowIsTheAnswerOfPlan()
    {
        const std::string project = path("one.hscope.json");
        QCOMPARE(
            hscope({"new", "1x4 A100", "--model", "GPT-3 1.3B", "--batch", "8", "--sequence", "2048", "-o", project})
                .status,
            0);
        const auto plan = parseJson(hscope({"plan", project, "--json", "-"}).out);
        QCOMPARE(hscope({"sweep", spec(), "-o", path("rows.jsonl")}).status, 0);
        const auto table = parseJson(hscope({"merge", path("rows.jsonl"), "--format", "json"}).out);
        QVERIFY(plan && table);
        const Json &row = (*table)["rows"][0];
        QVERIFY(row["stepTime"] == (*plan)["answer"]["stepTime"]);
        QVERIFY(row["plan"] == (*plan)["answer"]["plan"]);
        QVERIFY(row["proved"] == (*plan)["proved"]);
        QVERIFY(row["gap"] == (*plan)["gap"]);
    }
    void mistakesAreRefused()
    {
        QCOMPARE(hscope({"sweep", spec(), "--shard", "3/2", "-o", path("x.jsonl")}).status, 2);
        QCOMPARE(hscope({"sweep", spec()}).status, 2);
        QCOMPARE(hscope({"sweep", spec(), "-o", spec()}).status, 3);
        QCOMPARE(hscope({"sweep", path("none.json"), "-o", path("x.jsonl")}).status, 3);
        QCOMPARE(hscope({"merge", spec()}).status, 3);
        const std::string wrong = path("wrong.sweep.json");
        QVERIFY(writeFileAtomically(
            wrong, R"({"formatVersion": 1, "grids": [{"clusters": ["1x8 Q100"], "models": ["Llama"]}]})"));
        const auto run = hscope({"sweep", wrong, "-o", path("x.jsonl")});
        QCOMPARE(run.status, 3);
        QVERIFY2(run.err.find("/grids/0/clusters/0") != std::string::npos &&
                     run.err.find("/grids/0/models/0") != std::string::npos,
                 run.err.c_str());
        QCOMPARE(hscope({"lint", wrong}).status, 1);
    }
    void aStopSaysWhatIsMissing()
    {
        std::stop_source source;
        source.request_stop();
        RunConditions conditions;
        conditions.stop = source.get_token();
        std::ostringstream out, err;
        QCOMPARE(runHscope({"sweep", spec(), "-o", path("stop.jsonl")}, out, err, conditions), 1);
        QVERIFY2(err.str().find("goes on with them") != std::string::npos, err.str().c_str());
    }
    void theShippedOneIsAsItShouldBe()
    {
        const auto run = hscope({"lint", test::sourcePath("/resources/sweeps/two-clusters.sweep.json")});
        QVERIFY2(run.status == 0, run.out.c_str());
    }
};

QTEST_GUILESS_MAIN(SweepCommandTest)
#include "sweep_test.moc"
