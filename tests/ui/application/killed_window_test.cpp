// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window is killed (SIGKILL) at random moments while it is worked in: things are drawn, undone, saved, and a note
// is written, and the copy of unsaved changes is written all the time. What comes back is compared with what the window
// said of itself before: the project file is one that was saved, the newest or a later one; the recovered work is a
// state that the window had, at most as old as the copy before the last; and it opens again in a new window.
//
// HETEROSCOPE_KILLS is the number of kills (default 6). With --victim this program is the window that dies.
#include "canvas/view/canvas_view.h"
#include "document/autosave.h"
#include "editing/canvas_edits.h"
#include "exchange/import.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "widgets/note_text.h"
#include "workload_bar/workload_bar.h"

#include <QCryptographicHash>
#include <QDir>
#include <QProcess>
#include <QSpinBox>

#include <iostream>
#include <random>

using namespace heteroscope;

namespace {

QByteArray digestOf(const Project &project)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(projectText(project)), QCryptographicHash::Sha1).toHex();
}

/// One line, at once: what was written before the signal is in the pipe.
void say(const QByteArray &line) { std::cout << line.constData() << std::endl; }

/// The window that is going to be killed. Every state is said before anything of it can reach the disk.
class Victim
{
public:
    Victim(const QString &recovery, const QString &file, unsigned seed) : m_random(seed)
    {
        m_window.files().startAutosave(recovery);
        m_window.files().autosave()->setDelay(std::chrono::milliseconds(0));
        Dialogs dialogs;
        dialogs.report = [](const QString &title, const QString &text) { say("report " + (title + text).toUtf8()); };
        m_window.setDialogs(dialogs);
        if (!m_window.files().open(file))
            say("report cannot open");
        const auto state = [this] {
            say((document().hasUnsaved() ? "state " : "clean ") + digestOf(*document().unsaved()));
        };
        QObject::connect(&document(), &Document::projectChanged, &m_window, state);
        QObject::connect(&document(), &Document::draftChanged, &m_window, state);
        QObject::connect(&document(), &Document::modifiedChanged, &m_window, state);
        QObject::connect(m_window.files().autosave(), &Autosave::written, &m_window, [] { say("written"); });
        m_window.show();
        state();
    }
    [[noreturn]] void work()
    {
        for (;;) {
            step();
            QCoreApplication::processEvents();
        }
    }

private:
    Document &document() { return *m_window.document(); }
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    NoteText *field() { return m_window.canvas()->findChild<NoteText *>(QStringLiteral("noteField")); }

    void step()
    {
        switch (below(8)) {
        case 0:
            if (document().project().cluster.nodes.size() < 12)
                addFromPalette(document(), PaletteKind::node, QStringLiteral("8x H100 HGX"),
                               QPointF(below(40) * gridPitch, below(40) * gridPitch));
            break;
        case 1:
            document().undoStack()->undo();
            break;
        case 2:
            document().undoStack()->redo();
            break;
        case 3:
            say("saving " + digestOf(*document().unsaved()));
            if (m_window.files().save())
                say("saved " + digestOf(document().project()));
            break;
        case 4:
            m_window.actions()[ActionId::addNote]->trigger();
            break;
        case 5:
            if (field() && field()->isVisible())
                QTest::keyClicks(field(), QStringLiteral("words "));
            break;
        case 6:
            if (field() && field()->isVisible())
                QTest::keyClick(field(), below(2) == 0 ? Qt::Key_Escape : Qt::Key_Return, Qt::ControlModifier);
            break;
        default:
            m_window.workloadBar()->batchField()->setValue(8 * (1 + below(100)));
            break;
        }
    }

    GatedEngine m_gated;
    MainWindow m_window{m_gated.engine()};
    std::mt19937 m_random;
};

/// What the victim said, in order.
struct Account
{
    std::vector<QByteArray> states; ///< digests
    QList<QByteArray> files;        ///< digests of what may be in the project file, oldest first
    qsizetype firstFile = 0;        ///< those before it were replaced for sure
    std::size_t oldestKept = 0;     ///< the copy holds this state or a later one
    std::size_t lastWritten = 0;    ///< states that there were when the last copy was complete
    bool isClean = true;            ///< nothing was unsaved in the last state
    bool mustBeKept = false;        ///< a copy was written, and the window was never clean since
    QByteArray reports;

    void take(const QByteArray &line)
    {
        const QByteArray word = line.left(line.indexOf(' '));
        const QByteArray digest = line.mid(line.indexOf(' ') + 1);
        if (word == "state" || word == "clean") {
            states.push_back(digest);
            isClean = word == "clean";
            mustBeKept = mustBeKept && !isClean;
        } else if (word == "written") {
            // It began after the one before had ended. Where nothing is unsaved it was deleted again.
            oldestKept = lastWritten;
            lastWritten = states.empty() ? 0 : states.size() - 1;
            mustBeKept = !isClean;
        } else if (word == "saving") {
            files << digest;
            mustBeKept = false;
        } else if (word == "saved") {
            files << digest;
            firstFile = files.size() - 1;
        } else if (word == "report") {
            reports += line;
        }
    }
};

} // namespace

class KilledWindowTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

    static Project begun()
    {
        Project project = emptyProject();
        project.title = "begun";
        project.workload.job.globalBatch = 8;
        return project;
    }

    /// Runs a victim and kills it after as many lines.
    static void killAfter(const QStringList &arguments, int lines, Account &account)
    {
        QProcess victim;
        victim.setReadChannel(QProcess::StandardOutput);
        victim.start(QCoreApplication::applicationFilePath(), arguments);
        QVERIFY(victim.waitForStarted(test::patience));
        for (int i = 0; i < lines; ++i) {
            while (!victim.canReadLine())
                QVERIFY2(victim.waitForReadyRead(test::patience), victim.readAllStandardError().constData());
            account.take(victim.readLine().trimmed());
        }
        victim.kill(); // wherever it is now
        QVERIFY(victim.waitForFinished(test::patience));
        QCOMPARE(victim.exitStatus(), QProcess::CrashExit);
        while (victim.canReadLine())
            account.take(victim.readLine().trimmed());
    }

    static void compareFile(const QString &file, const Account &account)
    {
        const Result<Project> saved = loadProject(file.toStdString());
        QVERIFY2(saved, saved ? "" : toString(saved.error()).c_str());
        QVERIFY2(account.files.indexOf(digestOf(*saved), account.firstFile) >= 0,
                 "the file holds what was never saved");
    }

    static void compareCopy(const QString &recovery, const Account &account)
    {
        const std::vector<LostWork> works = findLostWork(recovery);
        QVERIFY(works.size() <= 1);
        QVERIFY2(!works.empty() || !account.mustBeKept, "unsaved work is gone");
        if (works.empty())
            return;
        const auto last = std::find(account.states.rbegin(), account.states.rend(), digestOf(works.front().project));
        QVERIFY2(last != account.states.rend(), "what comes back was never there");
        const auto index = static_cast<std::size_t>(account.states.rend() - last) - 1;
        QVERIFY2(!account.mustBeKept || index >= account.oldestKept,
                 qPrintable(QStringLiteral("state %1 comes back, %2 was kept").arg(index).arg(account.oldestKept)));
    }

    static void restore(const QString &recovery)
    {
        const std::vector<LostWork> works = findLostWork(recovery);
        if (works.empty())
            return;
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().startAutosave(recovery);
        Dialogs dialogs;
        dialogs.recover = [](const std::vector<LostWork> &) {
            return RecoveryChoice{RecoveryChoice::What::restore, 0};
        };
        window.setDialogs(dialogs);
        window.files().offerLostWork();
        QCOMPARE(digestOf(window.document()->project()), digestOf(works.front().project));
        QVERIFY(window.document()->isModified());
        window.files().letGo();
        QVERIFY(findLostWork(recovery).empty());
    }

private slots:
    void whatComesBackWasThere()
    {
        const int kills =
            qEnvironmentVariableIsSet("HETEROSCOPE_KILLS") ? qEnvironmentVariableIntValue("HETEROSCOPE_KILLS") : 6;
        int restored = 0;
        std::mt19937 random(20261);
        for (int kill = 0; kill < kills; ++kill) {
            QTemporaryDir folder;
            const QString recovery = folder.filePath(QStringLiteral("recovery"));
            const QString file = folder.filePath(QStringLiteral("lab.hscope.json"));
            QVERIFY(saveProject(begun(), file.toStdString()));
            Account account;
            account.files << digestOf(begun());
            const int lines = 2 + static_cast<int>(random() % 120U);
            killAfter({QStringLiteral("--victim"), recovery, file, QString::number(kill)}, lines, account);
            QVERIFY2(account.reports.isEmpty(), account.reports.constData());
            compareFile(file, account);
            compareCopy(recovery, account);
            restored += findLostWork(recovery).empty() ? 0 : 1;
            restore(recovery);
            if (QTest::currentTestFailed())
                QFAIL(qPrintable(QStringLiteral("kill %1 after %2 lines").arg(kill).arg(lines)));
        }
        QVERIFY(restored > 0);
        qInfo("%d kills, unsaved work came back after %d", kills, restored);
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (argc == 5 && std::string_view(argv[1]) == "--victim") {
        const PrivateSettings settings;
        Victim victim(QString::fromLocal8Bit(argv[2]), QString::fromLocal8Bit(argv[3]), QByteArray(argv[4]).toUInt());
        victim.work();
    }
    KilledWindowTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "killed_window_test.moc"
