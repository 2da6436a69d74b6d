// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links drawn straight, curved or at right angles: where the paths run, that parallel ones lie apart, what is under the
// mouse, and that the choice is kept.
#include "canvas/items/link_style.h"
#include "canvas/scene/routing_choice.h"
#include "editing/canvas_edits.h"
#include "shell/main_window.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"

#include <QMenu>
#include <QPainter>
#include <QSettings>

#include <cmath>

using namespace heteroscope;

namespace {

constexpr std::array<LinkRouting, 3> allRoutings = {LinkRouting::straight, LinkRouting::curved,
                                                    LinkRouting::orthogonal};
const QRectF hub(-150, -400, 300, 30);

QRectF boxAt(QPointF centre) { return QRectF(centre - QPointF(90, 48), QSizeF(180, 96)); }

/// Boxes in a row below the hub, or beside it when turned.
std::vector<RouteRequest> fan(int boxes, bool turned = false)
{
    std::vector<RouteRequest> requests;
    const auto turn = [turned](const QRectF &r) { return turned ? QRectF(r.y(), r.x(), r.height(), r.width()) : r; };
    // Things that stand higher or lower are linked from above or below.
    const double pitch = turned ? 440.0 / (boxes - 1) : 260;
    for (int i = 0; i < boxes; ++i) {
        const QRectF box = boxAt({(i - (boxes - 1) / 2.0) * pitch, 0});
        const std::string name = "n" + std::to_string(i);
        // Drawn from either end.
        if (i % 2 == 0)
            requests.push_back({name, "hub", turn(box), turn(hub)});
        else
            requests.push_back({"hub", name, turn(hub), turn(box)});
    }
    return requests;
}

/// Whether two paths have a point in common.
bool meet(const QPolygonF &a, const QPolygonF &b)
{
    for (qsizetype i = 1; i < a.size(); ++i)
        for (qsizetype k = 1; k < b.size(); ++k)
            if (QLineF(a[i - 1], a[i]).intersects(QLineF(b[k - 1], b[k]), nullptr) == QLineF::BoundedIntersection)
                return true;
    return false;
}

/// The least distance of two paths.
double apart(const QPolygonF &a, const QPolygonF &b)
{
    if (meet(a, b))
        return 0;
    double least = 1e300;
    for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
        for (const QPointF &point : *one)
            least = std::min(least, distanceTo(*other, point));
    return least;
}

/// The links have no switch straight above.
struct DrawnRoutes : TwoNodesOneSwitch
{
    DrawnRoutes()
    {
        canvas.setZoom(0.8);
        canvas.centerOn(0, -8 * gridPitch);
    }
    const LinkItem &link() const { return *scene().linkNamed("h100-0-switch-0"); }
    void choose(ActionId id) { window.actions()[id]->trigger(); }
};

} // namespace

class LinkRoutingTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void init() { QSettings().clear(); }

    void pathsJoinTheSameEnds()
    {
        for (const bool turned : {false, true}) {
            const auto requests = fan(5, turned);
            const auto straight = routeLinksBetween(requests);
            for (const LinkRouting routing : allRoutings) {
                const auto paths = routeLinksBetween(requests, routing);
                QCOMPARE(paths.size(), requests.size());
                for (std::size_t i = 0; i < paths.size(); ++i) {
                    QCOMPARE(paths[i].ends(), straight[i].ends());
                    // No way round: nothing lies outside what the ends span.
                    const QLineF line = paths[i].ends();
                    const QRectF room = QRectF(line.p1(), line.p2()).normalized().adjusted(-1e-6, -1e-6, 1e-6, 1e-6);
                    for (const QPointF &point : paths[i].points)
                        QVERIFY(room.contains(point));
                    QVERIFY(distanceTo(paths[i].points, paths[i].middle) < 0.5);
                }
            }
        }
    }

    void curvesLeaveAtRightAngles()
    {
        const auto paths = routeLinksBetween(fan(4), LinkRouting::curved);
        for (const LinkPath &path : paths) {
            QVERIFY(!path.isStraight());
            const QLineF first(path.points[0], path.points[1]);
            QVERIFY(std::abs(first.dx()) < std::abs(first.dy()) / 2);
        }
    }

    void rightAnglesAreRight()
    {
        for (const bool turned : {false, true})
            for (const LinkPath &path : routeLinksBetween(fan(4, turned), LinkRouting::orthogonal)) {
                double bent = 0;
                for (qsizetype i = 1; i < path.points.size(); ++i) {
                    const QLineF piece(path.points[i - 1], path.points[i]);
                    if (std::abs(piece.dx()) > 1e-6 && std::abs(piece.dy()) > 1e-6)
                        bent += piece.length();
                }
                QVERIFY(bent < 40); // only the two rounded corners
                QVERIFY(QLineF(path.points[0], path.middle).length() > 30);
            }
    }

    /// Behind what stands nearer nothing lies across, so that rows of nodes stay legible.
    void theyTurnBeforeTheNearestThing()
    {
        std::vector<RouteRequest> requests = fan(5);
        for (RouteRequest request : fan(5)) {
            for (auto [name, rect] : {std::pair(&request.from, &request.fromRect), {&request.to, &request.toRect}})
                if (*name != "hub") {
                    *name += " below";
                    rect->translate(0, 200);
                }
            requests.push_back(request);
        }
        for (const LinkPath &path : routeLinksBetween(requests, LinkRouting::orthogonal))
            for (qsizetype i = 1; i < path.points.size(); ++i)
                if (std::abs(path.points[i].x() - path.points[i - 1].x()) > 10) {
                    QVERIFY(path.points[i].y() < -50);
                }
    }

    void linksToOneSideDoNotCross()
    {
        for (const int boxes : {2, 3, 7, 16})
            for (const bool turned : {false, true})
                for (const LinkRouting routing : {LinkRouting::straight, LinkRouting::orthogonal}) {
                    const auto paths = routeLinksBetween(fan(boxes, turned), routing);
                    for (std::size_t i = 0; i < paths.size(); ++i)
                        for (std::size_t k = i + 1; k < paths.size(); ++k)
                            QVERIFY2(!meet(paths[i].points, paths[k].points),
                                     qPrintable(QStringLiteral("%1 boxes: %2 and %3").arg(boxes).arg(i).arg(k)));
                }
    }

    void parallelLinksLieApart()
    {
        for (const QPointF at : {QPointF(0, 0), QPointF(300, 0), QPointF(-500, 40)})
            for (const LinkRouting routing : allRoutings)
                for (const bool mixed : {false, true}) {
                    std::vector<RouteRequest> requests;
                    for (int i = 0; i < 3; ++i)
                        if (mixed && i == 1)
                            requests.push_back({"hub", "n", hub, boxAt(at)});
                        else
                            requests.push_back({"n", "hub", boxAt(at), hub});
                    const auto paths = routeLinksBetween(requests, routing);
                    for (std::size_t i = 0; i < 3; ++i)
                        for (std::size_t k = i + 1; k < 3; ++k)
                            QVERIFY(apart(paths[i].points, paths[k].points) > 5);
                }
    }

    void badgesOfParallelLinksStandOneBehindTheOther()
    {
        std::vector<RouteRequest> requests = fan(3);
        const auto other = requests.front();
        requests.push_back(other);
        requests.push_back({other.to, other.from, other.toRect, other.fromRect}); // drawn the other way round
        for (const LinkRouting routing : allRoutings) {
            const auto paths = routeLinksBetween(requests, routing);
            const double length = paths[0].ends().length();
            for (const auto &[a, b] : {std::pair(0, 3), std::pair(0, 4), std::pair(3, 4)})
                QVERIFY(QLineF(paths[std::size_t(a)].middle, paths[std::size_t(b)].middle).length() > length / 5);
        }
        // One alone stays half-way.
        const LinkPath alone = routeLinksBetween(requests).at(1);
        QVERIFY(QLineF(alone.middle, alone.ends().center()).length() < 1e-6);
    }

    void whatIsAlignedOrOnTopOfEachOtherHasAPath()
    {
        for (const LinkRouting routing : allRoutings)
            for (const QRectF &other : {hub, hub.translated(0, 10), hub.translated(10, 0), QRectF(0, 0, 0, 0)}) {
                const auto paths = routeLinksBetween({{"a", "b", hub, other}}, routing);
                for (const QPointF &point : paths.front().points)
                    QVERIFY(std::isfinite(point.x()) && std::isfinite(point.y()));
                QVERIFY(paths.front().points.size() >= 2);
            }
        const auto paths = routeLinksBetween({{"a", "b", boxAt({0, 0}), boxAt({0, 300})}}, LinkRouting::orthogonal);
        QVERIFY(paths.front().isStraight());
    }

    void doubleLinesFollowThePath()
    {
        const LinkPath path = routeLinksBetween(fan(2), LinkRouting::orthogonal).front();
        const QPolygonF local = path.points.translated(-path.points.boundingRect().topLeft() + QPointF(20, 20));
        QImage image((local.boundingRect().size() + QSizeF(40, 40)).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        drawLinkPath(painter, local, LinkTechnology::nvlink, 9, Qt::black);
        painter.end();
        int on = 0, beside = 0;
        for (qsizetype i = 1; i < local.size(); ++i) {
            const QLineF piece(local[i - 1], local[i]);
            if (piece.length() < 20)
                continue;
            const QLineF across = piece.normalVector().unitVector();
            const QPointF normal(across.dx(), across.dy());
            on += qGray(image.pixel(piece.center().toPoint())) < 128 ? 1 : 0;
            for (const double side : {-3.5, 3.5})
                for (const double off : {-1.0, 0.0, 1.0})
                    if (qGray(image.pixel((piece.center() + normal * (side + off)).toPoint())) < 128) {
                        ++beside;
                        break;
                    }
        }
        QCOMPARE(on, 0);     // between the two lines
        QCOMPARE(beside, 6); // three long pieces
    }

    void theMouseFindsThePath()
    {
        DrawnRoutes d;
        for (const ActionId id : {ActionId::curvedLinks, ActionId::orthogonalLinks}) {
            d.choose(id);
            const QPolygonF &points = d.link().path().points;
            const QPointF quarter = points[points.size() / 4];
            QVERIFY(d.link().isNear(quarter));
            QVERIFY(d.link().isNear(d.link().path().middle));
            QVERIFY(d.link().shape().contains(quarter));
            QVERIFY(d.link().boundingRect().contains(points.boundingRect()));
            // Where the straight line would run there is nothing now.
            const QPointF onStraight = d.link().line().pointAt(0.25);
            QVERIFY(distanceTo(points, onStraight) * d.canvas.zoom() > 12);
            d.document.selection()->clear();
            d.mouse.click(onStraight);
            QVERIFY(d.document.selection()->names().empty());
            const QPointF on = id == ActionId::curvedLinks ? points[points.size() / 3] : d.link().path().middle;
            d.mouse.moveTo(on);
            QCOMPARE(d.scene().hovered(), std::string("h100-0-switch-0"));
            d.mouse.click(on);
            QVERIFY(d.document.selection()->names() == NameSet{"h100-0-switch-0"});
        }
    }

    void pathsFollowDragsAndZoom()
    {
        DrawnRoutes d;
        d.choose(ActionId::orthogonalLinks);
        const QPointF node = d.scene().itemNamed("h100-0")->pos();
        const QPolygonF before = d.link().path().points;
        d.mouse.dragTo(node, node + QPointF(-4 * gridPitch, 6 * gridPitch));
        QVERIFY(d.link().path().points != before);
        QCOMPARE(d.link().path().points.first().y(), d.scene().itemNamed("h100-0")->sceneRect().top());
        QTest::keyClick(&d.canvas, Qt::Key_Escape);
        d.mouse.release(node);
        QVERIFY(d.link().path().points == before);
        d.canvas.setZoom(0.3);
        QCOMPARE(d.link().path().points.first().y(), d.scene().itemNamed("h100-0")->sceneRect().top());
        d.canvas.setZoom(0.8);
        QVERIFY(d.link().path().points == before);
    }

    void theMenuChoosesOneOfThree()
    {
        DrawnRoutes d;
        const std::array<std::pair<ActionId, LinkRouting>, 3> choices = {{
            {ActionId::curvedLinks, LinkRouting::curved},
            {ActionId::orthogonalLinks, LinkRouting::orthogonal},
            {ActionId::straightLinks, LinkRouting::straight},
        }};
        QVERIFY(d.window.actions()[ActionId::straightLinks]->isChecked());
        QMenu *menu = nullptr;
        for (QMenu *one : d.window.findChildren<QMenu *>())
            if (one->actions().contains(d.window.actions()[ActionId::curvedLinks]))
                menu = one;
        QVERIFY(menu);
        QCOMPARE(menu->title(), QStringLiteral("Links"));
        const int steps = d.document.undoStack()->count();
        for (const auto &[id, routing] : choices) {
            menu->popup(QPoint(0, 0));
            menu->setActiveAction(d.window.actions()[id]);
            QTest::keyClick(menu, Qt::Key_Return);
            QVERIFY(d.scene().linkRouting() == routing);
            for (const auto &[other, any] : choices)
                QCOMPARE(d.window.actions()[other]->isChecked(), other == id);
            d.choose(id); // again: it stays chosen
            QVERIFY(d.window.actions()[id]->isChecked());
            QVERIFY(keptLinkRouting() == routing);
        }
        QCOMPARE(d.document.undoStack()->count(), steps); // a way to look, no edit
    }

    void theNextWindowDrawsThemSo()
    {
        {
            DrawnRoutes d;
            d.choose(ActionId::curvedLinks);
        }
        MainWindow next;
        QVERIFY(next.canvas()->canvasScene()->linkRouting() == LinkRouting::straight);
        next.restoreState();
        QVERIFY(next.canvas()->canvasScene()->linkRouting() == LinkRouting::curved);
        QVERIFY(next.actions()[ActionId::curvedLinks]->isChecked());
        QVERIFY(!next.actions()[ActionId::straightLinks]->isChecked());
        QSettings().setValue(QStringLiteral("canvas/linkRouting"), QStringLiteral("crooked"));
        QVERIFY(keptLinkRouting() == LinkRouting::straight);
    }

    void aBadgeStandsWhereNothingHidesIt()
    {
        const QLineF line(0, 0, 0, 100);
        QCOMPARE(longestOpenPiece(line, {}), line);
        // Touched at the end, passed beside, crossed.
        QCOMPARE(longestOpenPiece(line, {QRectF(-10, 100, 20, 30), QRectF(5, 0, 20, 100)}), line);
        QCOMPARE(longestOpenPiece(line, {QRectF(-10, 30, 20, 30)}), QLineF(0, 60, 0, 100));
        QCOMPARE(longestOpenPiece(line, {QRectF(-10, 55, 20, 40), QRectF(-10, 20, 20, 10)}), QLineF(0, 30, 0, 55));
        QCOMPARE(longestOpenPiece(line, {QRectF(-10, 60, 20, 10), QRectF(-10, 10, 20, 80)}).length(), 10.0);
        QCOMPARE(longestOpenPiece(line, {QRectF(-10, -10, 20, 120)}), line); // hidden whatever one does
        const QLineF slanting(0, 0, 100, 100);
        const QLineF open = longestOpenPiece(slanting, {QRectF(20, 0, 40, 50)});
        QCOMPARE(open, QLineF(50, 50, 100, 100));
        QCOMPARE(longestOpenPiece({slanting.p2(), slanting.p1()}, {QRectF(20, 0, 40, 50)}), QLineF(100, 100, 50, 50));
    }

    void everyLevelPaintsInBothThemes()
    {
        DrawnRoutes d;
        d.document.selection()->selectNames({"h100-0-switch-0"});
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            for (const ActionId id : {ActionId::curvedLinks, ActionId::orthogonalLinks, ActionId::straightLinks}) {
                d.choose(id);
                for (const double zoom : {0.1, 0.3, 0.8, 1.4}) {
                    d.canvas.setZoom(zoom);
                    QVERIFY(!d.canvas.grab().isNull());
                }
            }
        }
    }
};

QTEST_MAIN(LinkRoutingTest)
#include "link_routing_test.moc"
