// SPDX-License-Identifier: GPL-3.0-or-later
//
// The theme follows the system while the program runs, and every window and dock follows the theme.
#include "theme/system_theme.h"

#include "breakdown/breakdown_view.h"
#include "charts/load_view.h"
#include "charts/memory_view.h"
#include "palette/palette_view.h"
#include "scenario/scenario_view.h"
#include "settings/theme_choice.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "shell/things_view.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"

#include <QSignalSpy>
#include <QUndoView>
#include <QWindow>

using namespace heteroscope;

class SystemThemeTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

    static QPalette coloursOf(ThemeKind kind) { return theme(kind).palette(); }

    /// What the platform does when the user changes the desktop: other colours, and word to every window.
    static void changeSystem(ThemeKind kind)
    {
        SystemTheme::instance().setReader([kind] { return coloursOf(kind); });
        for (QWindow *window : QGuiApplication::allWindows()) {
            QEvent change(QEvent::ThemeChange);
            QCoreApplication::sendEvent(window, &change);
        }
    }

    /// All docks in front in turn; the status bar tells times that differ.
    static std::vector<QImage> picturesOf(MainWindow &window)
    {
        std::vector<QImage> pictures;
        const Docks &docks = window.docks();
        for (const ActionId id :
             {docks.actionOf<ThingsView>(), docks.actionOf<QUndoView>(), docks.actionOf<PaletteView>()}) {
            if (!window.actions()[id]->isChecked())
                window.actions()[id]->trigger();
            QApplication::processEvents();
            const QPixmap all = window.grab();
            pictures.push_back(all.copy(0, 0, all.width(), all.height() - 26).toImage());
        }
        for (const ActionId id :
             {docks.actionOf<TimelineView>(), docks.actionOf<LoadView>(), docks.actionOf<BreakdownView>(),
              docks.actionOf<MemoryView>(), docks.actionOf<StrategyView>(), docks.actionOf<MessagesView>(),
              docks.actionOf<ScenarioView>()}) {
            window.actions()[id]->trigger();
            QApplication::processEvents();
            const QPixmap all = window.grab();
            pictures.push_back(all.copy(0, 0, all.width(), all.height() - 26).toImage());
        }
        return pictures;
    }

private slots:
    void initTestCase()
    {
        QVERIFY(kindOfPalette(coloursOf(ThemeKind::light)) == ThemeKind::light);
        QVERIFY(kindOfPalette(coloursOf(ThemeKind::dark)) == ThemeKind::dark);
        QVERIFY(kindOfPalette(coloursOf(ThemeKind::contrast)) == ThemeKind::dark);
        applyTheme(*qApp, ThemeKind::light);
        followSystemTheme();
    }

    void init()
    {
        StrictTest::init();
        keepThemeChoice(ThemeChoice::system);
        SystemTheme::instance().setReader([] { return coloursOf(ThemeKind::light); });
        SystemTheme::instance().refresh();
        QTRY_VERIFY(SystemTheme::instance().kind() == ThemeKind::light);
        ThemeHolder::instance().setKind(ThemeKind::light);
    }

    void allWindowsFollowTheSystem()
    {
        GatedEngine gated;
        MainWindow first(gated.engine());
        MainWindow second(gated.engine());
        first.show();
        second.show();
        second.files().openExample(0);
        QTRY_VERIFY(SystemTheme::instance().kind() == ThemeKind::light);
        QSignalSpy changes(&ThemeHolder::instance(), &ThemeHolder::changed);
        changeSystem(ThemeKind::dark);
        QTRY_VERIFY(ThemeHolder::instance().kind() == ThemeKind::dark);
        QCOMPARE(changes.count(), 1); // though both windows were told
        for (const MainWindow *window : {&first, &second})
            QTRY_COMPARE(window->QWidget::palette().color(QPalette::Window), theme(ThemeKind::dark)[Role::panel]);
        changeSystem(ThemeKind::light);
        QTRY_VERIFY(ThemeHolder::instance().kind() == ThemeKind::light);
        QTRY_COMPARE(second.QWidget::palette().color(QPalette::Window), theme(ThemeKind::light)[Role::panel]);
    }

    void aChosenThemeStays()
    {
        GatedEngine gated;
        MainWindow first(gated.engine());
        MainWindow second(gated.engine());
        first.show();
        second.show();
        first.actions()[ActionId::contrastTheme]->trigger();
        QVERIFY(second.actions()[ActionId::contrastTheme]->isChecked());
        QVERIFY(!second.actions()[ActionId::systemTheme]->isChecked());
        QSignalSpy read(&SystemTheme::instance(), &SystemTheme::changed);
        changeSystem(ThemeKind::dark);
        QTRY_COMPARE(read.count(), 1);
        QVERIFY(ThemeHolder::instance().kind() == ThemeKind::contrast);
        // Following again takes what the system became meanwhile.
        second.actions()[ActionId::systemTheme]->trigger();
        QVERIFY(ThemeHolder::instance().kind() == ThemeKind::dark);
        QVERIFY(first.actions()[ActionId::systemTheme]->isChecked());
    }

    void readingTheSystemLeavesOursInPlace()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.show();
        keepThemeChoice(ThemeChoice::dark);
        ThemeHolder::instance().setKind(ThemeKind::dark);
        const QPalette before = QGuiApplication::palette();
        SystemTheme::instance().setReader({});
        SystemTheme::instance().refresh();
        QApplication::processEvents();
        QCOMPARE(QGuiApplication::palette(), before);
        QCOMPARE(window.QWidget::palette().color(QPalette::Window), theme(ThemeKind::dark)[Role::panel]);
    }

    void nothingKeepsTheOldColours()
    {
        GatedEngine gated;
        const auto open = [&gated](MainWindow &window) {
            gated.search.close(); // the step first
            window.resize(1440, 900);
            window.show();
            window.files().openExample(0);
            QTRY_VERIFY(window.session()->result());
            gated.search.open();
            QTRY_VERIFY(window.session()->isIdle() && window.session()->ranking());
        };
        MainWindow turned(gated.engine());
        open(turned);
        picturesOf(turned); // fills the caches in the old theme
        changeSystem(ThemeKind::dark);
        QTRY_VERIFY(ThemeHolder::instance().kind() == ThemeKind::dark);
        MainWindow fresh(gated.engine());
        open(fresh);
        picturesOf(fresh); // the same way through the docks
        savePicture(turned, QStringLiteral("turned"));
        const std::vector<QImage> were = picturesOf(turned);
        const std::vector<QImage> are = picturesOf(fresh);
        for (std::size_t i = 0; i < are.size(); ++i) {
            if (were[i] == are[i])
                continue;
            const QString folder = qEnvironmentVariable("HETEROSCOPE_PICTURES");
            if (!folder.isEmpty()) {
                were[i].save(folder + QStringLiteral("/turned.png"));
                are[i].save(folder + QStringLiteral("/fresh.png"));
            }
            QFAIL(qPrintable(QStringLiteral("dock %1 looks unlike one made in the dark theme").arg(i)));
        }
    }
};

QTEST_MAIN(SystemThemeTest)
#include "system_theme_test.moc"
