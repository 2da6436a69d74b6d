// SPDX-License-Identifier: GPL-3.0-or-later
//
// What commands write is whole or not there: on a disk that is full after any number of bytes, beside a program that
// has the file open, over a write-protected file, and when two commands change one project at once.
#include "project/file_lock.h"
#include "project/project_file.h"
#include "support/content_of.h"
#include "support/full_disk.h"
#include "support/hscope_run.h"
#include "support/patience.h"
#include "support/strict_test.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <unistd.h>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

const QByteArray config = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096,
    "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000,
    "max_position_embeddings": 4096})";

} // namespace

class WritingTest : public StrictTest
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const QString &name) const { return m_folder->filePath(name); }
    QStringList files() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden | QDir::System);
    }
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    /// The command that writes OUT; {in} and {out} stand for the files.
    HscopeRun run(const QStringList &words) const
    {
        std::vector<std::string> arguments;
        for (QString word : words)
            arguments.push_back(word.replace(QStringLiteral("{in}"), path(QStringLiteral("in.hscope.json")))
                                    .replace(QStringLiteral("{out}"), path(QStringLiteral("out")))
                                    .replace(QStringLiteral("{config}"), path(QStringLiteral("config.json")))
                                    .toStdString());
        return hscope(arguments);
    }

    /// reading: only those that read a file.
    static void commands(bool reading = false)
    {
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char *name, const char *words) {
            QTest::newRow(name) << QString::fromLatin1(words).split(u' ');
        };
        row("simulate", "simulate {in} --json {out}");
        row("trace", "simulate {in} --trace {out}");
        row("explain", "explain {in} --json {out}");
        row("plan", "plan {in} --json {out}");
        row("compare", "compare {in} {in} --json {out}");
        row("lint", "lint {in} --json {out}");
        row("report", "report {in} -o {out}");
        row("megatron", "export megatron {in} -o {out}");
        row("perfetto", "export perfetto {in} -o {out}");
        row("import", "import huggingface {config} -o {out}");
        if (!reading)
            row("new", "new 2x8A100 --model GPT-2-1.5B-XL -o {out}");
    }

