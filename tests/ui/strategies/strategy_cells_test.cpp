// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cells of the ranking: chips and figures keep to their cell at every width and in every language.
#include "language/language_choice.h"
#include "strategies/chip_row.h"
#include "strategies/strategy_columns.h"
#include "strategies/strategy_delegate.h"
#include "strategies/strategy_model.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/sample_ranking.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOptionViewItem>

using namespace heteroscope;

namespace {

constexpr QRgb ground = qRgb(1, 2, 3);

bool isPaintedOutside(const QImage &image, const QRect &cell)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (!cell.contains(x, y) && image.pixel(x, y) != ground)
                return true;
    return false;
}

} // namespace

class StrategyCellsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void cleanup() { speak(QLocale(QLocale::English)); }

    void chipsNeverOverlapAndAnEllipsisStandsForTheRest()
    {
        const QFontMetricsF metrics(heteroscope::font(TypeRole::badge));
        const QStringList chips{QStringLiteral("TP by stage"), QStringLiteral("PP4"), QStringLiteral("DP2"),
                                QStringLiteral("1F1B m16"), QStringLiteral("ZeRO-1")};
        for (int width = 0; width < 400; ++width) {
            const auto places = placedChips(chips, metrics, width);
            double end = 0;
            for (std::size_t i = 0; i < places.size(); ++i) {
                QVERIFY(places[i].x >= end);
                end = places[i].x + places[i].width;
                QVERIFY2(end <= width,
                         qPrintable(QStringLiteral("%1 ends at %2 of %3").arg(places[i].text).arg(end).arg(width)));
                QVERIFY(metrics.horizontalAdvance(places[i].text) <= places[i].width);
            }
            const bool all = !places.empty() && places.back().chip == int(chips.size()) - 1;
            QVERIFY(width < 30 || all || places.back().text.endsWith(QChar(0x2026)));
        }
        QCOMPARE(placedChips(chips, metrics, 1000).size(), std::size_t(5));
        QCOMPARE(placedChips(chips, metrics, 1000).front().text, QStringLiteral("TP by stage"));
    }

    /// In every language and at every width chips stand beside each other, and no cell paints on its neighbours.
    void cellsKeepToThemselves_data()
    {
        QTest::addColumn<QLocale>("language");
        QTest::newRow("en") << QLocale(QLocale::English);
        QTest::newRow("de") << QLocale(QLocale::German);
        QTest::newRow("zh_CN") << QLocale(QLocale::Chinese, QLocale::SimplifiedChineseScript, QLocale::China);
    }
    void cellsKeepToThemselves()
    {
        QFETCH(QLocale, language);
        speak(language);
        const auto shared = alikeRanking();
        SearchResult &search = shared->result;
        FamilyName &family = search.rejected.front().family;
        family.tp = {8, 4};
        family.cp = 16;
        family.ep = 128;
        family.zeroStage = 3;
        family.recompute = Recompute::selective;
        family.mixed = true;
        search.rejected.front().peakMemory = gibibytes(1670);
        for (std::size_t i = 0; i < baselineNames.size(); ++i) {
            Baseline baseline;
            baseline.kind = static_cast<BaselineKind>(i);
            baseline.plan = search.plans[i % 4].plan;
            baseline.plan->expertParallel = 8;
            baseline.result = search.plans[i % 4].result;
            search.baselines.push_back(baseline);
        }
        search.beyond = {{{{VariationKind::schedule, 0, ScheduleKind::dualPipeV}, {VariationKind::samplesBySpeed}},
                          search.plans[2].plan,
                          search.plans[3].result}};
        StrategyModel model;
        model.setRanking(shared);
        StrategyDelegate delegate(&model, nullptr);
        model.setOpen(0, true);
        const QFontMetricsF metrics(heteroscope::font(TypeRole::badge));
        ColumnWidths least = columnWidths(1102, 0, false); // of all columns
        for (const int column : {StrategyModel::plan, StrategyModel::stepTime})
            least[static_cast<std::size_t>(column)] = columnWidths(0, 0, false)[static_cast<std::size_t>(column)];
        for (const int width : {28, 50, 62, 68, 112, 130, 150, 162, 230, 300, 420}) {
            for (int row = 0; row < model.rowCount(); ++row) {
                double end = 0;
                for (const ChipPlace &place : placedChips(model.row(row).chips, metrics, width)) {
                    QVERIFY(place.x >= end);
                    end = place.x + place.width;
                    QVERIFY(end <= width && metrics.horizontalAdvance(place.text) <= place.width);
                }
                for (int column = 0; column < StrategyModel::columnCountValue; ++column) {
                    if (width < least[static_cast<std::size_t>(column)])
                        continue; // never so narrow
                    QImage image(width + 80, 44, QImage::Format_RGB32);
                    image.fill(ground);
                    QPainter painter(&image);
                    QStyleOptionViewItem option;
                    option.rect = QRect(40, 10, width, tableRowHeight);
                    delegate.paint(&painter, option, model.index(row, column));
                    painter.end();
                    QVERIFY2(!isPaintedOutside(image, option.rect),
                             qPrintable(QStringLiteral("row %1, column %2, width %3").arg(row).arg(column).arg(width)));
                }
            }
        }
    }

    void chipsGetTheirRoomBeforeOtherColumnsGrow()
    {
        for (int room = minTableRoom; room < 2200; room += 7)
            for (const bool whyBeside : {false, true}) {
                const ColumnWidths widths = columnWidths(room, 360, whyBeside);
                int sum = 0;
                for (const int width : widths)
                    sum += width;
                QVERIFY2(sum <= room && sum > room - 10, qPrintable(QStringLiteral("%1 of %2").arg(sum).arg(room)));
                QCOMPARE(widths[StrategyModel::why] == 0, whyBeside);
                if (widths[StrategyModel::why] > 140)
                    QVERIFY(widths[StrategyModel::plan] >= 360);
            }
        QCOMPARE(columnWidths(3000, 5000, false)[StrategyModel::plan], maxPlanWidth);
    }
};

QTEST_MAIN(StrategyCellsTest)
#include "strategy_cells_test.moc"
