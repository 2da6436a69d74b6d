// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nothing on the canvas lies over what it speaks of: cards of links, copies, arrows and the hint keep clear of nodes
// and switches, the legend moves nothing, and a drawing of any size fits whole.
#include "analysis/auto_layout.h"
#include "canvas/controls/canvas_legend.h"
#include "canvas/items/link_card.h"
#include "canvas/items/plan_overlay_item.h"
#include "canvas/scene/canvas_fit.h"
#include "canvas/scene/way_around.h"
#include "cluster/catalog.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"

#include <QApplication>
#include <QClipboard>
#include <QToolButton>

using namespace heteroscope;

namespace {

std::vector<QRectF> rectsAt(const CanvasScene &scene, double zoom)
{
    std::vector<QRectF> rects;
    scene.forEachItem([&](const CanvasItem &item) { rects.push_back(item.sceneRectAt(zoom)); });
    return rects;
}

bool anyOverlap(const std::vector<QRectF> &rects)
{
    for (std::size_t i = 0; i < rects.size(); ++i)
        for (std::size_t j = i + 1; j < rects.size(); ++j)
            if (rects[i].intersects(rects[j]))
                return true;
    return false;
}

/// A piece of the way lies inside the rectangle, not only on its edge.
bool runsInside(const QPolygonF &way, const QRectF &rect)
{
    const QRectF inside = rect.adjusted(1, 1, -1, -1);
    for (qsizetype i = 1; i < way.size(); ++i)
        for (int k = 0; k <= 200; ++k)
            if (inside.contains(QLineF(way[i - 1], way[i]).pointAt(k / 200.0)))
                return true;
    return false;
}

} // namespace

