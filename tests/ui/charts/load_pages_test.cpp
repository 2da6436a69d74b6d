// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the load dock: chart and table say the same, a click and a row select, the numbers leave as CSV.
#include "charts/load_pages.h"

#include "analysis/lane_shares.h"
#include "charts/chart_table.h"
#include "charts/heat_map_view.h"
#include "charts/load_view.h"
#include "charts/plot.h"
#include "charts/roofline_view.h"
#include "jobs/engine.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/picture.h"
#include "ui/support/simulated_example.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

using namespace heteroscope;

namespace {

double valueOf(const ChartTable &table, int row, int column)
{
    return table.index(row, column).data(ChartTable::valueRole).toDouble();
}

struct OpenedPages
{
    LoadPages pages;
    explicit OpenedPages(LoadPages::Page page = LoadPages::barsPage)
    {
        pages.resize(900, 330);
        pages.show();
        pages.setSimulation(simulatedExample());
        pages.showPage(page);
        QApplication::processEvents();
        if (!QTest::qWaitFor([this] { return pages.isReady(); }, test::patience))
            qFatal("the roofline does not come");
    }
    void save(const char *name)
    {
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(pages, QLatin1String(name));
        }
    }
};

} // namespace

class LoadPagesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void theTableOfTheBarsAddsUp()
    {
        OpenedPages o;
        const ChartTable &table = *o.pages.tableOf(LoadPages::barsPage);
        QAbstractItemModelTester tester(o.pages.tableOf(LoadPages::barsPage));
        const StepResult &result = *simulatedExample()->result;
        QCOMPARE(table.rowCount(), static_cast<int>(result.lanes.size()));
        const auto kinds = static_cast<int>(allShares(result).size());
        for (int row = 0; row < table.rowCount(); ++row) {
            double sum = 0;
            for (int column = 3; column < 3 + kinds; ++column)
                sum += valueOf(table, row, column);
            QVERIFY(std::abs(sum - 1) < 1e-9);
            const Lane &lane = result.lanes[static_cast<std::size_t>(row)];
            QCOMPARE(valueOf(table, row, 2), busyShare(lane, result.stepTime));
            QCOMPARE(valueOf(table, row, 3 + kinds), lane.memory.total().value);
        }
        o.save("load-bars");
    }
    void cellsHaveTheColourOfTheirNumber()
    {
        OpenedPages o(LoadPages::heatPage);
        HeatMapView &heat = *o.pages.heatMap();
        const ChartTable &table = *heat.table();
        for (std::size_t q = 0; q < heatQuantityCount; ++q) {
            o.pages.quantityField()->setCurrentIndex(static_cast<int>(q));
            emit o.pages.quantityField()->activated(static_cast<int>(q));
            QCOMPARE(heat.quantity(), static_cast<HeatQuantity>(q));
            QCOMPARE(table.columnCount(), static_cast<int>(HeatMapView::columns) + 1);
            const QImage drawn = heat.viewport()->grab().toImage();
            int compared = 0;
            for (int lane = 0; lane < table.rowCount(); ++lane)
                for (int column = 0; column < table.columnCount() - 1; ++column) {
                    const QPoint centre = heat.cellRect(lane, column).center();
                    if (!drawn.rect().contains(centre) || heat.laneAt(centre.y()) != lane)
                        continue;
                    const double value = valueOf(table, lane, column + 1);
                    QCOMPARE(drawn.pixelColor(centre).name(), heat.cellColor(value, currentTheme()).name());
                    ++compared;
                }
            QVERIFY(compared >= 60);
            o.save(qPrintable(QStringLiteral("heat-%1").arg(q)));
        }
    }
    void theMapSelectsLanes()
    {
        OpenedPages o(LoadPages::heatPage);
        HeatMapView &heat = *o.pages.heatMap();
        QSignalSpy selected(&o.pages, &LoadPages::laneSelected);
        QTest::mouseClick(heat.viewport(), Qt::LeftButton, {}, heat.cellRect(2, 10).center());
        QCOMPARE(selected.takeFirst().first().toInt(), 2);
        o.pages.setSelectedLanes({2});
        QTest::keyClick(&heat, Qt::Key_Down);
        QCOMPARE(selected.takeFirst().first().toInt(), 3);
        QSignalSpy said(&o.pages, &LoadPages::hovered);
        QTest::mouseMove(heat.viewport(), heat.cellRect(1, 0).center());
        QTRY_VERIFY(!said.isEmpty());
    }
    void pointsStandWhereTheTableSays()
    {
        OpenedPages o(LoadPages::rooflinePage);
        RooflineView &view = *o.pages.roofline();
        const ChartTable &table = *view.table();
        QAbstractItemModelTester tester(view.table());
        QVERIFY(table.rowCount() > 10);
        QVERIFY(!view.note().isEmpty());
        auto *plot = view.findChild<QCustomPlot *>();
        double time = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            const double flop = valueOf(table, row, 3);
            const double seconds = valueOf(table, row, 1);
            time += seconds;
            if (!(flop > 0))
                continue;
            const QPoint place = plot->mapFrom(&view, view.placeOf(row));
            const double intensity = plot->xAxis->pixelToCoord(place.x());
            const double achieved = plot->yAxis->pixelToCoord(place.y());
            // To the pixel.
            const double across = plot->xAxis->pixelToCoord(place.x() + 1) / intensity - 1;
            const double up = plot->yAxis->pixelToCoord(place.y() - 1) / achieved - 1;
            QVERIFY(std::abs(intensity / (flop / valueOf(table, row, 4)) - 1) <= across);
            QVERIFY(std::abs(achieved / (flop / seconds) - 1) <= up);
            QVERIFY(valueOf(table, row, 6) <= valueOf(table, row, 7));
            QVERIFY(view.pointAt(view.placeOf(row)) >= 0);
        }
        QVERIFY(std::abs(time + view.roofline().other.value - view.roofline().computing.value) < 1e-9);
        o.save("roofline");
    }
    void theRooflineIsOfTheSelectedLane()
    {
        OpenedPages o(LoadPages::rooflinePage);
        o.pages.setSelectedLanes({1});
        QTRY_VERIFY_WITH_TIMEOUT(o.pages.isReady() && o.pages.roofline()->roofline().lane == 1, test::patience);
        // Gone with the step.
        o.pages.setSimulation(nullptr);
        QVERIFY(o.pages.roofline()->roofline().points.empty());
        QCOMPARE(o.pages.roofline()->table()->rowCount(), 0);
        o.save("roofline-empty");
    }
    void aRowMarksItsPoint()
    {
        OpenedPages o(LoadPages::rooflinePage);
        QTest::mouseClick(o.pages.tableButton(), Qt::LeftButton);
        QVERIFY(o.pages.isTableShown() && o.pages.tableView()->isVisible());
        o.pages.tableView()->selectRow(3);
        QCOMPARE(o.pages.roofline()->current(), 3);
        o.save("roofline-table");
        QTest::mouseClick(o.pages.tableButton(), Qt::LeftButton);
        QVERIFY(o.pages.roofline()->isVisible());
        QTest::keyClick(o.pages.roofline(), Qt::Key_Left);
        QCOMPARE(o.pages.roofline()->current(), 2);
    }
    void everyPageLeavesAsCsv()
    {
        OpenedPages o(LoadPages::rooflinePage);
        QTemporaryDir folder;
        for (int page = 0; page < LoadPages::pageCount; ++page) {
            o.pages.showPage(static_cast<LoadPages::Page>(page));
            const ChartTable &table = *o.pages.tableOf(static_cast<LoadPages::Page>(page));
            const QString path = folder.filePath(QStringLiteral("%1.csv").arg(page));
            o.pages.exportCsv(path);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
            QCOMPARE(lines.size(), table.rowCount() + 1);
            // The last row, number by number.
            const QStringList cells = lines.back().split(u',');
            for (int column = 1; column < table.columnCount() && cells.size() == table.columnCount(); ++column)
                if (table.index(table.rowCount() - 1, column).data(ChartTable::valueRole).isValid())
                    QCOMPARE(cells[column].toDouble(), valueOf(table, table.rowCount() - 1, column));
        }
        QSignalSpy failed(&o.pages, &LoadPages::exportFailed);
        o.pages.exportCsv(QStringLiteral("/nonexistent/x.csv"));
        QCOMPARE(failed.count(), 1);
    }
};

QTEST_MAIN(LoadPagesTest)
#include "load_pages_test.moc"