private slots:
    void init()
    {
        StrictTest::init();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QFile::copy(QString::fromStdString(example("rtx3090-titan")), path(QStringLiteral("in.hscope.json"))));
        write(QStringLiteral("config.json"), config);
    }

    void aFullDiskLeavesTheOldFile_data() { commands(); }
    void aFullDiskLeavesTheOldFile()
    {
        QFETCH(QStringList, words);
        // An import extends the project that is there; the others replace whatever is.
        const bool import = words.front() == QStringLiteral("import");
        const QByteArray old =
            import ? test::contentOf(path(QStringLiteral("in.hscope.json"))) : QByteArray("what was there");
        write(QStringLiteral("out"), old);
        const HscopeRun whole = run(words);
        QVERIFY2(whole.status <= 1, whole.err.c_str());
        const QByteArray now = test::contentOf(path(QStringLiteral("out")));
        QVERIFY(now != old);
        const qsizetype size = now.size();
        const QStringList before = files();
        for (const qsizetype bytes : {qsizetype(0), qsizetype(1), size / 3, size / 2, size * 9 / 10}) {
            write(QStringLiteral("out"), old);
            const HscopeRun cut = [&] {
                const FullDisk full(static_cast<rlim_t>(bytes));
                return run(words);
            }();
            QVERIFY2(cut.status == 3 || cut.status == 4, cut.err.c_str());
            QVERIFY2(cut.err.find("out") != std::string::npos, cut.err.c_str());
            QCOMPARE(test::contentOf(path(QStringLiteral("out"))), old);
            QCOMPARE(files(), before);
        }
        // Times of a search in the output have as many digits as they have.
        const FullDisk enough(static_cast<rlim_t>(std::max(size, old.size()) + 200));
        QCOMPARE(run(words).status, whole.status);
    }

    void aFileThatIsOpenIsNotWrittenOver_data() { commands(); }
    void aFileThatIsOpenIsNotWrittenOver()
    {
        QFETCH(QStringList, words);
        const QByteArray old = test::contentOf(path(QStringLiteral("in.hscope.json")));
        write(QStringLiteral("out"), old);
        const FileLock open(lockPathOf(path(QStringLiteral("out")).toStdString()));
        const HscopeRun refused = run(words);
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.err.find("open in another program") != std::string::npos, refused.err.c_str());
        QCOMPARE(test::contentOf(path(QStringLiteral("out"))), old);
    }

    void aWriteProtectedFileIsNotWrittenOver_data() { commands(); }
    void aWriteProtectedFileIsNotWrittenOver()
    {
        QFETCH(QStringList, words);
        const QByteArray old = test::contentOf(path(QStringLiteral("in.hscope.json")));
        write(QStringLiteral("out"), old);
        QVERIFY(QFile::setPermissions(path(QStringLiteral("out")), QFileDevice::ReadOwner));
        const HscopeRun refused = run(words);
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.err.find("write-protected") != std::string::npos, refused.err.c_str());
        QCOMPARE(test::contentOf(path(QStringLiteral("out"))), old);
    }

    void nothingIsWrittenOverWhatIsRead_data() { commands(true); }
    void nothingIsWrittenOverWhatIsRead()
    {
        QFETCH(QStringList, words);
        const bool import = words.front() == QStringLiteral("import");
        const QString input = path(import ? QStringLiteral("config.json") : QStringLiteral("in.hscope.json"));
        const QByteArray old = test::contentOf(input);
        const QStringList before = files();
        const auto refused = [&](const QString &output) {
            QStringList over = words;
            const HscopeRun same = run(over.replaceInStrings(QStringLiteral("{out}"), output));
            QCOMPARE(same.status, 3);
            QVERIFY2(same.err.find("also read") != std::string::npos, same.err.c_str());
            QVERIFY(same.out.empty());
            QCOMPARE(test::contentOf(input), old);
        };
        refused(input);
        refused(m_folder->path() + QStringLiteral("/./") + QFileInfo(input).fileName());
        QCOMPARE(files(), before);
        QVERIFY(QFile::link(input, path(QStringLiteral("link"))));
        refused(path(QStringLiteral("link")));
        QCOMPARE(::link(input.toLocal8Bit().constData(), path(QStringLiteral("hard")).toLocal8Bit().constData()), 0);
        refused(path(QStringLiteral("hard")));
    }

    void twoOutputsAreNotOneFile()
    {
        const HscopeRun both = run({QStringLiteral("simulate"), QStringLiteral("{in}"), QStringLiteral("--json"),
                                    QStringLiteral("{out}"), QStringLiteral("--trace"), QStringLiteral("{out}")});
        QCOMPARE(both.status, 3);
        QVERIFY(!files().contains(QStringLiteral("out")));
    }

    /// Of imports into one project at once, each one that says it is done is there; the others say why they are not.
    void noneOfTwoUpdatesIsLost()
    {
        const QString program = qEnvironmentVariable("HETEROSCOPE_BIN_DIR") + QStringLiteral("/hscope");
        if (!QFileInfo::exists(program))
            QSKIP("hscope is not built");
        const QString topology = QString::fromStdString(sourcePath("/tests/exchange/fixtures/nvidia_smi/"));
        constexpr int rounds = 10;
        int done = 0;
        for (int round = 0; round < rounds; ++round) {
            std::vector<std::unique_ptr<QProcess>> both;
            for (const char which : {'a', 'b'}) {
                both.push_back(std::make_unique<QProcess>());
                both.back()->start(program, {QStringLiteral("import"), QStringLiteral("nvidia-smi"),
                                             topology + QStringLiteral("switched.txt"), QStringLiteral("-o"),
                                             path(QStringLiteral("shared.hscope.json")), QStringLiteral("--name"),
                                             QStringLiteral("%1%2").arg(QLatin1Char(which)).arg(round),
                                             QStringLiteral("--device"), QStringLiteral("A100-80GB SXM")});
            }
            for (const auto &one : both) {
                QVERIFY(one->waitForFinished(test::patience));
                const QByteArray said = one->readAllStandardError();
                QVERIFY2(one->exitCode() == 0 || said.contains("open in another program"), said.constData());
                done += one->exitCode() == 0 ? 1 : 0;
            }
        }
        QVERIFY(done >= rounds); // one of two holds the lock
        const auto project = loadProject(path(QStringLiteral("shared.hscope.json")).toStdString());
        QVERIFY(project);
        QCOMPARE(project->cluster.nodes.size(), static_cast<std::size_t>(done));
        QVERIFY(!files().contains(QStringLiteral(".shared.hscope.json.lock")));
    }
};

QTEST_GUILESS_MAIN(WritingTest)
#include "writing_test.moc"
