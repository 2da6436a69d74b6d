// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/application.h"
#include "canvas/view/canvas_view.h"
#include "charts/memory_view.h"
#include "editing/canvas_edits.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "settings/recent_files.h"
#include "settings/theme_choice.h"
#include "shell/headline.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "shell/shortcut_sheet.h"
#include "shell/status_bar.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/system_theme.h"
#include "timeline/timeline_view.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "welcome/welcome_page.h"
#include "workload_bar/workload_bar.h"

#include <QAbstractItemModelTester>
#include <QDockWidget>
#include <QLabel>
#include <QTableView>

#include <cmath>
#include <memory>
#include <set>

using namespace heteroscope;

class MainWindowTest : public StrictTest
{
    Q_OBJECT

    static Dialogs discarding()
    {
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        return dialogs;
    }

private slots:
    void actionsStandInTheOrderOfTheirIds()
    {
        QCOMPARE(actionTable().size(), actionCount);
        for (std::size_t i = 0; i < actionCount; ++i)
            QCOMPARE(static_cast<std::size_t>(actionTable()[i].id), i);
        const std::vector<ActionSpec> docks = dockActionSpecs();
        QCOMPARE(docks.size(), dockRegistry().size());
        for (std::size_t i = 0; i < docks.size(); ++i)
            QVERIFY(docks[i].id == dockAction(i));
    }

