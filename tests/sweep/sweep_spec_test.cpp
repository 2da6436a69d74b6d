// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cases a sweep file has, and what is wrong with one that has none.
#include "base/files.h"
#include "exchange/import.h"
#include "project/project_file.h"
#include "support/strict_test.h"
#include "sweep/sweep_spec.h"

#include <QTemporaryDir>

using namespace heteroscope;

class SweepSpecTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    SweepSpecResult read(const std::string &rest) const
    {
        const auto json = parseJson(R"({"formatVersion": 1, )" + rest + "}");
        if (!json)
            qFatal("%s", toString(json.error()).c_str());
        return readSweepSpec(*json, m_folder.path().toStdString());
    }
    std::string write(const char *name, const std::string &text) const
    {
        if (!writeFileAtomically(m_folder.filePath(QString::fromLatin1(name)).toStdString(), text))
            qFatal("not written");
        return name;
    }
    void refuses(const std::string &rest, const char *path, const char *words) const
    {
        const auto result = read(rest);
        QVERIFY(!result.spec && !result.findings.errors.empty());
        const Error &error = result.findings.errors.front();
        QVERIFY2(error.path == path, (error.path + ": " + toString(error)).c_str());
        QVERIFY2(toString(error).find(words) != std::string::npos, toString(error).c_str());
        QVERIFY2(!error.hint.empty(), toString(error).c_str());
    }

private slots:
    void aGridHasEachCombination()
    {
        const auto result =
            read(R"("grids": [{"clusters": ["1x8 H100", "2x8 A100"], "models": ["llama3-8b", "GPT-3 1.3B"],
            "batches": [8, 16, 32], "sequences": [1024], "stacks": ["NeMo"]}])");
        QVERIFY2(result.spec, result.findings.errors.empty() ? "" : toString(result.findings.errors.front()).c_str());
        QCOMPARE(result.spec->cases.size(), std::size_t(12));
        const SweepCase &last = result.spec->cases.back();
        QCOMPARE(last.cluster, std::size_t(1));
        QCOMPARE(last.wishes.batch, 32);
        const auto project = projectOf(*result.spec, last);
        QVERIFY(project);
        QCOMPARE(project->workload.model.name, std::string("GPT-3 1.3B"));
        QCOMPARE(project->workload.job.globalBatch, 32);
        QCOMPARE(project->workload.job.sequenceLength, 1024);
        QCOMPARE(project->workload.job.softwareStack, std::string("NeMo"));
        QCOMPARE(project->cluster.nodes.size(), std::size_t(2));
    }
    void aListIsGridsOfOneCase()
    {
        const auto result = read(R"("grids": [{"clusters": ["1x8 H100"], "models": ["Llama 3 8B"]},
            {"clusters": ["1x4 A100"], "models": ["GPT-3 1.3B"], "batches": [4]}])");
        QVERIFY(result.spec);
        QCOMPARE(result.spec->cases.size(), std::size_t(2));
        QCOMPARE(result.spec->rows(), std::size_t(2));
    }
    void eachSeedIsARow()
    {
        const auto result =
            read(R"("grids": [{"clusters": ["1x8 H100"], "models": ["Llama 3 8B"]}], "seeds": [3, 4], "jitter": 0.1)");
        QVERIFY(result.spec);
        QCOMPARE(result.spec->cases.size(), std::size_t(1));
        QCOMPARE(result.spec->rows(), std::size_t(2));
    }
    void projectFilesAreBesideIt()
    {
        const Example &example = builtinExamples().front();
        write("ours.hscope.json", projectText(example.project));
        const auto result = read(R"("grids": [{"clusters": ["ours.hscope.json"], "batches": [7]}])");
        QVERIFY2(result.spec, result.findings.errors.empty() ? "" : toString(result.findings.errors.front()).c_str());
        const auto project = projectOf(*result.spec, result.spec->cases.front());
        QVERIFY(project);
        QVERIFY(project->cluster == example.project.cluster);
        QVERIFY(project->workload.model == example.project.workload.model);
        QCOMPARE(project->workload.job.globalBatch, 7);
        refuses(R"("grids": [{"clusters": ["../ours.hscope.json"]}])", "/grids/0/clusters/0", "below");
        refuses(R"("grids": [{"clusters": ["none.hscope.json"]}])", "/grids/0/clusters/0", "no readable file");
    }
    void theIdFollowsWhatTheFilesSay()
    {
        Project project = builtinExamples().front().project;
        write("ours.hscope.json", projectText(project));
        const std::string text = R"("grids": [{"clusters": ["ours.hscope.json"]}])";
        const auto before = read(text);
        QVERIFY(before.spec && read(text).spec->id == before.spec->id);
        project.workload.job.globalBatch += 1;
        write("ours.hscope.json", projectText(project));
        const auto after = read(text);
        QVERIFY(after.spec && after.spec->id != before.spec->id);
    }
    void designsAreClusters()
    {
        write(
            "choice.json",
            R"({"formatVersion": 1, "workload": {"model": "GPT-3 1.3B", "job": {"globalBatch": 8, "sequenceLength": 2048}},
            "choices": [{"nodes": [{"node": "4 A100 hdr200", "pricePerHour": 8}], "counts": [1, 2, 3]}], "limits": {"devices": 8}})");
        const auto result = read(R"("grids": [{"design": "choice.json", "batches": [16]}])");
        QVERIFY2(result.spec, result.findings.errors.empty() ? "" : toString(result.findings.errors.front()).c_str());
        QCOMPARE(result.spec->cases.size(), std::size_t(2));
        QCOMPARE(result.spec->clusters[1].pricePerHour, std::optional(16.0));
        const auto project = projectOf(*result.spec, result.spec->cases[1]);
        QVERIFY(project && project->workload.job.globalBatch == 16 && project->workload.job.sequenceLength == 2048);
        QCOMPARE(project->workload.model.name, std::string("GPT-3 1.3B"));
        write("broken.json", R"({"formatVersion": 1})");
        const auto broken = read(R"("grids": [{"design": "broken.json"}])");
        QVERIFY(!broken.spec && broken.findings.errors.front().file.ends_with("broken.json"));
    }
    void mistakesAreNamed()
    {
        refuses(R"("grids": [{"clusters": ["1x8 H1000"], "models": ["Llama 3 8B"]}])", "/grids/0/clusters/0", "H1000");
        refuses(R"("grids": [{"clusters": ["1x8 H100"], "models": ["Llama 3 9B"]}])", "/grids/0/models/0",
                "Llama 3 8B");
        refuses(R"("grids": [{"clusters": ["1x8 H100"], "models": ["Llama 3 8B"], "stacks": ["x"]}])",
                "/grids/0/stacks/0", "stacks");
        refuses(R"("grids": [{"clusters": ["1x8 H100"]}])", "/grids/0/clusters/0", "models");
        refuses(R"("grids": [{"clusters": ["1x8 H100"], "models": ["Llama 3 8B"]}], "seeds": [1])", "/jitter", "seeds");
    }
    void manyRowsAreRefused()
    {
        std::string numbers = "1";
        for (int i = 2; i <= 10'000; ++i)
            numbers += "," + std::to_string(i);
        refuses(R"("grids": [{"clusters": ["1x8 H100"], "models": ["Llama 3 8B"], "batches": [)" + numbers +
                    R"(], "sequences": [)" + numbers + "]}]",
                "/grids/0/clusters", "1000000");
    }
};

QTEST_GUILESS_MAIN(SweepSpecTest)
#include "sweep_spec_test.moc"
