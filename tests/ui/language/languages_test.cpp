// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window in each language: titles translated, nothing clipped.
#include "breakdown/breakdown_model.h"
#include "breakdown/breakdown_view.h"
#include "catalog/catalog_dialog.h"
#include "charts/load_view.h"
#include "charts/memory_view.h"
#include "language/language_choice.h"
#include "scenario/scenario_view.h"
#include "shell/files/recovery_dialog.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "shell/shortcut_editor.h"
#include "shell/shortcut_sheet.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/clipped_texts.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "wizard/cluster_wizard.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <set>

using namespace heteroscope;

class LanguagesTest : public StrictTest
{
    Q_OBJECT

    static void eachLanguage()
    {
        QTest::addColumn<QString>("language");
        for (const char *language : {"en", "de", "zh_CN"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }

private slots:
    void init()
    {
        StrictTest::init();
        QFETCH(QString, language);
        speak(localeOf(*languageChoiceNamed(language)));
        applyTheme(*qApp, ThemeKind::light);
    }
    void cleanup() { speak(QLocale(QLocale::English)); }

    void theMenusSpeakIt_data() { eachLanguage(); }
    void theMenusSpeakIt()
    {
        QFETCH(QString, language);
        GatedEngine gated;
        const MainWindow window(gated.engine());
        const std::map<QString, QStringList> titles = {
            {QStringLiteral("en"),
             {QStringLiteral("File"), QStringLiteral("Edit"), QStringLiteral("View"), QStringLiteral("Plan"),
              QStringLiteral("Help"), QStringLiteral("Language")}},
            {QStringLiteral("de"),
             {QStringLiteral("Datei"), QStringLiteral("Bearbeiten"), QStringLiteral("Ansicht"),
              QStringLiteral("Planen"), QStringLiteral("Hilfe"), QStringLiteral("Sprache")}},
            {QStringLiteral("zh_CN"),
             {QStringLiteral("文件"), QStringLiteral("编辑"), QStringLiteral("视图"), QStringLiteral("规划"),
              QStringLiteral("帮助"), QStringLiteral("语言")}}};
        std::set<QString> shown;
        for (const QMenu *menu : window.findChildren<QMenu *>())
            shown.insert(menu->title());
        for (const QString &title : titles.at(language))
            QVERIFY2(shown.count(title), qPrintable(title));
    }

    void nothingInTheWindowIsClipped_data() { eachLanguage(); }
    void nothingInTheWindowIsClipped()
    {
        QFETCH(QString, language);
        MainWindow window;
        window.show();
        for (const QSize &size : {QSize(1440, 900), QSize(1100, 700)}) {
            window.resize(size);
            window.showWelcome();
            QApplication::processEvents();
            savePicture(window, QStringLiteral("welcome-%1-%2").arg(language).arg(size.width()));
            QVERIFY2(clippedTexts(window).isEmpty(), qPrintable(clippedTexts(window).join(u'\n')));
            window.files().openExample(0);
            QTRY_VERIFY(window.session()->result() && !window.session()->isStale());
            const Docks &docks = window.docks();
            for (const ActionId id :
                 {docks.actionOf<ScenarioView>(), docks.actionOf<MessagesView>(), docks.actionOf<StrategyView>(),
                  docks.actionOf<MemoryView>(), docks.actionOf<BreakdownView>(), docks.actionOf<LoadView>(),
                  docks.actionOf<TimelineView>(), ActionId::criticalPath}) {
                window.actions()[id]->trigger();
                QApplication::processEvents();
                const QString name = QString::fromLatin1(window.actions().specOf(id).name);
                savePicture(window, QStringLiteral("%1-%2-%3").arg(name, language).arg(size.width()));
                QVERIFY2(clippedTexts(window).isEmpty(), qPrintable(name + u'\n' + clippedTexts(window).join(u'\n')));
            }
        }
    }

    void everyPageOfTheInspectorFits_data() { eachLanguage(); }
    void everyPageOfTheInspectorFits()
    {
        QFETCH(QString, language);
        MainWindow window;
        window.show();
        window.files().openExample(0);
        QTRY_VERIFY(window.session()->result() && !window.session()->isStale());
        const Cluster &cluster = window.document()->project().cluster;
        const std::string node = cluster.nodes.front().name;
        const auto look = [&](const char *page) {
            QApplication::processEvents();
            savePicture(window, QStringLiteral("inspector-%1-%2").arg(QLatin1String(page), language));
            const QStringList clipped = clippedTexts(window);
            QVERIFY2(clipped.isEmpty(), qPrintable(QLatin1String(page) + u'\n' + clipped.join(u'\n')));
        };
        Selection &selection = *window.document()->selection();
        selection.selectNames({node});
        look("node");
        selection.selectNames({cluster.links.front().name});
        look("link");
        selection.selectNames({cluster.switches.front().name});
        look("switch");
        selection.selectNames({node, cluster.links.front().name, cluster.switches.front().name});
        look("several");
        selection.selectDevices({node + ":0"});
        look("device");
    }

    void theBreakdownSpeaksTheLanguage_data() { eachLanguage(); }
    void theBreakdownSpeaksTheLanguage()
    {
        QFETCH(QString, language);
        MainWindow window;
        window.show();
        window.files().openExample(0);
        QTRY_VERIFY(window.session()->result() && !window.session()->isStale());
        window.docks().show<BreakdownView>();
        QStringList english;
        const BreakdownModel &model = *window.view<BreakdownView>()->model();
        QTRY_VERIFY(model.rowCount(model.index(0, 0)) > 0);
        for (int row = 0; row < model.rowCount(model.index(0, 0)); ++row)
            english << model.index(row, 0, model.index(0, 0)).data().toString();
        QCOMPARE(english.contains(QStringLiteral("Forward passes")), language == QStringLiteral("en"));
        QCOMPARE(english.contains(QStringLiteral("Exposed pipeline communication")), language == QStringLiteral("en"));
    }

    void dialogsAreNotClipped_data() { eachLanguage(); }
    void dialogsAreNotClipped()
    {
        QFETCH(QString, language);
        GatedEngine gated;
        MainWindow window(gated.engine());
        LostWork lost;
        lost.origin.path = QStringLiteral("a.hscope.json");
        lost.writtenAt = QDateTime::currentDateTime();
        const std::unique_ptr<QDialog> dialogs[] = {
            std::make_unique<ShortcutEditor>(window.actions(), &window),
            std::make_unique<ShortcutSheet>(window.actions(), &window),
            std::make_unique<ClusterWizard>(builtinCatalog(), &window),
            std::make_unique<CatalogDialog>(*window.document(), &window),
            std::make_unique<RecoveryDialog>(std::vector<LostWork>{lost}, &window)};
        for (const auto &dialog : dialogs) {
            dialog->show();
            QApplication::processEvents();
            savePicture(*dialog,
                        QStringLiteral("%1-%2").arg(
                            QString::fromLatin1(dialog->metaObject()->className()).section(u':', -1), language));
            QVERIFY2(clippedTexts(*dialog).isEmpty(),
                     qPrintable(dialog->windowTitle() + u'\n' + clippedTexts(*dialog).join(u'\n')));
            dialog->hide();
        }
    }

private:
    PrivateSettings m_settings;
};

QTEST_MAIN(LanguagesTest)
#include "languages_test.moc"
