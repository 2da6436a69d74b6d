// SPDX-License-Identifier: GPL-3.0-or-later
//
// What hands do with the ranking: a row under the mouse is previewed on the canvas, Space pins it, the filter is told
// to the Pareto chart.
#include "canvas/view/preview_chip.h"
#include "pareto/pareto_model.h"
#include "pareto/pareto_plot.h"
#include "pareto/pareto_view.h"
#include "replay/replay.h"
#include "strategies/certificate_strip.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "ui/support/sample_ranking.h"
#include "ui/support/window_fixture.h"
#include "widgets/drawing.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace heteroscope;

namespace {

/// An example with its ranking, searched for real: that of four devices takes a moment.
struct Ranked : OpenedExample
{
    StrategyView &strategies = *window.view<StrategyView>();
    QTableView &table = *strategies.table();

    explicit Ranked(const QString &example = QStringLiteral("rtx3090-titan")) : OpenedExample(example)
    {
        QVERIFY(settled());
        window.session()->search();
        QTRY_VERIFY(window.session()->ranking() && window.session()->isIdle());
        window.docks().show<StrategyView>();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
    const StrategyRow &shownRow(int row) const
    {
        return strategies.model()->row(strategies.filter()->mapToSource(strategies.filter()->index(row, 0)).row());
    }
    QPoint placeOf(int row) const
    {
        return table.visualRect(strategies.filter()->index(row, StrategyModel::plan)).center();
    }
    /// The first ranked row whose plan is not the shown one.
    int anotherRow()
    {
        for (int i = 0; i < strategies.filter()->rowCount(); ++i)
            if (const StrategyRow &row = shownRow(i);
                row.result && row.kind == StrategyRow::Kind::ranked && !(*row.plan == window.session()->shown()->plan))
                return i;
        qFatal("no other plan");
    }
};

} // namespace

class RankingHandsTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aRowUnderTheMouseIsPreviewed()
    {
        Ranked r;
        const QImage before = r.canvas.grab().toImage();
        const auto shown = r.window.session()->shown();
        const int row = r.anotherRow();
        QTest::mouseMove(r.table.viewport(), r.placeOf(row));
        QTRY_VERIFY(r.scene.isPreview());
        QCOMPARE(r.scene.overlay().simulation->plan, *r.shownRow(row).plan);
        QVERIFY(r.canvas.previewChip().isVisible());
        QVERIFY(!r.canvas.previewChip().text().isEmpty());
        QVERIFY(r.canvas.previewChip().width() >= labelWidth(r.canvas.previewChip().text(), TypeRole::title) + 20);
        QVERIFY(r.canvas.grab().toImage() != before);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            savePicture(r.window, QStringLiteral("ranking-preview"));
        }
        applyTheme(*qApp, ThemeKind::light);
        QVERIFY(r.window.session()->shown() == shown); // only looked at
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(r.table.viewport(), &leave);
        QVERIFY(!r.scene.isPreview());
        QVERIFY(!r.canvas.previewChip().isVisible());
        QVERIFY(r.scene.overlay().simulation == shown);
    }

    void aPreviewEndsWhenAnotherStepIsShown()
    {
        Ranked r;
        const int row = r.anotherRow();
        QTest::mouseMove(r.table.viewport(), r.placeOf(row));
        QTRY_VERIFY(r.scene.isPreview());
        QTest::mouseClick(r.table.viewport(), Qt::LeftButton, {}, r.placeOf(row));
        QTRY_VERIFY(r.window.session()->isIdle());
        QVERIFY(!r.scene.isPreview());
        QCOMPARE(r.scene.overlay().simulation->plan, r.window.session()->shown()->plan);
    }

    void spacePinsARow()
    {
        Ranked r;
        const int row = r.anotherRow();
        const Plan plan = *r.shownRow(row).plan;
        QTest::mouseClick(r.table.viewport(), Qt::LeftButton, {}, r.placeOf(row));
        QTRY_VERIFY(r.window.session()->isIdle());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(!r.window.replay()->isPlaying());
        const int top = r.shownRow(0).kind == StrategyRow::Kind::own ? 1 : 0;
        QVERIFY(r.shownRow(top).isPinned && *r.shownRow(top).plan == plan);
        QVERIFY(r.strategies.currentRow() && *r.strategies.currentRow()->plan == plan);
        QVERIFY(r.action(ActionId::pinPlan)->isChecked());
        savePicture(r.window, QStringLiteral("ranking-pinned"));
        // Whatever the order is, it stays at the top.
        r.table.sortByColumn(StrategyModel::memory, Qt::DescendingOrder);
        r.table.sortByColumn(StrategyModel::stepTime, Qt::AscendingOrder);
        QVERIFY(r.shownRow(top).isPinned);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        for (int i = 0; i < r.strategies.filter()->rowCount(); ++i)
            QVERIFY(!r.shownRow(i).isPinned);
    }

    /// Looking for plans is not choosing one.
    void theFilterLeavesTheShownPlan()
    {
        Ranked r;
        const int row = r.anotherRow();
        QTest::mouseClick(r.table.viewport(), Qt::LeftButton, {}, r.placeOf(row));
        QTRY_VERIFY(r.window.session()->isIdle());
        const Plan shown = r.window.session()->shown()->plan;
        auto *field = r.strategies.findChild<QLineEdit *>();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("nosuchplan"));
        QVERIFY(!r.strategies.currentRow());
        QTRY_VERIFY(r.window.session()->isIdle());
        QVERIFY(r.window.session()->shown()->plan == shown);
        field->clear();
        QVERIFY(r.strategies.currentRow() && *r.strategies.currentRow()->plan == shown);
        QVERIFY(r.window.session()->shown()->plan == shown);
    }

    /// What is done with it disables the button; the keyboard does not leave for the model of the bar.
    void theKeyboardStaysInThePanelOfADisabledButton()
    {
        Ranked r;
        QPushButton *apply = r.strategies.certificate()->applyButton();
        apply->setFocus();
        QVERIFY(apply->hasFocus());
        apply->setEnabled(false);
        QVERIFY(QApplication::focusWidget() && r.strategies.isAncestorOf(QApplication::focusWidget()));
        apply->setEnabled(true);
        apply->setFocus();
        apply->hide();
        QVERIFY(QApplication::focusWidget() && r.strategies.isAncestorOf(QApplication::focusWidget()));
        apply->show();
    }

    /// Keys would pin rows and filter plans unseen.
    void theKeyboardIsNeverInADockBehindAnother()
    {
        Ranked r;
        QVERIFY(r.table.hasFocus());         // arrow keys work at once
        QVERIFY(!r.strategies.currentRow()); // but nothing is chosen yet
        r.window.docks().dockOf<TimelineView>()->raise();
        auto *timeline = r.window.view<TimelineView>();
        QTRY_VERIFY(timeline->hasFocus());
        r.window.docks().dockOf<StrategyView>()->raise();
        QTRY_VERIFY(r.table.hasFocus());
        // Elsewhere it stays.
        r.canvas.setFocus();
        r.window.docks().dockOf<TimelineView>()->raise();
        QCoreApplication::processEvents();
        QVERIFY(r.canvas.hasFocus());
    }

    void aPinnedPlanOutlivesItsRanking()
    {
        StrategyModel model;
        model.setRanking(ranking());
        const Plan plan = *model.row(2).plan;
        model.togglePin(2);
        auto other = ranking();
        std::erase_if(other->result.plans, [&plan](const RankedPlan &one) { return one.plan == plan; });
        model.setRanking(other);
        int kept = 0;
        for (int i = 0; i < model.rowCount(); ++i)
            if (model.row(i).kind == StrategyRow::Kind::pinned) {
                ++kept;
                QVERIFY(*model.row(i).plan == plan && model.row(i).isPinned && model.row(i).rank == 0);
                QVERIFY(model.row(i).result);
            }
        QCOMPARE(kept, 1);
        model.setRanking(ranking()); // it is there again
        for (int i = 0; i < model.rowCount(); ++i)
            QVERIFY(model.row(i).kind != StrategyRow::Kind::pinned);
        QVERIFY(model.row(2).isPinned);
        model.setRanking(nullptr); // another project
        model.setRanking(ranking());
        QVERIFY(!model.row(2).isPinned);
    }

    void theFilterIsToldToTheParetoChart()
    {
        Ranked r(QStringLiteral("mixed-32")); // whose Pareto plans are many
        auto &pareto = *r.window.view<ParetoView>();
        r.window.docks().show<ParetoView>();
        QTRY_VERIFY(!pareto.search()->isRunning() && pareto.plot()->points().size() > 1);
        QVERIFY(pareto.plot()->faded().empty());
        r.window.docks().show<StrategyView>();
        QTest::keyClick(&r.table, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(r.strategies.filterField()));
        const int all = r.strategies.filter()->rowCount();
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("TP4"));
        QVERIFY(r.strategies.filter()->rowCount() < all && r.strategies.filter()->rowCount() > 0);
        const auto &points = pareto.plot()->points();
        QVERIFY(!pareto.plot()->faded().empty() && pareto.plot()->faded().size() < points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            QCOMPARE(!pareto.plot()->faded().contains(static_cast<int>(i)),
                     points[i].label.contains(QStringLiteral("TP4")));
        r.window.docks().show<ParetoView>();
        QApplication::processEvents();
        savePicture(r.window, QStringLiteral("pareto-filtered"));
        const int faded = *pareto.plot()->faded().begin();
        QCOMPARE(pareto.plot()->pointAt(pareto.plot()->placeOf(faded)) == faded, false);
        r.strategies.filterField()->clear();
        QVERIFY(pareto.plot()->faded().empty());
    }
};

QTEST_MAIN(RankingHandsTest)
#include "ranking_hands_test.moc"
