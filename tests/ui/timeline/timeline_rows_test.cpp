// SPDX-License-Identifier: GPL-3.0-or-later
//
// Large steps in the timeline: replicas fold, lanes are pinned, hidden and filtered, with mouse and keyboard.
#include "support/strict_test.h"
#include "support/synthetic_step.h"
#include "theme/numbers.h"
#include "ui/support/picture.h"
#include "ui/support/shown_timeline.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

using namespace heteroscope;
using namespace heteroscope::shown_timeline;

namespace {

std::shared_ptr<const StepResult> replicas(int count, int stages = 8)
{
    synthetic::Pipeline1F1B shape;
    shape.stages = stages;
    shape.microBatches = 8;
    shape.replicas = count;
    return std::make_shared<const StepResult>(synthetic::oneFOneB(shape));
}

QPoint headOf(const TimelineView &view, int lane) { return {60, view.layoutState().laneTop(lane) + laneHeight - 6}; }

void click(TimelineView &view, QPoint at) { QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at); }

/// Lanes whose own row is in the table.
int shownLanes(const TimelineView &view)
{
    const RowTable &table = *view.rows().table();
    return static_cast<int>(
        std::count_if(table.rows.begin(), table.rows.end(), [](const TimelineRow &row) { return row.lane >= 0; }));
}

} // namespace

class TimelineRowsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init()
    {
        StrictTest::init();
        applyTheme(*qApp, ThemeKind::light);
    }

    void smallStepsHaveNoGroups()
    {
        Shown shown(replicas(4));
        QVERIFY(shown.view.rows().table()->groups.empty());
        QCOMPARE(shownLanes(shown.view), 32);
        QVERIFY(!shown.view.findChild<QLineEdit *>(QStringLiteral("laneFilter"))->isVisible());
        QCOMPARE(shown.view.layoutState().contentHeight(), 32 * laneHeight);
    }

    void twoThousandLanesAreFoldedByReplica()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            Shown shown(replicas(256), {1200, 520});
            TimelineView &view = shown.view;
            const RowTable &table = *view.rows().table();
            QCOMPARE(view.result()->lanes.size(), std::size_t(2048));
            QCOMPARE(table.groups.size(), std::size_t(256));
            QCOMPARE(shownLanes(view), 8); // of the first
            QCOMPARE(table.folded, 2040);
            QVERIFY(view.cornerText().contains(QStringLiteral("2,040 lanes folded")));
            savePicture(view, QStringLiteral("timeline-2048"));
            // A click on a heading opens its replica, another one folds it again.
            const int y = view.layoutState().laneTop(8) + 10;
            QCOMPARE(view.layoutState().groupAt(y), 1);
            QCOMPARE(view.layoutState().laneAt(y), -1);
            click(view, {60, y});
            QCOMPARE(shownLanes(view), 16);
            QCOMPARE(view.layoutState().laneAt(headOf(view, 8).y()), 8);
            savePicture(view, QStringLiteral("timeline-2048-open"));
            click(view, {60, view.layoutState().laneTop(8) - 8});
            QCOMPARE(shownLanes(view), 8);
            QTest::keyClick(&view, Qt::Key_G);
            QCOMPARE(shownLanes(view), 0);
            QTest::keyClick(&view, Qt::Key_G);
            QCOMPARE(shownLanes(view), 2048);
            QVERIFY(!view.cornerText().contains(QStringLiteral("folded")));
            // All of it can be scrolled to.
            view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
            QCOMPARE(view.layoutState().laneAt(view.viewport()->height() - 4), 2047);
        }
    }

    void theHeaderDoesNotCollide()
    {
        // The words left of the ruler end before the button that plays.
        Shown shown(replicas(256));
        const QFontMetrics metrics(font(TypeRole::label));
        const int end = 10 + metrics.horizontalAdvance(QStringLiteral("2,048 lanes"));
        QVERIFY(end < laneHeadWidth - 16);
        QImage head =
            shown.view
                .grab(QRect(0, shown.view.layoutState().rulerRect().top() + 2, laneHeadWidth - 2, rulerHeight - 5))
                .toImage();
        for (int x = laneHeadWidth - 15; x < head.width(); ++x)
            for (int y = 0; y < head.height(); ++y)
                QCOMPARE(head.pixelColor(x, y), currentTheme()[Role::base]);
        // Filter, button and legend stand side by side.
        const auto *filter = shown.view.findChild<QLineEdit *>(QStringLiteral("laneFilter"));
        QVERIFY(filter->isVisible());
        for (const QToolButton *button : shown.view.findChildren<QToolButton *>())
            QVERIFY(!button->isVisible() || !button->geometry().intersects(filter->geometry()));
        QVERIFY(shown.view.layoutState().legendRect().right() <= filter->geometry().left());
    }

    void pinnedLanesStayInSight()
    {
        Shown shown(replicas(32), {1000, 480});
        TimelineView &view = shown.view;
        view.setSelectedLanes({3, 5});
        QTest::keyClick(&view, Qt::Key_P);
        QVERIFY(view.rows().table()->isPinned(3) && view.rows().table()->isPinned(5));
        QTest::keyClick(&view, Qt::Key_G); // opens or folds: pinned ones stay either way
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
        const TimelineLayout layout = view.layoutState();
        QCOMPARE(layout.laneTop(3), layout.lanesTop());
        QCOMPARE(layout.laneTop(5), layout.lanesTop() + laneHeight);
        QCOMPARE(layout.laneAt(layout.lanesTop() + laneHeight + 4), 5);
        QVERIFY(layout.isVisible(3));
        // The bars of a pinned lane are hit where they are drawn.
        click(view, {laneHeadWidth + 60, layout.lanesTop() + TimelineLayout::barTop + 4});
        QCOMPARE(view.selectedBar().lane, 3);
        savePicture(view, QStringLiteral("timeline-pinned"));
        // The pin in the head takes it off again.
        QTest::mouseMove(view.viewport(), TimelineLayout::pinRect(layout.laneTop(5)).center());
        click(view, TimelineLayout::pinRect(layout.laneTop(5)).center());
        QVERIFY(!view.rows().table()->isPinned(5));
        QVERIFY(view.rows().table()->isPinned(3));
    }

    void hiddenLanesAreSaidAndComeBack()
    {
        Shown shown(replicas(2, 4), {1000, 480}); // small steps as well
        TimelineView &view = shown.view;
        const int top = view.layoutState().laneTop(1);
        click(view, TimelineLayout::hideRect(top).center());
        QCOMPARE(shownLanes(view), 7);
        QCOMPARE(view.layoutState().laneAt(top + 10), 2); // the next one moved up
        QVERIFY(view.layoutState().laneTop(1) < 0);
        QVERIFY(view.cornerText().contains(QStringLiteral("1 lane hidden")));
        view.setSelectedLanes({0, 4});
        QTest::keyClick(&view, Qt::Key_H);
        QCOMPARE(shownLanes(view), 5);
        QVERIFY(view.cornerText().contains(QStringLiteral("3 lanes hidden")));
        // A new result of the same plan changes nothing of it.
        view.setResult(replicas(2, 4));
        QCOMPARE(shownLanes(view), 5);
        QTest::keyClick(&view, Qt::Key_H, Qt::ShiftModifier);
        QCOMPARE(shownLanes(view), 8);
        QVERIFY(!view.cornerText().contains(QStringLiteral("hidden")));
    }

    void theFilterShowsLanesByTheirWords()
    {
        Shown shown(replicas(256), {1200, 520});
        TimelineView &view = shown.view;
        auto *filter = view.findChild<QLineEdit *>(QStringLiteral("laneFilter"));
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Slash);
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, QStringLiteral("replica 25 b"));
        // Of each replica with 25 in its number, or in the names of its devices, the stage B.
        int wanted = 0;
        for (const Lane &lane : view.result()->lanes)
            wanted += lane.stage == 1 && (std::to_string(lane.pipeline + 1).find("25") != std::string::npos ||
                                          lane.name.find("25") != std::string::npos);
        QVERIFY(wanted > 5 && wanted < 100);
        QCOMPARE(shownLanes(view), wanted);
        for (const TimelineRow &row : view.rows().table()->rows)
            if (row.lane >= 0)
                QCOMPARE(view.result()->lanes[static_cast<std::size_t>(row.lane)].stage, 1);
        QVERIFY(view.cornerText().contains(formatCount(static_cast<std::size_t>(2048 - wanted)) +
                                           QStringLiteral(" lanes filtered out")));
        savePicture(view, QStringLiteral("timeline-filtered"));
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(view.hasFocus());
        QTest::keyClick(&view, Qt::Key_Down); // the first of those that are shown
        QVERIFY(view.selectedBar().isValid());
        const int first = view.selectedBar().lane;
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(view.selectedBar().lane > first);
        QCOMPARE(view.result()->lanes[static_cast<std::size_t>(view.selectedBar().lane)].stage, 1);
        QTest::keyClick(&view, Qt::Key_Slash);
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(filter->text().isEmpty());
        QVERIFY(view.hasFocus());
        QCOMPARE(shownLanes(view), 8); // those of the first replica again
    }

    void lanesAreGroupedByWhatTheyHaveInCommon()
    {
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            Shown shown(replicas(3, 4), {1000, 620}); // small steps as well
            TimelineView &view = shown.view;
            std::set<std::size_t> counts;
            for (std::size_t i = 0; i < laneGroupingCount; ++i) {
                QTest::keyClick(&view, Qt::Key_G, Qt::ShiftModifier);
                const RowTable &table = *view.rows().table();
                counts.insert(table.groups.size());
                // Every lane stands once below a heading that is its own.
                std::set<int> seen;
                int group = -1;
                for (const TimelineRow &row : table.rows) {
                    if (row.group >= 0)
                        group = row.group;
                    if (row.lane < 0)
                        continue;
                    QVERIFY(seen.insert(row.lane).second);
                    QCOMPARE(view.layoutState().laneAt(view.layoutState().laneTop(row.lane) + 4), row.lane);
                    const Lane &lane = view.result()->lanes[static_cast<std::size_t>(row.lane)];
                    if (view.grouping() == LaneGrouping::stage)
                        QCOMPARE(lane.stage, group);
                    if (view.grouping() == LaneGrouping::replica)
                        QCOMPARE(lane.pipeline, group);
                    if (view.grouping() == LaneGrouping::node)
                        QCOMPARE(QString::fromStdString(lane.name).section(u':', 0, 0),
                                 table.groups[static_cast<std::size_t>(group)].name);
                }
                QCOMPARE(seen.size(), view.result()->lanes.size());
                if (view.grouping() == LaneGrouping::stage) {
                    QCOMPARE(table.groups.size(), std::size_t(4));
                    savePicture(view, QStringLiteral("timeline-by-stage"));
                    click(view, {60, view.layoutState().bodyTop() + 8}); // folds the first
                    QCOMPARE(shownLanes(view), 9);
                    savePicture(view, QStringLiteral("timeline-by-stage-folded"));
                    click(view, {60, view.layoutState().bodyTop() + 8});
                }
            }
            QCOMPARE(view.grouping(), LaneGrouping::automatic);
            QVERIFY(counts.contains(0) && counts.contains(3) && counts.contains(4));
        }
    }

    void lanesAreMovedByKeysAndMouse()
    {
        Shown shown(replicas(2, 4), {1000, 480});
        TimelineView &view = shown.view;
        const auto order = [&view] {
            std::vector<int> lanes;
            for (const TimelineRow &row : view.rows().table()->rows)
                if (row.lane >= 0)
                    lanes.push_back(row.lane);
            return lanes;
        };
        view.setSelectedLanes({1, 2});
        QTest::keyClick(&view, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(order(), (std::vector<int>{0, 3, 1, 2, 4, 5, 6, 7}));
        for (int i = 0; i < 4; ++i) // no further than the top
            QTest::keyClick(&view, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(order(), (std::vector<int>{1, 2, 0, 3, 4, 5, 6, 7}));
        // Up and Down choose what stands there now.
        click(view, {laneHeadWidth + 60, view.layoutState().laneTop(2) + TimelineLayout::barTop + 4});
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.selectedBar().lane, 0);
        // By its head, past lanes that are hidden.
        view.hideLanes({4});
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, headOf(view, 7));
        QTest::mouseMove(view.viewport(), headOf(view, 6));
        QTest::mouseMove(view.viewport(), headOf(view, 5));
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, headOf(view, 5));
        QCOMPARE(order().at(4), 7);
        QVERIFY(view.rows().isReordered());
        // In groups a lane stays in its own.
        view.showAllLanes();
        view.setGrouping(LaneGrouping::replica);
        const int foreign = headOf(view, 1).y();
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, headOf(view, 7));
        QTest::mouseMove(view.viewport(), {60, foreign + 20});
        QTest::mouseMove(view.viewport(), {60, foreign});
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, {60, foreign});
        const RowTable &table = *view.rows().table();
        QCOMPARE(table.groups.size(), std::size_t(2));
        for (const int lane : table.groups[1].lanes)
            QVERIFY(lane >= 4);
        view.setGrouping(LaneGrouping::none);
        view.resetLaneOrder();
        QCOMPARE(order(), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void theCriticalPathCanBeShownOverFoldedGroups()
    {
        Shown shown(replicas(64), {1000, 480});
        shown.view.setCriticalPathShown(true);
        QVERIFY(!shown.view.grab().isNull());
        QTest::keyClick(&shown.view, Qt::Key_G);
        QVERIFY(!shown.view.grab().isNull());
    }
};

QTEST_MAIN(TimelineRowsTest)
#include "timeline_rows_test.moc"
