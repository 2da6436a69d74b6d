// SPDX-License-Identifier: GPL-3.0-or-later
//
// The legend says what the canvas draws, and what is chosen in it stays while everything else fades. By mouse and
// keyboard, in the shipped example.
#include "canvas/controls/canvas_legend.h"
#include "canvas/controls/legend_button.h"
#include "canvas/controls/legend_choice.h"
#include "canvas/items/node_item.h"
#include "editing/canvas_edits.h"
#include "editing/note_commands.h"
#include "support/strict_test.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"

#include <QToolButton>

using namespace heteroscope;

namespace {

struct OpenedLegend : OpenedExample
{
    CanvasLegend &legend = *canvas.legend();

    OpenedLegend() { legend.setOpen(true); }

    LegendButton *entry(FacetKind kind, int value, const char *name = "") { return legend.entry({kind, value, name}); }
    LegendButton *stage(int stage) { return entry(FacetKind::stage, stage); }
    LegendButton *links(LinkTechnology technology)
    {
        return entry(FacetKind::technology, static_cast<int>(technology));
    }
    void click(LegendButton *button)
    {
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    QToolButton *all() { return legend.findChild<QToolButton *>(QStringLiteral("legendAll")); }
    bool isAnyFaded() const
    {
        bool any = false;
        scene.forEachItem([&](const CanvasItem &item) { any = any || item.isFaded(); });
        for (const auto &[name, link] : scene.links())
            any = any || link->opacity() < 1;
        return any;
    }
};

} // namespace

class LegendTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void bothButtonsOfItsTitleHaveRoom()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        o.click(o.stage(0));
        QVERIFY(o.all()->isVisible());
        for (const QToolButton *button : o.legend.findChildren<QToolButton *>())
            if (button != o.all() && button->isVisible() && button->parent() == &o.legend)
                QVERIFY2(!button->geometry().intersects(o.all()->geometry()), qPrintable(button->text()));
    }

    void whatIsFadedIsFadedOnce()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        o.click(o.stage(0));
        std::size_t faded = 0;
        o.scene.forEachItem([&](const CanvasItem &item) {
            const auto *node = dynamic_cast<const NodeItem *>(&item);
            if (!node || node->opacity() == 1)
                return;
            ++faded;
            for (int device = 0; device < node->deviceCount(); ++device)
                QVERIFY(node->isShown(device));
        });
        QVERIFY(faded > 0);
    }

    void theMinimapFadesWithTheCanvasAndGivesWayInASmallOne()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        const auto widgets = o.canvas.findChildren<QWidget *>();
        const auto map = std::find_if(widgets.begin(), widgets.end(), [](const QWidget *one) {
            return one->accessibleName() == QLatin1String("Map of the cluster");
        });
        QVERIFY(map != widgets.end() && (*map)->isVisible());
        const QImage before = (*map)->grab().toImage();
        o.click(o.stage(0));
        QVERIFY((*map)->grab().toImage() != before);
        QTest::mouseClick(o.all(), Qt::LeftButton);
        QCOMPARE((*map)->grab().toImage(), before);
        o.canvas.setMinimumSize(0, 0);
        o.canvas.resize(400, 240);
        QVERIFY(!(*map)->isVisible());
        o.canvas.resize(900, 600);
        QVERIFY((*map)->isVisible());
    }

    void itSaysWhatIsDrawn()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        QVERIFY(o.legend.isVisible());
        const std::vector<LegendSection> sections = legendOf(o.scene);
        QCOMPARE(sections.size(), std::size_t(4));
        std::size_t devices = 0;
        for (const LegendItem &item : sections[1].items)
            devices += item.count;
        QCOMPARE(devices, std::size_t(32));
        std::size_t used = 0;
        for (const LegendItem &item : sections[0].items)
            used += item.count;
        QCOMPARE(used, std::size_t(deviceCount(o.window.session()->shown()->plan)));
        for (const LegendSection &section : {sections[2], sections[3]}) {
            std::size_t links = 0;
            for (const LegendItem &item : section.items)
                links += item.count;
            QCOMPARE(links, o.scene.links().size());
        }
        for (const LegendButton *one : o.legend.entries())
            QVERIFY(!one->accessibleName().isEmpty());
        QVERIFY(o.stage(0)->accessibleName().contains(QStringLiteral("devices")));
    }

    void aChosenStageFadesTheRest()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        const int steps = o.window.document()->undoStack()->count();
        QVERIFY(!o.all()->isVisible());
        o.click(o.stage(0));
        QVERIFY(o.all()->isVisible());
        for (const auto &[name, item] : o.scene.nodes())
            QCOMPARE(item->isFaded(), o.scene.overlay().node(name)->stage != 0);
        for (const auto &[name, item] : o.scene.switches())
            QVERIFY(item->isFaded());
        for (const auto &[name, link] : o.scene.links())
            QVERIFY(o.scene.isFaded(name));
        // Another one too, then both back.
        o.click(o.stage(1));
        for (const auto &[name, item] : o.scene.nodes())
            QCOMPARE(item->isFaded(), o.scene.overlay().node(name)->stage > 1);
        o.click(o.stage(0));
        o.click(o.stage(1));
        QVERIFY(!o.isAnyFaded());
        QCOMPARE(o.window.document()->undoStack()->count(), steps); // nothing of it is in the document
    }

    void linksAndTypesFilterToo()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        const LinkTechnology technology = o.scene.links().begin()->second->link().technology;
        o.click(o.links(technology));
        for (const auto &[name, item] : o.scene.links())
            QCOMPARE(o.scene.isFaded(name), item->link().technology != technology);
        for (const auto &[name, item] : o.scene.nodes())
            QVERIFY(item->isFaded());
        QTest::mouseClick(o.all(), Qt::LeftButton);
        QVERIFY(!o.isAnyFaded() && !o.all()->isVisible());
        const std::string type = o.scene.nodes().begin()->second->node().devices.front().type;
        o.click(o.entry(FacetKind::deviceType, 0, type.c_str()));
        for (const auto &[name, item] : o.scene.nodes())
            QCOMPARE(item->isFaded(), item->node().devices.front().type != type);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            savePicture(o.window, QStringLiteral("legend-type"));
        }
    }

    void ofAMixedNodeOnlyTheOtherDevicesFade()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        Project mixed = o.window.document()->project();
        Node &node = mixed.cluster.nodes.front();
        const std::string other = mixed.cluster.nodes.back().devices.front().type;
        Node split = node;
        QVERIFY(split.devices.size() > 1);
        split.devices.back().type = other;
        node = split;
        const std::string name = node.name;
        o.window.document()->edit(QStringLiteral("mixed"), mixed);
        QVERIFY(o.settled());
        o.canvas.fit();
        const auto cell = [&](std::size_t device) {
            const NodeItem &item = *o.scene.nodes().at(name);
            const QPointF at = item.sceneRect().topLeft() + item.devicePlaces()[device].topLeft() / o.scene.zoom();
            return o.canvas.viewport()->grab(QRect(o.canvas.mapFromScene(at) + QPoint(1, 1), QSize(10, 10))).toImage();
        };
        const QImage before = cell(0);
        const QImage beforeLast = cell(split.devices.size() - 1);
        o.click(o.entry(FacetKind::deviceType, 0, split.devices.front().type.c_str()));
        QVERIFY(!o.scene.isFaded(name));
        QVERIFY(cell(0) == before);
        QVERIFY(cell(split.devices.size() - 1) != beforeLast);
    }

    void theKeyboardReachesEverything()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        o.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&o.window));
        o.legend.findChild<QToolButton *>(QStringLiteral("legendTitle"))->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), o.legend.entries().front());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QCOMPARE(QApplication::focusWidget(), o.legend.entries()[1]);
        const NameSet selected = o.window.document()->selection()->names();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(o.scene.filter().chosen() == std::set<Facet>{o.legend.entries()[1]->item().facet});
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
        QCOMPARE(QApplication::focusWidget(), o.legend.entries().back());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(o.scene.filter().chosen().size(), std::size_t(2));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!o.scene.filter().isActive());
        QVERIFY(o.legend.isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // and out of it
        QCOMPARE(QApplication::focusWidget(), &o.canvas);
        // On the canvas Escape shows all before it takes the selection back.
        o.window.document()->selection()->selectNames({o.scene.nodes().begin()->first});
        o.click(o.stage(0));
        o.canvas.setFocus();
        QTest::keyClick(&o.canvas, Qt::Key_Escape);
        QVERIFY(!o.scene.filter().isActive());
        QCOMPARE(o.window.document()->selection()->names().size(), std::size_t(1));
    }

    void theColouringChangesItAndTakesBackWhatIsGone()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        o.click(o.stage(0));
        o.scene.setColourBy(ColourBy::memory);
        QVERIFY(!o.stage(0) && !o.scene.filter().isActive() && !o.isAnyFaded());
        QVERIFY(o.entry(FacetKind::memory, overCapacity));
        LegendButton *fullest = nullptr;
        for (LegendButton *one : o.legend.entries())
            if (one->item().facet.kind == FacetKind::memory && one->item().count > 0)
                fullest = one;
        o.click(fullest);
        const int step = fullest->item().facet.value;
        for (const auto &[name, item] : o.scene.nodes()) {
            const auto &devices = o.scene.overlay().node(name)->devices;
            const bool any = std::any_of(devices.begin(), devices.end(), [&](const DeviceOverlay &device) {
                return device.lane >= 0 && memoryStep(device) == step;
            });
            QCOMPARE(item->isFaded(), !any);
        }
        savePicture(o.canvas, QStringLiteral("legend-memory"));
        o.scene.setColourBy(ColourBy::load);
        QVERIFY(o.entry(FacetKind::busy, 0));
        savePicture(o.canvas, QStringLiteral("legend-load"));
        o.scene.setColourBy(ColourBy::type);
        QVERIFY(!o.entry(FacetKind::busy, 0));
    }

    void whatIsAddedWhileFilteringFadesToo()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        o.click(o.stage(0));
        addFromPalette(*o.window.document(), PaletteKind::networkSwitch, QStringLiteral("switch"), QPointF(0, 0));
        Note note;
        note.text = "later";
        QVERIFY(addNoteTo(*o.window.document(), note));
        QVERIFY(o.scene.isFaded("switch-0"));
        QVERIFY(o.scene.isFaded(noteKey(1)));
    }

    void closedRacksFadeByWhatIsInThem()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        Project racked = o.window.document()->project();
        const std::string first = racked.cluster.nodes.front().name;
        const std::string last = racked.cluster.nodes.back().name;
        const auto rackOf = [](const char *name, const std::string &member, bool closed) {
            Rack rack;
            rack.name = name;
            rack.members = {member};
            rack.collapsed = closed;
            return rack;
        };
        racked.cluster.racks = {rackOf("front", first, true), rackOf("back", last, false)};
        o.window.document()->edit(QStringLiteral("rack"), racked);
        QVERIFY(o.settled());
        o.click(o.stage(o.scene.overlay().node(first)->stage));
        QVERIFY(!o.scene.isFaded("front"));
        QVERIFY(o.scene.isFaded("back"));
        o.click(o.stage(o.scene.overlay().node(first)->stage));
        o.click(o.stage(o.scene.overlay().node(last)->stage));
        QVERIFY(o.scene.isFaded("front"));
        QVERIFY(!o.scene.isFaded("back"));
    }

    void itIsShownShutAndRemembered()
    {
        {
            OpenedLegend o;
            QVERIFY(o.settled());
            o.window.restoreState();
            QVERIFY(o.action(ActionId::showLegend)->isChecked());
            QVERIFY(!o.legend.isOpen()); // at first it leaves the room to what is drawn
            auto *title = o.legend.findChild<QToolButton *>(QStringLiteral("legendTitle"));
            QTest::mouseClick(title, Qt::LeftButton);
            QVERIFY(o.legend.isOpen());
            const double zoom = o.canvas.zoom();
            QTest::mouseClick(title, Qt::LeftButton);
            QVERIFY(!o.legend.isOpen());
            QVERIFY(o.canvas.zoom() >= zoom); // there is more room
            o.pressKeyOf(ActionId::showLegend);
            QVERIFY(!o.legend.isVisible() && !o.action(ActionId::showLegend)->isChecked());
        }
        {
            OpenedLegend o;
            o.legend.setOpen(false);
            o.window.restoreState();
            QVERIFY(o.settled());
            QVERIFY(!o.legend.isVisible() && !o.legend.isOpen() && !o.action(ActionId::showLegend)->isChecked());
            o.pressKeyOf(ActionId::showLegend);
            QVERIFY(o.legend.isVisible());
            o.legend.setOpen(true);
            QVERIFY(!o.legend.entries().empty());
        }
        QSettings().clear();
    }

    void theFitLeavesItFree()
    {
        OpenedLegend o;
        QVERIFY(o.settled());
        o.canvas.fit();
        o.scene.forEachItem([&](const CanvasItem &item) {
            const QRect drawn = o.canvas.mapFromScene(item.sceneRect()).boundingRect();
            QVERIFY2(!drawn.intersects(o.legend.geometry()), item.name().c_str());
        });
    }
};

QTEST_MAIN(LegendTest)
#include "legend_test.moc"
