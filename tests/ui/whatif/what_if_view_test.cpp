// SPDX-License-Identifier: GPL-3.0-or-later
//
// The What-if dock: sliders change the project by mouse and keys, the step and the best plan follow, and the history
// goes back and forth.
#include "whatif/what_if_view.h"

#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "ui/support/held_work.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "whatif/what_if_history.h"
#include "whatif/what_if_slider.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTableView>
#include <QToolButton>

using namespace heteroscope;

namespace {

struct Turned
{
    Document document;
    Session session{&document, coreEngine()};
    WhatIfView view{&session};

    Turned()
    {
        session.setFollowDelay(0);
        document.reset(planned());
        view.resize(1200, 330);
        view.show();
        if (!settled())
            qFatal("the first step does not come");
    }
    bool settled()
    {
        return QTest::qWaitFor([this] { return session.isIdle() && !session.isStale() && session.freshRanking(); },
                               test::patience);
    }
    WhatIfSlider &sliderOf(SensitivityKind kind) const
    {
        for (WhatIfSlider *slider : view.sliders())
            if (!slider->number().workload && slider->number().which == SubjectNumber::own &&
                slider->number().subject.kind == kind)
                return *slider;
        qFatal("no such slider");
    }
    QString cell(int row, WhatIfHistory::Column column) const
    {
        return view.history()->index(row, column).data().toString();
    }
};

} // namespace

class WhatIfViewTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void aMoveIsSimulatedAndPlannedAgain()
    {
        Turned t;
        QAbstractItemModelTester tester(t.view.history());
        const Seconds before = toSeconds(t.session.result()->stepTime);
        QCOMPARE(t.view.history()->rowCount(), 1);
        auto *area = t.view.findChild<QScrollArea *>();
        for (WhatIfSlider *slider : t.view.sliders()) { // whole, whatever the table wants
            area->ensureWidgetVisible(slider);
            QVERIFY(slider->slider()->width() >= 90 &&
                    slider->visibleRegion().boundingRect().width() == slider->width());
        }
        area->verticalScrollBar()->setValue(0);
        WhatIfSlider &speed = t.sliderOf(SensitivityKind::deviceSpeed);
        const double start = speed.number().start;
        QTest::keyClick(speed.slider(), Qt::Key_Right);
        QTest::keyClick(speed.slider(), Qt::Key_Right); // one change as long as nothing else is moved
        QCOMPARE(t.view.history()->rowCount(), 2);
        QVERIFY(*whatIfValue(t.document.project(), speed.number()) > start * 1.3);
        QVERIFY(t.settled());
        const Seconds after = toSeconds(t.session.result()->stepTime);
        QVERIFY(after < before);
        QCOMPARE(t.cell(1, WhatIfHistory::stepDelta), deltaText(before, after));
        QVERIFY(t.cell(1, WhatIfHistory::step).startsWith(formatSeconds(after)));
        const Seconds best = toSeconds(t.session.ranking()->recommended().result->stepTime);
        QVERIFY(t.cell(1, WhatIfHistory::best).startsWith(formatSeconds(best)));
        QVERIFY2(t.view.strip()->title().contains(deltaText(before, after)), qPrintable(t.view.strip()->title()));
        QCOMPARE(t.view.strip()->tone(), StateStrip::Tone::good);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(t.view, QStringLiteral("what-if"));
        }
    }

    void aDragIsOneChangeAndAnotherOneIsItsOwn()
    {
        Turned t;
        QSlider &slider = *t.sliderOf(SensitivityKind::nodeLink).slider();
        const QPoint middle = slider.rect().center();
        for (const int by : {60, -80}) {
            const QPoint from(middle.x() + (by > 0 ? 0 : 60), middle.y());
            QTest::mousePress(&slider, Qt::LeftButton, {}, from);
            for (int i = 1; i <= 4; ++i)
                QTest::mouseMove(&slider, from + QPoint(by * i / 4, 0));
            QTest::mouseRelease(&slider, Qt::LeftButton, {}, from + QPoint(by, 0));
        }
        QCOMPARE(t.view.history()->rowCount(), 3);
        QCOMPARE(t.document.undoStack()->count(), 2);
        QVERIFY(t.settled());
    }

    void theHistoryGoesBackAndForth()
    {
        Turned t;
        const Project first = t.document.project();
        QTest::keyClick(t.sliderOf(SensitivityKind::deviceSpeed).slider(), Qt::Key_End);
        QTest::keyClick(t.sliderOf(SensitivityKind::nodeLink).slider(), Qt::Key_Home);
        QVERIFY(t.settled());
        const Project last = t.document.project();
        QCOMPARE(t.view.history()->rowCount(), 3);
        QTest::mouseClick(t.view.table()->viewport(), Qt::LeftButton, {},
                          t.view.table()->visualRect(t.view.history()->index(0, 0)).center());
        QVERIFY(t.document.project() == first);
        QCOMPARE(t.view.history()->rowCount(), 3); // what was undone stays to go forth to
        QCOMPARE(t.view.history()->current(), 0);
        QVERIFY(!t.view.backButton()->isEnabled());
        for (const WhatIfSlider *slider : t.view.sliders())
            QVERIFY(!slider->resetButton()->isEnabled());
        QVERIFY(t.settled());
        t.view.table()->selectRow(2);
        QTest::keyClick(t.view.table(), Qt::Key_Return);
        QVERIFY(t.document.project() == last);
        QVERIFY(t.settled());
        // Another change takes the place of what was undone.
        QTest::mouseClick(t.view.backButton(), Qt::LeftButton);
        QVERIFY(t.document.project() == first);
        QTest::keyClick(t.view.sliders().front()->slider(), Qt::Key_Right);
        QCOMPARE(t.view.history()->rowCount(), 2);
        QCOMPARE(2 * t.document.project().workload.job.globalBatch, 3 * first.workload.job.globalBatch);
        QTest::mouseClick(t.view.sliders().front()->resetButton(), Qt::LeftButton);
        QCOMPARE(t.document.project().workload.job.globalBatch, first.workload.job.globalBatch);
        QVERIFY(t.settled());
    }

    void anyNumberIsTurned()
    {
        Turned t;
        const Seconds before = toSeconds(t.session.result()->stepTime);
        const double cost = t.view.history()->start().shown->cost;
        QVERIFY(cost > 0);
        const auto sliderOf = [&t](const auto &isWanted) -> WhatIfSlider & {
            for (WhatIfSlider *slider : t.view.sliders())
                if (isWanted(slider->number()))
                    return *slider;
            qFatal("no such slider");
        };
        const auto isLatency = [](const WhatIfNumber &number) { return number.which == SubjectNumber::latency; };
        WhatIfSlider &latency = sliderOf(isLatency);
        QTest::keyClick(latency.slider(), Qt::Key_End);
        QVERIFY(*whatIfValue(t.document.project(), latency.number()) > 4 * latency.number().start);
        QVERIFY(t.settled());
        QVERIFY(toSeconds(t.session.result()->stepTime) >= before);
        t.view.history()->goTo(0);
        QVERIFY(t.settled());
        // Half the price halves the cost of as long a step.
        WhatIfSlider &price = sliderOf([](const WhatIfNumber &number) { return number.which == SubjectNumber::price; });
        QTest::keyClick(price.slider(), Qt::Key_Home);
        QVERIFY(t.settled());
        const WhatIfHistory::Entry &now = t.view.history()->present();
        QVERIFY(now.shown->cost < cost);
        QVERIFY(t.cell(1, WhatIfHistory::cost).contains(formatSignedPercent(now.shown->cost / cost - 1)));
        t.view.history()->goTo(0);
        QVERIFY(t.settled());
        // Twice the layers are planned again.
        WhatIfSlider &layers =
            sliderOf([](const WhatIfNumber &number) { return number.workload == WorkloadNumber::layers; });
        const int had = t.document.project().workload.model.layers;
        QTest::keyClick(layers.slider(), Qt::Key_End);
        QVERIFY(t.document.project().workload.model.layers > had);
        QVERIFY(layers.text().contains(formatCount(static_cast<std::size_t>(had))));
        QVERIFY(t.settled());
        const WhatIfHistory::Entry &deeper = t.view.history()->present();
        QVERIFY(deeper.best && deeper.best->time > t.view.history()->start().best->time);
    }

    void theFilterShowsWhatHasItsWords()
    {
        Turned t;
        QTest::keyClicks(t.view.filterField(), QStringLiteral("latency"));
        int shown = 0;
        for (const WhatIfSlider *slider : t.view.sliders()) {
            QCOMPARE(slider->isVisible(), slider->name().contains(QStringLiteral("Latency")));
            shown += slider->isVisible();
        }
        QVERIFY(shown > 0 && shown < static_cast<int>(t.view.sliders().size()));
        QApplication::processEvents(); // the layout follows
        savePicture(t.view, QStringLiteral("what-if-filtered"));
        t.view.filterField()->clear();
        for (const WhatIfSlider *slider : t.view.sliders())
            QVERIFY(slider->isVisible());
    }

    void theStartCanBeMoved()
    {
        Turned t;
        WhatIfSlider &speed = t.sliderOf(SensitivityKind::deviceSpeed);
        QTest::keyClick(speed.slider(), Qt::Key_PageUp);
        const double now = *whatIfValue(t.document.project(), speed.number());
        QVERIFY(t.settled());
        QTest::mouseClick(t.view.startButton(), Qt::LeftButton);
        QCOMPARE(t.view.history()->rowCount(), 1);
        QCOMPARE(t.sliderOf(SensitivityKind::deviceSpeed).number().start, now);
        // Undone beyond the start, the project is a new start.
        t.document.undoStack()->undo();
        QCOMPARE(t.view.history()->rowCount(), 1);
        QVERIFY(t.view.history()->start().project == t.document.snapshot());
        QVERIFY(t.settled());
    }

    void theHistoryIsCopied()
    {
        Turned t;
        QTest::keyClick(t.sliderOf(SensitivityKind::deviceSpeed).slider(), Qt::Key_Right);
        QVERIFY(t.settled());
        QTest::keySequence(t.view.table(), QKeySequence(QKeySequence::Copy));
        const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines.back().contains(QStringLiteral("Speed of")));
    }

    void anEmptyProjectHasNothingToTurn()
    {
        Document document;
        Session session{&document, coreEngine()};
        WhatIfView view{&session};
        view.resize(1100, 300);
        view.show();
        for (const WhatIfSlider *slider : view.sliders())
            QVERIFY(slider->number().workload);
        QVERIFY(!view.strip()->title().isEmpty());
        document.edit(QStringLiteral("draw"), planned());
        QVERIFY(view.sliders().size() > 3);
        QCOMPARE(view.history()->rowCount(), 1);
    }
};

QTEST_MAIN(WhatIfViewTest)
#include "what_if_view_test.moc"