class CanvasRoomTest : public StrictTest
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

    void theCardOfALinkLiesBesideEverythingAndAboveIt()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            OpenedExample o;
            QVERIFY(o.settled());
            for (const double zoom : {0.55, 0.8, 1.0, 1.4}) {
                o.canvas.setZoom(zoom);
                for (const auto &[name, item] : o.scene.links()) {
                    o.window.document()->selection()->selectNames({name});
                    const LinkCard &card = o.scene.linkCard();
                    QCOMPARE(card.cards().size(), std::size_t(1));
                    QCOMPARE(card.cards().front().link, name);
                    const QRectF rect = card.cards().front().rect;
                    QVERIFY(rect.width() * zoom > 60);
                    o.scene.forEachItem([&, link = name](const CanvasItem &thing) {
                        QVERIFY2(!thing.sceneRect().intersects(rect), (link + " over " + thing.name()).c_str());
                        QVERIFY(card.zValue() > thing.zValue());
                    });
                }
            }
            o.canvas.fit();
            o.window.document()->selection()->selectNames({"up-1"});
            savePicture(o.window, QStringLiteral("link-card"));
            // In view, and off the controls.
            const QRect card = o.canvas.mapFromScene(o.scene.linkCard().cards().front().rect).boundingRect();
            QVERIFY(o.canvas.viewport()->rect().contains(card));
            for (const QWidget *control : o.canvas.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
                if (control->isVisible() && control != o.canvas.viewport() && !control->inherits("QScrollBar") &&
                    control->objectName() != QStringLiteral("canvasHint"))
                    QVERIFY(!control->geometry().intersects(card));
        }
    }

    void theSelectedAndTheHoveredLinkHaveACardEach()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        o.canvas.setZoom(0.8);
        o.window.document()->selection()->selectNames({"up-0"});
        o.canvas.centerOn(o.scene.links().at("up-1")->line().center());
        o.mouse.moveTo(o.scene.links().at("up-1")->line().center());
        QTRY_COMPARE(o.scene.hovered(), std::string("up-1"));
        QCOMPARE(o.scene.linkCard().cards().size(), std::size_t(2));
        QVERIFY(!o.scene.linkCard().cards()[0].rect.intersects(o.scene.linkCard().cards()[1].rect));
    }

    void copiesLandOnNothing()
    {
        DrawnWindow d;
        for (int i = 0; i < 5; ++i)
            d.add(PaletteKind::node, i == 2 ? "16x V100-32GB DGX-2" : "8x H100 HGX", QPointF(i * 2 * nodePitchX, 0));
        d.add(PaletteKind::networkSwitch, "switch", QPointF(2 * nodePitchX, -nodePitchY));
        const std::string first = d.document.project().cluster.nodes.front().name;
        const std::string wide = d.document.project().cluster.nodes[2].name;
        for (const std::string &name : {first, wide, std::string("switch-0")})
            for (int i = 0; i < 3; ++i) {
                d.document.selection()->selectNames({name});
                d.press(ActionId::duplicate);
                QVERIFY(!anyOverlap(rectsAt(d.scene(), 1.3)));
            }
        d.document.selection()->selectNames({first, wide, "switch-0"});
        d.press(ActionId::duplicate);
        d.press(ActionId::duplicate); // of the copies
        d.press(ActionId::copy);
        for (int i = 0; i < 4; ++i) {
            d.mouse.moveTo(d.scene().itemNamed(i % 2 ? first : wide)->pos()); // right on a node
            d.press(ActionId::paste);
        }
        QVERIFY(d.document.project().cluster.nodes.size() > 20);
        QVERIFY(!anyOverlap(rectsAt(d.scene(), 1.3)));
        QVERIFY(!anyOverlap(rectsAt(d.scene(), 1)));
        d.canvas.fit();
        savePicture(d.window, QStringLiteral("copies"));
    }

    void arrowsRunAroundWhatStandsBetweenTheirEnds()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        // In a row in which stages that follow each other are no neighbours.
        Project project = o.window.document()->project();
        const char *order[] = {"h100-0", "a100-0", "h100-1", "a100-1"};
        for (int i = 0; i < 4; ++i)
            project.canvas[order[i]] = {(i - 1.5) * 264, 120};
        QVERIFY(o.window.document()->edit(QStringLiteral("row"), project));
        QVERIFY(o.settled());
        for (const OverlayKind kind : {OverlayKind::pipeline, OverlayKind::data})
            for (const double zoom : {0.45, 0.7, 1.0}) {
                o.scene.setOverlayKind(kind);
                o.canvas.setZoom(zoom);
                bool any = false;
                for (const PlanOverlayItem::Tie &tie : o.scene.planOverlay().ties()) {
                    any = any || tie.way.size() > 2;
                    o.scene.forEachItem([&](const CanvasItem &item) {
                        QVERIFY2(!runsInside(tie.way, item.sceneRect()),
                                 (tie.from + " to " + tie.to + " through " + item.name()).c_str());
                    });
                }
                QVERIFY(any || kind == OverlayKind::data);
            }
        o.scene.setOverlayKind(OverlayKind::pipeline);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            o.canvas.fit();
            o.canvas.setZoom(0.62);
            savePicture(o.window, QStringLiteral("arrows"));
        }
    }

    void aWayAroundIsShortAndStraightWhereItCanBe()
    {
        const QLineF line(0, 0, 100, 0);
        QCOMPARE(wayAround(line, {}, 5).size(), 2);
        QCOMPARE(wayAround(line, {QRectF(40, 10, 20, 20)}, 5).size(), 2);
        const QPolygonF around = wayAround(line, {QRectF(40, -30, 20, 40)}, 5);
        QCOMPARE(around.size(), 4);
        QVERIFY(around[1].y() == 15 && around[2].y() == 15); // below, the shorter way
        QVERIFY(around.front() == line.p1() && around.back() == line.p2());
        // Around what would be in the way of the way around, too.
        const std::vector<QRectF> two = {QRectF(40, -30, 20, 40), QRectF(30, 12, 40, 40)};
        for (const QRectF &rect : two)
            QVERIFY(!runsInside(wayAround(line, two, 5), rect));
        // An end inside: no way out, so straight.
        QCOMPARE(wayAround(line, {QRectF(-10, -10, 20, 20)}, 5).size(), 2);
    }

    void theHintLiesOverNoCard()
    {
        TwoNodesOneSwitch d;
        auto *hint = d.canvas.findChild<QWidget *>(QStringLiteral("canvasHint"));
        QVERIFY(hint && hint->isVisible());
        const QPointF below = d.canvas.mapToScene(hint->geometry().center());
        d.canvas.panBy((hint->geometry().center() - d.canvas.mapFromScene(d.scene().itemNamed("h100-0")->pos())));
        QVERIFY(d.scene().itemNamed("h100-0")->sceneRect().contains(d.canvas.mapToScene(hint->geometry().center())));
        QVERIFY(!hint->isVisible());
        d.canvas.fit();
        QVERIFY(hint->isVisible());
        // A node that is drawn there hides it as well.
        d.canvas.panBy({1, 0}); // the view stays
        d.add(PaletteKind::node, "8x H100 HGX", below);
        QTRY_VERIFY(!hint->isVisible());
        d.window.resize(1100, 700);
        d.canvas.fit();
        for (const QRectF &rect : rectsAt(d.scene(), d.canvas.zoom()))
            QVERIFY(!hint->isVisible() || !d.canvas.mapFromScene(rect).boundingRect().intersects(hint->geometry()));
    }

    /// Below the controls a low and wide view has little room; between them there is more.
    void aLowAndWideViewIsUsedBetweenTheControls()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        FitRoom room;
        room.view = QSizeF(1900, 360);
        room.top = 84;
        room.bottom = 40;
        const FitPlace below = fitPlace(o.scene, room);
        room.left = 280;
        room.right = 170;
        const FitPlace between = fitPlace(o.scene, room);
        QVERIFY(between.zoom > below.zoom * 1.1);
        const QPointF middle(room.view.width() / 2, room.view.height() / 2);
        for (const QRectF &rect : rectsAt(o.scene, between.zoom)) {
            const QRectF drawn((rect.topLeft() - between.centre) * between.zoom + middle, rect.size() * between.zoom);
            QVERIFY(drawn.left() >= room.left && drawn.right() <= room.view.width() - room.right);
            QVERIFY(drawn.top() >= 0 && drawn.bottom() <= room.view.height() - room.bottom);
        }
        room.view = QSizeF(600, 700); // narrow: there is more below them
        QCOMPARE(fitPlace(o.scene, room).zoom, [&] {
            FitRoom alone = room;
            alone.left = alone.right = 0;
            return fitPlace(o.scene, alone).zoom;
        }());
    }

    /// Neither minimap nor legend lies over anything of a drawing that fills the view.
    void aWideDrawingIsClearOfMapAndLegend()
    {
        DrawnWindow d;
        QApplication::clipboard()->setText(QStringLiteral("128x8 H100 / switch"));
        d.press(ActionId::paste);
        const auto isClear = [&] {
            const std::vector<QRect> controls = {d.canvas.legend()->geometry(),
                                                 d.canvas.findChild<QWidget *>(QStringLiteral("minimap"))->geometry(),
                                                 d.canvas.findChild<QWidget *>(QStringLiteral("zoomChip"))->geometry()};
            bool clear = true;
            d.scene().forEachItem([&](const CanvasItem &item) {
                const QRect drawn = d.canvas.mapFromScene(item.sceneRect()).boundingRect();
                for (const QRect &control : controls)
                    clear = clear && !drawn.intersects(control);
            });
            return clear;
        };
        d.canvas.fit();
        QVERIFY(isClear());
        QTest::mouseClick(d.canvas.findChild<QToolButton *>(QStringLiteral("legendTitle")), Qt::LeftButton);
        d.canvas.fit();
        QVERIFY(isClear());
        savePicture(d.window, QStringLiteral("wide-drawing"));
    }

    /// What a copy moves, it moves from below the open legend too.
    void copiesComeOutFromBelowTheLegend()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        QTest::mouseClick(o.canvas.findChild<QToolButton *>(QStringLiteral("legendTitle")), Qt::LeftButton);
        o.window.document()->selection()->selectNames({"h100-0"});
        o.window.actions()[ActionId::duplicate]->trigger();
        o.window.actions()[ActionId::duplicate]->trigger();
        o.scene.forEachItem([&](const CanvasItem &item) {
            const QRect drawn = o.canvas.mapFromScene(item.sceneRect()).boundingRect();
            QVERIFY2(!drawn.intersects(o.canvas.legend()->geometry()), item.name().c_str());
        });
    }

    void openingTheLegendMovesNothing()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        auto *title = o.canvas.findChild<QToolButton *>(QStringLiteral("legendTitle"));
        const CanvasPlace before = o.canvas.place();
        QTest::mouseClick(title, Qt::LeftButton);
        QVERIFY(o.canvas.legend()->isOpen());
        QVERIFY(o.canvas.place() == before);
        // Nor does what the legend shows, or an edit.
        o.scene.setColourBy(ColourBy::type);
        Project noted = o.window.document()->project();
        noted.cluster.links.front().bandwidth = BytesPerSecond(30e9);
        QVERIFY(o.window.document()->edit(QStringLiteral("edit"), noted));
        QVERIFY(o.canvas.place() == before);
        o.canvas.fit(); // asked for: beside it
        o.scene.forEachItem([&](const CanvasItem &item) {
            const QRect drawn = o.canvas.mapFromScene(item.sceneRect()).boundingRect();
            QVERIFY2(!drawn.intersects(o.canvas.legend()->geometry()), item.name().c_str());
        });
        QTest::mouseClick(title, Qt::LeftButton);
        QVERIFY(!o.canvas.legend()->isOpen());
    }

    void largeDrawingsFitWhole()
    {
        DrawnWindow d;
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        d.window.setDialogs(dialogs);
        const auto isWhole = [&] {
            const QRectF room = QRectF(d.canvas.viewport()->rect());
            bool whole = true;
            d.scene().forEachItem([&](const CanvasItem &item) {
                for (const QPointF corner : {item.sceneRect().topLeft(), item.sceneRect().bottomRight()})
                    whole = whole && room.contains(d.canvas.mapFromScene(corner));
            });
            return whole;
        };
        for (const char *recipe : {"128x8 H100 / spine", "128x8 H100 / switch", "128x8 H100 / rails"}) {
            d.window.files().newProject();
            QApplication::clipboard()->setText(QString::fromLatin1(recipe));
            d.press(ActionId::paste);
            QCOMPARE(d.document.project().cluster.nodes.size(), std::size_t(128));
            d.canvas.fit();
            QVERIFY(isWhole());
            QVERIFY2(d.canvas.zoom() > 0.06, recipe);
            savePicture(d.window, QString::fromLatin1(recipe).replace(QStringLiteral(" / "), QStringLiteral("-")));
        }
        // However wide somebody draws.
        Project wide;
        for (int i = 0; i < 600; ++i) {
            Node node = *builtinCatalog().findNode("8x H100 HGX");
            node.name = "n-" + std::to_string(i);
            wide.cluster.nodes.push_back(node);
            wide.canvas[node.name] = {i * nodePitch.x, 0};
        }
        QVERIFY(d.document.edit(QStringLiteral("wide"), wide));
        d.canvas.fit();
        QVERIFY(isWhole());
        QVERIFY(d.canvas.zoom() < smallestZoom);
        d.canvas.zoomIn();
        for (int i = 0; i < 10; ++i)
            d.canvas.zoomOut(); // comes back to all of it
        QVERIFY(d.canvas.zoom() < smallestZoom);
    }
};

QTEST_MAIN(CanvasRoomTest)
#include "canvas_room_test.moc"
