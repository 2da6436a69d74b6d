// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the canvas draws of the plan: one kind of parallelism at a time, chosen by key, menu or box; groups as hulls
// round their devices at every zoom and in closed racks, below notes.
#include "canvas/items/device_hull.h"
#include "canvas/items/plan_overlay_item.h"
#include "editing/note_commands.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"

#include <QComboBox>
#include <QStandardItemModel>

using namespace heteroscope;

namespace {

/// Pixels of about that colour: thin lines have soft edges.
int pixelsLike(const QImage &image, const QColor &color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor one = image.pixelColor(x, y);
            count += std::abs(one.red() - color.red()) + std::abs(one.green() - color.green()) +
                                 std::abs(one.blue() - color.blue()) <
                             150
                         ? 1
                         : 0;
        }
    return count;
}

} // namespace

class PlanOverlayTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void hullsJoinNeighboursAndLeaveOthersOut()
    {
        std::vector<QRectF> places; // two rows of four
        for (int i = 0; i < 8; ++i)
            places.emplace_back(i % 4 * 20, i / 4 * 30, 16, 20);
        QCOMPARE(hullPieces(places, {0, 1, 2, 3}, 1).size(), std::size_t(1));
        QCOMPARE(hullPieces(places, {0, 1, 2, 3, 4, 5, 6, 7}, 1).size(), std::size_t(1));
        QCOMPARE(hullPieces(places, {0, 4}, 1).size(), std::size_t(1)); // one above the other
        QCOMPARE(hullPieces(places, {0, 2}, 1).size(), std::size_t(2));
        QCOMPARE(hullPieces(places, {3, 4}, 1).size(),
                 std::size_t(2)); // the end of a row and the beginning of the next
        QVERIFY(hullPieces(places, {9}, 1).empty());
        const std::vector<QRectF> pairs = {hullPieces(places, {0, 1}, 1).front(),
                                           hullPieces(places, {2, 3}, 1).front()};
        QVERIFY(!pairs[0].intersects(pairs[1]));
        for (const int device : {0, 1})
            QVERIFY(pairs[0].contains(places[static_cast<std::size_t>(device)]));
    }

    void keysMenuAndBoxChooseOneKind()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        auto *box = o.canvas.findChild<QComboBox *>(QStringLiteral("overlayBox"));
        QCOMPARE(box->currentText(), QStringLiteral("PP"));
        const std::pair<ActionId, OverlayKind> choices[] = {{ActionId::overlayTensor, OverlayKind::tensor},
                                                            {ActionId::overlayData, OverlayKind::data},
                                                            {ActionId::overlayNone, OverlayKind::none},
                                                            {ActionId::overlayPipeline, OverlayKind::pipeline}};
        for (const auto &[id, kind] : choices) {
            o.pressKeyOf(id);
            QCOMPARE(o.scene.overlayKind(), kind);
            QCOMPARE(box->currentIndex(), static_cast<int>(kind));
            for (const auto &[other, otherKind] : choices)
                QCOMPARE(o.action(other)->isChecked(), other == id);
        }
        o.pressKeyOf(ActionId::overlayPipeline); // again: it stays
        QVERIFY(o.action(ActionId::overlayPipeline)->isChecked());
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(o.scene.overlayKind(), OverlayKind::tensor);
        // The plan has no context parallelism.
        QVERIFY(!o.action(ActionId::overlayContext)->isEnabled());
        const auto *items = qobject_cast<QStandardItemModel *>(box->model());
        QVERIFY(!items->item(static_cast<int>(OverlayKind::expert))->isEnabled());
    }

    void textsOfNeighbouringDevicesDoNotTouch()
    {
        // 32 pipelines of one device each: "A10" to "A31" are wider than the cells of a node of eight.
        OpenedExample o;
        QVERIFY(o.settled());
        Project project = o.window.document()->project();
        const int layers = project.workload.model.planLayers();
        Plan plan;
        for (const auto &node : project.cluster.nodes) {
            for (std::size_t device = 0; device < node.devices.size(); ++device) {
                Stage stage;
                stage.chunks = {{0, layers}};
                stage.groups = {{}};
                stage.groups.front().devices = {node.name + ":" + std::to_string(device)};
                Pipeline pipeline;
                pipeline.stages = {stage};
                plan.pipelines.push_back(pipeline);
            }
        }
        QVERIFY(plan.pipelines.size() > 10);
        for (auto &pipeline : plan.pipelines)
            pipeline.microBatches = 1;
        project.workload.job.globalBatch = static_cast<int>(plan.pipelines.size());
        project.plans = {{"one each", plan, {}, {}}};
        o.window.document()->edit(QStringLiteral("one each"), project);
        QVERIFY(o.settled());
        o.canvas.setZoom(0.8);
        for (const auto &[name, item] : o.scene.nodes()) {
            const auto places = item->devicePlaces();
            QVERIFY(o.scene.level() == CanvasLevel::middle && places.size() == 8);
            o.canvas.centerOn(item->sceneRect().center());
            const QPoint corner = o.canvas.mapFromScene(item->sceneRect().topLeft());
            for (std::size_t i = 1; i < places.size(); ++i) {
                // The column between two cells, away from their round corners.
                const double middle = (places[i - 1].right() + places[i].left()) / 2;
                const QPoint top = corner + QPointF(middle, places[i].top() + 4).toPoint();
                const QImage column = o.canvas.viewport()->grab(QRect(top, QSize(1, 12))).toImage();
                for (int y = 1; y < column.height(); ++y)
                    QCOMPARE(column.pixelColor(0, y), column.pixelColor(0, 0));
            }
        }
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            savePicture(o.window, QStringLiteral("narrow-cells"));
        }
    }

    void hullsGoRoundTheirDevicesAtEveryZoom()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        o.scene.setOverlayKind(OverlayKind::tensor);
        const Plan &plan = o.window.session()->shown()->plan;
        QCOMPARE(o.scene.planOverlay().groups().size(), plan.pipelines.size() * plan.pipelines.front().stages.size());
        for (const double zoom : {0.2, 0.39, 0.6, 1.0, 1.4}) {
            o.canvas.setZoom(zoom);
            QCOMPARE(o.scene.planOverlay().hulls().size(), o.scene.planOverlay().groups().size());
            for (const PlanOverlayItem::Hull &hull : o.scene.planOverlay().hulls()) {
                const NodeItem &node = *o.scene.nodes().at(hull.thing);
                const std::vector<QRectF> places = node.devicePlaces();
                const auto &devices =
                    o.scene.planOverlay().groups()[static_cast<std::size_t>(hull.group)].parts.front().devices;
                for (std::size_t i = 0; i < places.size(); ++i) {
                    const QPointF middle = node.sceneRect().topLeft() + places[i].center() / o.scene.zoom();
                    const bool own = std::find(devices.begin(), devices.end(), static_cast<int>(i)) != devices.end();
                    const bool inside = std::any_of(hull.pieces.begin(), hull.pieces.end(),
                                                    [&](const QRectF &piece) { return piece.contains(middle); });
                    QCOMPARE(inside, own);
                }
            }
        }
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            for (const auto &[zoom, name] :
                 {std::pair(0.39, "far"), std::pair(0.6, "middle"), std::pair(1.3, "near")}) {
                o.canvas.setZoom(zoom);
                o.canvas.centerOn(o.scene.itemNamed("h100-0")->pos());
                const QImage image = o.canvas.grab().toImage();
                QVERIFY(pixelsLike(image, currentTheme()[Role::tp]) > 100);
                savePicture(o.canvas, QStringLiteral("overlay-tp-") + QString::fromLatin1(name));
            }
            o.canvas.fit();
        }
    }

    void groupsOverNodesAreTiedAndFollowADrag()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        Project wide = o.window.document()->project();
        for (std::size_t p = 0; p < 2; ++p)
            for (Stage &stage : wide.plans.front().plan.pipelines[p].stages)
                for (std::string &device : stage.groups.front().devices)
                    if (const auto at = device.find("-0:"); at != std::string::npos && device.back() % 2 == 1)
                        device.replace(at, 3, "-1:");
                    else if (const auto other = device.find("-1:");
                             other != std::string::npos && device.back() % 2 == 1)
                        device.replace(other, 3, "-0:");
        o.window.document()->edit(QStringLiteral("wide"), wide);
        QVERIFY(o.settled());
        o.scene.setOverlayKind(OverlayKind::tensor);
        const auto ties = [&] { return o.scene.planOverlay().ties(); };
        QCOMPARE(ties().size(), o.scene.planOverlay().groups().size());
        o.canvas.fit();
        savePicture(o.canvas, QStringLiteral("overlay-tp-wide"));
        const QPolygonF before = ties().front().way;
        const QPointF at = o.scene.itemNamed(ties().front().from)->pos();
        o.mouse.dragTo(at, at + QPointF(0, 6 * gridPitch));
        QVERIFY(ties().front().way != before);
        QTest::keyClick(&o.canvas, Qt::Key_Escape);
        QCOMPARE(ties().front().way, before);
    }

    void closedRacksSayTheirGroups()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        Project racked = o.window.document()->project();
        Rack rack;
        rack.name = "rack";
        rack.members = {"h100-0", "h100-1"};
        rack.collapsed = true;
        racked.cluster.racks = {rack};
        o.window.document()->edit(QStringLiteral("rack"), racked);
        QVERIFY(o.settled());
        o.scene.setOverlayKind(OverlayKind::tensor);
        o.canvas.fit();
        const auto inRack = [&] {
            const auto &hulls = o.scene.planOverlay().hulls();
            return std::count_if(hulls.begin(), hulls.end(), [](const auto &hull) { return hull.thing == "rack"; });
        };
        QCOMPARE(inRack(), 2); // one for each member: the groups of one look the same
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            o.canvas.setZoom(0.6);
            o.canvas.centerOn(o.scene.itemNamed("rack")->pos());
            savePicture(o.canvas, QStringLiteral("overlay-tp-rack"));
            o.canvas.setZoom(0.35);
            savePicture(o.canvas, QStringLiteral("overlay-tp-rack-far"));
        }
        QVERIFY(inRack() > 0);
    }

    void notesLieAboveArrows()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        o.canvas.setZoom(0.6);
        o.scene.setOverlayKind(OverlayKind::pipeline);
        QVERIFY(!o.scene.planOverlay().ties().empty());
        const QPointF middle = o.scene.planOverlay().ties().front().way.boundingRect().center();
        o.canvas.centerOn(middle);
        o.canvas.viewport()->update();
        const auto arrow = [&] {
            const QPoint at = o.canvas.mapFromScene(middle);
            return pixelsLike(o.canvas.viewport()->grab(QRect(at - QPoint(8, 8), QSize(17, 17))).toImage(),
                              currentTheme()[Role::pp]);
        };
        QVERIFY(arrow() > 0);
        Note note;
        note.text = "above";
        note.at = toCanvas(middle);
        QVERIFY(addNoteTo(*o.window.document(), note));
        o.window.document()->selection()->clear();
        QCOMPARE(arrow(), 0);
        QVERIFY(o.scene.itemAtPoint(middle)); // and takes the mouse
    }

    void theFilterFadesWhatIsTiedToFadedThings()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        o.canvas.setZoom(0.6);
        const auto &tie = o.scene.planOverlay().ties().front();
        o.canvas.centerOn(tie.way.boundingRect().center());
        const auto strong = [&] { return pixelsLike(o.canvas.grab().toImage(), currentTheme()[Role::pp]); };
        const int before = strong();
        o.scene.setFilter(CanvasFilter({{FacetKind::stage, 0, {}}}));
        QVERIFY(strong() < before);
    }
};

QTEST_MAIN(PlanOverlayTest)
#include "plan_overlay_test.moc"
