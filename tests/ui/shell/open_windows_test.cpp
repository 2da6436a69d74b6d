// SPDX-License-Identifier: GPL-3.0-or-later
//
// A start without a project opens what was open last: which windows, where they looked, and what happens when a file is
// gone, open elsewhere, or has work that was lost.
#include "shell/open_windows.h"

#include "application/application.h"
#include "canvas/view/canvas_view.h"
#include "cluster/catalog.h"
#include "document/autosave.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/workload_bar.h"

using namespace heteroscope;

class OpenWindowsTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    GatedEngine m_gated;
    std::unique_ptr<QTemporaryDir> m_folder;
    RecoveryChoice m_recovery{RecoveryChoice::What::later, 0};
    int m_recoveriesAsked = 0;
    Dialogs::Answer m_unsaved = Dialogs::Answer::discard;
    QStringList m_reports;

    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }

    QString project(const char *name, const char *node = "8x H100 HGX") const
    {
        Project made;
        made.title = name;
        made.workload.model = *findModel("Llama 2 7B");
        made.workload.job.globalBatch = 8;
        made = *addNode(made, *builtinCatalog().findNode(node), "first", {});
        made = *addNode(made, *builtinCatalog().findNode(node), "second", {50 * gridPitch, 0});
        const QString file = path((std::string(name) + ".hscope.json").c_str());
        return saveProject(made, file.toStdString()) ? file : QString();
    }

    std::unique_ptr<OpenWindows> program()
    {
        return std::make_unique<OpenWindows>(m_gated.engine(), path("recovery"), [this](MainWindow *) {
            Dialogs dialogs;
            dialogs.recover = [this](const std::vector<LostWork> &) {
                ++m_recoveriesAsked;
                return m_recovery;
            };
            dialogs.unsavedChanges = [this](const QString &) { return m_unsaved; };
            dialogs.openCopy = [](const QString &, const QString &) { return false; };
            dialogs.report = [this](const QString &, const QString &text) { m_reports << text; };
            return dialogs;
        });
    }

    std::unique_ptr<OpenWindows> started(const QString &project = {})
    {
        auto windows = program();
        windows->start(project);
        settle();
        return windows;
    }

    static QStringList shownBy(const OpenWindows &windows)
    {
        QStringList paths;
        for (MainWindow *window : windows.all())
            paths << (window->isWelcomeShown() ? QStringLiteral("welcome") : window->document()->filePath());
        return paths;
    }

    static void settle()
    {
        for (int i = 0; i < 4; ++i)
            QApplication::processEvents();
    }

