// SPDX-License-Identifier: GPL-3.0-or-later
//
// Load and memory charts: shares add up, what is drawn overflows where the result says so, a click selects.
#include "analysis/lane_shares.h"
#include "charts/load_view.h"
#include "charts/memory_view.h"
#include "charts/plot.h"
#include "language/step_words.h"
#include "support/strict_test.h"
#include "support/synthetic_step.h"

#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>

using namespace heteroscope;

namespace {

std::shared_ptr<StepResult> step()
{
    synthetic::Pipeline1F1B shape;
    shape.transfer = 30 * synthetic::ms;
    return std::make_shared<StepResult>(synthetic::oneFOneB(shape));
}

int count(const QImage &image, const QColor &color)
{
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            found += QColor(image.pixel(x, y)) == color;
    return found;
}

} // namespace

class LoadTest : public StrictTest
{
    Q_OBJECT

private slots:
    void clickSelectsTheLane()
    {
        LoadView view;
        view.resize(1000, 400);
        view.show();
        view.setResult(step());
        QSignalSpy spy(&view, &LoadView::laneSelected);
        int y = 0;
        while (view.laneAt(y) != 2)
            ++y;
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, {400, y + 5});
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy.first().first().toInt(), 2);
        QCOMPARE(view.laneAt(view.viewport()->height() - 1), -1);
    }

    void lanesGrowWhereThereIsRoom()
    {
        LoadView view;
        view.setResult(step());
        view.show();
        const auto rowHeight = [&view](int height) {
            view.resize(1000, height);
            int rows = 0;
            for (int y = 0; y < view.viewport()->height(); ++y)
                rows += view.laneAt(y) == 1 ? 1 : 0;
            return rows;
        };
        QCOMPARE(rowHeight(view.fullHeight(1000)), 26);
        QCOMPARE(rowHeight(view.fullHeight(1000) / 2), 26); // the others are a scroll away
        QVERIFY(rowHeight(view.fullHeight(1000) + 60) > 26);
        QCOMPARE(rowHeight(view.fullHeight(1000) * 4), 40);
    }

    void theLegendNamesEverythingAtAnyWidth()
    {
        LoadView view;
        view.setResult(step());
        view.show();
        // Where the names do not fit above the bars, they take rows of their own and the lanes move down.
        const auto firstLane = [&view](int width) {
            view.resize(width, 400);
            int y = 0;
            while (view.laneAt(y) != 0)
                ++y;
            return y;
        };
        QVERIFY(firstLane(700) > firstLane(1800));
        QVERIFY(view.fullHeight(700) > view.fullHeight(1800));
        for (const int width : {500, 700, 1000, 1800}) {
            QImage image(width, view.fullHeight(width), QImage::Format_ARGB32_Premultiplied);
            QPainter painter(&image);
            view.paint(painter, image.size(), theme(ThemeKind::light));
            painter.end();
            const QImage head = image.copy(0, 0, width, firstLane(width));
            for (const SharePart &part : allShares(*step()))
                QVERIFY2(count(head, theme(ThemeKind::light).fill(part.activity)) >= 30,
                         qPrintable(QString::number(width)));
        }
    }

    void theBarsKeepTheirRoomAtAnyWidth()
    {
        LoadView view;
        view.setResult(step());
        const Theme &t = theme(ThemeKind::light);
        for (int width = 520; width <= 1900; width += 60) {
            QImage image(width, view.fullHeight(width), QImage::Format_ARGB32_Premultiplied);
            QPainter painter(&image);
            view.paint(painter, image.size(), t);
            painter.end();
            // The last row is the sum of all lanes: backward passes are its longest part.
            int first = width, last = 0;
            for (int y = image.height() - 26; y < image.height() - 8; ++y)
                for (int x = 0; x < width; ++x)
                    if (const QColor color = image.pixelColor(x, y);
                        color == t[Role::forward] || color == t[Role::backward] || color == t[Role::bubbleHatch] ||
                        color == t[Role::bubble]) {
                        first = std::min(first, x);
                        last = std::max(last, x);
                    }
            QVERIFY2(last - first >= 180, qPrintable(QStringLiteral("%1 px at %2").arg(last - first).arg(width)));
        }
    }

    void namesBelowTheMemoryChartDoNotMeet()
    {
        MemoryView view;
        view.setResult(step());
        view.show();
        view.resize(1400, 300);
        QCOMPARE(view.namedLanes(), 8);
        view.resize(420, 300);
        QVERIFY(view.namedLanes() < 8 && view.namedLanes() > 1);
        view.resize(1400, 300);
        QCOMPARE(view.namedLanes(), 8);
    }

    void drawsInThemeColoursWithoutAWindow()
    {
        LoadView view;
        const auto result = step();
        view.setResult(result);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            QImage image(1000, view.fullHeight(1000), QImage::Format_ARGB32_Premultiplied);
            QPainter painter(&image);
            view.paint(painter, image.size(), theme(kind));
            painter.end();
            QVERIFY(count(image, theme(kind)[Role::forward]) > 500);
            QVERIFY(count(image, theme(kind)[Role::backward]) > 1000);
            QVERIFY(count(image, theme(kind).fill(Activity::exposedPp)) > 100);
            QCOMPARE(count(image, theme(kind)[Role::errorFill]), 0);
        }
    }

    void overflowIsHatchedInTheErrorColour()
    {
        auto result = step();
        result->lanes[1].memory.activations = Bytes(120e9);
        LoadView view;
        view.setResult(result);
        QImage image(1000, view.fullHeight(1000), QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        view.paint(painter, image.size(), theme(ThemeKind::light));
        painter.end();
        QVERIFY(count(image, theme(ThemeKind::light)[Role::errorFill]) > 10);
    }

    void memoryChartFollowsResultAndTheme()
    {
        MemoryView view;
        view.resize(800, 300);
        view.show();
        const auto result = step();
        result->lanes[1].memory.activations = Bytes(120e9);
        view.setResult(result);
        const QImage light = view.grab().toImage();
        ThemeHolder::instance().setKind(ThemeKind::dark);
        QVERIFY(view.grab().toImage() != light);
        ThemeHolder::instance().setKind(ThemeKind::light);
        QCOMPARE(view.grab().toImage(), light);
        QSignalSpy spy(&view, &MemoryView::laneSelected);
        QTest::mouseClick(view.childAt(400, 150), Qt::LeftButton, Qt::NoModifier,
                          view.childAt(400, 150)->mapFrom(&view, QPoint(400, 150)));
        QCOMPARE(spy.count(), 1);
        QVERIFY(spy.first().first().toInt() >= 3 && spy.first().first().toInt() <= 4);
        QImage image(800, 300, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        view.paint(painter, image.size());
        painter.end();
        QVERIFY(count(image, theme(ThemeKind::light).fill(MemoryPart::weights)) > 500);
    }

    void theReasonOfThePeakStandsBelow()
    {
        MemoryView view;
        QVERIFY(view.reason().isEmpty());
        const auto result = step();
        result->lanes[1].memory.activations = Bytes(120e9);
        view.setResult(result);
        QVERIFY2(view.reason().startsWith(QStringLiteral("Fullest, ") + laneName(result->lanes[1]) +
                                          QStringLiteral(": activations 112 GiB of ")),
                 qPrintable(view.reason()));
        view.setSelectedLanes({0, 2});
        QCOMPARE(view.reason().count(u'\n'), qsizetype(1));
        QVERIFY(view.reason().startsWith(laneName(result->lanes[0])));
    }

    void theReasonOfThePeakEndsWithAnEllipsis()
    {
        MemoryView view;
        view.setResult(step());
        view.show();
        const auto *label = view.findChild<QLabel *>();
        view.resize(260, 300);
        QCoreApplication::processEvents();
        QVERIFY(label->text().endsWith(QChar(0x2026)));
        QVERIFY(label->fontMetrics().horizontalAdvance(label->text()) <= label->width());
        QVERIFY(label->toolTip().contains(view.reason().right(12)));
        view.resize(1600, 300);
        QCoreApplication::processEvents();
        QCOMPARE(label->text(), view.reason());
    }

    /// A peak just below the capacity is written above its line, not on it.
    void noPeakIsStruckThrough()
    {
        MemoryView view;
        view.show();
        view.resize(900, 300);
        const auto *plot = view.findChild<QCustomPlot *>();
        int onLine = 0;
        for (const double share : {0.5, 0.85, 0.9, 0.95, 0.99, 1.0}) {
            const auto result = step();
            for (Lane &lane : result->lanes)
                lane.memory.activations = lane.memory.activations + lane.memoryCapacity * share - lane.memory.total();
            view.setResult(result);
            for (int i = 0; i < plot->itemCount(); ++i) {
                const auto *text = qobject_cast<QCPItemText *>(plot->item(i));
                if (!text)
                    continue;
                const double line = plot->yAxis->coordToPixel(result->lanes[0].memoryCapacity.value / (1 << 30));
                const double top = text->topLeft->pixelPosition().y();
                const double bottom = text->bottomRight->pixelPosition().y();
                QVERIFY2(bottom <= line || top >= line, qPrintable(QString::number(share)));
                onLine += bottom <= line;
            }
        }
        QVERIFY(onLine > 0);
    }

    void emptyAndManyLanes()
    {
        LoadView view;
        view.resize(600, 200);
        view.show();
        QVERIFY(!view.viewport()->grab().isNull());
        view.setResult(std::make_shared<const StepResult>(synthetic::manyBars(3, 300)));
        QVERIFY(view.fullHeight(600) > 300 * 20);
        QVERIFY(!view.viewport()->grab().isNull());
        MemoryView memory;
        memory.setResult(std::make_shared<const StepResult>());
        memory.setResult(std::make_shared<const StepResult>(synthetic::manyBars(3, 300)));
        QVERIFY(!memory.grab().isNull());
    }
};

QTEST_MAIN(LoadTest)
#include "load_test.moc"
