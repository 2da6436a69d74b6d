// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nothing is lost: a window in a process of its own is killed (SIGKILL) between edits and in the middle of writing,
// disks are full, folders cannot be written, two windows have one file. With --victim this program is the window that
// dies.
#include "document/autosave.h"
#include "palette/palette_view.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "shell/main_window.h"
#include "shell/status_bar.h"
#include "support/full_disk.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/workload_bar.h"

#include <QListWidget>
#include <QProcess>
#include <QSignalSpy>
#include <QSpinBox>

#include <cstdio>
#include <iostream>

using namespace heteroscope;

namespace {

void say(const std::string &text) { std::cout << text << std::endl; }

/// The window that is going to be killed. It obeys words on standard input: "edit N" sets the batch, "tick" lets the
/// autosave's clock strike, "storm" edits and saves for ever.
int runVictim(MainWindow &window)
{
    const auto edit = [&window](int batch) { window.workloadBar()->batchField()->setValue(batch); };
    window.show();
    say("ready");
    for (std::string word; std::cin >> word;) {
        if (word == "edit") {
            int batch = 0;
            std::cin >> batch;
            edit(batch);
        } else if (word == "tick") {
            window.files().autosave()->writeNow();
        } else if (word == "storm") {
            for (int batch = 1000;; ++batch) {
                edit(batch);
                window.files().autosave()->writeNow();
                say(std::to_string(batch));
            }
        }
        QCoreApplication::processEvents();
        say("done");
    }
    return 0;
}

} // namespace

class RecoveryTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const QString &name) const { return m_folder->filePath(name); }
    QString recovery() const { return path(QStringLiteral("recovery")); }

    static Project drawn(const std::string &title)
    {
        Project project;
        project.title = title;
        project.workload.model = *findModel("Llama 2 7B");
        project.workload.job.globalBatch = 8;
        return *addNode(project, *builtinCatalog().findNode("8x H100 HGX"), "h100-0", {});
    }

    QString savedFile(const std::string &title)
    {
        const QString file = path(QString::fromStdString(title) + QStringLiteral(".hscope.json"));
        return saveProject(drawn(title), file.toStdString()) ? file : QString();
    }

    /// Starts a victim, gives it the words and kills it after as many lines of its answers.
    void killAfter(const QByteArray &words, int lines, QByteArray *lastLine = nullptr)
    {
        QProcess victim;
        victim.setReadChannel(QProcess::StandardOutput);
        victim.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--victim"), recovery()});
        QVERIFY(victim.waitForStarted(test::patience));
        victim.write(words);
        for (int i = 0; i < lines; ++i) {
            while (!victim.canReadLine())
                QVERIFY2(victim.waitForReadyRead(test::patience), victim.readAllStandardError().constData());
            const QByteArray line = victim.readLine().trimmed();
            if (lastLine)
                *lastLine = line;
        }
        victim.kill();
        QVERIFY(victim.waitForFinished(test::patience));
        QCOMPARE(victim.exitStatus(), QProcess::CrashExit);
    }