private slots:
    void init()
    {
        StrictTest::init();
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        m_recovery = {RecoveryChoice::What::later, 0};
        m_recoveriesAsked = 0;
        m_unsaved = Dialogs::Answer::discard;
        m_reports.clear();
    }

    void theFirstStartShowsTheWelcomePage()
    {
        const auto windows = started();
        QCOMPARE(shownBy(*windows), QStringList{QStringLiteral("welcome")});
        QCOMPARE(m_recoveriesAsked, 0);
    }

    void whatWasOpenAtTheEndComesBackAsItWas()
    {
        const QString lab = project("lab");
        const QString cloud = project("cloud");
        CanvasPlace place;
        {
            const auto windows = program();
            windows->start(lab);
            MainWindow *second = nullptr;
            windows->all().front()->actions()[ActionId::newWindow]->trigger();
            QCOMPARE(windows->all().size(), std::size_t(2));
            second = windows->all().back();
            QVERIFY(second->isWelcomeShown());
            QVERIFY(second->files().open(cloud));
            settle();
            second->canvas()->setZoom(1.3);
            second->canvas()->centerOn(200, 80);
            second->document()->selection()->selectNames({"second"});
            place = second->canvas()->place();
            second->actions()[ActionId::quit]->trigger();
            QVERIFY(windows->all().empty());
        }
        const auto windows = started();
        QCOMPARE(shownBy(*windows), (QStringList{lab, cloud}));
        MainWindow *second = windows->all().back();
        QVERIFY(second->document()->selection()->contains("second"));
        QVERIFY(windows->all().front()->document()->selection()->names().empty());
        QCOMPARE(second->canvas()->zoom(), 1.3);
        QVERIFY((second->canvas()->place().centre - place.centre).manhattanLength() < 4);
        QVERIFY(windows->all().front()->canvas()->place().fitted);
        QVERIFY(!second->document()->isModified());
    }

    void aWindowClosedBeforeTheOthersDoesNot()
    {
        const QString lab = project("lab");
        const QString cloud = project("cloud");
        {
            const auto windows = started(lab);
            QVERIFY(windows->open()->files().open(cloud));
            settle();
            windows->all().front()->actions()[ActionId::closeWindow]->trigger();
            QCOMPARE(shownBy(*windows), QStringList{cloud});
            settle();
            windows->all().front()->actions()[ActionId::closeWindow]->trigger(); // the last one
            settle();
        }
        const auto windows = started();
        QCOMPARE(shownBy(*windows), QStringList{cloud});
    }

    void aKilledProgramComesBackToo()
    {
        const QString lab = project("lab");
        {
            const auto windows = started(lab);
        } // nobody closed anything
        const auto windows = started();
        QCOMPARE(shownBy(*windows), QStringList{lab});
    }

    void itCanBeTurnedOff()
    {
        const QString lab = project("lab");
        {
            const auto windows = started(lab);
            QVERIFY(windows->quit());
        }
        {
            const auto windows = program();
            windows->start({}, parseCommandLine({QStringLiteral("--no-restore")}).comeBack);
            settle();
            QCOMPARE(shownBy(*windows), QStringList{QStringLiteral("welcome")});
        }
        // That start forgot nothing but what it closed: the list is of windows that were open at the end.
        keepWindows({{lab, {}, {}, {}}});
        {
            const auto windows = started();
            QAction *back = windows->all().front()->actions()[ActionId::comeBack];
            QVERIFY(back->isChecked());
            back->trigger();
            QVERIFY(windows->quit());
        }
        const auto windows = started();
        QCOMPARE(shownBy(*windows), QStringList{QStringLiteral("welcome")});
        QVERIFY(!windows->all().front()->actions()[ActionId::comeBack]->isChecked());
    }

    void filesThatAreGoneOrTakenAreLeftOut()
    {
        const QString lab = project("lab");
        const QString taken = project("taken");
        keepWindows({{path("gone.hscope.json"), {}, {}, {}}, {taken, {}, {}, {}}, {lab, {}, {}, {}}});
        const auto others = started(taken);
        // The other process wrote its own list; this is the one of before.
        keepWindows({{path("gone.hscope.json"), {}, {}, {}}, {taken, {}, {}, {}}, {lab, {}, {}, {}}});
        {
            const auto windows = started();
            QCOMPARE(shownBy(*windows), QStringList{lab});
            QVERIFY(windows->quit());
        }
        QVERIFY(m_reports.isEmpty());
        // What the other one has open stays its own.
        const std::vector<KeptWindow> kept = keptWindows();
        QCOMPARE(kept.size(), std::size_t(2));
        QCOMPARE(kept.front().path, lab);
        QCOMPARE(kept.back().path, taken);
    }

    void aBrokenListOpensTheWelcomePage()
    {
        QSettings settings;
        settings.setValue(QStringLiteral("session/windows/size"), 3);
        settings.setValue(QStringLiteral("session/windows/1/path"), QString());
        settings.setValue(QStringLiteral("session/windows/2/zoom"), QStringLiteral("wide"));
        settings.sync();
        const auto windows = started();
        QCOMPARE(shownBy(*windows), QStringList{QStringLiteral("welcome")});
    }

    void aFileThatBrokeIsReported()
    {
        const QString lab = project("lab");
        keepWindows({{lab, {}, {}, {}}});
        QFile file(lab);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"formatVersion\": 1, \"cluster\": 7}");
        file.close();
        const auto windows = started();
        QCOMPARE(shownBy(*windows), QStringList{QStringLiteral("welcome")});
        QCOMPARE(m_reports.size(), qsizetype(1));
    }

    void lostWorkIsAskedForBeforeItsFileIsOpened_data()
    {
        QTest::addColumn<bool>("restore");
        QTest::addColumn<bool>("alone");
        for (const bool restore : {true, false})
            for (const bool alone : {true, false})
                QTest::addRow("%s, %s", restore ? "restored" : "left", alone ? "alone" : "beside another")
                    << restore << alone;
    }

    void lostWorkIsAskedForBeforeItsFileIsOpened()
    {
        QFETCH(const bool, restore);
        QFETCH(const bool, alone);
        const QString lab = project("lab");
        const QString cloud = project("cloud");
        {
            const auto windows = program();
            windows->start(lab);
            if (!alone)
                QVERIFY(windows->open()->files().open(cloud));
            settle();
            windows->all().front()->workloadBar()->batchField()->setValue(48);
            windows->all().front()->files().autosave()->writeNow();
        } // killed
        m_recovery = {restore ? RecoveryChoice::What::restore : RecoveryChoice::What::later, 0};
        const auto windows = started();
        QCOMPARE(m_recoveriesAsked, 1);
        QCOMPARE(shownBy(*windows), alone ? QStringList{lab} : (QStringList{cloud, lab}));
        Document &document = *windows->all().back()->document();
        QCOMPARE(document.isModified(), restore);
        QCOMPARE(document.project().workload.job.globalBatch, restore ? 48 : 8);
    }

    void withoutMemoryTheWorkOfAllWindowsIsKeptUnasked()
    {
        const auto windows = started(project("lab"));
        QVERIFY(windows->open()->files().open(project("cloud")));
        settle();
        for (MainWindow *window : windows->all())
            window->workloadBar()->batchField()->setValue(48);
        windows->keepUnsavedWork();
        for (MainWindow *window : windows->all()) {
            const auto kept = loadProject(window->files().autosave()->file().toStdString());
            QVERIFY(kept);
            QCOMPARE(kept->workload.job.globalBatch, 48);
        }
        QCOMPARE(m_reports, QStringList());
    }

    void quittingCanBeRefused()
    {
        const QString lab = project("lab");
        const QString cloud = project("cloud");
        const auto windows = started(lab);
        QVERIFY(windows->open()->files().open(cloud));
        settle();
        windows->all().back()->workloadBar()->batchField()->setValue(48);
        m_unsaved = Dialogs::Answer::cancel;
        QVERIFY(!windows->quit());
        QCOMPARE(shownBy(*windows), QStringList{cloud});
        settle();
        QCOMPARE(keptWindows().size(), std::size_t(1));
        QCOMPARE(keptWindows().front().path, cloud);
    }
};

QTEST_MAIN(OpenWindowsTest)
#include "open_windows_test.moc"
