// SPDX-License-Identifier: GPL-3.0-or-later
//
// The details of a bar: every field agrees with the step, leads on to other bars and is copied.
#include "charts/chart_table.h"
#include "language/step_words.h"
#include "simulator/result/memory_trace.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "timeline/details_view.h"
#include "ui/support/picture.h"
#include "ui/support/shown_timeline.h"
#include "ui/support/simulated_example.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace heteroscope;
using namespace heteroscope::shown_timeline;

namespace {

const BarField *fieldNamed(const std::vector<BarField> &fields, const QString &name)
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&name](const BarField &field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

double valueOfField(const std::vector<BarField> &fields, const QString &name)
{
    const BarField *field = fieldNamed(fields, name);
    return field && field->value ? *field->value : -1;
}

} // namespace

class TimelineDetailsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init()
    {
        StrictTest::init();
        applyTheme(*qApp, ThemeKind::light);
    }

    void everyFieldIsThatOfTheStep()
    {
        const Simulation &shown = *simulatedExample();
        const StepResult &result = *shown.result;
        for (std::size_t lane = 0; lane < result.lanes.size(); ++lane) {
            std::int64_t critical = 0;
            const std::vector<MemoryPoint> memory = memoryOverTime(result.lanes[lane]);
            for (std::size_t i = 0; i < result.lanes[lane].intervals.size(); ++i) {
                const BarId bar{static_cast<int>(lane), static_cast<int>(i)};
                const LaneInterval &interval = result.lanes[lane].intervals[i];
                const auto fields = fieldsOf(result, bar, shown.topology.get());
                QCOMPARE(valueOfField(fields, QStringLiteral("From")), toSeconds(interval.start).value);
                QCOMPARE(valueOfField(fields, QStringLiteral("Until")), toSeconds(interval.end).value);
                QCOMPARE(fieldNamed(fields, QStringLiteral("Activity"))->text, activityName(interval.activity));
                QCOMPARE(fieldNamed(fields, QStringLiteral("Lane"))->text, laneName(result.lanes[lane]));
                QCOMPARE(fieldNamed(fields, QStringLiteral("Devices"))->text.count(u',') + 1,
                         qsizetype(result.lanes[lane].devices.size()));
                critical += toTicks(Seconds(valueOfField(fields, QStringLiteral("On the critical path")))).count;
                double total = 0;
                for (const MemoryPoint &point : memory)
                    if (point.at <= interval.start)
                        total = point.total.value;
                QCOMPARE(valueOfField(fields, QStringLiteral("Memory at its start")), total);
                const BarField *needed = fieldNamed(fields, QStringLiteral("Depends on"));
                const auto expected = directDependency(result, bar);
                QCOMPARE(needed != nullptr, expected.has_value());
                QVERIFY(!needed || needed->bar == *expected);
                std::vector<BarId> dependents;
                for (const BarField &field : fields)
                    if (field.name == QStringLiteral("Needed by"))
                        dependents.push_back(field.bar);
                QVERIFY((dependents == directDependents(result, bar)));
            }
            std::int64_t pieces = 0;
            for (const PathPiece &piece : result.criticalPieces)
                pieces += piece.lane == static_cast<int>(lane) ? (piece.end - piece.start).count : 0;
            // Seconds of each are rounded up to ticks by the test.
            QVERIFY(std::abs(critical - pieces) <= static_cast<std::int64_t>(result.lanes[lane].intervals.size()));
        }
        QVERIFY(fieldsOf(result, {}, nullptr).empty());
        QVERIFY(fieldsOf(result, {9999, 0}, nullptr).empty());
        QVERIFY(!fieldsOf(result, {0, 0}, nullptr).empty());
    }

    void aClickInTheTimelineOpensItsFieldsAndTheyLeadOn()
    {
        Shown shown(simulatedExample()->result);
        DetailsView details;
        details.resize(420, 420);
        details.show();
        QAbstractItemModelTester tester(details.table());
        details.setResult(simulatedExample()->result, simulatedExample()->topology);
        QVERIFY(details.fields().empty() && !details.copyButton()->isEnabled());
        connect(&shown.view, &TimelineView::barSelected, &details, &DetailsView::setBar);
        connect(&details, &DetailsView::barWanted, &shown.view, &TimelineView::selectBar);
        const TimelineLayout layout = shown.view.layoutState();
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {},
                          {layout.size.width() / 2, layout.laneTop(1) + TimelineLayout::barTop + 6});
        QCOMPARE(details.bar(), shown.view.selectedBar());
        QVERIFY(details.bar().isValid());
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(details, QStringLiteral("bar-details"));
        }
        // To the bar that it depends on, by the keyboard, and to the one before that by the mouse.
        for (int i = 0; i < 2; ++i) {
            int row = -1;
            for (std::size_t f = 0; f < details.fields().size(); ++f)
                if (details.fields()[f].bar.isValid() && row < 0)
                    row = static_cast<int>(f);
            QVERIFY(row >= 0);
            const BarId wanted = details.fields()[static_cast<std::size_t>(row)].bar;
            details.view()->selectRow(row);
            if (i == 0)
                QTest::keyClick(details.view(), Qt::Key_Return);
            else {
                const QPoint at = details.view()->visualRect(details.table()->index(row, 1)).center();
                QTest::mouseClick(details.view()->viewport(), Qt::LeftButton, {}, at);
                QTest::mouseDClick(details.view()->viewport(), Qt::LeftButton, {}, at);
            }
            QCOMPARE(shown.view.selectedBar(), wanted);
            QCOMPARE(details.bar(), wanted);
        }
        shown.view.selectBar({9999, 0}); // changes nothing
        QVERIFY(shown.view.selectedBar().isValid());
    }

    void fieldsAreCopied()
    {
        DetailsView details;
        details.show();
        details.setResult(simulatedExample()->result, simulatedExample()->topology);
        details.setBar({2, 3});
        QTest::mouseClick(details.copyButton(), Qt::LeftButton);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), qsizetype(details.fields().size()));
        for (qsizetype i = 0; i < lines.size(); ++i)
            QCOMPARE(lines[i].section(u'\t', 0, 0), details.fields()[static_cast<std::size_t>(i)].name);
        details.view()->selectRow(0);
        details.view()->selectionModel()->select(details.table()->index(1, 0),
                                                 QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keySequence(details.view(), QKeySequence(QKeySequence::Copy));
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), qsizetype(1));
        // Another step takes them away.
        details.setResult(smallStep(), nullptr);
        QVERIFY(details.fields().empty());
    }
};

QTEST_MAIN(TimelineDetailsTest)
#include "timeline_details_test.moc"
