// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured traces and tables on the command line.
#include "base/files.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace heteroscope;
using namespace heteroscope::test;

class CommandTracesTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const char *name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }
    static std::string fixture(const std::string &name) { return sourcePath("/tests/exchange/fixtures/" + name); }

private slots:
    void initTestCase() { qputenv("HETEROSCOPE_MEASURED", "/nonexistent"); }

    void aTraceNeedsNoProject()
    {
        const auto run = hscope({"import", fixture("kineto/rank3.json.gz")});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.starts_with("PyTorch profiler trace of rank 3 of 8: 4 steps of 1.00 ms"));
        QVERIFY(run.out.find("hscope compare PROJECT") != std::string::npos);
        // Nothing is written that did not change.
        QCOMPARE(hscope({"import", fixture("kineto/rank3.json"), "-o", path("none.hscope.json")}).status, 0);
        QVERIFY(!QFile::exists(QString::fromStdString(path("none.hscope.json"))));
        const auto model = hscope({"import", fixture("huggingface/gqa.json")});
        QCOMPARE(model.status, 2);
        QVERIFY(model.err.find("-o") != std::string::npos);
    }

    void aSimulatedStepIsSetBesideAMeasuredOne()
    {
        for (const char *trace : {"kineto/rank3.json", "chakra/step.0.et", "primus_trace"}) {
            const auto run = hscope({"compare", example("mixed-32"), fixture(trace), "--json", "-"});
            QVERIFY2(run.status == 0, run.err.c_str());
            const auto json = *parseJson(run.out);
            double sum = 0;
            for (const auto &cause : json["causes"])
                sum += cause["seconds"].get<double>();
            QCOMPARE(sum, json["difference"].get<double>());
            QCOMPARE(json["b"].get<double>() - json["a"].get<double>(), sum);
        }
        const auto text = hscope({"compare", example("mixed-32"), fixture("kineto/rank3.json")});
        QCOMPARE(text.status, 0);
        QVERIFY(text.out.find("note: the run had 8 ranks, the plan has 32 devices") != std::string::npos);
        QCOMPARE(hscope({"compare", example("mixed-32"), fixture("kineto/host_only.json")}).status, 3);
    }

    void theTracesOfAStepComeBackAsThatStep()
    {
        const auto run = hscope({"export", "chakra", example("mixed-32"), "-o", path("step")});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY(run.out.starts_with("32 traces"));
        QVERIFY(QDir().mkdir(QString::fromStdString(path("all"))));
        for (int rank = 0; rank < 32; ++rank) {
            const QString name = QStringLiteral("/step.%1.et").arg(rank);
            QVERIFY(QFile::rename(m_folder.path() + name, m_folder.path() + QStringLiteral("/all") + name));
        }
        const auto compared = hscope({"compare", example("mixed-32"), path("all"), "--json", "-"});
        QVERIFY2(compared.status == 0, compared.err.c_str());
        const auto json = *parseJson(compared.out);
        // A step that ends with waiting is shorter in its traces.
        QVERIFY(json["b"].get<double>() <= json["a"].get<double>() * (1 + 1e-6));
        QVERIFY(json["b"].get<double>() >= json["a"].get<double>() * 0.8);
        for (const auto &cause : json["causes"]) {
            if (cause["cause"] == "compute")
                QVERIFY(std::abs(cause["seconds"].get<double>()) < 0.02 * json["a"].get<double>());
        }
    }

    void simulatorsOfNetworksGetTheirFiles()
    {
        const auto run = hscope({"export", "astra-sim", example("mixed-32"), "-o", path("net")});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY(run.out.starts_with("32 traces"));
        QVERIFY(run.err.find("network.yml has one rate for all") != std::string::npos);
        for (const char *ending : {".31.et", ".groups.json", ".network.yml", ".topology.txt", ".logical.json",
                                   ".system.json", ".memory.json"})
            QVERIFY2(QFile::exists(QString::fromStdString(path("net") + ending)), ending);
        const auto drawn = hscope({"import", path("net") + ".topology.txt", "-o", path("drawn.hscope.json")});
        QVERIFY2(drawn.status == 0, drawn.err.c_str());
        const auto listed = hscope({"export", "simai-topology", example("mixed-32"), "-o", "-"});
        QVERIFY2(listed.status == 0, listed.err.c_str());
        QVERIFY(listed.out.starts_with("39 8 4 3 66 H100\n"));
        const auto work =
            hscope({"export", "simai-workload", example("mixed-32"), "-o", path("work.txt"), "--format", "json"});
        QVERIFY2(work.status == 0, work.err.c_str());
        QCOMPARE((*parseJson(work.out))["files"][0].get<std::string>(), path("work.txt"));
        QCOMPARE(hscope({"import", path("work.txt"), "-o", path("drawn.hscope.json")}).status, 0);
        QCOMPARE(hscope({"export", "astra-sim", example("mixed-32"), "-o", "-"}).status, 2);
    }

    void theRankingIsATableForOtherPrograms()
    {
        const auto markdown = hscope({"export", "markdown", example("mixed-32"), "-o", "-", "--top", "3"});
        QVERIFY2(markdown.status == 0, markdown.err.c_str());
        QVERIFY(markdown.out.starts_with("| rank | step time |"));
        QCOMPARE(std::count(markdown.out.begin(), markdown.out.end(), '\n'), std::ptrdiff_t(5));
        const auto latex = hscope({"export", "latex", example("mixed-32"), "-o", "-", "--top", "3"});
        QVERIFY(latex.out.starts_with("\\begin{tabular}{"));
        const auto csv = hscope({"export", "csv", example("mixed-32"), "-o", "-", "--top", "3"});
        QVERIFY(csv.out.starts_with("rank,step time (s),"));
        QCOMPARE(std::count(csv.out.begin(), csv.out.end(), '\n'), std::ptrdiff_t(4));
    }
};

QTEST_GUILESS_MAIN(CommandTracesTest)
#include "traces_test.moc"
