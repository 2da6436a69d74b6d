// SPDX-License-Identifier: GPL-3.0-or-later
//
// The named layouts: what each shows, that each keeps what was made of it, also to the next start, and that broken
// arrangements of an older version are left out.
#include "shell/docks/dock_layouts.h"

#include "canvas/view/canvas_view.h"
#include "headline/headline_strip.h"
#include "shell/docks/dock_title.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/workload_bar.h"

#include <QDockWidget>
#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>

#include <set>

using namespace heteroscope;

namespace {

/// A window with an example in the workspace, its results there.
struct Opened
{
    GatedEngine gated;
    MainWindow window{gated.engine()};

    explicit Opened(QSize size = {1440, 900}, bool kept = false)
    {
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        window.setDialogs(dialogs);
        window.resize(size);
        if (kept)
            window.restoreState();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.files().openExample(0);
        settle();
    }

    void settle()
    {
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result());
        for (int i = 0; i < 3; ++i)
            QApplication::processEvents(); // layout asks for layout
    }

    QDockWidget *dock(const char *name) const { return window.findChild<QDockWidget *>(QLatin1String(name)); }
    /// Shown, and not behind another tab.
    bool isInFront(const char *name) const { return dock(name)->isVisible() && dock(name)->geometry().left() >= 0; }
    QRect place(const char *name) const { return dock(name)->geometry(); }
    void press(const char *keys)
    {
        QTest::keySequence(&window, QKeySequence(QLatin1String(keys)));
        settle();
    }
};

} // namespace

class LayoutsTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void init()
    {
        StrictTest::init();
        QSettings().clear();
        applyTheme(*qApp, ThemeKind::light);
    }

    void everyDockHasAPlaceOfItsOwnInEachLayout()
    {
        QSet<QString> names;
        for (const DockSpec &dock : dockRegistry()) {
            QVERIFY2(!names.contains(QLatin1String(dock.name)), dock.name);
            names << QLatin1String(dock.name);
        }
        for (std::size_t layout = 0; layout < dockLayoutNames.size(); ++layout) {
            std::set<std::pair<DockArea, int>> taken;
            for (const DockSpec &dock : dockRegistry()) {
                const DockPlace &place = dock.places[layout];
                QVERIFY2(taken.insert({place.area, place.position}).second, dock.name);
                // Beside the canvas in one layout, beside the canvas in all.
                QCOMPARE(place.area == DockArea::left || place.area == DockArea::right, dock.isSide());
            }
            for (const DockArea area : {DockArea::left, DockArea::right, DockArea::bottom})
                QVERIFY(taken.contains({area, 0}));
            QCOMPARE(taken.contains({DockArea::lowerLeft, 0}), taken.contains({DockArea::lowerRight, 0}));
        }
    }

    void designIsForDrawing()
    {
        Opened o;
        QVERIFY(o.window.layouts()->current() == DockLayout::design);
        QVERIFY(o.window.actions()[ActionId::layoutDesign]->isChecked());
        QVERIFY(o.window.canvas()->isVisible());
        for (const char *name : {"paletteDock", "inspectorDock", "timelineDock"})
            QVERIFY2(o.isInFront(name), name);
        QVERIFY(o.window.canvas()->height() > 300);
        QCOMPARE(o.window.view<TimelineView>()->magnification(), 1.0);
        savePicture(o.window, QStringLiteral("layout-design"));
    }

    void analyseShowsResultsSideBySide()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            Opened o;
            o.press("Ctrl+2");
            QVERIFY(o.window.layouts()->current() == DockLayout::analyse);
            savePicture(o.window, QStringLiteral("layout-analyse"));
            QVERIFY(!o.window.canvas()->isVisible());
            QVERIFY(!o.window.actions()[ActionId::showCanvas]->isChecked());
            QVERIFY(o.dock("paletteDock")->isHidden() && o.dock("inspectorDock")->isHidden());
            QVERIFY(o.isInFront("timelineDock"));
            QVERIFY(o.place("timelineDock").width() > o.window.width() - 20);
            // No empty ground above: the headline is as high as it needs to be.
            QVERIFY(o.place("timelineDock").top() <
                    o.window.headline()->mapTo(&o.window, QPoint(0, o.window.headline()->height())).y() + 40);
            const QRect load = o.place("loadDock");
            const QRect memory = o.place("memoryDock");
            QVERIFY(load.right() < memory.left());
            QVERIFY(std::abs(load.top() - memory.top()) <= dockTabHeight + 2); // tabs or a title above each
            QVERIFY(load.top() > o.place("timelineDock").bottom());
            // Those that stand alone are named; the timeline is a tab.
            QVERIFY(o.dock("loadDock")->findChild<DockTitle *>()->isShown());
            for (const char *name : {"timelineDock", "memoryDock", "breakdownDock"})
                QVERIFY2(!o.dock(name)->findChild<DockTitle *>()->isShown(), name);
            QVERIFY(o.window.view<TimelineView>()->hasFocus()); // not what Qt finds next when the canvas goes
        }
    }

    void analyseFitsTheSmallestWindow()
    {
        Opened o({1100, 700});
        o.press("Ctrl+2");
        savePicture(o.window, QStringLiteral("layout-analyse-small"));
        QCOMPARE(o.window.size(), QSize(1100, 700));
        for (const char *name : {"timelineDock", "loadDock", "memoryDock"}) {
            QVERIFY2(o.isInFront(name), name);
            QVERIFY2(o.place(name).height() >= 90, name);
        }
    }

    void teachIsLarge()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            Opened o;
            const int usual = o.window.headline()->height();
            o.press("Ctrl+3");
            savePicture(o.window, QStringLiteral("layout-teach"));
            QVERIFY(o.window.view<TimelineView>()->magnification() >= 1.4);
            QVERIFY(o.window.headline()->height() > usual);
            QVERIFY(o.window.canvas()->isVisible());
            QVERIFY(o.place("timelineDock").height() > o.window.height() * 44 / 100);
            QVERIFY(o.place("timelineDock").width() > o.window.width() - 20);
            for (const char *name : {"paletteDock", "inspectorDock", "strategiesDock", "scenarioDock"})
                QVERIFY2(o.dock(name)->isHidden(), name);
            o.press("Alt+5"); // what is not there comes when it is asked for
            QVERIFY(o.isInFront("strategiesDock"));
            o.press("Ctrl+1");
            QCOMPARE(o.window.view<TimelineView>()->magnification(), 1.0);
            QCOMPARE(o.window.headline()->height(), usual);
        }
    }

    void theLargeTimelineIsHitWhereItIsDrawn()
    {
        Opened o;
        o.press("Ctrl+3");
        TimelineView &timeline = *o.window.view<TimelineView>();
        const TimelineLayout layout = timeline.layoutState();
        QSignalSpy lanes(&timeline, &TimelineView::laneSelected);
        const QPointF inLane(laneHeadWidth + 40, layout.laneTop(0) + TimelineLayout::barTop + 8);
        QTest::mouseClick(timeline.viewport(), Qt::LeftButton, {}, (inLane * timeline.magnification()).toPoint());
        QCOMPARE(lanes.count(), 1);
        QCOMPARE(lanes.front().front().toInt(), 0);
        QVERIFY(timeline.selectedBar().isValid());
        // Sharp: pixels of the drawing are whole pixels of the screen.
        QVERIFY(!timeline.grab().isNull());
    }

    void eachLayoutKeepsWhatWasMadeOfIt()
    {
        Opened o;
        o.press("F10"); // no inspector while drawing
        QVERIFY(o.dock("inspectorDock")->isHidden());
        o.press("Ctrl+2");
        o.press("F10"); // but beside the analysis
        QVERIFY(!o.dock("inspectorDock")->isHidden());
        o.press("Ctrl+1");
        QVERIFY(o.dock("inspectorDock")->isHidden());
        QVERIFY(!o.dock("paletteDock")->isHidden());
        o.press("Ctrl+2");
        QVERIFY(!o.dock("inspectorDock")->isHidden());
        o.window.actions()[ActionId::resetLayout]->trigger();
        QVERIFY(o.dock("inspectorDock")->isHidden());
        QVERIFY(o.window.layouts()->current() == DockLayout::analyse); // of this layout alone
        o.press("Ctrl+1");
        QVERIFY(o.dock("inspectorDock")->isHidden());
    }

    void theCanvasCanBeShownAnywhere()
    {
        Opened o;
        o.press("Ctrl+2");
        o.press("Alt+0");
        QVERIFY(o.window.canvas()->isVisible());
        QVERIFY(o.window.canvas()->height() > 60);
        o.press("Ctrl+1");
        o.press("Ctrl+2");
        QVERIFY(o.window.canvas()->isVisible());
        o.window.actions()[ActionId::resetLayout]->trigger();
        QVERIFY(!o.window.canvas()->isVisible());
        QVERIFY(o.window.focusWidget() && o.window.focusWidget()->isVisible());
    }

    void aMessageIsShownWhereTheCanvasWasHidden()
    {
        Opened o;
        o.press("Ctrl+2");
        emit o.window.view<MessagesView>()->jumpTo(QStringLiteral("leaf-1"));
        o.settle();
        QVERIFY(o.window.canvas()->isVisible());
        QVERIFY(o.window.document()->selection()->contains("leaf-1"));
    }

    void theNextStartFindsThemAsTheyWere()
    {
        {
            Opened o({1440, 900}, true);
            o.press("Ctrl+3");
            o.press("Alt+3");
            o.press("Ctrl+2");
            o.press("F10");
            QVERIFY(o.window.close());
        }
        Opened o({1440, 900}, true);
        QVERIFY(o.window.layouts()->current() == DockLayout::analyse);
        QVERIFY(o.window.actions()[ActionId::layoutAnalyse]->isChecked());
        QVERIFY(!o.window.canvas()->isVisible());
        QVERIFY(!o.dock("inspectorDock")->isHidden());
        o.press("Ctrl+3");
        QVERIFY(o.isInFront("breakdownDock"));
        QVERIFY(o.window.view<TimelineView>()->magnification() > 1);
    }

    void brokenAndOldArrangementsAreLeftOut()
    {
        QByteArray whole;
        {
            Opened o({1440, 900}, true);
            o.press("F9");
            QVERIFY(o.window.close());
            whole = QSettings().value(QStringLiteral("window/layouts/design/docks")).toByteArray();
            QVERIFY(whole.size() > 50);
        }
        QByteArray old;
        {
            GatedEngine gated;
            MainWindow window(gated.engine());
            old = window.saveState(1);
        }
        for (const QByteArray &broken : {QByteArray("nonsense"), old, whole.left(40)}) {
            QSettings().setValue(QStringLiteral("window/layouts/design/docks"), broken);
            QSettings().setValue(QStringLiteral("window/layout"), QStringLiteral("no such layout"));
            Opened o({1440, 900}, true);
            QVERIFY(o.window.layouts()->current() == DockLayout::design);
            for (const char *name : {"paletteDock", "inspectorDock", "timelineDock"})
                QVERIFY2(o.isInFront(name), name);
        }
    }

    void aVisitToTheWelcomePageChangesNothing()
    {
        Opened o;
        o.press("Ctrl+2");
        o.window.showWelcome();
        o.settle();
        for (const QDockWidget *dock : o.window.findChildren<QDockWidget *>())
            QVERIFY(dock->isHidden());
        QVERIFY(o.window.centralWidget()->height() > 600);
        o.press("Ctrl+3"); // noted for the workspace
        QVERIFY(o.window.isWelcomeShown());
        QVERIFY(o.dock("timelineDock")->isHidden());
        o.window.files().openExample(0);
        o.settle();
        QVERIFY(o.window.layouts()->current() == DockLayout::teach);
        QVERIFY(o.isInFront("timelineDock"));
        o.press("Ctrl+2");
        QVERIFY(o.isInFront("loadDock"));
        QVERIFY(!o.window.canvas()->isVisible());
    }

    void theBarChoosesWhereThereIsRoom()
    {
        Opened o;
        const auto segment = [&o](const char *text) -> QToolButton * {
            for (QToolButton *button : o.window.workloadBar()->findChildren<QToolButton *>())
                if (button->property("segment").toBool() && button->text() == QLatin1String(text))
                    return button;
            return nullptr;
        };
        QVERIFY(segment("Teach")->isVisible());
        QTest::mouseClick(segment("Analyse"), Qt::LeftButton);
        QVERIFY(o.window.layouts()->current() == DockLayout::analyse);
        QTest::mouseClick(segment("Analyse"), Qt::LeftButton); // stays chosen
        QVERIFY(segment("Analyse")->isChecked());
        QVERIFY(!segment("Design")->isChecked());
        o.window.resize(1100, 700);
        o.settle();
        QVERIFY(!segment("Teach")->isVisible());
    }
};

QTEST_MAIN(LayoutsTest)
#include "layouts_test.moc"
