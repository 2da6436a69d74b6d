// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans on parallel axes: lines stand where the table says, a brush keeps exactly the plans within it, in the ranking
// too, by mouse and keys.
#include "parallel/parallel_view.h"

#include "charts/chart_table.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/held_work.h"
#include "ui/support/picture.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace heteroscope;

namespace {

struct Brushed
{
    Document document;
    Session session{&document, coreEngine()};
    ParallelView view{&session};
    StrategyView strategies;

    Brushed()
    {
        session.setFollowDelay(0);
        document.reset(planned());
        view.resize(1200, 330);
        view.show();
        QObject::connect(&view, &ParallelView::brushed, &strategies, &StrategyView::setBrush);
        QObject::connect(&strategies, &StrategyView::filterChanged, &view, &ParallelView::setFilter);
        QObject::connect(&session, &Session::rankingChanged, &strategies,
                         [this] { strategies.setRanking(session.ranking()); });
        if (!QTest::qWaitFor([this] { return session.isIdle() && session.freshRanking(); }, test::patience))
            qFatal("the search does not end");
        QApplication::processEvents();
    }
    ParallelPlot &plot() const { return *view.plot(); }
    std::size_t axis(const QString &csv) const
    {
        for (std::size_t i = 0; i < plot().axes().size(); ++i)
            if (plot().axes()[i].csv == csv)
                return i;
        qFatal("no such axis");
    }
    void drag(std::size_t at, double from, double to) const
    {
        const QPoint first = plot().placeOf(at, from), last = plot().placeOf(at, to);
        QTest::mousePress(&plot(), Qt::LeftButton, {}, first);
        QTest::mouseMove(&plot(), (first + last) / 2);
        QTest::mouseMove(&plot(), last);
        QTest::mouseRelease(&plot(), Qt::LeftButton, {}, last);
    }
    /// Rows of ranked plans that the strategies show, by their steps.
    std::set<const StepResult *> ranked() const
    {
        std::set<const StepResult *> results;
        for (int row = 0; row < strategies.filter()->rowCount(); ++row) {
            const int number = strategies.filter()->mapToSource(strategies.filter()->index(row, 0)).row();
            const StrategyRow &one = strategies.model()->row(number);
            if (one.kind != StrategyRow::Kind::own)
                results.insert(one.result.get());
        }
        return results;
    }
    void save(const char *name)
    {
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(view, QLatin1String(name));
        }
    }
};

} // namespace

class ParallelViewTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void linesStandWhereTheTableSays()
    {
        Brushed b;
        const ChartTable &table = *b.view.tableOf(0);
        QAbstractItemModelTester tester(b.view.tableOf(0));
        const auto &axes = b.plot().axes();
        QVERIFY(b.view.plans().size() > 5 && axes.size() > 6);
        QCOMPARE(table.rowCount(), static_cast<int>(b.view.plans().size()));
        QCOMPARE(table.columnCount(), static_cast<int>(axes.size()) + 2);
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const int top = b.plot().placeOf(axis, axes[axis].high).y();
            const int foot = b.plot().placeOf(axis, axes[axis].low).y();
            for (std::size_t plan = 0; plan < b.view.plans().size(); ++plan) {
                const QModelIndex cell = table.index(static_cast<int>(plan), static_cast<int>(axis) + 2);
                const double value = axes[axis].names.isEmpty()
                                         ? cell.data(ChartTable::valueRole).toDouble()
                                         : static_cast<double>(axes[axis].names.indexOf(cell.data().toString()));
                QCOMPARE(value, axes[axis].values[plan]);
                const QPoint place = b.plot().placeOf(axis, value);
                if (axes[axis].high > axes[axis].low) {
                    const double share = (value - axes[axis].low) / (axes[axis].high - axes[axis].low);
                    QVERIFY(std::abs(place.y() - (foot + share * (top - foot))) <= 1);
                }
            }
        }
        const std::size_t time = b.axis(QStringLiteral("step_seconds"));
        for (std::size_t plan = 0; plan < b.view.plans().size(); ++plan)
            QCOMPARE(axes[time].values[plan], toSeconds(b.view.plans()[plan].result->stepTime).value);
        b.save("parallel");
    }

    void aBrushKeepsWhatIsWithinIt()
    {
        Brushed b;
        const std::size_t time = b.axis(QStringLiteral("step_seconds"));
        const ParallelAxis axis = b.plot().axes()[time];
        const std::size_t all = b.ranked().size();
        b.drag(time, axis.valueAt(0.0), axis.valueAt(0.4));
        const auto range = b.plot().brush(time);
        QVERIFY(range && range->first == axis.low && range->second < axis.high);
        std::set<const StepResult *> kept;
        int own = 0;
        for (std::size_t plan = 0; plan < b.view.plans().size(); ++plan) {
            const double value = axis.values[plan];
            const bool within = value >= range->first && value <= range->second;
            QCOMPARE(b.plot().isKept(static_cast<int>(plan)), within);
            QCOMPARE(b.view.tableOf(0)->index(static_cast<int>(plan), 1).data().toString(),
                     within ? QStringLiteral("yes") : QStringLiteral("no"));
            if (within)
                kept.insert(b.view.plans()[plan].result.get());
            own += b.view.plans()[plan].kind == PlanPoint::Kind::own;
        }
        QVERIFY(!kept.empty() && kept.size() < b.view.plans().size());
        // The ranking shows these, folded or not, and no other.
        const std::set<const StepResult *> ranked = b.ranked();
        for (const StepResult *result : ranked)
            QVERIFY(kept.contains(result));
        QVERIFY(ranked.size() + static_cast<std::size_t>(own) >= kept.size());
        QCOMPARE(b.view.count(), QStringLiteral("%1 of %2 plans").arg(kept.size()).arg(b.view.plans().size()));
        b.save("parallel-brushed");
        // A second one keeps fewer still; the button lets all go.
        const std::size_t mfu = b.axis(QStringLiteral("mfu"));
        b.drag(mfu, b.plot().axes()[mfu].high, b.plot().axes()[mfu].valueAt(0.9));
        QVERIFY(b.ranked().size() <= ranked.size());
        QTest::mouseClick(b.view.clearButton(), Qt::LeftButton);
        QVERIFY(!b.plot().isBrushed() && !b.view.clearButton()->isEnabled());
        QCOMPARE(b.ranked().size(), all);
    }

    void aClickOnAnAxisAndEscapeLetGo()
    {
        Brushed b;
        const std::size_t time = b.axis(QStringLiteral("step_seconds"));
        b.drag(time, b.plot().axes()[time].low, b.plot().axes()[time].valueAt(0.5));
        QVERIFY(b.plot().isBrushed());
        QTest::mouseClick(&b.plot(), Qt::LeftButton, {}, b.plot().placeOf(time, b.plot().axes()[time].low));
        QVERIFY(!b.plot().isBrushed());
        b.drag(time, b.plot().axes()[time].low, b.plot().axes()[time].valueAt(0.5));
        QTest::keyClick(&b.plot(), Qt::Key_Escape);
        QVERIFY(!b.plot().isBrushed());
    }

    void keysChooseAndBrush()
    {
        Brushed b;
        QSignalSpy picked(&b.view, &ParallelView::planPicked);
        const std::size_t time = b.axis(QStringLiteral("step_seconds"));
        for (std::size_t i = 0; i < time; ++i)
            QTest::keyClick(&b.plot(), Qt::Key_Right);
        b.plot().setShown(-1);
        QTest::keyClick(&b.plot(), Qt::Key_Up); // the fastest first
        const auto shownTime = [&] { return b.plot().axes()[time].values[static_cast<std::size_t>(b.plot().shown())]; };
        QCOMPARE(shownTime(), b.plot().axes()[time].low);
        QTest::keyClick(&b.plot(), Qt::Key_Up);
        QTest::keyClick(&b.plot(), Qt::Key_Up);
        QCOMPARE(picked.count(), 3);
        QTest::keyClick(&b.plot(), Qt::Key_BracketRight);
        QVERIFY(b.plot().brush(time) && b.plot().brush(time)->second == shownTime());
        int kept = 0;
        for (int plan = 0; plan < b.plot().planCount(); ++plan)
            kept += b.plot().isKept(plan);
        QVERIFY(kept >= 3 && kept < b.plot().planCount());
        QTest::keyClick(&b.plot(), Qt::Key_BracketLeft);
        QCOMPARE(b.plot().brush(time)->first, shownTime());
    }

    void aClickPicksALineAndARowToo()
    {
        Brushed b;
        QSignalSpy picked(&b.view, &ParallelView::planPicked);
        const std::size_t time = b.axis(QStringLiteral("step_seconds"));
        const int best = static_cast<int>(
            std::min_element(b.plot().axes()[time].values.begin(), b.plot().axes()[time].values.end()) -
            b.plot().axes()[time].values.begin());
        const auto number = static_cast<std::size_t>(best);
        const QPoint place = (b.plot().placeOf(time, b.plot().axes()[time].values[number]) * 2 +
                              b.plot().placeOf(time - 1, b.plot().axes()[time - 1].values[number])) /
                             3;
        const int hit = b.plot().planAt(place);
        QVERIFY(hit >= 0);
        QTest::mouseClick(&b.plot(), Qt::LeftButton, {}, place);
        QCOMPARE(picked.count(), 1);
        QVERIFY(picked.takeFirst().first().value<Plan>() == *b.view.plans()[static_cast<std::size_t>(hit)].plan);
        QTest::mouseClick(b.view.tableButton(), Qt::LeftButton);
        QTest::mouseClick(b.view.tableView()->viewport(), Qt::LeftButton, {},
                          b.view.tableView()->visualRect(b.view.tableOf(0)->index(2, 0)).center());
        QVERIFY(picked.takeLast().first().value<Plan>() == *b.view.plans()[2].plan);
        b.save("parallel-table");
    }

    void nothingToShow()
    {
        Document document;
        Session session{&document, coreEngine()};
        ParallelView view(&session);
        view.resize(900, 300);
        view.show();
        QCOMPARE(view.plot()->planCount(), 0);
        QTest::keyClick(view.plot(), Qt::Key_Right);
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, {200, 100});
        QVERIFY(!view.grab().isNull());
        QVERIFY(!view.brush().isOn);
    }
};

QTEST_MAIN(ParallelViewTest)
#include "parallel_view_test.moc"
