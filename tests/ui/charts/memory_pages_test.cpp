// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the memory dock: chart and table say the same, parts add up, a click and a row select, what does not
// fit is said, and each schedule tells what its stages hold.
#include "charts/memory_pages.h"

#include "charts/chart_table.h"
#include "charts/memory_time_view.h"
#include "charts/memory_view.h"
#include "charts/plot.h"
#include "language/plan_words.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "ui/support/picture.h"
#include "ui/support/simulated_example.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace heteroscope;

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

double numberIn(const ChartTable &table, int row, int column)
{
    return table.index(row, column).data(ChartTable::valueRole).toDouble();
}

struct OpenedMemory
{
    MemoryPages pages{coreEngine()};
    explicit OpenedMemory(MemoryPages::Page page, std::shared_ptr<const Simulation> shown = simulatedExample())
    {
        pages.resize(1000, 330);
        pages.show();
        pages.setSimulation(std::move(shown));
        pages.showPage(page);
        QApplication::processEvents();
    }
    void save(const char *name)
    {
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(pages, QLatin1String(name));
        }
    }
    const ChartTable &table(MemoryPages::Page page) const { return *pages.tableOf(page); }
    /// The heights of a graph of the chart over time.
    std::vector<double> drawn(int graph) const
    {
        const auto *plot = pages.overTime()->findChild<QCustomPlot *>();
        std::vector<double> heights;
        for (const QCPGraphData &point : *plot->graph(graph)->data())
            heights.push_back(point.value);
        return heights;
    }
};

/// The example with activations that do not fit into the devices of one lane.
std::shared_ptr<const Simulation> tooLarge(std::size_t lane)
{
    auto shown = std::make_shared<Simulation>(*simulatedExample());
    auto result = std::make_shared<StepResult>(*shown->result);
    for (Bytes &one : result->lanes[lane].activations)
        one = one * 20;
    result->lanes[lane].memory.activations = result->lanes[lane].memory.activations * 20;
    result->feasible = false;
    shown->result = std::move(result);
    return shown;
}

} // namespace

class MemoryPagesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void thePartsOfAPeakAddUp()
    {
        const auto shown = tooLarge(1);
        OpenedMemory o(MemoryPages::peaksPage, shown);
        const ChartTable &table = o.table(MemoryPages::peaksPage);
        QAbstractItemModelTester tester(o.pages.tableOf(MemoryPages::peaksPage));
        constexpr int peak = 2 + static_cast<int>(memoryPartCount);
        QCOMPARE(table.rowCount(), static_cast<int>(shown->result->lanes.size()));
        for (int row = 0; row < table.rowCount(); ++row) {
            double sum = 0;
            for (int column = 2; column < peak; ++column)
                sum += numberIn(table, row, column);
            const Lane &lane = shown->result->lanes[static_cast<std::size_t>(row)];
            QVERIFY(std::abs(sum / lane.memory.total().value - 1) < 1e-12);
            QCOMPARE(numberIn(table, row, peak), lane.memory.total().value);
            QCOMPARE(numberIn(table, row, peak + 1), lane.memoryCapacity.value);
            QCOMPARE(numberIn(table, row, peak + 2), std::max(0.0, -lane.memoryMargin().value));
            QCOMPARE(numberIn(table, row, peak + 3), static_cast<double>(lane.peakInFlight));
        }
        QVERIFY(numberIn(table, 1, peak + 2) > 0);
        QTest::mouseClick(o.pages.tableButton(), Qt::LeftButton);
        QVERIFY(o.pages.tableView()->isVisible());
        QSignalSpy selected(&o.pages, &MemoryPages::laneSelected);
        QTest::mouseClick(o.pages.tableView()->viewport(), Qt::LeftButton, {},
                          o.pages.tableView()->visualRect(table.index(1, 0)).center());
        QCOMPARE(selected.takeLast().first().toInt(), 1);
        o.save("memory-peaks-table");
    }

    void linesAreWhatTheTableSays()
    {
        OpenedMemory o(MemoryPages::timePage);
        const MemoryTimeView &view = *o.pages.overTime();
        const ChartTable &table = o.table(MemoryPages::timePage);
        QAbstractItemModelTester tester(o.pages.tableOf(MemoryPages::timePage));
        std::set<int> stages;
        int row = 0;
        for (std::size_t i = 0; i < view.lanes().size(); ++i) {
            const Lane &lane = simulatedExample()->result->lanes[static_cast<std::size_t>(view.lanes()[i])];
            stages.insert(lane.stage);
            const std::vector<double> heights = o.drawn(static_cast<int>(i));
            QCOMPARE(heights.size(), view.series(i).points.size() + 1); // and the end of the step
            double highest = 0;
            for (std::size_t point = 0; point + 1 < heights.size(); ++point, ++row) {
                QCOMPARE(view.laneOfRow(row), view.lanes()[i]);
                QVERIFY(std::abs(numberIn(table, row, 3) / gib - heights[point]) < 1e-9);
                QCOMPARE(numberIn(table, row, 5), static_cast<double>(view.series(i).points[point].inFlight));
                highest = std::max(highest, numberIn(table, row, 3));
            }
            QCOMPARE(highest, lane.memory.total().value);
        }
        QCOMPARE(row, table.rowCount());
        QCOMPARE(stages.size(), view.lanes().size()); // one of each
        o.save("memory-time");
    }

    void aClickChoosesALineAndItsPartsAreShown()
    {
        OpenedMemory o(MemoryPages::timePage);
        MemoryTimeView &view = *o.pages.overTime();
        QSignalSpy selected(&o.pages, &MemoryPages::laneSelected);
        auto *plot = view.findChild<QCustomPlot *>();
        const std::size_t line = view.lanes().size() - 1;
        const QPoint place = view.placeOf(line, view.series(line).points.size() / 2);
        QTest::mouseMove(plot, plot->mapFrom(&view, place));
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->mapFrom(&view, place));
        QCOMPARE(selected.takeFirst().first().toInt(), view.lanes()[line]);
        const int lane = view.lanes()[line];
        o.pages.setSelectedLanes({lane});
        QVERIFY(view.isStacked());
        QCOMPARE(view.lanes(), std::vector<int>{lane});
        // The topmost band is the total.
        const std::vector<double> top = o.drawn(plot->graphCount() - 1);
        const ChartTable &table = o.table(MemoryPages::timePage);
        for (int row = 0; row < table.rowCount(); ++row)
            QVERIFY(std::abs(numberIn(table, row, 3) / gib - top[static_cast<std::size_t>(row)]) < 1e-9);
        QVERIFY(view.note().contains(QStringLiteral("in flight")));
        o.save("memory-time-parts");
    }

    void whatDoesNotFitIsHatchedAndSaid()
    {
        const auto shown = tooLarge(1);
        OpenedMemory o(MemoryPages::timePage, shown);
        MemoryTimeView &view = *o.pages.overTime();
        const Lane &lane = shown->result->lanes[1];
        const QString over = formatMemory(lane.memory.total() - lane.memoryCapacity);
        QVERIFY2(view.note().contains(over), qPrintable(view.note()));
        // Above the line of the limit, and only there.
        const auto hatched = [&view](int chosen) {
            view.setSelectedLanes({chosen});
            QApplication::processEvents();
            const QImage drawn = view.grab().toImage();
            int pixels = 0;
            for (int y = 0; y < drawn.height(); ++y)
                for (int x = 0; x < drawn.width(); ++x)
                    pixels += drawn.pixelColor(x, y) == currentTheme()[Role::error];
            return pixels;
        };
        const int line = hatched(0); // of the limit
        QVERIFY2(hatched(1) > line + 2000, qPrintable(QStringLiteral("%1, %2").arg(line).arg(hatched(1))));
        o.save("memory-time-over");
    }

    void keysGoAlongTheLines()
    {
        OpenedMemory o(MemoryPages::timePage);
        MemoryTimeView &view = *o.pages.overTime();
        QSignalSpy said(&o.pages, &MemoryPages::hovered);
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(said.takeLast().first().toString().contains(
            formatMemory(view.series(0).points[1].total).section(u' ', 0, 0)));
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Left);
        QSignalSpy selected(&o.pages, &MemoryPages::laneSelected);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(selected.takeFirst().first().toInt(), view.lanes()[1]);
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(selected.takeFirst().first().toInt(), -1);
    }

    void everyScheduleTellsWhatItsStagesHold()
    {
        OpenedMemory o(MemoryPages::schedulesPage);
        QVERIFY(o.pages.tableView()->isVisible() && !o.pages.tableButton()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!o.pages.schedules().isRunning() && o.pages.schedules().outcomes().size() > 3,
                                 test::patience);
        const ChartTable &table = o.table(MemoryPages::schedulesPage);
        QAbstractItemModelTester tester(o.pages.tableOf(MemoryPages::schedulesPage));
        int found = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            const QString name = table.index(row, 0).data().toString();
            for (const auto &[kind, outcome] : o.pages.schedules().outcomes()) {
                if (name.section(u',', 0, 0) != wordOf(kind) || !outcome.problem.isEmpty())
                    continue;
                ++found;
                QCOMPARE(numberIn(table, row, 1), toSeconds(outcome.stepTime).value);
                double over = 0;
                for (std::size_t s = 0; s < outcome.stages.size(); ++s) {
                    const int column = 3 + 2 * static_cast<int>(s);
                    QCOMPARE(numberIn(table, row, column), static_cast<double>(outcome.stages[s].inFlight));
                    QCOMPARE(numberIn(table, row, column + 1), outcome.stages[s].peak.value);
                    over = std::max(over, outcome.stages[s].over().value);
                }
                QCOMPARE(numberIn(table, row, 2), over);
                QCOMPARE(over > 0, !outcome.feasible);
                // The schedule on show says what the step on show says.
                if (name.contains(u',')) {
                    QCOMPARE(kind, simulatedExample()->plan.schedule);
                    QVERIFY(outcome.stages == stageMemory(*simulatedExample()->result));
                }
            }
        }
        QCOMPARE(found, table.rowCount());
        QVERIFY(found > 3);
        o.save("memory-schedules");
    }

    void thePagesLeaveAsCsvAndAreEmptyWithoutAStep()
    {
        OpenedMemory o(MemoryPages::peaksPage);
        QTemporaryDir folder;
        for (int page = 0; page < MemoryPages::pageCount; ++page) {
            o.pages.showPage(static_cast<MemoryPages::Page>(page));
            const QString path = folder.filePath(QStringLiteral("%1.csv").arg(page));
            o.pages.exportCsv(path);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(QString::fromUtf8(file.readAll()).count(u'\n'),
                     qsizetype(o.table(static_cast<MemoryPages::Page>(page)).rowCount()) + 1);
        }
        QSignalSpy failed(&o.pages, &MemoryPages::exportFailed);
        o.pages.exportCsv(QStringLiteral("/nonexistent/x.csv"));
        QCOMPARE(failed.count(), 1);
        o.pages.setSimulation(nullptr);
        for (int page = 0; page < MemoryPages::pageCount; ++page) {
            o.pages.showPage(static_cast<MemoryPages::Page>(page));
            QCOMPARE(o.table(static_cast<MemoryPages::Page>(page)).rowCount(), 0);
            QVERIFY(!o.pages.grab().isNull());
        }
    }
};

QTEST_MAIN(MemoryPagesTest)
#include "memory_pages_test.moc"
