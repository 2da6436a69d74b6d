// SPDX-License-Identifier: GPL-3.0-or-later
//
// A project from a line of text: what it holds, what is refused and where, and that it can be used at once.
#include "project/project_file.h"
#include "project/recipe_text.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

const std::string line = "4x8 A100 hdr200 + 2x8 H100 ndr400 / spine 2:1";

} // namespace

class NewTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const char *name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }

private slots:
    void theLineIsTheCluster()
    {
        const auto file = path("spine.hscope.json");
        const auto run = hscope({"new", line, "--model", "Llama 3 70B", "--batch", "256", "--sequence", "8192",
                                 "--stack", "Megatron-LM", "-o", file});
        QVERIFY2(run.status == 0, run.err.c_str());
        QCOMPARE(run.out, std::string("48 devices in 6 nodes, 3 switches, 8 links; Llama 3 70B, 256 sequences of 8,192 "
                                      "tokens in bf16, Megatron-LM\n"));
        const auto project = loadProject(file);
        QVERIFY(project);
        const auto built = buildRecipe(*parseRecipe(line));
        QVERIFY(project->cluster == built->cluster);
        QVERIFY(project->canvas == built->canvas);
        QVERIFY(project->workload.model == *findModel("Llama 3 70B"));
        QCOMPARE(project->workload.job.globalBatch, 256);
        QCOMPARE(project->workload.job.sequenceLength, 8192);
        QVERIFY(project->plans.empty());
        QCOMPARE(hscope({"lint", file}).status, 0);
    }
    void itIsPlannedAtOnce()
    {
        const auto file = path("small.hscope.json");
        QCOMPARE(hscope({"new", "1x8 H100", "--model", "llama2-7b", "--batch", "16", "-o", file}).status, 0);
        const auto run = hscope({"plan", file, "--no-beyond", "--json", "-"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY(!(*parseJson(run.out))["plans"].empty());
    }
    void theSequenceIsOneThatTheModelHas()
    {
        const auto file = path("sequence.hscope.json");
        QCOMPARE(hscope({"new", "1x8 A100", "--model", "GPT-3 1.3B", "-o", file}).status, 0);
        QCOMPARE(loadProject(file)->workload.job.sequenceLength, findModel("GPT-3 1.3B")->maxSequence);
        QCOMPARE(hscope({"new", "1x8 A100", "--model", "Llama 3.1 8B", "-o", file}).status, 0);
        QCOMPARE(loadProject(file)->workload.job.sequenceLength, 4096);
    }
    void thePrecisionIsOneOfEveryDevice()
    {
        const auto file = path("precision.hscope.json");
        const auto run = hscope({"new", "1x8 A100 + 1x8 V100", "--model", "Llama 2 7B", "-o", file});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.out.find(" in fp16") != std::string::npos, run.out.c_str());
        QCOMPARE(loadProject(file)->workload.job.precision, Precision::fp16);
    }
    void namesNeedNoBlanksAndSigns()
    {
        const auto file = path("names.hscope.json");
        const auto run =
            hscope({"new", "1x8 a100", "--model", "llama3.1-8b", "--stack", "megatron deepspeed", "-o", file});
        QVERIFY2(run.status == 0, run.err.c_str());
        const auto project = loadProject(file);
        QCOMPARE(project->workload.model.name, std::string("Llama 3.1 8B"));
        QCOMPARE(project->workload.job.softwareStack, std::string("Megatron-DeepSpeed"));
    }
    void whatIsWrongIsSaidWithItsPlace_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const QStringList &words, const char *said) {
            QTest::newRow(name) << words << QString::fromLatin1(said);
        };
        const QStringList model = {QStringLiteral("--model"), QStringLiteral("Llama 2 7B")};
        row("device", QStringList{QStringLiteral("4x8 A1O0")} + model,
            "TEXT: 1:5: found \"A1O0\", expected a device of the catalog that a node holds (did you mean \"A100\"?)");
        row("link", QStringList{QStringLiteral("4x8 A100 hdr20")} + model, "TEXT: 1:10: found \"hdr20\"");
        row("hint", QStringList{QStringLiteral("4x8 A100 hdr20")} + model, "did you mean \"hdr200\"?");
        row("fabric", QStringList{QStringLiteral("4x8 A100 / spin")} + model, "TEXT: 1:12: found \"spin\"");
        row("nothing", QStringList{QString()} + model, "TEXT: 1:1: found the end");
        row("rows", QStringList{QStringLiteral("5x8 A100 / torus 3 rows")} + model, "TEXT: ");
        row("many", QStringList{QStringLiteral("4096x8 A100 + 4096x8 H100")} + model, "TEXT: found 8192 nodes");
        row("model", {QStringLiteral("4x8 A100"), QStringLiteral("--model"), QStringLiteral("Lama 2 7B")},
            "--model: found \"Lama 2 7B\", expected one of the catalog's models (did you mean \"Llama 2 7B\"?)");
        row("no model", {QStringLiteral("4x8 A100"), QStringLiteral("--model"), QStringLiteral("?")},
            "hscope catalog models lists them");
        row("stack",
            QStringList{QStringLiteral("4x8 A100"), QStringLiteral("--stack"), QStringLiteral("Megatron-LN")} + model,
            "--stack: found \"Megatron-LN\", expected one of the catalog's stacks (did you mean \"Megatron-LM\"?)");
        row("sequence",
            QStringList{QStringLiteral("4x8 A100"), QStringLiteral("--sequence"), QStringLiteral("2000000000")} + model,
            "/workload/job/sequenceLength: found 2000000000");
    }
    void whatIsWrongIsSaidWithItsPlace()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, said);
        const auto file = path("wrong.hscope.json");
        std::vector<std::string> arguments = {"new"};
        for (const QString &word : words)
            arguments.push_back(word.toStdString());
        arguments.insert(arguments.end(), {"-o", file});
        const auto run = hscope(arguments);
        QCOMPARE(run.status, 3);
        QVERIFY2(run.err.find(said.toStdString()) != std::string::npos, run.err.c_str());
        QVERIFY(run.out.empty());
        QVERIFY(!std::ifstream(file).good()); // nothing is written then
    }
    void usageIsChecked()
    {
        const auto file = path("usage.hscope.json");
        QCOMPARE(hscope({"new", line, "-o", file}).status, 2);
        QCOMPARE(hscope({"new", line, "--model", "Llama 2 7B"}).status, 2);
        QCOMPARE(hscope({"new", line, "--model", "Llama 2 7B", "--batch", "0", "-o", file}).status, 2);
        QCOMPARE(hscope({"new", line, "--model", "Llama 2 7B", "--sequence", "-1", "-o", file}).status, 2);
        QCOMPARE(hscope({"new", line, "--model", "Llama 2 7B", "-o", "/no/such/folder/x"}).status, 3);
    }
};

QTEST_GUILESS_MAIN(NewTest)
#include "new_test.moc"
