// SPDX-License-Identifier: GPL-3.0-or-later
//
// The named layouts: what each shows and keeps, over a restart too; broken arrangements of older versions are left out.
#include "shell/docks/dock_layouts.h"

#include "canvas/view/canvas_view.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "scenario/time_slider.h"
#include "shell/docks/dock_title.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "support/synthetic_step.h"
#include "timeline/timeline_view.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/workload_bar.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>

#include <set>

using namespace heteroscope;

namespace {

/// A window with an example in the workspace, its results there.
struct OpenedLayouts
{
    GatedEngine gated;
    MainWindow window{gated.engine()};

    explicit OpenedLayouts(QSize size = {1440, 900}, bool kept = false)
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
    bool everyLaneIsSeen() const
    {
        const TimelineView &timeline = *window.view<TimelineView>();
        const TimelineLayout layout = timeline.layoutState();
        const int bottom = layout.laneTop(layout.laneCount - 1) + laneHeight;
        return timeline.verticalScrollBar()->value() == 0 &&
               bottom * timeline.magnification() <= timeline.viewport()->height() + 1;
    }
    /// Visible, whole, and not under anything else of the bar.
    bool isWholeInBar(const QWidget &widget) const
    {
        const QWidget *bar = window.workloadBar();
        const QRect at(widget.mapTo(bar, QPoint()), widget.size());
        return widget.isVisible() && bar->rect().contains(at) && widget.width() >= widget.minimumSizeHint().width();
    }
    QToolButton *segment(const char *text) const
    {
        for (QToolButton *button : window.workloadBar()->findChildren<QToolButton *>())
            if (button->property("segment").toBool() && button->text() == QLatin1String(text))
                return button;
        return nullptr;
    }
    /// As the example has them when it is simulated for real.
    void showEightLanes()
    {
        synthetic::Pipeline1F1B shape;
        shape.stages = 4;
        window.view<TimelineView>()->setResult(std::make_shared<const StepResult>(synthetic::oneFOneB(shape)));
        window.layouts()->refit();
        settle();
        QCOMPARE(window.view<TimelineView>()->result()->lanes.size(), std::size_t(8));
    }
    /// The project changes over time, so the bar has a slider.
    void vary()
    {
        Project project = window.document()->project();
        for (Link &link : project.cluster.links)
            link.rate.points = {{Seconds(1000), 0.5}};
        QVERIFY(window.document()->edit(QStringLiteral("vary"), project));
        settle();
    }
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
        OpenedLayouts o;
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
            OpenedLayouts o;
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
        OpenedLayouts o({1100, 700});
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
            OpenedLayouts o;
            const int usual = o.window.headline()->height();
            o.press("Ctrl+3");
            savePicture(o.window, QStringLiteral("layout-teach"));
            QVERIFY(o.window.view<TimelineView>()->magnification() >= 1.4);
            QVERIFY(o.window.headline()->height() > usual);
            QVERIFY(o.window.canvas()->isVisible());
            QVERIFY(o.place("timelineDock").height() > o.window.height() * 20 / 100); // one lane
            QVERIFY(o.everyLaneIsSeen());
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
        OpenedLayouts o;
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
        OpenedLayouts o;
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
        OpenedLayouts o;
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
        OpenedLayouts o;
        o.press("Ctrl+2");
        emit o.window.view<MessagesView>()->jumpTo(QStringLiteral("leaf-1"));
        o.settle();
        QVERIFY(o.window.canvas()->isVisible());
        QVERIFY(o.window.document()->selection()->contains("leaf-1"));
    }