private slots:
    void init()
    {
        StrictTest::init();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void aKilledWindowLosesOnlyWhatTheClockHadNotStruckFor()
    {
        killAfter("edit 24 tick edit 48 tick edit 96 ", 6); // ready, five times done
        const std::vector<LostWork> works = findLostWork(recovery());
        QCOMPARE(works.size(), std::size_t(1));
        QCOMPARE(works.front().project.workload.job.globalBatch, 48);
        QCOMPARE(works.front().name, QStringLiteral("Untitled"));
        QVERIFY(works.front().origin.path.isEmpty());
        QVERIFY(works.front().project.extensions.empty());
    }

    void beingKilledWhileWritingLeavesAWholeCopy()
    {
        for (int kills = 0; kills < 8; ++kills) {
            QByteArray last;
            killAfter("storm ", 2 + kills * 3, &last); // it goes on writing until the signal comes
            std::vector<LostWork> works = findLostWork(recovery());
            QCOMPARE(works.size(), std::size_t(1));
            QVERIFY(works.front().project.workload.job.globalBatch >= last.toInt());
            removeLostWork(works.front());
            QCOMPARE(QDir(recovery()).entryList({QStringLiteral("*.json*")}, QDir::Files), QStringList());
        }
    }

    void lessThanTenSecondsPassBeforeAnEditIsKept()
    {
        Document document;
        Autosave autosave(&document, recovery());
        QVERIFY(!autosave.timer().isActive());
        QVERIFY(Autosave::delay * 2 < std::chrono::seconds(10));
        QCOMPARE(autosave.timer().intervalAsDuration(), Autosave::delay);
        QVERIFY(autosave.timer().isSingleShot());
        document.edit(QStringLiteral("draw"), drawn("a"));
        const int timer = autosave.timer().timerId();
        QVERIFY(autosave.timer().isActive());
        document.edit(QStringLiteral("rename"), setTitle(document.project(), "b", {}));
        QCOMPARE(autosave.timer().timerId(), timer); // further edits do not put it off
    }

    void theClockWritesOnAThreadOfItsOwn()
    {
        Document document;
        Autosave autosave(&document, recovery());
        autosave.setDelay(std::chrono::milliseconds(0));
        QSignalSpy written(&autosave, &Autosave::written);
        document.edit(QStringLiteral("draw"), drawn("a"));
        QVERIFY(written.wait(test::patience));
        const Result<Project> kept = loadProject(autosave.file().toStdString());
        QVERIFY(kept);
        QVERIFY(kept->cluster == document.project().cluster);
        QVERIFY(!autosave.timer().isActive());
        QVERIFY(findLostWork(recovery()).empty()); // its window lives
    }

    void nothingIsKeptOfWhatIsSavedOrUndone()
    {
        Document document;
        Autosave autosave(&document, recovery());
        document.edit(QStringLiteral("draw"), drawn("a"));
        autosave.writeNow();
        QVERIFY(QFileInfo::exists(autosave.file()));
        document.undoStack()->undo();
        QVERIFY(!QFileInfo::exists(autosave.file()));
        document.undoStack()->redo();
        autosave.writeNow();
        QVERIFY(QFileInfo::exists(autosave.file()));
        QVERIFY(document.save(path(QStringLiteral("a.hscope.json"))));
        QVERIFY(!QFileInfo::exists(autosave.file()));
    }

    void lostWorkComesBackUnsavedIntoItsFile()
    {
        const QString file = savedFile("lab");
        {
            Document document;
            document.reset(*loadProject(file.toStdString()), file);
            Autosave autosave(&document, recovery());
            document.edit(QStringLiteral("rename"), setTitle(document.project(), "better", {}));
            autosave.writeNow();
        } // a window that is gone without a word
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().startAutosave(recovery());
        Dialogs dialogs;
        int asked = 0;
        QStringList offered;
        dialogs.recover = [&](const std::vector<LostWork> &works) {
            ++asked;
            for (const LostWork &work : works)
                offered << work.name;
            return RecoveryChoice{RecoveryChoice::What::restore, 0};
        };
        dialogs.overwriteChanged = [](const QString &) { return false; };
        window.setDialogs(dialogs);
        window.files().offerLostWork();
        QCOMPARE(asked, 1);
        QCOMPARE(offered, QStringList{QStringLiteral("lab")});
        QCOMPARE(window.document()->project().title, std::string("better"));
        QCOMPARE(window.document()->filePath(), file);
        QVERIFY(window.document()->isModified());
        QVERIFY(!window.isWelcomeShown());
        QCOMPARE(loadProject(file.toStdString())->title, std::string("lab"));
        QVERIFY(QFileInfo::exists(window.files().autosave()->file())); // still kept until it is saved
        window.actions()[ActionId::save]->trigger();
        QVERIFY(!window.document()->isModified());
        QCOMPARE(loadProject(file.toStdString())->title, std::string("better"));
        QVERIFY(findLostWork(recovery()).empty());
    }

    void lostWorkCanBeDeletedOrLeft()
    {
        for (const char *title : {"one", "two"}) {
            RecoverySlot slot(recovery());
            QVERIFY(slot.write(drawn(title), {}));
        }
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().startAutosave(recovery());
        Dialogs dialogs;
        std::vector<std::size_t> offered;
        dialogs.recover = [&](const std::vector<LostWork> &works) {
            offered.push_back(works.size());
            return RecoveryChoice{offered.size() == 1 ? RecoveryChoice::What::remove : RecoveryChoice::What::later, 0};
        };
        window.setDialogs(dialogs);
        window.files().offerLostWork();
        QCOMPARE(offered, (std::vector<std::size_t>{2, 1}));
        QVERIFY(window.isWelcomeShown());
        QCOMPARE(findLostWork(recovery()).size(), std::size_t(1));
        window.actions()[ActionId::recover]->trigger();
        QCOMPARE(offered.size(), std::size_t(3));
    }

    void theDialogIsUsedByKeyboard()
    {
        RecoverySlot one(recovery());
        std::vector<LostWork> works(2);
        works[0] = {QStringLiteral("a"),
                    QStringLiteral("lab"),
                    {path(QStringLiteral("lab.hscope.json")), {}},
                    QDateTime::currentDateTime(),
                    drawn("a")};
        works[1].name = QStringLiteral("Untitled");
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            RecoveryDialog dialog(works);
            dialog.show();
            QVERIFY(QTest::qWaitForWindowExposed(&dialog));
            savePicture(dialog, QStringLiteral("recovery"));
            QTest::keyClick(dialog.findChild<QListWidget *>(), Qt::Key_Down);
            QTest::keyClick(&dialog, Qt::Key_Return);
            QCOMPARE(dialog.choice().what, RecoveryChoice::What::restore);
            QCOMPARE(dialog.choice().index, std::size_t(1));
        }
        RecoveryDialog dialog(works);
        dialog.show();
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QCOMPARE(dialog.choice().what, RecoveryChoice::What::later);
    }

    void discardingByTheUsersWordKeepsNothing()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().startAutosave(recovery());
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        window.setDialogs(dialogs);
        window.files().newProject();
        window.workloadBar()->batchField()->setValue(48);
        window.files().autosave()->writeNow();
        QVERIFY(QFileInfo::exists(window.files().autosave()->file()));
        QVERIFY(window.close());
        QVERIFY(!QFileInfo::exists(window.files().autosave()->file()));
    }

    void lostWorkOfTheOpenFileKeepsItsName()
    {
        const QString file = savedFile("lab");
        {
            RecoverySlot slot(recovery());
            QVERIFY(slot.write(drawn("better"), {file, digestOfFile(file)}));
        }
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().startAutosave(recovery());
        Dialogs dialogs;
        dialogs.recover = [](const std::vector<LostWork> &) {
            return RecoveryChoice{RecoveryChoice::What::restore, 0};
        };
        window.setDialogs(dialogs);
        QVERIFY(window.files().open(file));
        window.files().offerLostWork(); // the lock of the file is the window's own
        QCOMPARE(window.document()->project().title, std::string("better"));
        QCOMPARE(window.document()->filePath(), file);
        QVERIFY(window.files().save());
        QCOMPARE(loadProject(file.toStdString())->title, std::string("better"));
        // ... and still is.
        QCOMPARE(FileLock(lockPathOf(file.toStdString())).state(), FileLock::State::others);
    }

    void whatIsDiscardedIsKeptUntilSomethingTakesItsPlace()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().startAutosave(recovery());
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.openFile = [] { return QString(); }; // and then thought better of it
        window.setDialogs(dialogs);
        window.files().newProject();
        window.workloadBar()->batchField()->setValue(48);
        window.files().autosave()->writeNow();
        window.actions()[ActionId::open]->trigger();
        QVERIFY(window.document()->isModified());
        QVERIFY(QFileInfo::exists(window.files().autosave()->file()));
        window.files().newProject();
        QVERIFY(!QFileInfo::exists(window.files().autosave()->file()));
    }

    void aFullDiskIsSaidAndLosesNothing()
    {
        const QString file = savedFile("lab");
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().startAutosave(recovery());
        window.files().autosave()->setDelay(std::chrono::hours(1));
        QString said;
        Dialogs dialogs;
        dialogs.report = [&](const QString &title, const QString &text) { said = title + u'\n' + text; };
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::save; };
        window.setDialogs(dialogs);
        QVERIFY(window.files().open(file));
        window.workloadBar()->batchField()->setValue(48);
        window.files().autosave()->writeNow();
        {
            const FullDisk full;
            window.actions()[ActionId::save]->trigger();
            QVERIFY2(said.contains(QStringLiteral("not saved")) && said.contains(QStringLiteral("Nothing is lost")) &&
                         said.contains(recovery()),
                     qPrintable(said));
            QVERIFY(window.document()->isModified());
            QVERIFY(!window.close()); // asked, "save", failed: the window stays
            window.workloadBar()->batchField()->setValue(96);
            window.files().autosave()->writeNow();
            QVERIFY(!window.status()->alarm().isEmpty());
        }
        QCOMPARE(loadProject(file.toStdString())->workload.job.globalBatch, 8);
        QCOMPARE(loadProject(window.files().autosave()->file().toStdString())->workload.job.globalBatch, 48);
        window.files().autosave()->writeNow();
        QVERIFY(window.status()->alarm().isEmpty());
        window.actions()[ActionId::save]->trigger();
        QCOMPARE(loadProject(file.toStdString())->workload.job.globalBatch, 96);
    }

    void aFolderThatCannotBeWrittenIsSaid()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        QString said;
        Dialogs dialogs;
        QString wanted = QStringLiteral("/proc/lab.hscope.json"); // not even root writes there
        dialogs.saveFile = [&](const QString &) { return wanted; };
        dialogs.report = [&](const QString &, const QString &text) { said = text; };
        window.setDialogs(dialogs);
        window.files().newProject();
        window.workloadBar()->batchField()->setValue(48);
        window.actions()[ActionId::save]->trigger();
        QVERIFY2(said.contains(QStringLiteral("/proc/lab")) || said.contains(QStringLiteral("beside it")),
                 qPrintable(said));
        QVERIFY(said.contains(QStringLiteral("Save as")));
        QVERIFY(window.document()->isModified());
        wanted = path(QStringLiteral("lab.hscope.json"));
        window.actions()[ActionId::saveAs]->trigger();
        QVERIFY(!window.document()->isModified());
    }

    void twoWindowsDoNotUndoEachOther()
    {
        const QString file = savedFile("lab");
        GatedEngine gated;
        MainWindow first(gated.engine());
        MainWindow second(gated.engine());
        first.files().startAutosave(recovery());
        second.files().startAutosave(recovery());
        QString holder;
        QString said;
        bool copy = false;
        Dialogs dialogs;
        dialogs.openCopy = [&](const QString &, const QString &who) {
            holder = who;
            return copy;
        };
        dialogs.saveFile = [&](const QString &) { return file; };
        dialogs.replaceFile = [](const QString &) { return true; };
        dialogs.report = [&](const QString &, const QString &text) { said = text; };
        second.setDialogs(dialogs);
        QVERIFY(first.files().open(file));
        QVERIFY(!second.files().open(file));
        QVERIFY(holder.contains(QStringLiteral("process")));
        QVERIFY(second.isWelcomeShown());
        copy = true;
        QVERIFY(second.files().open(file));
        QVERIFY(second.document()->filePath().isEmpty());
        second.workloadBar()->batchField()->setValue(48);
        QVERIFY(!second.files().saveAs()); // over the file that the first has
        QVERIFY2(said.contains(QStringLiteral("open elsewhere")), qPrintable(said));
        first.files().newProject(); // lets go of it
        QVERIFY(second.files().saveAs());
        QVERIFY(second.files().open(file)); // its own lock is no obstacle
    }

    void aFileChangedByOthersIsNotOverwrittenUnasked()
    {
        const QString file = savedFile("lab");
        GatedEngine gated;
        MainWindow window(gated.engine());
        bool replace = false;
        int asked = 0;
        Dialogs dialogs;
        dialogs.overwriteChanged = [&](const QString &) {
            ++asked;
            return replace;
        };
        window.setDialogs(dialogs);
        QVERIFY(window.files().open(file));
        window.workloadBar()->batchField()->setValue(48);
        QVERIFY(saveProject(drawn("somebody else's"), file.toStdString()));
        QVERIFY(!window.files().save());
        QCOMPARE(loadProject(file.toStdString())->title, std::string("somebody else's"));
        replace = true;
        QVERIFY(window.files().save());
        QCOMPARE(asked, 2);
        QVERIFY(window.files().save()); // no more questions
        QCOMPARE(asked, 2);
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (argc == 3 && std::string_view(argv[1]) == "--victim") {
        const PrivateSettings settings;
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().newProject();
        window.files().startAutosave(QString::fromLocal8Bit(argv[2]));
        return runVictim(window);
    }
    RecoveryTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "recovery_test.moc"
