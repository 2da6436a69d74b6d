// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sweep in the shards of a real array job of Slurm, one of them killed and requeued, and under GNU parallel: the same
// table, byte for byte, as from one process.
#include "base/files.h"
#include "support/hscope_run.h"
#include "support/slurm_cluster.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

using namespace heteroscope;
using test::SlurmCluster;

class SlurmTest : public StrictTest
{
    Q_OBJECT

    static constexpr int shards = 8;

    QTemporaryDir m_folder;
    QString m_program = qEnvironmentVariable("HETEROSCOPE_BIN_DIR") + QStringLiteral("/hscope");
    std::string m_table; ///< of one process

    QString at(const QString &name) const { return m_folder.filePath(name); }
    /// Table of the shards in a folder, or why there is none.
    std::string tableOf(const QString &folder) const
    {
        std::vector<std::string> arguments = {"merge", "--format", "csv"};
        for (int i = 1; i <= shards; ++i)
            arguments.push_back(at(QStringLiteral("%1/shard-%2.jsonl").arg(folder).arg(i)).toStdString());
        const auto run = test::hscope(arguments);
        return run.status == 0 && run.err.empty() ? run.out : run.err;
    }

private slots:
    void initTestCase()
    {
        const std::string spec = at(QStringLiteral("sweep.json")).toStdString();
        QVERIFY(writeFileAtomically(spec, R"({"formatVersion": 1, "seeds": [1, 2], "jitter": 0.05, "grids": [
            {"clusters": ["1x4 A100", "1x8 A100"], "models": ["GPT-3 1.3B"], "batches": [8, 16],
             "sequences": [512, 1024, 1536, 2048]}]})"));
        const std::string whole = at(QStringLiteral("whole.jsonl")).toStdString();
        const auto run = test::hscope({"sweep", spec, "-o", whole});
        QVERIFY2(run.status == 0, run.err.c_str());
        const auto merged = test::hscope({"merge", whole, "--format", "csv"});
        QVERIFY2(merged.status == 0, merged.err.c_str());
        m_table = merged.out;
        QCOMPARE(std::count(m_table.begin(), m_table.end(), '\n'), 33);
    }

    void anArrayJobWithAKilledShard()
    {
        const QStringList missing = SlurmCluster::missing();
        if (!missing.isEmpty())
            QSKIP(qPrintable(QStringLiteral("not installed: ") + missing.join(QStringLiteral(", "))));
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("slurm")));
        // Its sockets and logs are apart from what the jobs write.
        SlurmCluster cluster(at(QStringLiteral("slurm")));
        const QString problem = cluster.start(4);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        cluster.setVariable(QStringLiteral("HSCOPE"),
                            QString::fromStdString(test::sourcePath("/tests/commands/fixtures/killed_shard.sh")));
        cluster.setVariable(QStringLiteral("REAL_HSCOPE"), m_program);
        const QString script = QString::fromStdString(test::sourcePath("/packaging/slurm/sweep.sbatch"));
        const QString job = cluster.run({QStringLiteral("sbatch"), QStringLiteral("--parsable"),
                                         "--chdir=" + m_folder.path(), QStringLiteral("--array=1-%1").arg(shards),
                                         script, QStringLiteral("sweep.json"), QStringLiteral("rows")});
        QVERIFY2(job.toInt() > 0, "sbatch gave no job");
        QVERIFY(SlurmCluster::waitFor([&] { return QFile::exists(at(QStringLiteral("killed"))); }));
        QVERIFY(tableOf(QStringLiteral("rows")) != m_table);
        (void)cluster.run({QStringLiteral("scontrol"), QStringLiteral("requeue"), job + QStringLiteral("_3")});
        QVERIFY(SlurmCluster::waitFor([&] {
            return cluster.run({QStringLiteral("squeue"), QStringLiteral("-h")}).isEmpty();
        }));
        QVERIFY(QFile::exists(at(QStringLiteral("requeued"))));
        QCOMPARE(tableOf(QStringLiteral("rows")), m_table);
        // Submitting all again computes nothing.
        const auto before = readTextFile(at(QStringLiteral("rows/shard-5.jsonl")).toStdString());
        (void)cluster.run({QStringLiteral("sbatch"), QStringLiteral("--wait"), "--chdir=" + m_folder.path(),
                           QStringLiteral("--array=5"), script, QStringLiteral("sweep.json"), QStringLiteral("rows"),
                           QString::number(shards)});
        const auto after = readTextFile(at(QStringLiteral("rows/shard-5.jsonl")).toStdString());
        QVERIFY(before && after && *before == *after);
    }

    void shardsUnderGnuParallel()
    {
        const QString parallel = test::programPath(QStringLiteral("parallel"));
        if (parallel.isEmpty())
            QSKIP("not installed: parallel (GNU parallel)");
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("parallel")));
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        QStringList arguments = {QStringLiteral("--will-cite"),
                                 QStringLiteral("-j2"),
                                 m_program,
                                 QStringLiteral("sweep"),
                                 QStringLiteral("sweep.json"),
                                 QStringLiteral("--shard"),
                                 QStringLiteral("{}/%1").arg(shards),
                                 QStringLiteral("--threads"),
                                 QStringLiteral("1"),
                                 QStringLiteral("-o"),
                                 QStringLiteral("parallel/shard-{}.jsonl"),
                                 QStringLiteral(":::")};
        for (int i = 1; i <= shards; ++i)
            arguments += QString::number(i);
        process.start(parallel, arguments);
        QVERIFY(process.waitForFinished(test::patience));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QCOMPARE(tableOf(QStringLiteral("parallel")), m_table);
    }
};

QTEST_GUILESS_MAIN(SlurmTest)
#include "slurm_test.moc"
