// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline tells why: what hovering says of bars, gaps, memory and communication, and the thread of the critical
// path with its blame.
#include "language/step_words.h"
#include "support/strict_test.h"
#include "ui/support/shown_timeline.h"

#include <QImage>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::shown_timeline;
using synthetic::ms;

class TimelineReasonsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void hoverTellsWhat()
    {
        Shown shown;
        QSignalSpy spy(&shown.view, &TimelineView::hovered);
        const TimelineLayout layout = shown.view.layoutState();
        send(shown.view.viewport(), QEvent::MouseMove, {laneHeadWidth + 4, layout.laneTop(0) + 15}, Qt::NoButton);
        QVERIFY(!spy.isEmpty());
        QVERIFY2(spy.last().first().toString().startsWith(QStringLiteral("F1 · micro-batch 1 · 100 ms from 0 s")),
                 qPrintable(spy.last().first().toString()));
    }

    void aSumTellsOfHowManyMicroBatches()
    {
        constexpr int microBatches = 3000;
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"v:0"}}, {6, 5, 3}, microBatches)};
        PredictOptions options;
        options.memory = Bytes(4e6); // too little for all passes
        const auto result = predictStep(test::topology(test::star({test::node("a", "A100-80GB SXM", 2),
                                                                   test::node("v", "V100-32GB SXM2/SXM3", 1)})),
                                        test::smallGpt(12, 1024, microBatches), plan, options);
        QVERIFY(result);
        int sums = 0;
        for (std::size_t l = 0; l < result->lanes.size(); ++l) {
            const Lane &lane = result->lanes[l];
            QVERIFY(lane.summed.microBatches > microBatches / 2);
            for (std::size_t i = 0; i < lane.intervals.size(); ++i) {
                const bool isSum = lane.summed.holds(lane.intervals[i].start, lane.intervals[i].end);
                const QString last = explainBar(*result, {int(l), int(i)}).lines.last();
                QCOMPARE(last.contains(QStringLiteral("micro-batches that repeat")), isSum);
                sums += isSum ? 1 : 0;
            }
        }
        QVERIFY(sums >= 6); // forward and backward of each lane
    }

    void hoverTellsWhy()
    {
        const auto result = smallStep();
        const Lane &lane = result->lanes[0];
        // The first gap of the first stage waits for the first backward of the second.
        std::size_t gap = 0;
        while (lane.intervals[gap].activity != Activity::bubble)
            ++gap;
        const LaneInterval &bubble = lane.intervals[gap];
        QCOMPARE(explainBar(*result, {0, int(gap)}).headline,
                 QStringLiteral("Bubble %1: waits for B1 of node-1:0–3 to finish").arg(formatTicksOf(bubble)));
        const LaneInterval &transfer = lane.intervals[gap + 1];
        QCOMPARE(transfer.activity, Activity::exposedPp);
        const Explanation why = explainBar(*result, {0, int(gap) + 1});
        QCOMPARE(why.headline, QStringLiteral("Waited 30.0 ms for the gradient of micro-batch 1 from node-1:0–3"));
        QVERIFY(why.plain().contains(QStringLiteral("67.1 MB in 30.0 ms")));
        // The last gap waits for nobody.
        std::size_t tail = lane.intervals.size() - 1;
        const Lane &last = result->lanes[3];
        tail = last.intervals.size() - 1;
        while (last.intervals[tail].activity != Activity::bubble)
            --tail;
        QVERIFY(explainBar(*result, {3, int(tail)}).headline.contains(QStringLiteral("no work left")));
    }

    void theCriticalPathIsShownByKeyAndByButton()
    {
        Shown shown(std::make_shared<const StepResult>(simulated(ScheduleKind::oneFOneB)));
        QSignalSpy spy(&shown.view, &TimelineView::criticalPathToggled);
        const QImage before = shown.view.viewport()->grab().toImage();
        QTest::keyClick(&shown.view, Qt::Key_C);
        QVERIFY(shown.view.isCriticalPathShown());
        QVERIFY(shown.view.viewport()->grab().toImage() != before);
        const auto buttons = shown.view.viewport()->findChildren<QToolButton *>(Qt::FindDirectChildrenOnly);
        const auto found = std::find_if(buttons.begin(), buttons.end(),
                                        [](const QToolButton *one) { return one->text() == u"Critical path"; });
        QVERIFY(found != buttons.end());
        QToolButton *button = *found;
        QVERIFY(button->isVisible() && button->isChecked());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!shown.view.isCriticalPathShown());
        QTest::mouseClick(button, Qt::LeftButton);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QVERIFY(!shown.view.isCriticalPathShown());
        QCOMPARE(spy.count(), 4);
        QCOMPARE(shown.view.viewport()->grab().toImage(), before);
    }

    void theBlameHasARowEvenWhereTheLegendHasNone()
    {
        Shown shown(std::make_shared<const StepResult>(simulated(ScheduleKind::oneFOneB)), {900, 122});
        QCOMPARE(shown.view.layoutState().legend, 0);
        shown.view.setCriticalPathShown(true);
        QVERIFY(shown.view.layoutState().legend > 0);
        QVERIFY(shown.view.verticalScrollBar()->maximum() > 0);
    }

    void hoverOnTheThreadNamesCauseAndShare()
    {
        Shown shown(std::make_shared<const StepResult>(simulated(ScheduleKind::oneFOneB)));
        shown.view.setCriticalPathShown(true);
        QSignalSpy spy(&shown.view, &TimelineView::hovered);
        const auto thread = criticalThread(*shown.view.result());
        const auto work =
            std::find_if(thread.begin(), thread.end(), [](const auto &p) { return isCompute(p.activity); });
        const Ticks middle((work->start.count + work->end.count) / 2);
        const QPoint at(laneHeadWidth + int(shown.view.viewportState().x(middle)),
                        shown.view.layoutState().laneTop(work->lane) + 15);
        send(shown.view.viewport(), QEvent::MouseMove, at, Qt::NoButton);
        QVERIFY2(spy.last().first().toString().contains(
                     QStringLiteral("on the critical path %1, ").arg(causeName(work->activity))),
                 qPrintable(spy.last().first().toString()));
        QVERIFY(spy.last().first().toString().endsWith(QStringLiteral("% of it")));
        const auto shares = criticalShares(thread);
        QCOMPARE(criticalCauses(thread).size(), static_cast<qsizetype>(shares.size()));
        QVERIFY(criticalCauses(thread).front().startsWith(causeName(shares.front().cause) + u' '));
    }

    void hoverOnTheMemoryStripTellsThePeak()
    {
        Shown shown;
        QSignalSpy spy(&shown.view, &TimelineView::hovered);
        const Lane &lane = shown.view.result()->lanes[0];
        const int x = laneHeadWidth + int(std::ceil(shown.view.viewportState().x(lane.peakAt))) + 1;
        send(shown.view.viewport(), QEvent::MouseMove, {x, shown.view.layoutState().laneTop(0) + 2}, Qt::NoButton);
        const QString text = spy.last().first().toString();
        QVERIFY2(text.startsWith(QStringLiteral("Memory 59.6 GiB of 74.5 GiB at ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("4 in flight now 29.8 GiB")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral(
                     "Peak: activations 29.8 GiB of 59.6 GiB (80 % of 74.5 GiB): 4 micro-batches in flight")),
                 qPrintable(text));
    }

    void aBlockingSendSaysForWhomItWaits()
    {
        StepResult result = *smallStep();
        Lane &lane = result.lanes[0];
        std::size_t wait = 0;
        while (lane.intervals[wait].activity != Activity::exposedPp)
            ++wait;
        lane.traffic = {{lane.intervals[wait].start, lane.intervals[wait].end, 2, lane.intervals[wait].peerLane,
                         Traffic::send, 0, Bytes(1e6), false}};
        QCOMPARE(explainBar(result, {0, int(wait)}).headline,
                 QStringLiteral("Waited 30.0 ms until node-1:0–3 had received the activations of micro-batch 3"));
    }

    void aBucketBesideWorkSaysHowMuchIsHidden()
    {
        StepResult result = *smallStep();
        Lane &lane = result.lanes[0];
        const LaneInterval &first = lane.intervals.front();
        lane.traffic = {{first.start, first.end, -1, -1, Traffic::dp, 0, Bytes(1e6), true}};
        const Explanation says = explainTraffic(result, 0, 0);
        QVERIFY(says.headline.startsWith(QStringLiteral("Averages gradients with the other replicas")));
        QVERIFY(says.lines.contains(QStringLiteral("hidden behind work\t100 % of it")));
    }

private:
    static QString formatTicksOf(const LaneInterval &interval)
    {
        return QStringLiteral("%1 ms").arg(double((interval.end - interval.start).count) / double(ms), 0, 'f', 0);
    }
};

QTEST_MAIN(TimelineReasonsTest)
#include "timeline_reasons_test.moc"
