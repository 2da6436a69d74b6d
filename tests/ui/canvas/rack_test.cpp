// SPDX-License-Identifier: GPL-3.0-or-later
//
// Racks in the window, by mouse and keyboard: made, closed to a tile, repeated, edited once, written out.
#include "canvas/view/canvas_view.h"
#include "cluster/topology.h"
#include "editing/canvas_edits.h"
#include "editing/rack_commands.h"
#include "inspector/inspector.h"
#include "project/edits.h"
#include "shell/command_palette.h"
#include "shell/main_window.h"
#include "shell/status_bar.h"
#include "shell/things_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/drawn_window.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeWidget>

using namespace heteroscope;

namespace {

/// A window with h100-0 and a100-0 behind switch-0, that behind switch-1.
struct DrawnRack : DrawnWindow
{
    DrawnRack()
    {
        add(PaletteKind::node, "8x H100 HGX", QPointF(-16 * gridPitch, 0));
        add(PaletteKind::node, "8x A100-80GB HGX", QPointF(16 * gridPitch, 0));
        add(PaletteKind::networkSwitch, "switch", QPointF(0, -10 * gridPitch));
        add(PaletteKind::networkSwitch, "switch", QPointF(0, -20 * gridPitch));
        join("h100-0", "switch-0");
        join("a100-0", "switch-0");
        join("switch-0", "switch-1");
        document.selection()->clear();
        canvas.fit();
        canvas.setFocus();
    }
    const Cluster &cluster() const { return window.canvas()->document()->project().cluster; }
    /// rack-0 of both nodes and their switch, selected.
    void makeRack()
    {
        document.selection()->selectNames({"h100-0", "a100-0", "switch-0"});
        press(ActionId::makeRack);
    }
    const Rack &rack() const { return cluster().racks.front(); }
    QSpinBox *repeat() const { return window.view<Inspector>()->findChild<QSpinBox *>(QStringLiteral("repeat")); }
    void repeatBy(int times)
    {
        repeat()->setFocus();
        repeat()->selectAll();
        QTest::keyClicks(repeat(), QString::number(times));
        QTest::keyClick(repeat(), Qt::Key_Return);
        canvas.setFocus();
    }
    /// The sign that opens or closes the rack, in the scene.
    QPointF sign() const
    {
        const QRectF place = rack().collapsed ? scene().itemNamed("rack-0")->sceneRect() : scene().rackFrame(rack());
        return place.topLeft() + QPointF(14, 13) / canvas.zoom();
    }
    QPointF header() const
    {
        const QRectF frame = scene().rackFrame(rack());
        return QPointF(frame.center().x(), frame.top() + 10 / canvas.zoom());
    }
};

} // namespace

class RackTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aRackIsMadeOfTheSelection()
    {
        DrawnRack d;
        const Project before = d.document.project();
        d.makeRack();
        QCOMPARE(d.cluster().racks.size(), std::size_t(1));
        QCOMPARE(d.rack().members, (std::vector<std::string>{"a100-0", "h100-0", "switch-0"}));
        QVERIFY(d.document.selection()->names() == NameSet{"rack-0"});
        d.press(ActionId::undo);
        QVERIFY(d.document.project() == before);
    }

    void whatStandsInARackIsRefused()
    {
        DrawnRack d;
        d.makeRack();
        d.document.selection()->selectNames({"h100-0", "switch-1"});
        d.press(ActionId::makeRack);
        QCOMPARE(d.cluster().racks.size(), std::size_t(1));
        QCOMPARE(d.window.status()->saying(), QStringLiteral("h100-0 is already in rack-0"));
    }

    void otherThingsJoinTheSelectedRackAndLeaveIt()
    {
        DrawnRack d;
        d.makeRack();
        d.document.selection()->selectNames({"rack-0", "switch-1"});
        d.press(ActionId::makeRack);
        QCOMPARE(d.rack().members.size(), std::size_t(4));
        d.document.selection()->selectNames({"switch-1"});
        d.press(ActionId::ungroup);
        QCOMPARE(d.rack().members.size(), std::size_t(3));
    }

    void theInspectorRepeatsIt()
    {
        DrawnRack d;
        d.makeRack();
        const int steps = d.document.undoStack()->count();
        d.repeatBy(16);
        QCOMPARE(d.rack().repeat, 16);
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        QCOMPARE(deviceCount(d.cluster()), std::size_t(256));
        QVERIFY(d.window.status()->figures().startsWith(QStringLiteral("256 devices, 48 links")));
        d.press(ActionId::undo);
        QCOMPARE(d.rack().repeat, 1);
        QCOMPARE(d.repeat()->value(), 1);
    }

    void aRepetitionThatFitsNoPortIsRefused()
    {
        DrawnRack d;
        Switch spine = *d.cluster().findSwitch("switch-1");
        spine.ports = 4;
        d.document.edit(QStringLiteral("ports"), replaceSwitch(d.document.project(), "switch-1", spine));
        d.makeRack();
        d.repeatBy(5);
        QCOMPARE(d.rack().repeat, 1);
        QCOMPARE(d.repeat()->value(), 1);
        QVERIFY(d.window.status()->saying().contains(QStringLiteral("5 links")));
        d.repeatBy(4);
        QCOMPARE(d.rack().repeat, 4);
    }

    void itsSignClosesAndOpensIt()
    {
        DrawnRack d;
        d.makeRack();
        QVERIFY(d.scene().racks().empty());
        d.mouse.click(d.sign());
        QVERIFY(d.rack().collapsed);
        QCOMPARE(d.scene().racks().size(), std::size_t(1));
        QVERIFY(d.scene().nodes().empty());
        QCOMPARE(d.scene().switches().size(), std::size_t(1));
        QCOMPARE(d.scene().links().size(), std::size_t(1)); // to the spine; those inside are not seen
        const CanvasItem *tile = d.scene().itemNamed("rack-0");
        QVERIFY(d.scene().itemNamed("h100-0") == tile);
        const QLineF up = d.scene().links().begin()->second->line();
        QVERIFY(tile->sceneRect().adjusted(-1, -1, 1, 1).contains(up.p1()));
        d.mouse.click(d.sign());
        QVERIFY(!d.rack().collapsed);
        QCOMPARE(d.scene().nodes().size(), std::size_t(2));
        d.press(ActionId::undo);
        QVERIFY(d.rack().collapsed);
    }

    void aDoubleClickOpensAndClosesIt()
    {
        DrawnRack d;
        d.makeRack();
        const auto twice = [&](QPointF at) {
            const QPoint place = d.canvas.mapFromScene(at);
            d.mouse.click(at);
            QTest::mouseDClick(d.canvas.viewport(), Qt::LeftButton, {}, place);
            QTest::mouseRelease(d.canvas.viewport(), Qt::LeftButton, {}, place);
        };
        twice(d.header());
        QVERIFY(d.rack().collapsed);
        twice(d.scene().itemNamed("rack-0")->pos());
        QVERIFY(!d.rack().collapsed);
    }

    void keysOpenAndCloseIt()
    {
        DrawnRack d;
        d.makeRack();
        d.press(ActionId::toggleRack);
        QVERIFY(d.rack().collapsed);
        d.document.selection()->clear();
        QTest::keyClick(&d.canvas, Qt::Key_PageDown); // the spine
        QTest::keyClick(&d.canvas, Qt::Key_PageDown);
        QVERIFY(d.document.selection()->names() == NameSet{"rack-0"});
        d.press(ActionId::toggleRack);
        QVERIFY(!d.rack().collapsed);
    }

    void closingMakesNoResultStale()
    {
        DrawnRack d;
        d.makeRack();
        d.repeatBy(2);
        QTRY_VERIFY(d.window.session()->isIdle() && !d.window.session()->isStale());
        const int simulations = d.gated.simulations;
        d.document.selection()->selectNames({"rack-0"});
        d.press(ActionId::toggleRack);
        QVERIFY(d.rack().collapsed);
        QVERIFY(!d.window.session()->isStale());
        QVERIFY(d.window.session()->isIdle());
        QCOMPARE(d.gated.simulations.load(), simulations);
    }

    void theTileIsDraggedAsOne()
    {
        DrawnRack d;
        d.makeRack();
        d.press(ActionId::toggleRack);
        const Project before = d.document.project();
        const int steps = d.document.undoStack()->count();
        const QPointF from = d.scene().itemNamed("rack-0")->pos();
        const QPointF by(4 * gridPitch, 3 * gridPitch);
        d.mouse.dragTo(from, from + by);
        QVERIFY(d.scene().isGhost("rack-0"));
        QTest::keyClick(&d.canvas, Qt::Key_Escape);
        d.mouse.release(from + by);
        QVERIFY(d.document.project() == before);
        QCOMPARE(d.scene().itemNamed("rack-0")->pos(), from);
        d.mouse.drag(from, from + by);
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        QCOMPARE(d.scene().itemNamed("rack-0")->pos(), from + by);
        for (const char *member : {"h100-0", "a100-0", "switch-0"})
            QCOMPARE(toScene(d.document.project().canvas.at(member)), toScene(before.canvas.at(member)) + by);
        QCOMPARE(d.document.project().canvas.at("switch-1"), before.canvas.at("switch-1"));
    }

    void theHeaderDragsAnOpenOne()
    {
        DrawnRack d;
        d.makeRack();
        const QPointF from = *d.scene().placeOf("a100-0");
        d.mouse.drag(d.header(), d.header() + QPointF(0, 5 * gridPitch));
        QCOMPARE(*d.scene().placeOf("a100-0"), from + QPointF(0, 5 * gridPitch));
        QVERIFY(d.document.selection()->names() == NameSet{"rack-0"});
    }

    void rowsAndColumnsKeepARackTogether()
    {
        DrawnRack d;
        d.makeRack();
        d.document.selection()->selectNames({"rack-0", "switch-1"});
        const QPointF apart = *d.scene().placeOf("a100-0") - *d.scene().placeOf("switch-0");
        d.press(ActionId::alignRow);
        QCOMPARE(*d.scene().placeOf("a100-0") - *d.scene().placeOf("switch-0"), apart);
        const double middle = (d.scene().placeOf("a100-0")->y() + d.scene().placeOf("switch-0")->y()) / 2;
        QCOMPARE(d.scene().placeOf("switch-1")->y(), middle);
    }

    void anEditIsMadeOnceForAllCopies()
    {
        DrawnRack d;
        d.makeRack();
        d.repeatBy(16);
        Node node = *d.cluster().findNode("h100-0");
        for (Device &device : node.devices)
            device.type = "A100-80GB SXM";
        d.document.edit(QStringLiteral("older"), replaceNode(d.document.project(), "h100-0", node));
        const auto topology = Topology::build(d.cluster());
        QVERIFY(topology);
        QCOMPARE(topology->devices().size(), std::size_t(256));
        QCOMPARE(topology->deviceTypes().size(), std::size_t(1));
        d.document.selection()->selectNames({"h100-0"});
        bool said = false;
        for (const QLabel *label : d.window.view<Inspector>()->findChildren<QLabel *>())
            said = said || label->text() == QStringLiteral("rack-0 x 16");
        QVERIFY(said);
    }

    void theTileIsDeletedWithWhatIsInIt()
    {
        DrawnRack d;
        d.makeRack();
        d.press(ActionId::toggleRack);
        const Project before = d.document.project();
        d.press(ActionId::remove);
        QVERIFY(d.cluster().nodes.empty());
        QVERIFY(d.cluster().racks.empty());
        QCOMPARE(d.cluster().switches.size(), std::size_t(1));
        d.press(ActionId::undo);
        QVERIFY(d.document.project() == before);
    }

    void aCopiedTileIsARack()
    {
        DrawnRack d;
        d.makeRack();
        d.repeatBy(3);
        d.press(ActionId::toggleRack);
        d.press(ActionId::copy);
        d.press(ActionId::paste);
        QCOMPARE(d.cluster().racks.size(), std::size_t(2));
        QCOMPARE(d.cluster().racks[1].name, std::string("rack-1"));
        QCOMPARE(d.cluster().racks[1].repeat, 3);
        QVERIFY(d.cluster().racks[1].collapsed);
        QCOMPARE(d.cluster().racks[1].members.size(), std::size_t(3));
        QVERIFY(d.document.selection()->names() == NameSet{"rack-1"});
        d.press(ActionId::duplicate);
        QCOMPARE(d.cluster().racks.size(), std::size_t(3));
        QVERIFY(d.document.selection()->names() == NameSet{"rack-2"});
        QCOMPARE(d.scene().racks().size(), std::size_t(3));
    }

    void ungroupDrawsEveryCopy()
    {
        DrawnRack d;
        d.makeRack();
        d.repeatBy(3);
        d.press(ActionId::toggleRack);
        const Project before = d.document.project();
        const auto racked = Topology::build(before.cluster);
        QTest::mouseClick(d.window.view<Inspector>()->findChild<QPushButton *>(QStringLiteral("ungroup")),
                          Qt::LeftButton);
        QVERIFY(d.cluster().racks.empty());
        QCOMPARE(d.cluster().nodes.size(), std::size_t(6));
        QCOMPARE(d.cluster().links.size(), std::size_t(9));
        const auto drawn = Topology::build(d.cluster());
        QCOMPARE(drawn->edges().size(), racked->edges().size());
        std::set<std::pair<double, double>> places;
        for (const auto &[name, at] : d.document.project().canvas)
            places.insert({at.x, at.y});
        QCOMPARE(places.size(), std::size_t(10));
        d.press(ActionId::undo);
        QVERIFY(d.document.project() == before);
    }

    void aLinkFromTheTileStartsAtItsSwitch()
    {
        DrawnRack d;
        d.document.selection()->selectNames({"switch-0-switch-1"});
        d.press(ActionId::remove);
        d.makeRack();
        d.press(ActionId::toggleRack);
        d.document.selection()->clear();
        const CanvasItem *tile = d.scene().itemNamed("rack-0");
        d.mouse.moveTo(tile->pos());
        d.mouse.drag(tile->portAt(Side::top), d.scene().itemNamed("switch-1")->portAt(Side::bottom));
        QCOMPARE(d.cluster().links.back().from, std::string("switch-0"));
        QCOMPARE(d.cluster().links.back().to, std::string("switch-1"));
    }

    void aTileOfSeveralNodesSaysWhyItTakesNoLink()
    {
        DrawnRack d;
        d.document.selection()->selectNames({"h100-0", "a100-0"});
        d.press(ActionId::makeRack);
        d.press(ActionId::toggleRack);
        const std::size_t links = d.cluster().links.size();
        const CanvasItem *tile = d.scene().itemNamed("rack-0");
        d.mouse.moveTo(tile->pos());
        d.mouse.dragTo(tile->portAt(Side::top), d.scene().itemNamed("switch-1")->pos());
        const auto *linking = dynamic_cast<const LinkGesture *>(d.canvas.gesture());
        QVERIFY(linking && linking->isRefused());
        QVERIFY(linking->reason().contains(QStringLiteral("has several switches or none")));
        d.mouse.release(d.scene().itemNamed("switch-1")->pos());
        QCOMPARE(d.cluster().links.size(), links);
    }

    void treeAndCommandPaletteKnowIt()
    {
        DrawnRack d;
        d.makeRack();
        d.repeatBy(16);
        d.window.actions()[d.window.docks().actionOf<ThingsView>()]->trigger();
        QTRY_VERIFY(d.window.view<ThingsView>()->isVisible());
        const auto found = d.window.view<ThingsView>()->tree()->findItems(QStringLiteral("rack-0"),
                                                                          Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), qsizetype(1));
        QCOMPARE(found.front()->text(1), QStringLiteral("3 items x 16"));
        d.document.selection()->clear();
        found.front()->setSelected(true);
        QVERIFY(d.document.selection()->names() == NameSet{"rack-0"});
        QVERIFY(d.repeat() && d.repeat()->value() == 16);
        QString jumped;
        for (const PaletteEntry &entry :
             paletteEntries(d.window.actions(), d.cluster(), [&](const QString &thing) { jumped = thing; }))
            if (entry.text == QStringLiteral("rack-0"))
                entry.run();
        QCOMPARE(jumped, QStringLiteral("rack-0"));
    }

    void itsPageNamesAndClosesIt()
    {
        DrawnRack d;
        d.makeRack();
        auto *name = d.window.view<Inspector>()->findChild<NameField *>();
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("pod"));
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(d.rack().name, std::string("pod"));
        QVERIFY(d.document.selection()->names() == NameSet{"pod"});
        auto *closed = d.window.view<Inspector>()->findChild<QCheckBox *>();
        closed->setFocus();
        QTest::keyClick(closed, Qt::Key_Space);
        QVERIFY(d.rack().collapsed);
        for (const QSpinBox *field : d.window.view<Inspector>()->findChildren<QSpinBox *>())
            QVERIFY(!field->accessibleName().isEmpty());
    }

    void itsPageAndTheTimelineShowItsStep()
    {
        DrawnRack d;
        d.makeRack();
        d.window.session()->setFollowDelay(0);
        d.window.session()->follow();
        QTRY_VERIFY(d.window.session()->isIdle());
        QStringList says;
        for (const QLabel *label : d.window.view<Inspector>()->page()->findChildren<QLabel *>())
            if (!label->isHidden())
                says << label->text();
        QVERIFY(says.contains(QStringLiteral("9.31 GiB of 74.5 GiB"))); // as simpleStep has it
        QCOMPARE(d.window.view<TimelineView>()->selectedLanes(), std::set<int>{0});
    }

    void everyLevelPaintsInBothThemes()
    {
        DrawnRack d;
        d.makeRack();
        d.repeatBy(16);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            for (const bool closed : {true, false}) {
                d.document.selection()->selectNames({"rack-0"});
                if (d.rack().collapsed != closed)
                    d.press(ActionId::toggleRack);
                for (const double zoom : {0.05, 0.1, 0.3, 0.8, 1.4}) {
                    d.canvas.setZoom(zoom);
                    QVERIFY(!d.canvas.grab().isNull());
                }
            }
        }
    }
};

QTEST_MAIN(RackTest)
#include "rack_test.moc"