    void namesAndKeysOfActionsDiffer()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        QCOMPARE(window.actions().specs().size(), actionCount + dockRegistry().size());
        std::set<QString> shortcuts;
        std::set<QString> names;
        for (const ActionSpec &spec : window.actions().specs()) {
            QVERIFY(names.insert(QString::fromLatin1(spec.name)).second);
            for (const QString &key :
                 QString::fromLatin1(spec.shortcut).split(QStringLiteral(", "), Qt::SkipEmptyParts))
                QVERIFY2(shortcuts.insert(key).second, qPrintable(key));
        }
    }

    void everyActionHasItsShortcut()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        for (const ActionSpec &spec : window.actions().specs())
            QCOMPARE(window.actions()[spec.id]->shortcuts().isEmpty(), *spec.shortcut == 0);
        QCOMPARE(window.actions()[ActionId::undo]->shortcut(), QKeySequence(QStringLiteral("Ctrl+Z")));
        QCOMPARE(window.actions()[ActionId::redo]->shortcuts().size(), qsizetype(2));
    }

    void escapeLandsInAMixedClusterThatIsSimulated()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        QVERIFY(window.isWelcomeShown());
        QTest::keyClick(window.welcome(), Qt::Key_Escape);
        QVERIFY(!window.isWelcomeShown());
        QVERIFY(!window.document()->project().cluster.nodes.empty());
        QTRY_VERIFY(window.session()->result() != nullptr);
        QVERIFY(window.view<TimelineView>()->result() != nullptr);
    }

    void theDrawingDoorOpensAnEmptySheet()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        QTest::keyClick(window.welcome(), Qt::Key_2);
        QVERIFY(!window.isWelcomeShown());
        QVERIFY(window.document()->project().cluster.nodes.empty());
        QVERIFY(!window.document()->isModified());
    }

    void closingAsksOnlyWhenSomethingIsUnsaved()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        int asked = 0;
        Dialogs::Answer answer = Dialogs::Answer::cancel;
        Dialogs dialogs;
        dialogs.unsavedChanges = [&](const QString &) {
            ++asked;
            return answer;
        };
        window.setDialogs(dialogs);
        window.files().newProject();
        window.show();
        addFromPalette(*window.document(), PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
        QVERIFY(!window.close());
        QCOMPARE(asked, 1);
        answer = Dialogs::Answer::discard;
        QVERIFY(window.close());
        QCOMPARE(asked, 2);
    }

    void savedFilesAreRemembered()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        const QString path = m_settings.path(QStringLiteral("remembered.hscope.json"));
        Dialogs dialogs;
        dialogs.saveFile = [&](const QString &) { return path; };
        dialogs.report = [](const QString &, const QString &text) { QFAIL(qPrintable(text)); };
        window.setDialogs(dialogs);
        window.files().newProject();
        addFromPalette(*window.document(), PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
        QVERIFY(window.isWindowModified());
        window.actions()[ActionId::save]->trigger();
        QVERIFY(!window.isWindowModified());
        QCOMPARE(recentFiles().value(0), path);
        QVERIFY(window.windowTitle().startsWith(QStringLiteral("remembered")));
    }

    void aBrokenFileIsReportedWithItsPlace()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        const QString path = m_settings.path(QStringLiteral("broken.hscope.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"formatVersion\": 1, \"cluster\": 7}");
        file.close();
        QString said;
        Dialogs dialogs;
        dialogs.report = [&](const QString &title, const QString &text) { said = title + u'\n' + text; };
        window.setDialogs(dialogs);
        QVERIFY(!window.files().open(path));
        QVERIFY2(said.contains(QStringLiteral("broken.hscope.json")) && said.contains(QStringLiteral("cluster")),
                 qPrintable(said));
        QVERIFY(window.isWelcomeShown());
    }

    void theWorkloadIsEditedAndUndone()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().newProject();
        const int before = window.document()->project().workload.job.globalBatch;
        window.workloadBar()->batchField()->setValue(48);
        QCOMPARE(window.document()->project().workload.job.globalBatch, 48);
        window.actions()[ActionId::undo]->trigger();
        QCOMPARE(window.document()->project().workload.job.globalBatch, before);
        QCOMPARE(window.workloadBar()->batchField()->value(), before);
        QComboBox *models = window.workloadBar()->modelField();
        models->setCurrentIndex(models->findText(QStringLiteral("GPT-3 13B")));
        emit models->activated(models->currentIndex());
        QCOMPARE(window.document()->project().workload.model.name, std::string("GPT-3 13B"));
    }

    void pickingARowShowsItEverywhere()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.resize(1440, 900);
        window.show();
        window.files().openExample(0);
        window.session()->setFollowDelay(0);
        QTRY_VERIFY(window.session()->isIdle() && window.session()->ranking());
        window.docks().show<StrategyView>();
        const StrategyModel *model = window.view<StrategyView>()->model();
        int ranked = -1;
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->row(row).kind == StrategyRow::Kind::ranked)
                ranked = row;
        QVERIFY(ranked >= 0);
        window.view<StrategyView>()->table()->selectRow(ranked);
        QTRY_VERIFY(window.session()->isIdle());
        QVERIFY(window.session()->shown()->origin == PlanOrigin::picked);
        QVERIFY(window.view<TimelineView>()->result() == window.session()->result());
        QVERIFY(window.canvas()->canvasScene()->overlay().simulation == window.session()->shown());
        QVERIFY(window.actions()[ActionId::applyPlan]->isEnabled());
        const Project before = window.document()->project();
        window.actions()[ActionId::applyPlan]->trigger();
        QVERIFY(!(window.document()->project() == before));
        window.actions()[ActionId::undo]->trigger();
        QVERIFY(window.document()->project() == before);
    }

    void oneSelectionEverywhere()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        window.files().openExample(0);
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result());
        emit window.view<TimelineView>()->laneSelected(0);
        QCOMPARE(window.document()->selection()->lane(), 0);
        QVERIFY(!window.document()->selection()->devices().empty());
        QVERIFY(window.canvas()->canvasScene()->isDeviceSelected(*window.document()->selection()->devices().begin()));
        window.document()->selection()->selectNames({window.document()->project().cluster.nodes.front().name});
        QVERIFY(!window.view<TimelineView>()->selectedLanes().empty());
    }

    void messagesNameWhatIsWrong()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        const QAbstractItemModelTester tester(window.view<MessagesView>()->messagesModel(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        window.files().newProject();
        window.session()->setFollowDelay(0);
        addFromPalette(*window.document(), PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
        addFromPalette(*window.document(), PaletteKind::node, QStringLiteral("8x H100 HGX"), {900, 0});
        QTRY_VERIFY(window.session()->isIdle());
        const auto &messages = window.view<MessagesView>()->messagesModel()->messages();
        QVERIFY(std::any_of(messages.begin(), messages.end(),
                            [](const Message &m) { return m.thing == "h100-1" && m.kind == Message::Kind::warning; }));
        emit window.view<MessagesView>()->jumpTo(QStringLiteral("h100-1"));
        QVERIFY(window.document()->selection()->contains("h100-1"));
    }

    void theHeadlineSaysWhatMattersMost()
    {
        GatedSession s;
        QCOMPARE(headlineSentence(s.session, false).text, QStringLiteral("Draw a node to begin"));
        addFromPalette(s.document, PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
        QTRY_VERIFY(s.session.isIdle() && s.session.result());
        const HeadlineSentence best = headlineSentence(s.session, false);
        QCOMPARE(best.text, QStringLiteral("Proved best of P"));
        QVERIFY(best.role == Role::ok && !best.detail.isEmpty());
        QVERIFY(headlineSentence(s.session, true).text.startsWith(QStringLiteral("Critical path: ")));
        // Another plan is not called the proved one, however little slower it is.
        const auto ranking = s.session.freshRanking();
        QVERIFY(ranking && ranking->result.proved);
        const auto sentenceAt = [&](double slower) {
            Simulation other = *s.session.shown();
            auto step = std::make_shared<StepResult>(*other.result);
            step->stepTime = Ticks(std::llround(static_cast<double>(step->stepTime.count) * slower));
            other.result = step;
            return sentenceOfRanking(*ranking, other).text;
        };
        QCOMPARE(sentenceAt(1), QStringLiteral("Proved best of P"));
        QCOMPARE(sentenceAt(1.0002), QStringLiteral("As fast as the recommended plan, to 0.1 %"));
        QCOMPARE(sentenceAt(1.1), QStringLiteral("A plan 9.1 % faster is proved"));
    }

    void theStatusBarCounts()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.files().newProject();
        window.session()->setFollowDelay(0);
        addFromPalette(*window.document(), PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result());
        QVERIFY2(window.status()->figures().contains(QStringLiteral("8 devices, 0 links")),
                 qPrintable(window.status()->figures()));
        QVERIFY(window.status()->figures().contains(QStringLiteral("simulated in")));
        QVERIFY(window.status()->figures().contains(QStringLiteral("gap 0 %")));
    }

    void theBarHasRoomForEverythingInTheSmallestWindow()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        window.files().newProject();
        for (const int width : {1100, 1119, 1120, 1280, 1421, 1422, 1440, 1481, 1482, 1600}) {
            window.resize(width, 760);
            QApplication::processEvents();
            const WorkloadBar *bar = window.workloadBar();
            QVERIFY2(bar->planButton()->isVisible(), qPrintable(QString::number(width)));
            for (const QToolButton *button : bar->findChildren<QToolButton *>())
                if (button->isVisible())
                    QVERIFY(button->geometry().right() <= bar->width());
            const auto *more = bar->findChild<QToolButton *>(QStringLiteral("qt_toolbar_ext_button"));
            QVERIFY2(!more || !more->isVisible(), qPrintable(QString::number(width)));
        }
    }

    void themesSwitchByOneAction()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        const ThemeKind before = ThemeHolder::instance().kind();
        window.actions()[ActionId::toggleTheme]->trigger();
        QVERIFY(ThemeHolder::instance().kind() != before);
        QVERIFY(!window.grab().isNull());
        window.actions()[ActionId::toggleTheme]->trigger();
        QVERIFY(ThemeHolder::instance().kind() == before);
    }

    void messagesMendWhatTheySay()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        window.files().newProject();
        window.session()->setFollowDelay(0);
        Document &document = *window.document();
        for (const char *name : {"8x H100 HGX", "8x H100 HGX", "8x A100-80GB HGX"})
            addFromPalette(document, PaletteKind::node, QString::fromLatin1(name), {});
        addLinkBetween(document, "h100-0", "h100-1", window.canvas()->linkType());
        window.docks().show<MessagesView>();
        MessagesView &messages = *window.view<MessagesView>();
        const auto offer = [&messages] {
            for (int row = 0; row < messages.model()->rowCount(); ++row)
                if (const QRect rect = messages.mendRect(messages.model()->index(row, 0)); !rect.isEmpty())
                    return rect;
            return QRect();
        };
        QTRY_VERIFY(!offer().isEmpty());
        savePicture(window, QStringLiteral("messages"));
        QTest::mouseClick(messages.viewport(), Qt::LeftButton, {}, offer().center());
        QCOMPARE(document.project().cluster.links.size(), std::size_t(2));
        QVERIFY(offer().isEmpty());
        QTRY_VERIFY(window.session()->isIdle());
        QVERIFY(!window.actions()[ActionId::applyFix]->isEnabled());
        window.actions()[ActionId::undo]->trigger();
        QTRY_VERIFY(window.actions()[ActionId::applyFix]->isEnabled());
        window.actions()[ActionId::applyFix]->trigger();
        QCOMPARE(document.project().cluster.links.size(), std::size_t(2));
    }

    void theThemeIsChosenAndKept()
    {
        keepThemeChoice(ThemeChoice::system);
        GatedEngine gated;
        MainWindow window(gated.engine());
        QVERIFY(window.actions()[ActionId::systemTheme]->isChecked());
        window.actions()[ActionId::contrastTheme]->trigger();
        QCOMPARE(keptThemeChoice(), ThemeChoice::contrast);
        QVERIFY(ThemeHolder::instance().kind() == ThemeKind::contrast);
        QVERIFY(!window.actions()[ActionId::systemTheme]->isChecked());
        window.show();
        window.files().openExample(0);
        savePicture(window, QStringLiteral("contrast"));
        window.actions()[ActionId::contrastTheme]->trigger();
        QVERIFY(ThemeHolder::instance().kind() == SystemTheme::instance().kind());
        keepThemeChoice(ThemeChoice::system);
    }

    void docksComeBack()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        window.files().newProject();
        const auto docks = window.findChildren<QDockWidget *>();
        QCOMPARE(docks.size(), qsizetype(24));
        for (QDockWidget *dock : docks)
            dock->hide();
        window.actions()[ActionId::resetLayout]->trigger();
        const QStringList onDemand = {
            QStringLiteral("thingsDock"),   QStringLiteral("historyDock"),  QStringLiteral("sensitivityDock"),
            QStringLiteral("lessonsDock"),  QStringLiteral("measuredDock"), QStringLiteral("whatIfDock"),
            QStringLiteral("detailsDock"),  QStringLiteral("parallelDock"), QStringLiteral("designDock"),
            QStringLiteral("sequenceDock"), QStringLiteral("markersDock"),  QStringLiteral("jobsDock")};
        for (QDockWidget *dock : docks)
            QCOMPARE(dock->isHidden(), onDemand.contains(dock->objectName()));
    }

    void docksStandWhereTheyStoodLastTime()
    {
        GatedEngine gated;
        {
            MainWindow window(gated.engine());
            window.restoreState();
            window.show();
            window.files().newProject();
            window.actions()[window.docks().actionOf<Inspector>()]->trigger();
            window.docks().show<MemoryView>();
            window.showWelcome(); // the arrangement outlives a visit to the welcome page
            window.files().newProject();
            QVERIFY(window.findChild<QDockWidget *>(QStringLiteral("inspectorDock"))->isHidden());
            window.setDialogs(discarding());
            QVERIFY(window.close());
        }
        MainWindow window(gated.engine());
        window.restoreState();
        window.show();
        window.files().newProject();
        QApplication::processEvents();
        const auto dock = [&window](const char *name) {
            return window.findChild<QDockWidget *>(QString::fromLatin1(name));
        };
        QVERIFY(dock("inspectorDock")->isHidden());
        QVERIFY(!dock("paletteDock")->isHidden());
        // Qt keeps docks whose tab is not in front beyond the left edge.
        QVERIFY(dock("memoryDock")->geometry().left() >= 0);
        QVERIFY(dock("timelineDock")->geometry().right() < 0);
        window.actions()[ActionId::resetLayout]->trigger();
        QVERIFY(!dock("inspectorDock")->isHidden());
        window.setDialogs(discarding());
        QVERIFY(window.close());
    }

    void theSheetListsEveryShortcut()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        const ShortcutSheet sheet(window.actions(), &window);
        QString all;
        for (const QLabel *label : sheet.findChildren<QLabel *>())
            all += label->text() + u'\n';
        for (const ActionSpec &spec : window.actions().specs())
            if (*spec.shortcut)
                QVERIFY2(all.contains(QString::fromLatin1(spec.shortcut)), spec.shortcut);
    }

private:
    PrivateSettings m_settings;
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
