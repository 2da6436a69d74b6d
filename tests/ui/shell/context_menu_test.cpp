// SPDX-License-Identifier: GPL-3.0-or-later
//
// A right click opens the menu of the view that it is on, with what can be done with what is under the pointer.
#include "charts/load_view.h"
#include "shell/messages.h"
#include "shell/things_view.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "ui/support/sample_ranking.h"
#include "ui/support/window_fixture.h"

#include <QClipboard>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTreeWidget>
#include <QWindow>

using namespace heteroscope;

namespace {

struct OpenedMenus : OpenedExample
{
    OpenedMenus()
    {
        QVERIFY(settled());
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
    /// The texts of the menu that a right click opens; `choose` is triggered in it, if it is there.
    QStringList rightClick(QWidget *on, QPoint at, const QString &choose = {})
    {
        QStringList texts;
        for (const char *what :
             {"This plugin does not support raise()", "This plugin does not support grabbing the keyboard"})
            QTest::ignoreMessage(QtWarningMsg, what);
        QTimer watch; // the menu has an event loop of its own
        QObject::connect(&watch, &QTimer::timeout, on, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (!menu)
                return;
            watch.stop();
            QAction *chosen = nullptr;
            for (QAction *one : menu->actions()) {
                texts << one->text().remove(u'&');
                chosen = texts.back() == choose ? one : chosen;
            }
            savePicture(*menu,
                        QStringLiteral("menu-") +
                            QString::fromLatin1(on->parentWidget()->metaObject()->className()).section(u':', -1));
            menu->close();
            if (chosen)
                chosen->trigger();
        });
        watch.start(0);
        QTest::mouseClick(window.windowHandle(), Qt::RightButton, {}, on->mapTo(&window, at));
        return texts;
    }
    template<class View>
    View &shown()
    {
        window.docks().show<View>();
        QApplication::processEvents();
        return *window.view<View>();
    }
};

bool has(const QStringList &texts, const char *text) { return texts.contains(QLatin1String(text)); }

} // namespace

class ContextMenuTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aLaneHasItsOwnMenu()
    {
        OpenedMenus o;
        auto &timeline = o.shown<TimelineView>();
        const int y = timeline.layoutState().laneTop(2) + 8;
        const QStringList texts = o.rightClick(timeline.viewport(), QPoint(20, y), QStringLiteral("Zoom to selection"));
        QVERIFY2(has(texts, "Critical path") && has(texts, "Show the whole step"), qPrintable(texts.join(u'|')));
        QVERIFY2(!has(texts, "Arrange by fabric") && !has(texts, "Paste"), qPrintable(texts.join(u'|')));
        QCOMPARE(timeline.selectedLanes(), std::set<int>{2});
        // Its node is in view now.
        const std::string device = *o.window.document()->selection()->devices().begin();
        const CanvasItem *node = o.scene.itemNamed(device.substr(0, device.find(':')));
        QVERIFY(node && o.canvas.viewport()->rect().contains(o.canvas.mapFromScene(node->pos())));
    }

    void theBarsPlayUntilThere()
    {
        OpenedMenus o;
        auto &timeline = o.shown<TimelineView>();
        const int y = timeline.layoutState().laneTop(0) + 8;
        o.rightClick(timeline.viewport(), QPoint(timeline.viewport()->width() / 2, y),
                     QStringLiteral("Play until here"));
        QVERIFY(o.window.replay()->isPlaying());
        o.window.replay()->stop();
    }

    void aLoadRowSelectsItsLane()
    {
        OpenedMenus o;
        auto &load = o.shown<LoadView>();
        int y = 0;
        while (load.laneAt(y) != 1)
            ++y;
        const QStringList texts = o.rightClick(load.viewport(), QPoint(60, y + 4));
        QVERIFY2(has(texts, "Timeline") && has(texts, "Zoom to selection"), qPrintable(texts.join(u'|')));
        QCOMPARE(o.window.document()->selection()->lane(), 1);
    }

    void aRankingRowHasItsOwnMenu()
    {
        OpenedMenus o;
        auto &strategies = o.shown<StrategyView>();
        strategies.setRanking(ranking(o.window.session()->shown()->topology));
        QTableView &table = *strategies.table();
        const QPoint row = table.visualRect(strategies.filter()->index(2, StrategyModel::plan)).center();
        QStringList texts = o.rightClick(table.viewport(), row, QStringLiteral("Pin the plan of the selected row"));
        QVERIFY2(has(texts, "Apply this plan") && has(texts, "Why not first") && has(texts, "Copy as text"),
                 qPrintable(texts.join(u'|')));
        QVERIFY2(!has(texts, "Arrange by fabric"), qPrintable(texts.join(u'|')));
        int pinned = 0;
        for (int i = 0; i < strategies.model()->rowCount(); ++i)
            pinned += strategies.model()->row(i).isPinned ? 1 : 0;
        QCOMPARE(pinned, 1);
        texts = o.rightClick(table.viewport(), row, QStringLiteral("Copy as text"));
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("TP4")));
        QSignalSpy applied(&strategies, &StrategyView::planActivated);
        o.rightClick(table.viewport(), row, QStringLiteral("Apply this plan"));
        QCOMPARE(applied.count(), 1);
    }

    void aMessageIsShownMendedAndCopied()
    {
        OpenedMenus o;
        Project project = o.window.document()->project();
        project.cluster.links.front().technology = LinkTechnology::ethernet;
        project.cluster.links.front().bandwidth = BytesPerSecond(10e9); // bits for bytes
        const std::string link = project.cluster.links.front().name;
        o.window.document()->edit(QStringLiteral("a mistake"), project);
        QVERIFY(o.settled());
        auto &messages = o.shown<MessagesView>();
        const auto &all = messages.messagesModel()->messages();
        int at = -1;
        for (int i = 0; i < static_cast<int>(all.size()); ++i)
            if (all[static_cast<std::size_t>(i)].thing == link && at < 0)
                at = i;
        QVERIFY(at >= 0);
        const QPoint row = messages.visualRect(messages.messagesModel()->index(at)).center();
        const QStringList texts = o.rightClick(messages.viewport(), row, QStringLiteral("Show on the canvas"));
        QVERIFY2(has(texts, "Copy as text"), qPrintable(texts.join(u'|')));
        QCOMPARE(o.window.document()->selection()->names(), NameSet{link});
    }

    void theTreeOffersTheEditsOfItsItem()
    {
        OpenedMenus o;
        auto &things = o.shown<ThingsView>();
        QTreeWidgetItem *node = things.tree()->topLevelItem(0)->child(0);
        const std::size_t before = o.window.document()->project().cluster.nodes.size();
        const QStringList texts = o.rightClick(things.tree()->viewport(), things.tree()->visualItemRect(node).center(),
                                               QStringLiteral("Duplicate"));
        QVERIFY2(has(texts, "Zoom to selection") && has(texts, "Delete"), qPrintable(texts.join(u'|')));
        QCOMPARE(o.window.document()->project().cluster.nodes.size(), before + 1);
    }

    void theCanvasKeepsItsMenu()
    {
        OpenedMenus o;
        const CanvasItem *node = o.scene.nodes().begin()->second.get();
        const QStringList texts = o.rightClick(o.canvas.viewport(), o.canvas.mapFromScene(node->pos()));
        QVERIFY2(has(texts, "Duplicate") && has(texts, "Select all"), qPrintable(texts.join(u'|')));
        QCOMPARE(o.window.document()->selection()->names(), NameSet{node->name()});
    }

    /// No dock is without a menu, and none has that of the canvas by mistake.
    /// Nothing far away is deleted by a click on nothing.
    void theEmptyCanvasHasNothingToDelete()
    {
        OpenedMenus o;
        Selection *selection = o.window.document()->selection();
        selection->selectNames({"h100-0"});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the inspector's page before
        const QPoint empty(o.canvas.viewport()->width() / 2, o.canvas.viewport()->height() - 12);
        QVERIFY(!o.scene.itemAtPoint(o.canvas.mapToScene(empty), 20));
        const QStringList texts = o.rightClick(o.canvas.viewport(), empty);
        QVERIFY(selection->names().empty());
        QVERIFY(texts.contains(QStringLiteral("Select all")));
        QVERIFY(!texts.contains(QStringLiteral("Delete")));
    }

    void everyDockHasAMenuOfItsOwn()
    {
        OpenedMenus o;
        std::set<QString> menus;
        for (const Docks::Dock &dock : o.window.docks().all()) {
            Docks::show(dock.widget);
            QApplication::processEvents();
            QWidget *view = dock.widget->widget();
            QWidget *below = view->childAt(view->rect().center());
            QWidget *on = below ? below : view;
            const QStringList texts = o.rightClick(on, on->mapFrom(view, view->rect().center()));
            QVERIFY2(!texts.isEmpty(), dock.spec->name);
            QVERIFY2(!has(texts, "Fit all"), dock.spec->name);
        }
    }
};

QTEST_MAIN(ContextMenuTest)
#include "context_menu_test.moc"
