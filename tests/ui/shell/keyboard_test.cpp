// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything without a mouse and without seeing it: each widget that takes the keyboard has a name for screen readers,
// the Tab key and F6 go everywhere in the order of the eye, things and bars are selected by keys, and every action is
// reached by its shortcut, the menu and the command palette.
#include "canvas/scene/canvas_walk.h"
#include "canvas/view/canvas_view.h"
#include "catalog/catalog_dialog.h"
#include "editing/canvas_edits.h"
#include "inspector/inspector.h"
#include "palette/palette_view.h"
#include "shell/command_palette.h"
#include "shell/docks/dock_layouts.h"
#include "shell/files/recovery_dialog.h"
#include "shell/main_window.h"
#include "shell/shortcut_editor.h"
#include "shell/shortcut_sheet.h"
#include "shell/things_view.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/window_fixture.h"
#include "welcome/welcome_page.h"
#include "wizard/cluster_wizard.h"
#include "workload_bar/workload_bar.h"

#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>

using namespace heteroscope;

namespace {

/// Parts that Qt makes inside a widget; the widget speaks for them.
bool isInner(const QWidget *widget)
{
    const QString name = widget->objectName();
    if (name.startsWith(QStringLiteral("qt_")) || widget->inherits("QComboBoxPrivateContainer") ||
        widget->inherits("QComboBoxListView") || widget->focusProxy())
        return true;
    const QWidget *parent = widget->parentWidget();
    return parent && (parent->inherits("QAbstractSpinBox") || parent->inherits("QComboBox") ||
                      parent->inherits("QKeySequenceEdit"));
}

QString describe(const QWidget *widget)
{
    QStringList path;
    for (const QWidget *at = widget; at; at = at->parentWidget())
        path.prepend(QString::fromLatin1(at->metaObject()->className()) +
                     (at->objectName().isEmpty() ? QString() : u'#' + at->objectName()));
    return path.join(u'/');
}

/// Of all below it, also what is hidden now: those that can have the keyboard and have no name.
QStringList namelessIn(QWidget *root)
{
    QStringList nameless;
    QList<QWidget *> all = root->findChildren<QWidget *>();
    all << root;
    for (QWidget *widget : all) {
        if (widget->focusPolicy() == Qt::NoFocus || isInner(widget))
            continue;
        if (const auto *bar = qobject_cast<QTabBar *>(widget); bar && bar->count() == 0)
            continue; // Qt keeps one in store
        const QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
        if (!face || face->text(QAccessible::Name).trimmed().isEmpty())
            nameless << describe(widget);
    }
    return nameless;
}

struct OpenedForKeys
{
    GatedEngine gated;
    MainWindow window{gated.engine()};
    Document &document = *window.document();
    CanvasView &canvas = *window.canvas();

    OpenedForKeys()
    {
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.report = [](const QString &, const QString &) {};
        window.setDialogs(dialogs);
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.files().openExample(0);
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result() && window.session()->ranking());
        settle();
    }

    static void settle()
    {
        for (int i = 0; i < 3; ++i)
            QApplication::processEvents();
    }

    QWidget *dock(const char *name) const { return window.findChild<QDockWidget *>(QLatin1String(name)); }
};

} // namespace

class KeyboardTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void init()
    {
        StrictTest::init();
        QSettings().clear();
    }

    void whatTakesTheKeyboardHasAName()
    {
        OpenedForKeys o;
        QStringList nameless = namelessIn(&o.window);
        // The inspector has other fields for each kind of thing.
        const Cluster &cluster = o.document.project().cluster;
        for (const std::string &name :
             {cluster.nodes.front().name, cluster.switches.front().name, cluster.links.front().name}) {
            o.document.selection()->selectNames({name});
            o.settle();
            nameless << namelessIn(o.window.view<Inspector>());
        }
        o.document.selection()->selectDevices({cluster.nodes.front().name + ":0"});
        o.settle();
        nameless << namelessIn(o.window.view<Inspector>());
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(u'\n' + nameless.join(u'\n')));
    }

    void dialogsHaveNamesToo()
    {
        OpenedForKeys o;
        std::vector<LostWork> works(1);
        works.front().name = QStringLiteral("lab");
        ClusterWizard wizard;
        CommandPalette commands(paletteEntries(o.window.actions(), o.document.project().cluster, {}), &o.window);
        ShortcutEditor editor(o.window.actions(), &o.window);
        ShortcutSheet sheet(o.window.actions(), &o.window);
        RecoveryDialog recovery(works);
        CatalogDialog catalog(o.document);
        QStringList nameless;
        for (QWidget *dialog :
             std::initializer_list<QWidget *>{&catalog, &wizard, &commands, &editor, &sheet, &recovery}) {
            dialog->show();
            o.settle();
            nameless << namelessIn(dialog);
            dialog->hide();
        }
        for (const EntryKind kind : {EntryKind::link, EntryKind::model, EntryKind::node}) {
            catalog.choose(kind, nameOf(builtinEntries(kind).front()), false);
            nameless << namelessIn(&catalog);
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(u'\n' + nameless.join(u'\n')));
        QVERIFY(sheet.height() <= 700); // of the smallest window
    }

    void theTabKeyGoesEverywhereInTheOrderOfTheEye()
    {
        OpenedForKeys o;
        for (const ActionId layout : {ActionId::layoutDesign, ActionId::layoutAnalyse, ActionId::layoutTeach}) {
            o.window.actions()[layout]->trigger();
            o.settle();
            o.window.workloadBar()->modelField()->setFocus();
            std::vector<QWidget *> visited;
            for (int i = 0; i < 400; ++i) {
                QWidget *now = QApplication::focusWidget();
                QVERIFY(now);
                if (std::find(visited.begin(), visited.end(), now) != visited.end())
                    break;
                visited.push_back(now);
                QTest::keyClick(now, Qt::Key_Tab);
            }
            const auto at = [&visited](const QWidget *place) {
                const auto it = std::find_if(visited.begin(), visited.end(), [place](const QWidget *widget) {
                    return place == widget || place->isAncestorOf(widget);
                });
                return it - visited.begin();
            };
            for (QWidget *widget : o.window.findChildren<QWidget *>()) {
                const bool behind = widget->mapTo(&o.window, QPoint(widget->width(), 0)).x() < 0; // another tab's
                if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || !widget->isEnabled() ||
                    isInner(widget))
                    continue;
                QVERIFY2(!behind || std::find(visited.begin(), visited.end(), widget) == visited.end(),
                         qPrintable(describe(widget)));
                QStringList path;
                for (const QWidget *one : visited)
                    path << describe(one).section(u'/', -1);
                QVERIFY2(behind || std::find(visited.begin(), visited.end(), widget) != visited.end(),
                         qPrintable(describe(widget) + QStringLiteral(" is not among\n") + path.join(u'\n')));
            }
            QCOMPARE(at(o.window.workloadBar()), 0);
            if (layout == ActionId::layoutDesign) {
                QVERIFY(at(o.dock("paletteDock")) < at(&o.canvas));
                QVERIFY(at(o.dock("timelineDock")) < at(o.dock("inspectorDock")));
                QVERIFY(at(o.dock("inspectorDock")) < static_cast<std::ptrdiff_t>(visited.size()));
            }
            if (layout != ActionId::layoutAnalyse)
                QVERIFY(at(&o.canvas) < at(o.dock("timelineDock")));
        }
    }

    void sixGoesFromPanelToPanel()
    {
        OpenedForKeys o;
        o.canvas.setFocus();
        const auto holder = [&o]() -> QString {
            const QWidget *focus = QApplication::focusWidget();
            for (const char *name : {"paletteDock", "timelineDock", "inspectorDock"})
                if (o.dock(name)->isAncestorOf(focus))
                    return QLatin1String(name);
            return o.window.workloadBar()->isAncestorOf(focus) ? QStringLiteral("bar")
                   : focus == &o.canvas                        ? QStringLiteral("canvas")
                                                               : QStringLiteral("elsewhere");
        };
        const auto press = [&](const char *keys) {
            QTest::keySequence(&o.window, QKeySequence(QLatin1String(keys)));
            return holder();
        };
        const QStringList order = {QStringLiteral("timelineDock"), QStringLiteral("inspectorDock"),
                                   QStringLiteral("bar"), QStringLiteral("paletteDock"), QStringLiteral("canvas")};
        for (const QString &next : order)
            QCOMPARE(press("F6"), next);
        for (auto it = order.rbegin() + 1; it != order.rend(); ++it)
            QCOMPARE(press("Shift+F6"), *it);
    }

    void thingsAreSelectedByKeys()
    {
        OpenedForKeys o;
        o.document.selection()->clear();
        o.canvas.setFocus();
        const auto selected = [&o] {
            QStringList names;
            for (const std::string &name : o.document.selection()->names())
                names << QString::fromStdString(name);
            return names.join(u' ');
        };
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(&o.canvas, key, modifiers);
            return selected();
        };
        const Project before = o.document.project();
        QCOMPARE(press(Qt::Key_PageDown), QStringLiteral("spine"));
        QCOMPARE(press(Qt::Key_PageDown), QStringLiteral("leaf-0"));
        QCOMPARE(press(Qt::Key_Right, Qt::ControlModifier), QStringLiteral("leaf-1"));
        QCOMPARE(press(Qt::Key_Down, Qt::ControlModifier), QStringLiteral("a100-0"));
        QCOMPARE(press(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier), QStringLiteral("a100-0 a100-1"));
        QCOMPARE(press(Qt::Key_Down, Qt::ControlModifier), QStringLiteral("a100-0 a100-1")); // nothing lies there
        QVERIFY(before.cluster.findLink(press(Qt::Key_PageDown).toStdString()));             // links come last
        QCOMPARE(press(Qt::Key_PageUp), QStringLiteral("a100-1"));
        QVERIFY(o.document.project() == before); // nothing moved
        QCOMPARE(press(Qt::Key_Right), QStringLiteral("a100-1"));
        QVERIFY(!(o.document.project() == before)); // arrows alone do
    }

    void barsAreSelectedByKeys()
    {
        OpenedForKeys o;
        TimelineView &timeline = *o.window.view<TimelineView>();
        timeline.setFocus();
        QVERIFY(!timeline.selectedBar().isValid());
        QSignalSpy lanes(&timeline, &TimelineView::laneSelected);
        QSignalSpy said(&timeline, &TimelineView::hovered);
        QTest::keyClick(&timeline, Qt::Key_Down);
        QVERIFY(timeline.selectedBar().isValid());
        QCOMPARE(timeline.selectedBar().lane, 0);
        QCOMPARE(lanes.count(), 1);
        QVERIFY(!said.back().front().toString().isEmpty());
        QVERIFY(!o.document.selection()->devices().empty()); // one selection everywhere
        QTest::keyClick(&timeline, Qt::Key_Escape);
        QVERIFY(!timeline.selectedBar().isValid());
    }

    void everyActionIsReachedWithoutAMouse()
    {
        OpenedForKeys o;
        const auto *more = o.window.workloadBar()->findChild<QToolButton *>(QStringLiteral("menuButton"));
        QVERIFY(more && !more->shortcut().isEmpty()); // opens the menu
        QSet<QAction *> inMenus;
        for (const QMenu *menu : o.window.findChildren<QMenu *>())
            for (QAction *action : menu->actions())
                inMenus << action;
        const std::vector<PaletteEntry> entries = paletteEntries(o.window.actions(), {}, {});
        for (const ActionSpec &spec : o.window.actions().specs()) {
            QAction *action = o.window.actions()[spec.id];
            QVERIFY2(inMenus.contains(action), spec.name);
            const QString text = commandText(spec);
            QVERIFY2(std::any_of(entries.begin(), entries.end(),
                                 [&text](const PaletteEntry &entry) { return entry.text == text; }),
                     spec.name);
        }
    }

    /// The keys of an action trigger it, wherever the keyboard is if it is an action of the window.
    void shortcutsTriggerTheirActions()
    {
        OpenedForKeys o;
        o.document.selection()->selectNames({o.document.project().cluster.nodes.front().name});
        for (const ActionSpec &spec : o.window.actions().specs()) {
            QAction *action = o.window.actions()[spec.id];
            const QList<QKeySequence> keys = action->shortcuts();
            action->disconnect(); // only that it is triggered matters here
            action->setEnabled(true);
            for (const QKeySequence &key : keys) {
                (spec.onCanvasOnly ? static_cast<QWidget *>(&o.canvas) : o.window.view<TimelineView>())->setFocus();
                QSignalSpy triggered(action, &QAction::triggered);
                QTest::keySequence(QApplication::focusWidget(), key);
                QVERIFY2(triggered.count() == 1,
                         qPrintable(QLatin1String(spec.name) + QStringLiteral(": ") + key.toString()));
            }
        }
    }
};

QTEST_MAIN(KeyboardTest)
#include "keyboard_test.moc"
