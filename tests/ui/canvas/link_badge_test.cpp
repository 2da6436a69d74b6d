// SPDX-License-Identifier: GPL-3.0-or-later
//
// The links of the canvas say how many flows share them: the badge, what hovering and the inspector add, and that the
// timeline's rows select them. The shipped example with a thin uplink, simulated for real.
#include "canvas/items/link_item.h"
#include "design/new_project.h"
#include "exchange/import.h"
#include "language/link_text.h"
#include "project/recipe_text.h"
#include "simulator/result/link_load.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/opened_example.h"
#include "ui/support/window_fixture.h"

#include <QLabel>
#include <QScrollBar>

using namespace heteroscope;

namespace {

struct OpenedBadge : OpenedExample
{
    const LinkItem &link(const char *name) { return *window.canvas()->canvasScene()->links().at(name); }
    const LinkOverlay *overlay(const char *name) { return window.canvas()->canvasScene()->overlay().link(name); }
    /// The part of the canvas around the middle of a link.
    QImage around(const char *name)
    {
        const QPoint middle = canvas.mapFromScene(link(name).line().center());
        return canvas.viewport()->grab(QRect(middle - QPoint(110, 60), QSize(220, 190))).toImage();
    }
};

int pixelsOf(const QImage &image, const QColor &color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == color ? 1 : 0;
    return count;
}

} // namespace

class LinkBadgeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theThinUplinkIsSharedAndSaysSo()
    {
        OpenedBadge opened;
        QVERIFY(opened.settled());
        const LinkOverlay *thin = opened.overlay("up-1");
        QVERIFY(thin && thin->maxShared >= 0);
        const StepResult &result = *opened.window.session()->result();
        const LinkLoad &load = result.links[static_cast<std::size_t>(thin->maxShared)];
        QCOMPARE(sharedText(load), QStringLiteral("2 flows, 2.0x slower"));
        QCOMPARE(sharedBy(result, load).size(), 2);
        QVERIFY(pixelsOf(opened.around("up-1"), currentTheme()[Role::warnFill]) > 500);
        QCOMPARE(pixelsOf(opened.around("up-0"), currentTheme()[Role::warnFill]), 0); // wide enough for both
    }

    void hoveringListsTheFlows()
    {
        OpenedBadge opened;
        QVERIFY(opened.settled());
        CanvasView &canvas = *opened.window.canvas();
        SceneMouse mouse(canvas);
        mouse.moveTo(canvas.mapToScene(5, canvas.viewport()->height() - 5));
        const QImage before = opened.around("up-1");
        mouse.moveTo(opened.link("up-1").line().center());
        QTRY_COMPARE(canvas.canvasScene()->hovered(), std::string("up-1"));
        const QImage after = opened.around("up-1");
        // A line for the link, one for the moment, one for each flow.
        int first = after.height();
        int last = 0;
        for (int y = 0; y < after.height(); ++y) {
            if (before.copy(0, y, before.width(), 1) == after.copy(0, y, after.width(), 1))
                continue;
            first = std::min(first, y);
            last = y;
        }
        QVERIFY(last - first > 4 * 14);
        mouse.moveTo(canvas.mapToScene(5, canvas.viewport()->height() - 5));
        QTRY_VERIFY(canvas.canvasScene()->hovered().empty());
    }

    void onlyALinkSelectedAloneListsTheFlows()
    {
        OpenedBadge opened;
        QVERIFY(opened.settled());
        Selection &selection = *opened.window.document()->selection();
        selection.selectNames({"up-1", "h100-0"});
        const auto picture = [&] { return opened.canvas.viewport()->grab().toImage(); };
        const QImage several = picture();
        selection.selectNames({"up-1"});
        const QImage alone = picture();
        selection.clear();
        const QImage none = picture();
        QVERIFY(several != none && several != alone);
        QVERIFY(pixelsOf(alone, currentTheme()[Role::canvas]) + 2000 < pixelsOf(several, currentTheme()[Role::canvas]));
    }

    void aRowOfTheTimelineSelectsTheLink()
    {
        OpenedBadge opened;
        QVERIFY(opened.settled());
        TimelineView &timeline = *opened.window.view<TimelineView>();
        const StepResult &result = *opened.window.session()->result();
        const Topology &topology = *opened.window.session()->shown()->topology;
        const auto data =
            TimelineData::make(opened.window.session()->result(), opened.window.session()->shown()->topology);
        const LinkLoad &busiest = result.links[data->links.front().links.front()];
        QCOMPARE(topology.edge(busiest.edge).link, std::string("up-1"));
        timeline.verticalScrollBar()->setValue(timeline.verticalScrollBar()->maximum());
        timeline.verticalScrollBar()->setValue(timeline.layoutState().laneCount * laneHeight);
        const QPoint at(60, timeline.layoutState().linkTop(0) + 10);
        QVERIFY(timeline.viewport()->rect().contains(at));
        QTest::mouseClick(timeline.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QVERIFY(opened.window.document()->selection()->contains("up-1"));
        // The inspector shows it, and who was on it.
        const auto labels = opened.window.findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->text() == QStringLiteral("2 flows, 2.0x slower");
        }));
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->text().contains(QStringLiteral("B0 → C0")) ||
                   label->text().contains(QStringLiteral("C0 → B0"));
        }));
    }

    /// However the links run and however near the drawing is, badges stand apart; a link without room has none.
    void badgesNeverOverlap()
    {
        OpenedBadge opened;
        CanvasScene &scene = *opened.window.canvas()->canvasScene();
        const auto recipe = parseRecipe("1x8 H100 ndr400 + 3x8 V100 edr100");
        QVERIFY(recipe);
        auto project = newProject(*recipe, emptyProject().workload, {});
        QVERIFY(project);
        for (Link &link : project->cluster.links)
            link.rate.points = {{Seconds(0), 0.5}};
        opened.window.document()->reset(*project);
        std::size_t seen = 0;
        for (const LinkRouting routing : {LinkRouting::straight, LinkRouting::curved, LinkRouting::orthogonal}) {
            scene.setLinkRouting(routing);
            for (const double zoom : {0.42, 0.5, 0.7, 1.0, 1.4, 2.5}) {
                scene.setZoom(zoom);
                std::vector<QRectF> badges;
                for (const auto &[name, item] : scene.links()) {
                    if (!item->badgePlace())
                        continue;
                    QRectF badge(QPointF(), item->badge().size());
                    badge.moveCenter(*item->badgePlace() * zoom);
                    for (const QRectF &other : badges)
                        QVERIFY2(!badge.intersects(other), name.c_str());
                    badges.push_back(badge);
                }
                seen += badges.size();
            }
        }
        QVERIFY(seen >= 3 * 6 * 2);
    }

private:
    PrivateSettings m_settings;
};

QTEST_MAIN(LinkBadgeTest)
#include "link_badge_test.moc"
