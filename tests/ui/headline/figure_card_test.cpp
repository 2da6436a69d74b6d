// SPDX-License-Identifier: GPL-3.0-or-later
//
// A figure of the headline opens on a click: how it is computed, from what, and then the breakdown of all of it.
#include "breakdown/breakdown_view.h"
#include "headline/figure_card.h"
#include "headline/headline_strip.h"
#include "shell/docks/docks.h"
#include "shell/headline.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace heteroscope;

namespace {

/// A click on a figure opens its card, a window of its own.
void openFigure(HeadlineStrip &strip, HeadlineFigure figure)
{
    if (QGuiApplication::platformName() == u"offscreen")
        for (const char *message :
             {"This plugin does not support raise()", "This plugin does not support grabbing the keyboard"})
            QTest::ignoreMessage(QtWarningMsg, message);
    QTest::mouseClick(&strip, Qt::LeftButton, Qt::NoModifier, strip.placeOf(figure).center());
}

} // namespace

class FigureCardTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyFigureOpensAndLeadsToTheBreakdown()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        HeadlineStrip &strip = *o.window.headline();
        auto *card = strip.findChild<FigureCard *>();
        QVERIFY(card && !card->isVisible());
        const auto items = strip.shownItems();
        QVERIFY(items.size() >= mainFigures);
        for (const HeadlineStrip::Item &item : items) {
            openFigure(strip, item.figure);
            QVERIFY(card->isVisible());
            const FigureStory &story = card->story();
            QCOMPARE(story.title, item.label);
            QVERIFY(!story.formula.isEmpty());
            // The figure of the headline is the result, after what it is computed from.
            int results = 0;
            for (const FigureStory::Row &row : story.rows)
                if (row.result) {
                    ++results;
                    QVERIFY2(row.value.startsWith(item.number), qPrintable(row.value + u'/' + item.number));
                }
            QCOMPARE(results, 1);
            QVERIFY(story.rows.size() >= 3);
            QVERIFY(card->findChild<QLabel *>()->text().contains(story.formula.toHtmlEscaped()));
            if (item.figure == HeadlineFigure::exposed) {
                QTest::mouseClick(card->openButton(), Qt::LeftButton);
                QVERIFY(!card->isVisible());
                auto *breakdown = o.window.view<BreakdownView>();
                QVERIFY(breakdown->isVisible());
                QVERIFY(QTest::qWaitFor([breakdown] { return breakdown->isReady(); }, test::patience));
                QCOMPARE(breakdown->lane(), story.lane);
                QCOMPARE(breakdown->currentPath(), story.term);
            } else {
                QTest::keyClick(card, Qt::Key_Escape);
                QVERIFY(!card->isVisible());
            }
        }
    }

    void theCardGoesWithTheStepThatItSpeaksOf()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        HeadlineStrip &strip = *o.window.headline();
        auto *card = strip.findChild<FigureCard *>();
        openFigure(strip, HeadlineFigure::memory);
        QVERIFY(card->isVisible());
        emit o.window.session()->shownChanged();
        QVERIFY(!card->isVisible());
    }

    void aTrainingIsTold()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        HeadlineStrip &strip = *o.window.headline();
        auto *card = strip.findChild<FigureCard *>();
        openFigure(strip, HeadlineFigure::throughput);
        const Simulation &shown = *o.window.session()->shown();
        QVERIFY(card->tokensField()->isVisible());
        QCOMPARE(*card->story().tokens, usualTrainingTokens(shown.project->workload));
        card->tokensField()->setFocus();
        card->tokensField()->selectAll();
        QTest::keyClicks(card->tokensField(), QStringLiteral("1.5T"));
        QTest::keyClick(card->tokensField(), Qt::Key_Return);
        QCOMPARE(*card->story().tokens, 1.5e12);
        const TrainingRun run = trainingRun(*shown.result, shown.project->workload, 1.5e12);
        const auto hasRow = [card](const QString &value) {
            return std::any_of(card->story().rows.begin(), card->story().rows.end(),
                               [&value](const FigureStory::Row &row) { return row.value == value; });
        };
        QVERIFY(hasRow(formatCount(static_cast<std::size_t>(run.steps))));
        QVERIFY(hasRow(formatCost(run.cost)));
        QVERIFY(hasRow(formatEnergy(run.energy)));
        savePicture(*card, QStringLiteral("training-card"));
        card->close();
        openFigure(strip, HeadlineFigure::memory);
        QVERIFY(!card->tokensField()->isVisible());
        card->close();
        // Cost and energy have cards, too, and the same training.
        for (const HeadlineFigure figure : {HeadlineFigure::cost, HeadlineFigure::energy}) {
            const FigureStory story = storyOf(figure, shown, 1.5e12);
            QVERIFY(story.tokens && story.rows.size() >= 5);
        }
    }

    void tokensAreReadFromText()
    {
        QCOMPARE(*tokensFromText(QStringLiteral("300B")), 300e9);
        QCOMPARE(*tokensFromText(QStringLiteral(" 1.5 T ")), 1.5e12);
        QCOMPARE(*tokensFromText(QStringLiteral("2e12")), 2e12);
        QCOMPARE(*tokensFromText(QStringLiteral("6.74 billion")), 6.74e9);
        QCOMPARE(*tokensFromText(QStringLiteral("1,000,000")), 1e6);
        for (const char *bad : {"", "many", "-3", "0", "1e300", "3 potatoes", "nan"})
            QVERIFY2(!tokensFromText(QString::fromLatin1(bad)), bad);
    }

    void memoryTellsItsParts()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        const Simulation &shown = *o.window.session()->shown();
        const FigureStory story = storyOf(HeadlineFigure::memory, shown);
        const Lane &lane = *shown.result->fullestLane();
        QCOMPARE(story.rows.front().value, formatMemory(lane.memory.weights));
        QVERIFY(std::any_of(story.rows.begin(), story.rows.end(), [&lane](const FigureStory::Row &row) {
            return row.result && row.value == formatMemory(lane.memory.total());
        }));
        QCOMPARE(story.term, (TermPath{PlainTerm::memory}));
    }
};

QTEST_MAIN(FigureCardTest)
#include "figure_card_test.moc"
