// SPDX-License-Identifier: GPL-3.0-or-later
//
// The counter tracks: which there are, and that what is drawn is power and memory of the step.
#include "analysis/power_trace.h"
#include "simulator/result/memory_trace.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "ui/support/picture.h"
#include "ui/support/shown_timeline.h"

#include <QSignalSpy>
#include <QTest>

using namespace heteroscope;
using namespace heteroscope::shown_timeline;

namespace {

struct WithTopology : Shown
{
    WithTopology() : Shown(test::overOneCable().result)
    {
        view.setResult(test::overOneCable().result, test::overOneCable().topology);
        view.setFocus();
        QApplication::processEvents();
    }
};

} // namespace

class TimelineCountersTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void theKeyShowsThemAndTheSelectionChoosesTheLanes()
    {
        WithTopology shown;
        QVERIFY(shown.view.counters().empty());
        const int links = shown.view.layoutState().linksHeaderRect().top();
        QTest::keyClick(&shown.view, Qt::Key_K);
        QVERIFY(shown.view.areCountersShown());
        const StepResult &step = *shown.view.result();
        const auto fullest = static_cast<int>(step.fullestLane() - step.lanes.data());
        QCOMPARE(shown.view.counters(), (std::vector<int>{-1, fullest}));
        // The links make room.
        QCOMPARE(shown.view.layoutState().linksHeaderRect().top(), links + 2 * TimelineLayout::counterHeight);
        shown.view.setSelectedLanes({0, 1, 2});
        QCOMPARE(shown.view.counters(), (std::vector<int>{-1, 0, 1, 2}));
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(shown.view, QStringLiteral("counters"));
        }
        // Without a topology nobody knows the power.
        shown.view.setResult(smallStep());
        QVERIFY(!shown.view.counters().empty() && shown.view.counters().front() >= 0);
        QTest::keyClick(&shown.view, Qt::Key_K);
        QVERIFY(shown.view.counters().empty());
    }
    void theAreaIsAsHighAsThePower()
    {
        WithTopology shown;
        shown.view.setCountersShown(true);
        const TimelineLayout layout = shown.view.layoutState();
        const TimelineViewport &view = shown.view.viewportState();
        const StepResult &step = *shown.view.result();
        const PowerTrace power(step, *test::overOneCable().topology);
        const QImage drawn = shown.view.viewport()->grab().toImage();
        const QColor ink = currentTheme().mixed(Role::forward, 0.55);
        const int top = layout.counterTop(0);
        int different = 0;
        int last = -1;
        for (int x = 1; x < static_cast<int>(view.x(step.stepTime)) - 1; ++x) {
            int filled = 0;
            for (int y = top; y < top + TimelineLayout::counterHeight; ++y)
                filled += drawn.pixelColor(laneHeadWidth + x, y) == ink ? 1 : 0;
            const double share = power.mean(view.time(x), view.time(x + 1)) / power.most();
            const double expected = share * (TimelineLayout::counterHeight - 6);
            QVERIFY2(std::abs(filled - expected) <= 1.5, qPrintable(QStringLiteral("%1 at %2").arg(filled).arg(x)));
            different += last >= 0 && filled != last ? 1 : 0;
            last = filled;
        }
        QVERIFY(different > 2);
    }
    /// Power adds up to the energy of the step, memory has its peak.
    void theNumbersAreCopied()
    {
        WithTopology shown;
        QVERIFY(shown.view.countersCsv().isEmpty());
        shown.view.setCountersShown(true);
        const StepResult &step = *shown.view.result();
        const QStringList lines = shown.view.countersCsv().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.front(), QStringLiteral("counter,time,value"));
        double energy = 0, at = 0, watts = 0, peak = 0;
        for (const QString &line : lines.mid(1)) {
            const QStringList cells = line.split(u',');
            QCOMPARE(cells.size(), 3);
            const double time = cells[1].toDouble(), value = cells[2].toDouble();
            if (cells[0] == QStringLiteral("power")) {
                energy += watts * (time - at);
                at = time;
                watts = value;
            } else {
                QVERIFY(cells[0].startsWith(QStringLiteral("memory of ")));
                peak = std::max(peak, value);
            }
        }
        energy += watts * (toSeconds(step.stepTime).value - at);
        QVERIFY2(std::abs(energy / step.energy - 1) < 1e-6, qPrintable(QString::number(energy / step.energy)));
        QCOMPARE(peak, step.fullestLane()->memory.total().value);
        // Of a part of the step, the value that holds at its start comes first.
        shown.view.showRange(Ticks(step.stepTime.count / 2), Ticks(step.stepTime.count / 2 + step.stepTime.count / 8));
        const double start = toSeconds(shown.view.viewportState().start).value;
        const QString first = shown.view.countersCsv().section(u'\n', 1, 1);
        QVERIFY(std::abs(first.section(u',', 1, 1).toDouble() - start) < 1e-9);
    }
    void hoveringSaysTheValue()
    {
        WithTopology shown;
        shown.view.setCountersShown(true);
        const TimelineLayout layout = shown.view.layoutState();
        QSignalSpy said(&shown.view, &TimelineView::hovered);
        const QPoint at(laneHeadWidth + 200, layout.counterTop(1) + 10);
        send(shown.view.viewport(), QEvent::MouseMove, at, Qt::NoButton);
        QVERIFY(!said.isEmpty());
        const StepResult &step = *shown.view.result();
        const Lane &lane = *step.fullestLane();
        const auto points = memoryOverTime(lane);
        const Ticks time = shown.view.viewportState().time(200.5);
        Bytes held = points.front().total;
        for (const MemoryPoint &point : points)
            if (point.at <= time)
                held = point.total;
        QVERIFY2(said.last().first().toString().contains(formatMemoryOf(held, lane.memoryCapacity)),
                 qPrintable(said.last().first().toString()));
    }
};

QTEST_MAIN(TimelineCountersTest)
#include "timeline_counters_test.moc"
