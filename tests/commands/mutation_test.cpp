// SPDX-License-Identifier: GPL-3.0-or-later
//
// Structural mutation of every shipped file: whatever becomes of it, it is read with errors that say where and what, or
// it is read, written and read again as the same; its cluster expands, its plans are checked and simulated, and what
// comes out is finite. Under sanitizers an overflow or a wrong access ends the test.
//
// HETEROSCOPE_MUTATIONS is the number of mutations of each file (default 40). HETEROSCOPE_MUTATION_SECONDS makes new
// ones of each file for that long instead: 225 for an hour over the 16 files. HETEROSCOPE_MUTATION_SEED is the first
// seed. A failure names its seed; a crash leaves the mutated file in the folder that the last line of output names.
#include "commands/lint_file.h"
#include "project/advice.h"
#include "project/project_file.h"
#include "report/result_json.h"
#include "simulator/predict_step.h"
#include "support/hscope_run.h"
#include "support/mutate_json.h"
#include "support/strict_test.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <cmath>
#include <iostream>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

/// Larger ones have tests of their own; here a step must be short enough to be simulated by the thousand.
bool isSmall(const Project &project, const Topology &topology)
{
    return topology.devices().size() <= 512 && project.workload.model.layers <= 200 &&
           project.workload.job.globalBatch <= 4096;
}

QString mistakeOfErrors(const Findings &findings, const std::string &file)
{
    for (const Error &error : findings.errors) {
        if (error.expected.empty() && error.hint.empty())
            return QStringLiteral("an error that does not say what was expected: ") +
                   QString::fromStdString(toString(error));
        if (error.file != file)
            return QStringLiteral("an error that does not name its file: ") + QString::fromStdString(toString(error));
    }
    return {};
}

/// The step of each plan, cut off after a number of questions whether to stop.
QString mistakeOfSteps(const Project &project, const Topology &topology)
{
    for (const NamedPlan &named : project.plans) {
        PredictOptions options;
        options.linkLoads = true;
        options.stop = StopToken().orWhen([asked = 0]() mutable { return ++asked > 2'000; });
        const auto result = predictStep(topology, project.workload, named.plan, options);
        if (!result) {
            if (result.error().code == Error::Code::cancelled)
                continue;
            if (result.error().expected.empty() && result.error().hint.empty() && result.error().found.empty())
                return QStringLiteral("a refusal without words");
            continue;
        }
        for (const double figure : {result->mfu, result->hfu, result->energy, result->cost, result->tokensPerSecond,
                                    result->uncertainty, result->bubbleShare(), result->exposedShare()})
            if (!std::isfinite(figure) || figure < 0)
                return QStringLiteral("a figure is %1").arg(figure);
        if (result->stepTime.count <= 0)
            return QStringLiteral("a step takes %1 ps").arg(result->stepTime.count);
        if (toText(simulateJson(*result, topology, named.plan)).empty())
            return QStringLiteral("no JSON");
    }
    return {};
}

QString mistakeOfProject(const std::string &text, const std::string &file)
{
    const LoadedProject loaded = parseProject(text, file);
    if (QString mistake = mistakeOfErrors(loaded.findings, file); !mistake.isEmpty())
        return mistake;
    if (!loaded.findings.ok()) {
        projectText(loaded.project); // what could be read is still a value that can be written
        return {};
    }
    const std::string written = projectText(loaded.project);
    const LoadedProject again = parseProject(written, file);
    if (!again.findings.ok())
        return QStringLiteral("what can be opened cannot be saved: ") +
               QString::fromStdString(toString(again.findings.errors.front()));
    if (!(again.project == loaded.project) || projectText(again.project) != written)
        return QStringLiteral("what comes back is not what was written");
    const auto topology = Topology::build(loaded.project.cluster);
    if (!topology)
        return topology.error().expected.empty() ? QStringLiteral("a cluster does not expand, without a word")
                                                 : QString();
    if (!isSmall(loaded.project, *topology))
        return {};
    findPlanMistakes(loaded.project);
    findAdvice(loaded.project);
    return mistakeOfSteps(loaded.project, *topology);
}

} // namespace

class MutationTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// Empty if all promises are kept.
    QString mistakeOf(const std::string &text) const
    {
        const QString path = m_folder.filePath(QStringLiteral("mutant.json"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) ||
            file.write(text.data(), static_cast<qint64>(text.size())) != static_cast<qint64>(text.size()))
            return QStringLiteral("the mutant cannot be written");
        file.close();
        const std::string name = path.toStdString();
        if (QString mistake = mistakeOfErrors(lintFile(name), name); !mistake.isEmpty())
            return mistake;
        return mistakeOfProject(text, name);
    }

private slots:
    void initTestCase() { std::cerr << "mutated files are in " << m_folder.path().toStdString() << std::endl; }

    void theSameSeedGivesTheSameText()
    {
        const auto text = readTextFile(example("rtx3090-titan"));
        QVERIFY(JsonMutator(7).mutated(*text) == JsonMutator(7).mutated(*text));
        QVERIFY(JsonMutator(7).mutated(*text) != JsonMutator(8).mutated(*text));
    }

    void everyShippedFile_data()
    {
        QTest::addColumn<QString>("path");
        QDirIterator files(QString::fromStdString(sourcePath("/resources")), {QStringLiteral("*.json")}, QDir::Files,
                           QDirIterator::Subdirectories);
        QStringList all;
        while (files.hasNext())
            all << files.next();
        all.sort();
        QVERIFY(all.size() >= 16);
        for (const QString &path : all)
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
    }
    void everyShippedFile()
    {
        QFETCH(QString, path);
        const auto text = readTextFile(path.toStdString());
        QVERIFY(text);
        QVERIFY2(mistakeOf(*text).isEmpty(), qPrintable(mistakeOf(*text)));
        const int seconds = qEnvironmentVariableIntValue("HETEROSCOPE_MUTATION_SECONDS");
        const int wanted = qEnvironmentVariableIsSet("HETEROSCOPE_MUTATIONS")
                               ? qEnvironmentVariableIntValue("HETEROSCOPE_MUTATIONS")
                               : 40;
        const auto first = static_cast<std::uint64_t>(qEnvironmentVariableIntValue("HETEROSCOPE_MUTATION_SEED"));
        QElapsedTimer clock;
        clock.start();
        std::uint64_t seed = first;
        while (seconds > 0 ? clock.elapsed() < seconds * qint64(1000)
                           : seed < first + static_cast<std::uint64_t>(wanted)) {
            const QString mistake = mistakeOf(JsonMutator(seed).mutated(*text));
            QVERIFY2(mistake.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(mistake)));
            ++seed;
        }
        if (seconds > 0)
            qInfo("%lld mutations", static_cast<long long>(seed - first));
    }
};

QTEST_GUILESS_MAIN(MutationTest)
#include "mutation_test.moc"
