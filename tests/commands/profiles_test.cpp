// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layer profiles and calibrations as a user makes and uses them: collect.py writes what lint accepts, and calibrate,
// simulate, plan and explain take.
#include "project/project_file.h"
#include "support/hscope_run.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

double stepTime(const HscopeRun &run)
{
    const auto json = parseJson(run.out);
    return json ? (*json)["stepTime"].get<double>() : 0;
}

} // namespace

class ProfilesTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_python;

    QString path(const QString &name) const { return m_folder.filePath(name); }
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    /// Exit status of collect.py; what it said is in `said`.
    int collect(const QStringList &arguments, QString &said) const
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(m_python,
                      QStringList{QString::fromStdString(sourcePath("/resources/profiles/collect.py"))} + arguments);
        if (!process.waitForFinished(test::patience))
            return -1;
        said = QString::fromUtf8(process.readAll());
        return process.exitCode();
    }

private slots:
    void init()
    {
        m_python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (m_python.isEmpty())
            QSKIP("python3 is not installed");
    }

    void collectedProfilesTakeThePlaceOfTheCurves()
    {
        // The shape of the example's model, as Hugging Face writes it.
        const auto project = loadProject(sourcePath("/resources/examples/mixed-32.hscope.json"));
        QVERIFY(project);
        const auto &model = project->workload.model;
        const auto &job = project->workload.job;
        const Json config = {{"hidden_size", model.hidden},
                             {"num_attention_heads", model.heads},
                             {"num_key_value_heads", model.kvHeads},
                             {"intermediate_size", model.ffn},
                             {"vocab_size", model.vocab},
                             {"hidden_act", "silu"}};
        write(QStringLiteral("config.json"), QByteArray::fromStdString(toText(config)));
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("profiles")));
        const QString out = path(QStringLiteral("profiles/h100.json"));
        QString said;
        const int status =
            collect({QStringLiteral("--model"), path(QStringLiteral("config.json")), QStringLiteral("--device"),
                     QStringLiteral("H100-80GB SXM"), QStringLiteral("--sequence"), QString::number(job.sequenceLength),
                     QStringLiteral("--tp"), QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("--micro-batch"),
                     QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("--precision"), QStringLiteral("bf16"),
                     QStringLiteral("--dry-run"), QStringLiteral("1e14"), QStringLiteral("-o"), out},
                    said);
        QVERIFY2(status == 0, qPrintable(said));
        const auto lint = hscope({"lint", out.toStdString()});
        QVERIFY2(lint.status == 0, lint.out.c_str());
        const auto written = readJsonFile(out.toStdString());
        QVERIFY(written);
        QCOMPARE((*written)["profiles"].size(), std::size_t(4));
        QVERIFY((*written)["profiles"][0]["source"].get<std::string>().find("not measured") != std::string::npos);

        const auto example = sourcePath("/resources/examples/mixed-32.hscope.json");
        const auto folder = path(QStringLiteral("profiles")).toStdString();
        const double curves = stepTime(hscope({"simulate", example, "--json", "-"}));
        const double measured = stepTime(hscope({"simulate", example, "--profiles", folder, "--json", "-"}));
        QVERIFY(curves > 0 && measured > curves); // slower than an H100 is
        const auto explained = hscope({"explain", example, "--profiles", folder, "--device", "h100-0:0"});
        QVERIFY(explained.out.find("Measured layers") != std::string::npos);
        // Space C: layers measured with whole sequences say nothing of context parallelism.
        const auto planned =
            hscope({"plan", example, "--space", "C", "--profiles", folder, "--top", "1", "--json", "-"});
        const auto plans = parseJson(planned.out);
        QVERIFY(plans);
        const auto unmeasured = parseJson(hscope({"plan", example, "--space", "C", "--top", "1", "--json", "-"}).out);
        QVERIFY(unmeasured);
        QVERIFY((*plans)["plans"][0]["stepTime"] != (*unmeasured)["plans"][0]["stepTime"]);
        QVERIFY((*plans)["certificate"].is_null()); // it holds for the shipped constants only
        QVERIFY(!(*unmeasured)["certificate"].is_null());
    }

    void measurementsBecomeACalibration()
    {
        const QString measured = path(QStringLiteral("measured.json"));
        QString said;
        const int status =
            collect({QStringLiteral("--dry-run"), QStringLiteral("1e14"), QStringLiteral("-o"), measured}, said);
        QVERIFY2(status == 0, qPrintable(said));
        const auto lint = hscope({"lint", measured.toStdString()});
        QVERIFY2(lint.status == 0, lint.out.c_str());
        const auto input = measured.toStdString();
        const auto output = path(QStringLiteral("mine.json")).toStdString();
        // Nothing is guessed about a device that no one knows.
        const auto unknown = hscope({"calibrate", input, "-o", output});
        QCOMPARE(unknown.status, 3);
        QVERIFY2(unknown.err.find("--device-type") != std::string::npos, unknown.err.c_str());
        const auto misspelt = hscope({"calibrate", input, "-o", output, "--device-type", "H100 SXM"});
        QCOMPARE(misspelt.status, 3);
        QVERIFY2(misspelt.err.find("H100-80GB SXM") != std::string::npos, misspelt.err.c_str());
        const auto run = hscope({"calibrate", input, "-o", output, "--device-type", "H100-80GB SXM"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY2(run.out.find("H200 SXM") != std::string::npos, run.out.c_str()); // of the same class
        QCOMPARE(hscope({"lint", output}).status, 0);
        const auto written = readJsonFile(output);
        QVERIFY(written);
        const auto &curves = (*written)["kernels"][0];
        QCOMPARE(curves["computeClass"].get<std::string>(), std::string("hopper"));
        // 1e14 FLOP/s of 989e12 and 1e12 bytes/s of 3.35e12.
        QVERIFY(std::abs(curves["gemm"]["bf16"].get<double>() / 0.1011 - 1) < 0.05);
        QVERIFY(std::abs(curves["memory"].get<double>() / 0.2985 - 1) < 0.02);
        const auto example32 = example("mixed-32");
        const double shipped = stepTime(hscope({"simulate", example32, "--json", "-"}));
        const double slow = stepTime(hscope({"simulate", example32, "--calibration", output, "--json", "-"}));
        QVERIFY(shipped > 0 && slow > shipped);
        const auto two = hscope({"calibrate", input, output, "-o", input + "2"});
        QCOMPARE(two.status, 3);
        QCOMPARE(hscope({"calibrate", input, "-o", output, "--scale"}).status, 3);
    }

    void collectNamesWhatItCannotUse()
    {
        QString said;
        const QString out = path(QStringLiteral("none.json"));
        const QStringList rest = {QStringLiteral("--device"),  QStringLiteral("H100-80GB SXM"),
                                  QStringLiteral("--dry-run"), QStringLiteral("1e12"),
                                  QStringLiteral("-o"),        out};
        const auto run = [&](const QStringList &model) { return collect(model + rest, said); };
        QVERIFY(run({QStringLiteral("--model"), path(QStringLiteral("nowhere.json"))}) != 0);
        QVERIFY(said.contains(QStringLiteral("nowhere.json")));
        write(QStringLiteral("experts.json"), R"({"hidden_size": 1024, "num_local_experts": 8})");
        QVERIFY(run({QStringLiteral("--model"), path(QStringLiteral("experts.json"))}) != 0);
        QVERIFY(said.contains(QStringLiteral("mixture of experts")));
        write(QStringLiteral("empty.json"), "{}");
        QVERIFY(run({QStringLiteral("--model"), path(QStringLiteral("empty.json"))}) != 0);
        QVERIFY(said.contains(QStringLiteral("hidden_size")));
        // A degree that does not divide the heads is left out; nothing is left to write.
        QVERIFY(run({QStringLiteral("--model"), QStringLiteral("gpt3-1.3b"), QStringLiteral("--tp"),
                     QStringLiteral("3")}) != 0);
        QVERIFY(said.contains(QStringLiteral("left out")));
        QVERIFY(!QFile::exists(out));
    }
};

QTEST_GUILESS_MAIN(ProfilesTest)
#include "profiles_test.moc"
