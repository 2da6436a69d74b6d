// SPDX-License-Identifier: GPL-3.0-or-later
//
// The headline repeats the result, no other numbers.
#include "headline/headline_strip.h"
#include "support/strict_test.h"
#include "support/synthetic_step.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QApplication>
#include <QSignalSpy>

using namespace heteroscope;

class HeadlineTest : public StrictTest
{
    Q_OBJECT

private slots:
    void figuresAreThoseOfTheResult()
    {
        StepResult result = synthetic::oneFOneB({});
        result.mfu = 0.2731;
        result.tokensPerSecond = 17476;
        const auto items = HeadlineStrip::items(&result);
        QCOMPARE(items.size(), std::size_t(8));
        QCOMPARE(items[0].number + u' ' + items[0].unit, formatTicks(result.stepTime));
        QCOMPARE(items[1].number, QStringLiteral("27.3"));
        QCOMPARE(items[2].number + u' ' + items[2].unit, QStringLiteral("17.5 k tok/s"));
        QCOMPARE(items[3].number + " %", formatPercent(result.bubbleShare()));
        QCOMPARE(items[4].number + " %", formatPercent(result.exposedShare()));
        QCOMPARE(items[5].number + u' ' + items[5].unit,
                 formatMemoryOf(result.lanes[0].memory.total(), result.lanes[0].memoryCapacity));
        QVERIFY(!items[5].error);
    }

    void overflowIsAnErrorWithItsReason()
    {
        StepResult result = synthetic::oneFOneB({});
        result.lanes[0].memory.activations = Bytes(90e9);
        result.feasible = false;
        result.overflows = {{0, "node-0:0", MemoryPart::activations, Bytes(42.0 * 1024 * 1024 * 1024)}};
        const auto items = HeadlineStrip::items(&result);
        QVERIFY(items[5].error);
        QVERIFY(items[5].explanation.contains(QStringLiteral("activations exceed memory by 42 GiB on node-0:0")));
    }

    void nothingYetShowsDashes()
    {
        for (const auto &item : HeadlineStrip::items(nullptr))
            QCOMPARE(item.number, QStringLiteral("–"));
    }

    void staleFiguresStayDimmed()
    {
        HeadlineStrip strip;
        strip.resize(900, 56);
        const StepResult step = synthetic::oneFOneB({});
        strip.setResult(&step);
        const QImage fresh = strip.grab().toImage();
        strip.setStale(true);
        QVERIFY(strip.isStale());
        QVERIFY(strip.grab().toImage() != fresh);
        strip.setResult(&step);
        QVERIFY(!strip.isStale());
        QCOMPARE(strip.grab().toImage(), fresh);
    }

    void nothingIsCutOffWhereItIsNarrow_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {380, 480, 580, 700, 920})
            QTest::addRow("%d px", width) << width;
    }
    void nothingIsCutOffWhereItIsNarrow()
    {
        QFETCH(int, width);
        HeadlineStrip strip;
        StepResult result = synthetic::oneFOneB({});
        result.tokensPerSecond = 17476;
        strip.setResult(&result);
        strip.setSentence(QStringLiteral("A plan 20.3 % faster is proved"), QStringLiteral("TP4 PP4 DP2"));
        strip.resize(width, strip.height());
        strip.show();
        QApplication::processEvents();
        QCOMPARE(strip.isStacked(), width < 820);
        QCOMPARE(strip.height(), strip.isStacked() ? headlineHeight + 24 : headlineHeight);
        QCOMPARE(strip.shownItems().size() < 6, width < 500);
        // The rightmost column of pixels has no ink but the two borders.
        const QImage image = strip.grab().toImage();
        for (int y = 2; y < image.height() - 2; ++y)
            QCOMPARE(image.pixelColor(width - 2, y), currentTheme()[Role::base]);
    }

    /// What cannot run is said whole: it gets a row of its own where a hint would be cut.
    void anErrorIsSaidWhole()
    {
        HeadlineStrip strip;
        StepResult result = synthetic::oneFOneB({});
        strip.setResult(&result);
        const QString sentence = QStringLiteral("No plan fits: needs 11.1 TiB, these 64 devices have 5 TiB");
        strip.setSentence(sentence, QStringLiteral("nearest"));
        strip.show();
        int width = 500;
        for (strip.resize(width, strip.height()); strip.isStacked(); strip.resize(width, strip.height()))
            width += 10; // until a hint would stand beside the figures, cut
        strip.setSentence(sentence, QStringLiteral("nearest"), IconName::warning, Role::error);
        QVERIFY(strip.isStacked());
        strip.resize(width + 400, strip.height());
        QVERIFY(!strip.isStacked());
    }

    void clickOpensTheFigure()
    {
        HeadlineStrip strip;
        strip.resize(900, 56);
        const StepResult step = synthetic::oneFOneB({});
        strip.setResult(&step);
        strip.setSentence(QStringLiteral("A plan 20.3 % faster is proved"));
        QSignalSpy spy(&strip, &HeadlineStrip::figureChosen);
        QTest::mouseClick(&strip, Qt::LeftButton, Qt::NoModifier, {25, 30});
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy.first().first().value<HeadlineFigure>(), HeadlineFigure::stepTime);
        QTest::mouseClick(&strip, Qt::LeftButton, Qt::NoModifier, {880, 30});
        QCOMPARE(spy.count(), 1);
        // The keyboard opens each of them as well.
        for (const HeadlineStrip::Item &item : strip.shownItems()) {
            QTest::keyClick(&strip, Qt::Key_Return);
            QCOMPARE(spy.last().first().value<HeadlineFigure>(), item.figure);
            QTest::keyClick(&strip, Qt::Key_Right);
        }
    }
};

QTEST_MAIN(HeadlineTest)
#include "headline_test.moc"