    void theNextStartFindsThemAsTheyWere()
    {
        {
            OpenedLayouts o({1440, 900}, true);
            o.press("Ctrl+3");
            o.press("Alt+3");
            o.press("Ctrl+2");
            o.press("F10");
            QVERIFY(o.window.close());
        }
        OpenedLayouts o({1440, 900}, true);
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
            OpenedLayouts o({1440, 900}, true);
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
            OpenedLayouts o({1440, 900}, true);
            QVERIFY(o.window.layouts()->current() == DockLayout::design);
            for (const char *name : {"paletteDock", "inspectorDock", "timelineDock"})
                QVERIFY2(o.isInFront(name), name);
        }
    }

    void aVisitToTheWelcomePageChangesNothing()
    {
        OpenedLayouts o;
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
        OpenedLayouts o;
        QVERIFY(o.segment("Teach")->isVisible());
        QTest::mouseClick(o.segment("Analyse"), Qt::LeftButton);
        QVERIFY(o.window.layouts()->current() == DockLayout::analyse);
        QTest::mouseClick(o.segment("Analyse"), Qt::LeftButton); // stays chosen
        QVERIFY(o.segment("Analyse")->isChecked());
        QVERIFY(!o.segment("Design")->isChecked());
        o.window.resize(1100, 700);
        o.settle();
        QVERIFY(!o.segment("Teach")->isVisible());
        auto *menu = o.window.workloadBar()->findChild<QToolButton *>(QStringLiteral("layoutMenu"));
        QVERIFY(o.isWholeInBar(*menu)); // as a menu
        QCOMPARE(menu->text(), QStringLiteral("Analyse"));
        menu->menu()->actions().back()->trigger();
        QVERIFY(o.window.layouts()->current() == DockLayout::teach);
        QCOMPARE(menu->text(), QStringLiteral("Teach"));
    }

    void theTimeSliderPushesNothingOut()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            OpenedLayouts o;
            o.vary();
            savePicture(o.window, QStringLiteral("bar-time-1440"));
            QVERIFY(o.isWholeInBar(*o.window.workloadBar()->timeBar()));
            for (const char *text : {"Design", "Analyse", "Teach"})
                QVERIFY2(o.isWholeInBar(*o.segment(text)), text);
            QStringList labels;
            for (const QLabel *label : o.window.workloadBar()->findChildren<QLabel *>())
                if (label->buddy() && o.isWholeInBar(*label))
                    labels << label->text();
            for (const char *text : {"Model", "Batch", "Sequence"})
                QVERIFY2(labels.contains(QLatin1String(text)), text);
            // In the smallest window everything that is left is whole, and the layouts can be reached.
            o.window.resize(1100, 700);
            o.settle();
            savePicture(o.window, QStringLiteral("bar-time-1100"));
            QVERIFY(o.isWholeInBar(*o.window.workloadBar()->timeBar()));
            QVERIFY(o.isWholeInBar(*o.window.workloadBar()->planButton()));
            QVERIFY(o.isWholeInBar(*o.window.workloadBar()->findChild<QToolButton *>(QStringLiteral("layoutMenu"))));
            QVERIFY(o.isWholeInBar(*o.window.workloadBar()->findChild<QToolButton *>(QStringLiteral("menuButton"))));
        }
    }

    void whatASmallWindowSqueezesComesBack()
    {
        OpenedLayouts o;
        const int palette = o.dock("paletteDock")->width();
        const int inspector = o.dock("inspectorDock")->width();
        const int timeline = o.dock("timelineDock")->height();
        o.window.resize(1100, 700);
        o.settle();
        // The inspector is narrower at most by what its page can do without.
        auto *view = o.window.findChild<Inspector *>();
        for (const NameSet &names :
             {NameSet{}, NameSet{"h100-0"}, NameSet{"up-1"}, NameSet{"leaf-1"}, NameSet{"h100-0", "a100-0"}}) {
            o.window.document()->selection()->selectNames(names);
            o.settle();
            QVERIFY2(view->page()->width() <= view->viewport()->width(),
                     names.empty() ? "job" : names.begin()->c_str());
        }
        savePicture(o.window, QStringLiteral("small-inspector"));
        o.window.resize(1440, 900);
        o.settle();
        QCOMPARE(o.dock("paletteDock")->width(), palette);
        QCOMPARE(o.dock("inspectorDock")->width(), inspector);
        QCOMPARE(o.dock("timelineDock")->height(), timeline);
    }

    void whatTheUserSetsStays()
    {
        OpenedLayouts o;
        QDockWidget *inspector = o.dock("inspectorDock");
        const QPoint edge = inspector->geometry().topLeft() + QPoint(-1, inspector->height() / 2);
        const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held) {
            QMouseEvent event(type, at, o.window.mapToGlobal(at), button, held, Qt::NoModifier);
            QApplication::sendEvent(&o.window, &event);
            o.settle(); // Qt moves what lies between docks when it comes back to the loop
        };
        const QPoint there = edge - QPoint(60, 0);
        send(QEvent::MouseButtonPress, edge, Qt::LeftButton, Qt::LeftButton);
        send(QEvent::MouseMove, there, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, there, Qt::LeftButton, Qt::NoButton);
        const int set = inspector->width();
        QVERIFY(set > 340);
        o.window.resize(1100, 700);
        o.settle();
        o.window.resize(1440, 900);
        o.settle();
        QCOMPARE(inspector->width(), set);
    }

    void teachKeepsEveryLaneAndTheCanvas_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("zoom");     // of the canvas, at least
        QTest::addColumn<double>("timeline"); // its magnification, at least
        QTest::addColumn<double>("controls");
        QTest::newRow("1100x700") << QSize(1100, 700) << 0.25 << 1.0 << 1.0;
        QTest::newRow("1440x900") << QSize(1440, 900) << 0.25 << 1.3 << 1.2;
        QTest::newRow("1920x1080") << QSize(1920, 1080) << 0.34 << 1.5 << 1.25;
    }

    void teachKeepsEveryLaneAndTheCanvas()
    {
        QFETCH(QSize, size);
        QFETCH(double, zoom);
        QFETCH(double, timeline);
        QFETCH(double, controls);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            OpenedLayouts o(size);
            o.showEightLanes();
            const QToolButton *plan = o.window.workloadBar()->planButton();
            const int usual = QFontInfo(plan->font()).pixelSize();
            const int usualBar = o.window.workloadBar()->height();
            o.press("Ctrl+3");
            savePicture(o.window, QStringLiteral("teach-%1x%2").arg(size.width()).arg(size.height()));
            QCOMPARE(o.window.size(), size);
            QVERIFY(o.everyLaneIsSeen());
            QVERIFY(o.window.canvas()->zoom() >= zoom);
            QVERIFY(o.window.canvas()->height() >= 160);
            QVERIFY(o.window.view<TimelineView>()->magnification() >= timeline - 0.01);
            QVERIFY(o.window.canvas()->magnification() >= controls - 0.01);
            QVERIFY(QFontInfo(plan->font()).pixelSize() >= qRound(usual * controls));
            QVERIFY(o.window.workloadBar()->height() >= qRound(usualBar * controls));
            for (const QTabBar *bar : o.window.findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
                if (bar->isVisible() && bar->count() > 0) // Qt keeps empty ones for later
                    QVERIFY(bar->height() >= qRound(dockTabHeight * controls));
            QVERIFY(o.isWholeInBar(*o.segment("Design")) ||
                    o.isWholeInBar(*o.window.workloadBar()->findChild<QToolButton *>(QStringLiteral("layoutMenu"))));
            o.press("Ctrl+1"); // drawing goes on, and everything is as it was
            QCOMPARE(o.window.workloadBar()->height(), usualBar);
            QCOMPARE(QFontInfo(plan->font()).pixelSize(), usual);
            QCOMPARE(o.window.canvas()->magnification(), 1.0);
            QCOMPARE(o.window.view<TimelineView>()->magnification(), 1.0);
        }
    }
};

QTEST_MAIN(LayoutsTest)
#include "layouts_test.moc"
