// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drawing by mouse and keyboard, in scene coordinates.
#include "canvas/items/link_style.h"
#include "canvas/scene/link_routes.h"
#include "cluster/catalog.h"
#include "editing/canvas_edits.h"
#include "project/edits.h"
#include "project/name_pool.h"
#include "support/strict_test.h"
#include "ui/support/scene_mouse.h"
#include "ui/support/window_fixture.h"

#include <QSignalSpy>

using namespace heteroscope;

namespace {

constexpr double nodeSpacing = 30 * gridPitch;

/// A canvas with h100-0 at the left, a100-0 at the right and switch-0 above, all of it in view.
struct Drawing
{
    Document document;
    CanvasView view{&document};
    SceneMouse mouse{view};

    Drawing()
    {
        view.resize(900, 600);
        view.show();
        add(PaletteKind::node, "8x H100 HGX", QPointF(-nodeSpacing / 2, 0));
        add(PaletteKind::node, "8x A100-80GB HGX", QPointF(nodeSpacing / 2, 0));
        add(PaletteKind::networkSwitch, "switch", QPointF(0, -15 * gridPitch));
        document.selection()->clear();
        view.fit();
    }
    void add(PaletteKind kind, const char *name, QPointF at)
    {
        addFromPalette(document, kind, QString::fromLatin1(name), at);
    }
    QPointF centre(const char *name) const { return view.canvasScene()->itemNamed(name)->pos(); }
    QPointF port(const char *name, Side side) const { return view.canvasScene()->itemNamed(name)->portAt(side); }
    const Cluster &cluster() const { return document.project().cluster; }
    const LinkGesture *linking() const { return dynamic_cast<const LinkGesture *>(view.gesture()); }
};

} // namespace

class CanvasTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aLinkIsDrawnFromPortToPort()
    {
        Drawing d;
        d.mouse.moveTo(d.centre("h100-0"));
        d.mouse.drag(d.port("h100-0", Side::top), d.port("switch-0", Side::left));
        QCOMPARE(d.cluster().links.size(), std::size_t(1));
        QCOMPARE(d.cluster().links.front().from, std::string("h100-0"));
        QCOMPARE(d.cluster().links.front().to, std::string("switch-0"));
        QVERIFY(d.cluster().links.front().bandwidth == d.view.linkType().bandwidth);
        QVERIFY(d.document.selection()->contains(d.cluster().links.front().name));
    }

    void aRefusedLinkSaysWhy()
    {
        Drawing d;
        QSignalSpy feedback(&d.view, &CanvasView::feedback);
        addLinkBetween(d.document, "h100-0", "switch-0", d.view.linkType());
        d.mouse.moveTo(d.centre("h100-0"));
        d.mouse.dragTo(d.port("h100-0", Side::top), d.centre("switch-0"));
        QVERIFY(d.linking() && d.linking()->isRefused());
        QVERIFY(d.linking()->reason().contains(QStringLiteral("already linked")));
        QVERIFY(feedback.last().first().toString().contains(QStringLiteral("already linked")));
        d.mouse.release(d.centre("switch-0"));
        QCOMPARE(d.cluster().links.size(), std::size_t(1));
    }

    void aLinkToItselfIsRefused()
    {
        Drawing d;
        d.mouse.moveTo(d.centre("h100-0"));
        d.mouse.dragTo(d.port("h100-0", Side::top), d.centre("h100-0"));
        QVERIFY(d.linking() && d.linking()->isRefused());
        QVERIFY(!d.linking()->reason().isEmpty());
        d.mouse.release(d.centre("h100-0"));
        QVERIFY(d.cluster().links.empty());
    }

    void escapeCancelsALink()
    {
        Drawing d;
        d.mouse.moveTo(d.centre("h100-0"));
        d.mouse.dragTo(d.port("h100-0", Side::right), d.port("a100-0", Side::left));
        QTest::keyClick(&d.view, Qt::Key_Escape);
        QVERIFY(!d.view.gesture());
        d.mouse.release(d.port("a100-0", Side::left));
        QVERIFY(d.cluster().links.empty());
    }

    void draggingMovesInOneStepOnTheGrid()
    {
        Drawing d;
        const Project before = d.document.project();
        const int steps = d.document.undoStack()->count();
        const QPointF from = d.centre("h100-0");
        d.mouse.drag(from, from + QPointF(3.3 * gridPitch, 2.2 * gridPitch));
        QCOMPARE(d.centre("h100-0"), from + QPointF(3 * gridPitch, 2 * gridPitch));
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        d.document.undoStack()->undo();
        QVERIFY(d.document.project() == before);
        QCOMPARE(d.centre("h100-0"), from);
    }

    void altMovesOffTheGrid()
    {
        Drawing d;
        const QPointF from = d.centre("h100-0");
        const QPointF to = d.view.mapToScene(d.view.mapFromScene(from + QPointF(3.4 * gridPitch, 2.3 * gridPitch)));
        const QPointF grabbed = d.view.mapToScene(d.view.mapFromScene(from));
        d.mouse.drag(from, to, Qt::AltModifier);
        const QPointF off = d.centre("h100-0") - (from + to - grabbed);
        QVERIFY(off.manhattanLength() < 1e-6);
        QVERIFY(d.centre("h100-0") != snappedToGrid(d.centre("h100-0")));
    }

    void aThingOffTheGridDrawsOthersIntoItsLine()
    {
        Drawing d;
        const QPointF from = d.centre("h100-0");
        d.mouse.drag(d.centre("switch-0"), d.centre("switch-0") + QPointF(0.4 * gridPitch, 0), Qt::AltModifier);
        const double line = d.centre("switch-0").x();
        QVERIFY(snappedToGrid(d.centre("switch-0")).x() != line);
        const QPointF near(line + 0.2 * gridPitch, from.y() + 5 * gridPitch);
        d.mouse.drag(from, near);
        QCOMPARE(d.centre("h100-0").x(), line);
        QCOMPARE(d.centre("h100-0").y(), from.y() + 5 * gridPitch); // on the grid, where nothing is in line
        d.document.undoStack()->undo();
        d.mouse.drag(from, near, Qt::AltModifier);
        QVERIFY(std::abs(d.centre("h100-0").x() - near.x()) < 2 / d.view.zoom());
    }

    void guidesShowWhatIsInLine()
    {
        Drawing d;
        const QPointF from = d.centre("h100-0");
        /// Pixels in the colour of guides between the node and the switch.
        const auto guide = [&d] {
            const QPoint a = d.view.mapFromScene(d.centre("h100-0"));
            const QPoint b = d.view.mapFromScene(d.centre("switch-0"));
            const QImage strip = d.view.viewport()->grab(QRect(a.x() - 2, b.y() + 30, 5, a.y() - b.y() - 90)).toImage();
            int found = 0;
            for (int y = 0; y < strip.height(); ++y)
                for (int x = 0; x < strip.width(); ++x)
                    found += strip.pixelColor(x, y) == currentTheme()[Role::selection];
            return found;
        };
        const QPointF below(d.centre("switch-0").x(), from.y());
        d.mouse.dragTo(from, below - QPointF(2 * gridPitch, 0));
        QCOMPARE(guide(), 0);
        d.mouse.moveTo(below, {}, Qt::LeftButton);
        QCOMPARE(d.centre("h100-0").x(), d.centre("switch-0").x());
        QVERIFY(guide() > 10);
        d.mouse.release(below);
        QCOMPARE(guide(), 0);
    }

    void theMiddleButtonAndSpacePan()
    {
        Drawing d;
        const Project before = d.document.project();
        const auto cornerAfter = [&d](Qt::MouseButton button) {
            const QPointF from = d.centre("h100-0");
            d.mouse.press(from, {}, button);
            QMouseEvent move(QEvent::MouseMove, d.view.mapFromScene(from) + QPoint(40, 24),
                             d.view.viewport()->mapToGlobal(d.view.mapFromScene(from) + QPoint(40, 24)), Qt::NoButton,
                             button, Qt::NoModifier);
            QCoreApplication::sendEvent(d.view.viewport(), &move);
            QTest::mouseRelease(d.view.viewport(), button, {}, d.view.mapFromScene(from));
            return d.view.mapToScene(QPoint(0, 0));
        };
        d.view.setZoom(2 * d.view.zoom()); // there is somewhere to go
        const QPointF first = d.view.mapToScene(QPoint(0, 0));
        const QPointF second = cornerAfter(Qt::MiddleButton);
        QVERIFY(second.x() < first.x() && second.y() < first.y());
        QTest::keyPress(&d.view, Qt::Key_Space);
        const QPointF third = cornerAfter(Qt::LeftButton);
        QTest::keyRelease(&d.view, Qt::Key_Space);
        QVERIFY(third.x() < second.x() && third.y() < second.y());
        QVERIFY(d.document.project() == before);
    }

    void escapeTakesAMoveBack()
    {
        Drawing d;
        const Project before = d.document.project();
        const QPointF from = d.centre("h100-0");
        d.mouse.dragTo(from, from + QPointF(5 * gridPitch, 0));
        QVERIFY(d.centre("h100-0") != from);
        QTest::keyClick(&d.view, Qt::Key_Escape);
        QCOMPARE(d.centre("h100-0"), from);
        d.mouse.release(from);
        QVERIFY(d.document.project() == before);
    }

    void theSelectionMovesTogether()
    {
        Drawing d;
        d.mouse.click(d.centre("h100-0"));
        d.mouse.click(d.centre("a100-0"), Qt::ShiftModifier);
        QVERIFY((d.document.selection()->names() == NameSet{"a100-0", "h100-0"}));
        const QPointF h100 = d.centre("h100-0");
        const QPointF a100 = d.centre("a100-0");
        d.mouse.drag(h100, h100 + QPointF(0, 3 * gridPitch));
        QCOMPARE(d.centre("a100-0"), a100 + QPointF(0, 3 * gridPitch));
    }

    void theRubberBandSelectsWhatItTouches()
    {
        Drawing d;
        const QPointF a = d.view.canvasScene()->itemNamed("h100-0")->sceneRect().topLeft() - QPointF(30, 20);
        d.mouse.drag(a, d.centre("h100-0"));
        QVERIFY(d.document.selection()->names() == NameSet{"h100-0"});
        d.mouse.click(a);
        QVERIFY(d.document.selection()->isEmpty());
    }

    void keysNudgeAndMerge()
    {
        Drawing d;
        d.document.selection()->selectNames({"h100-0"});
        const QPointF from = d.centre("h100-0");
        const int steps = d.document.undoStack()->count();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&d.view, Qt::Key_Right);
        QCOMPARE(d.centre("h100-0"), from + QPointF(3 * gridPitch, 0));
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        d.document.undoStack()->undo();
        QCOMPARE(d.centre("h100-0"), from);
    }

    void duplicatesKeepInnerLinks()
    {
        Drawing d;
        addLinkBetween(d.document, "h100-0", "switch-0", d.view.linkType());
        addLinkBetween(d.document, "a100-0", "switch-0", d.view.linkType());
        d.document.selection()->selectNames({"h100-0", "a100-0", "switch-0"});
        duplicateSelected(d.document);
        QCOMPARE(d.cluster().nodes.size(), std::size_t(4));
        QCOMPARE(d.cluster().links.size(), std::size_t(4));
        for (const char *name : {"h100-1", "a100-1", "switch-1"})
            QVERIFY2(d.document.selection()->contains(name), name);
        d.document.undoStack()->undo();
        QCOMPARE(d.cluster().nodes.size(), std::size_t(2));
    }

    void aDuplicatedLinkStandsBesideIt()
    {
        Drawing d;
        addLinkBetween(d.document, "h100-0", "switch-0", d.view.linkType());
        const Project before = d.document.project();
        const std::string first = d.cluster().links.front().name;
        d.document.selection()->selectNames({first});
        duplicateSelected(d.document);
        QCOMPARE(d.cluster().links.size(), std::size_t(2));
        QVERIFY(!d.document.selection()->contains(first));
        QVERIFY(d.document.selection()->contains(d.cluster().links.back().name));
        // Drawn apart from each other.
        const auto line = [&](const std::string &name) { return d.view.canvasScene()->links().at(name)->line(); };
        QVERIFY(line(first) != line(d.cluster().links.back().name));
        d.document.undoStack()->undo();
        QVERIFY(d.document.project() == before);
    }

    void whatIsSelectedIsSaidToThoseWhoDoNotSeeIt()
    {
        Drawing d;
        d.document.selection()->selectNames({"h100-0"});
        QCOMPARE(d.view.accessibleDescription(), QStringLiteral("Selected: h100-0"));
        d.document.selection()->selectNames({"h100-0", "a100-0"});
        QCOMPARE(d.view.accessibleDescription(), QStringLiteral("Selected: 2 items"));
        d.document.selection()->selectDevices({"h100-0:3"});
        QCOMPARE(d.view.accessibleDescription(), QStringLiteral("Selected: h100-0:3"));
        d.document.selection()->clear();
        QCOMPARE(d.view.accessibleDescription(), QStringLiteral("Nothing is selected"));
    }

    void deletingTakesLinksAlong()
    {
        Drawing d;
        addLinkBetween(d.document, "h100-0", "switch-0", d.view.linkType());
        const Project before = d.document.project();
        d.document.selection()->selectNames({"switch-0"});
        removeSelected(d.document);
        QVERIFY(d.cluster().links.empty());
        QVERIFY(d.cluster().switches.empty());
        QVERIFY(d.document.selection()->isEmpty());
        d.document.undoStack()->undo();
        QVERIFY(d.document.project() == before);
    }

    void connectAllToSwitchSkipsLinkedNodes()
    {
        Drawing d;
        addLinkBetween(d.document, "h100-0", "switch-0", d.view.linkType());
        d.document.selection()->selectNames({"h100-0", "a100-0", "switch-0"});
        connectSelectedToSwitch(d.document, d.view.linkType());
        QCOMPARE(d.cluster().links.size(), std::size_t(2));
    }

    void theWheelZoomsAtThePointer()
    {
        Drawing d;
        const QPointF anchor = d.centre("h100-0");
        const QPoint before = d.view.mapFromScene(anchor);
        QWheelEvent wheel(before, d.view.viewport()->mapToGlobal(before), QPoint(), QPoint(0, 120), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        const double zoom = d.view.zoom();
        QApplication::sendEvent(d.view.viewport(), &wheel);
        QVERIFY(d.view.zoom() > zoom);
        QVERIFY((d.view.mapFromScene(anchor) - before).manhattanLength() <= 2);
    }

    void levelsFollowTheZoom()
    {
        Drawing d;
        d.view.setZoom(0.2);
        QVERIFY(d.view.canvasScene()->level() == CanvasLevel::far);
        d.view.setZoom(0.8);
        QVERIFY(d.view.canvasScene()->level() == CanvasLevel::middle);
        QCOMPARE(d.view.canvasScene()->itemNamed("h100-0")->screenSize(), cardSize);
        d.view.setZoom(1.5);
        QVERIFY(d.view.canvasScene()->level() == CanvasLevel::near);
    }

    void nearByOneDeviceIsSelected()
    {
        Drawing d;
        d.view.setZoom(1.3, d.centre("h100-0"));
        d.view.centerOn(d.centre("h100-0"));
        const QRectF node = d.view.canvasScene()->itemNamed("h100-0")->sceneRect();
        const NearLayout layout(8, true);
        d.mouse.click(node.topLeft() + layout.cellAt(5) + QPointF(40, 30));
        QVERIFY(d.document.selection()->devices() == NameSet{"h100-0:5"});
    }

    void everyLevelPaintsInBothThemes()
    {
        Drawing d;
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            for (const double zoom : {0.1, 0.3, 0.8, 1.4}) {
                d.view.setZoom(zoom);
                QVERIFY(!d.view.grab().isNull());
            }
        }
    }

    void aDeviceBecomesANodeOrJoinsOne()
    {
        Drawing d;
        addFromPalette(d.document, PaletteKind::device, QStringLiteral("RTX 4090"), QPointF(0, 20 * gridPitch));
        QCOMPARE(d.cluster().nodes.back().devices.size(), std::size_t(1));
        QVERIFY(refusalOf(d.document, d.cluster().nodes.back().name, "switch-0").isEmpty());
        addFromPalette(d.document, PaletteKind::device, QStringLiteral("RTX 4090"), d.centre("h100-0"), "h100-0");
        QCOMPARE(d.cluster().findNode("h100-0")->devices.size(), std::size_t(9));
        // The fabric of a DGX-1 names its devices: another one would have no part in it.
        const std::string fixed =
            addFromPalette(d.document, PaletteKind::node, QStringLiteral("8x V100-32GB DGX-1"), QPointF());
        QVERIFY(addFromPalette(d.document, PaletteKind::device, QStringLiteral("RTX 4090"), QPointF(), fixed) != fixed);
        QCOMPARE(d.cluster().findNode(fixed)->devices.size(), std::size_t(8));
    }

    void dropsLandUnderThePointer()
    {
        Drawing d;
        PaletteView palette(builtinCatalog(), {});
        const QPointF at = snappedToGrid(QPointF(2 * gridPitch, 12 * gridPitch));
        dropFromPalette(palette, d.view, PaletteKind::node, QStringLiteral("8x RTX 3090 PCIe"), at);
        QVERIFY(d.cluster().findNode("rtx3090-0"));
        QVERIFY(QLineF(d.centre("rtx3090-0"), at).length() <= gridPitch);
    }

    void linksSpreadOverASideInOrder()
    {
        const QRectF sw(-75, -200, 150, 30);
        const std::vector<LinkPath> paths = routeLinksBetween(
            {{"right", "sw", QRectF(200, 0, 180, 96), sw}, {"left", "sw", QRectF(-380, 0, 180, 96), sw}});
        QVERIFY(paths[1].ends().x2() < paths[0].ends().x2());
        QCOMPARE(paths[0].ends().y2(), sw.bottom());
        QCOMPARE(paths[0].ends().p1(), QPointF(290, 0));
    }

    void badgesStandAboveLongLinksAndBesideShortOnes()
    {
        const QSizeF badge(52, 18);
        const QPointF above = besideLine({0, 0}, {200, 0}, 4, badge);
        QCOMPARE(above, QPointF(100, -22));
        for (const double right : {-1.0, 1.0}) {
            // From a switch down to a node, and the same link drawn the other way.
            const QPointF end(right * 75, 35);
            const QPointF centre = besideLine({}, end, 9, badge);
            QCOMPARE(besideLine(end, {}, 9, badge), centre);
            QVERIFY(centre.y() - 9 > 0 && centre.y() + 9 < 35);
            // Its inner side is clear of the line at every height.
            QVERIFY(right * centre.x() - 26 > 75 / 35.0 * (centre.y() + 9));
        }
    }

    void linkWidthsAreThoseOfTheTable()
    {
        QCOMPARE(linkWidth(BytesPerSecond(3.13e9)), 1.5);
        QCOMPARE(linkWidth(BytesPerSecond(12.5e9)), 1.5);
        QCOMPARE(linkWidth(BytesPerSecond(25e9)), 3.0);
        QCOMPARE(linkWidth(BytesPerSecond(50e9)), 4.5);
        QCOMPARE(linkWidth(BytesPerSecond(450e9)), 9.0);
        QCOMPARE(linkWidth(BytesPerSecond(4e12)), 9.0);
    }

    void namesComeFromTheCatalog_data()
    {
        QTest::addColumn<QString>("catalog");
        QTest::addColumn<QString>("base");
        QTest::newRow("node") << "8x A100-80GB HGX"
                              << "a100";
        QTest::newRow("count and word") << "16x V100-32GB DGX-2"
                                        << "v100";
        QTest::newRow("device") << "RTX 3090"
                                << "rtx3090";
        QTest::newRow("sign first") << "-"
                                    << "node";
    }
    void namesComeFromTheCatalog()
    {
        QFETCH(QString, catalog);
        QFETCH(QString, base);
        QCOMPARE(QString::fromStdString(baseNameOf(catalog.toStdString())), base);
    }
};

QTEST_MAIN(CanvasTest)
#include "canvas_test.moc"
