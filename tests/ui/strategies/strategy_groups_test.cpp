// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans of the ranking that differ in one thing only: folded under the best of them, opened by keyboard and mouse.
#include "strategies/certificate_strip.h"
#include "strategies/strategy_delegate.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/strict_test.h"
#include "ui/support/sample_ranking.h"
#include "ui/support/window_fixture.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace heteroscope;

class StrategyGroupsTest : public StrictTest
{
    Q_OBJECT

    /// Of the rows in view; 0 for those without a rank.
    static QList<int> ranksShown(const StrategyView &view)
    {
        QList<int> ranks;
        for (int i = 0; i < view.filter()->rowCount(); ++i)
            ranks << view.model()->row(view.filter()->mapToSource(view.filter()->index(i, 0)).row()).rank;
        return ranks;
    }

private slots:
    void initTestCase() { qRegisterMetaType<Plan>(); }

    void plansThatDifferInOneThingAreFoldedUnderTheBest()
    {
        StrategyView view;
        QAbstractItemModelTester modelTester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester filterTester(view.filter(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto shared = alikeRanking();
        view.setRanking(shared);
        view.resize(1200, 400);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        const StrategyModel &model = *view.model();
        QCOMPARE(model.row(0).members, 2);
        QCOMPARE(model.row(1).change, QStringLiteral("ZeRO-0"));
        QCOMPARE(model.row(3).change, QStringLiteral("m8"));
        QVERIFY(!model.row(2).isHead() && !model.row(2).isMember());
        QCOMPARE(ranksShown(view), (QList<int>{1, 3, 0, 0}));

        // The keyboard: as in a tree.
        int applied = 0;
        Plan last;
        connect(&view, &StrategyView::planActivated, this, [&](const Plan &plan) {
            ++applied;
            last = plan;
        });
        QTableView &table = *view.table();
        table.setFocus();
        table.selectRow(0);
        QVERIFY(view.model()
                    ->index(0, StrategyModel::rank)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("closed")));
        QTest::keyClick(&table, Qt::Key_Right);
        QCOMPARE(ranksShown(view), (QList<int>{1, 2, 4, 3, 0, 0}));
        QVERIFY(view.model()
                    ->index(0, StrategyModel::rank)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("open")));
        QTest::keyClick(&table, Qt::Key_Down);
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(view.currentRow()->rank, 4);
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(applied, 1);
        QCOMPARE(last, shared->result.plans[3].plan);
        QTest::keyClick(&table, Qt::Key_Left); // to the first of its group
        QCOMPARE(view.currentRow()->rank, 1);
        QTest::keyClick(&table, Qt::Key_Left);
        QCOMPARE(ranksShown(view), (QList<int>{1, 3, 0, 0}));
        QCOMPARE(view.currentRow()->rank, 1);
        view.certificate()->applyButton()->click();
        QCOMPARE(last, shared->result.plans[0].plan);

        // The mouse: the caret folds and chooses nothing.
        const auto clickCaret = [&] {
            const QRect cell = table.visualRect(view.filter()->index(0, StrategyModel::rank));
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, StrategyDelegate::caretRect(cell).center());
        };
        table.selectRow(1);
        QSignalSpy picked(&view, &StrategyView::planPicked);
        clickCaret();
        QCOMPARE(ranksShown(view).size(), 6);
        QCOMPARE(picked.count(), 0);
        QCOMPARE(view.currentRow()->rank, 3);
        // What is chosen and goes out of view hands over to the first of its group.
        const QModelIndex member = view.filter()->index(1, StrategyModel::plan);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(member).center());
        QCOMPARE(view.currentRow()->rank, 2);
        clickCaret();
        QCOMPARE(view.currentRow()->rank, 1);
        QCOMPARE(last, shared->result.plans[0].plan);
        // On a row that is no group the place of the caret is as any other.
        const QRect other = table.visualRect(view.filter()->index(1, StrategyModel::rank));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, StrategyDelegate::caretRect(other).center());
        QCOMPARE(view.currentRow()->rank, 3);
    }

    void whatFollowsFromTheDifferenceIsNamedToo()
    {
        const auto shared = alikeRanking();
        for (Pipeline &pipeline : shared->result.plans[3].plan.pipelines)
            for (Stage &stage : pipeline.stages) {
                stage.recompute = Recompute::full;
                stage.recomputeLayers = 3;
            }
        StrategyModel model;
        model.setRanking(shared);
        QCOMPARE(model.row(1).change, QStringLiteral("ZeRO-0"));
        QVERIFY(model.row(3).isMember());
        QCOMPARE(model.row(3).change, QStringLiteral("m8 + recompute 3"));
    }

    void aFoldedPlanIsFoundPinnedAndKept()
    {
        StrategyView view;
        const auto shared = alikeRanking();
        view.setRanking(shared);
        view.resize(1200, 400);
        view.show();
        // Words find what is folded; the Pareto chart does not lose it.
        view.filterField()->setText(QStringLiteral("m8"));
        QCOMPARE(ranksShown(view).first(), 4);
        view.filterField()->clear();
        QCOMPARE(view.filter()->planFilter().refused.size(), std::size_t(0));
        // In any order members stand below the first plan of their group.
        view.model()->setOpen(0, true);
        for (int column = 0; column < StrategyModel::columnCountValue; ++column)
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                view.filter()->sort(column, order);
                const QList<int> ranks = ranksShown(view);
                const qsizetype head = ranks.indexOf(1);
                QVERIFY(head >= 0 && (QSet<int>{ranks.value(head + 1), ranks.value(head + 2)} == QSet<int>{2, 4}));
            }
        view.filter()->sort(StrategyModel::rank, Qt::AscendingOrder);
        // A new ranking keeps the group open and the row with its plan.
        view.table()->selectRow(2);
        QCOMPARE(view.currentRow()->rank, 4);
        view.setRanking(std::make_shared<Ranking>(*shared));
        QCOMPARE(view.currentRow()->rank, 4);
        QCOMPARE(ranksShown(view).size(), 6);
        // A pinned member stays when its group closes.
        view.togglePin();
        view.model()->setOpen(0, false);
        QCOMPARE(ranksShown(view), (QList<int>{4, 1, 3, 0, 0}));
        // What is chosen in a folded group opens it.
        view.togglePin();
        view.model()->setOpen(0, true);
        view.table()->selectRow(1);
        QCOMPARE(view.currentRow()->rank, 2);
        auto next = std::make_shared<Ranking>(*shared);
        std::swap(next->result.plans[0], next->result.plans[3]); // another head
        view.setRanking(next);
        QVERIFY(view.currentRow() && *view.currentRow()->plan == shared->result.plans[1].plan);
        view.setRanking(nullptr);
        QCOMPARE(view.filter()->rowCount(), 0);
    }
};

QTEST_MAIN(StrategyGroupsTest)
#include "strategy_groups_test.moc"
