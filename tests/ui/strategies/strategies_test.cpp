// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ranking shows every plan and every rejected family with its reason, in any order, and the proof in words.
#include "strategies/certificate_strip.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "strategies/why_not_panel.h"
#include "support/clusters.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/sample_ranking.h"
#include "ui/support/window_fixture.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace heteroscope;

class StrategiesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<Plan>(); }

    void modelKeepsTheRules()
    {
        StrategyModel model;
        StrategyFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester modelTester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRanking(ranking());
        QCOMPARE(model.rowCount(), 6);
        model.setPlanSteps({{"mine", ownStep()}});
        QCOMPARE(model.rowCount(), 7);
        model.setPlanSteps({});
        model.setRanking(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void rowsTellThePlan()
    {
        StrategyModel model;
        model.setRanking(ranking());
        const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, StrategyModel::rank), QStringLiteral("1"));
        QCOMPARE(text(0, StrategyModel::plan), QStringLiteral("TP4 PP2 DP2 1F1B m16 ZeRO-1"));
        QCOMPARE(text(0, StrategyModel::stages), QStringLiteral("10, 10"));
        QCOMPARE(text(0, StrategyModel::mfu), QStringLiteral("40.0 %"));
        QVERIFY(text(0, StrategyModel::why).contains(QStringLiteral("proved")));
        QCOMPARE(text(2, StrategyModel::why), QStringLiteral("bubble: +200 ms"));
        QVERIFY(model.row(1).difference > 0);
        QCOMPARE(model.row(0).difference, 0.0);
    }

    void rejectedFamiliesStayWithTheirReason()
    {
        StrategyModel model;
        model.setRanking(ranking());
        const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        // The closest first, not in the order of their names.
        QCOMPARE(model.row(4).kind, StrategyRow::Kind::rejected);
        QCOMPARE(text(4, StrategyModel::stepTime), QStringLiteral("bounded"));
        QCOMPARE(model.row(4).chips, QStringList({"TP8", "DP4", "1F1B m8", "H100 > A100"}));
        QVERIFY(!model.row(4).plan);
        QVERIFY(model.row(5).doesNotFit());
        QCOMPARE(text(5, StrategyModel::stepTime), QStringLiteral("does not fit"));
        QCOMPARE(text(5, StrategyModel::memory), QStringLiteral("165 / 80 GiB"));
        QCOMPARE(text(5, StrategyModel::why), QStringLiteral("activations exceed memory by 85.2 GiB on h100-0:3"));
    }

    void aFamilyWithTpByStageHasItsOwnChip()
    {
        const auto shared = ranking();
        FamilyName &family = shared->result.rejected[1].family;
        family.tp.clear();
        family.types.clear();
        family.recompute = Recompute::full;
        StrategyModel model;
        model.setRanking(shared);
        QCOMPARE(model.row(4).chips, QStringList({"TP by stage", "DP4", "1F1B m8", "recompute full"}));
    }

    void plansBeyondTheSpaceStandByTheirTime()
    {
        const auto shared = ranking();
        SearchResult *search = &shared->result;
        BeyondPlan faster{{{VariationKind::schedule, 0, ScheduleKind::zbH1}, {VariationKind::tensorByStage}},
                          planOf(2, 4, 4, 16),
                          search->plans[0].result};
        faster.plan.schedule = ScheduleKind::zbH1;
        auto quick = std::make_shared<StepResult>(*search->plans[0].result);
        quick->stepTime = Ticks(quick->stepTime.count * 9 / 10);
        faster.result = quick;
        search->beyond = {faster, {{{VariationKind::expertParallel, 8}}, planOf(2, 4, 4, 16), search->plans[1].result}};
        StrategyModel model;
        model.setRanking(shared);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        StrategyFilter filter;
        filter.setSourceModel(&model);
        filter.sort(StrategyModel::rank, Qt::AscendingOrder);
        const auto row = [&](int number) { return model.row(filter.mapToSource(filter.index(number, 0)).row()); };
        QCOMPARE(row(0).kind, StrategyRow::Kind::beyond);
        QCOMPARE(row(0).rank, 0);
        QVERIFY(std::abs(row(0).difference + 0.1) < 1e-9);
        QCOMPARE(row(0).chips.front(), QStringLiteral("ZB-H1 + TP by stage"));
        QVERIFY(row(0).why.startsWith(QStringLiteral("recommended; not proved; ")));
        QVERIFY(row(0).isRecommended && !row(1).isRecommended);
        QVERIFY(model.isBeaten());
        // What was proved, then what was found beyond it.
        CertificateStrip strip;
        strip.setRanking(shared);
        QCOMPARE(strip.title(), QStringLiteral("Proved best of P"));
        QCOMPARE(QString(strip.proof()).remove("<b>").remove("</b>"),
                 QStringLiteral("gap 0 % in 180 ms; beyond it ZB-H1 + TP by stage takes 10.0 % less time, not proved"));
        QCOMPARE(row(1).rank, 1); // the proved one
        QVERIFY(row(1).why.startsWith(QStringLiteral("proved")));
        QCOMPARE(row(2).rank, 2);
        QCOMPARE(row(3).kind, StrategyRow::Kind::beyond);
        QCOMPARE(toCsv(model).count(QStringLiteral(",beyond,")), 2);
        QCOMPARE(model.bestTime(), toSeconds(search->plans[0].result->stepTime).value);
    }

    void baselinesFollowTheRanking()
    {
        const auto shared = ranking();
        SearchResult *search = &shared->result;
        Baseline slow;
        slow.kind = BaselineKind::metis;
        slow.plan = planOf(2, 4, 4, 16);
        slow.result = search->plans[3].result;
        Baseline none;
        none.reason = PlainReason::noPlanOfTheRulesFits;
        search->baselines = {slow, none};
        StrategyModel model;
        model.setRanking(shared);
        QCOMPARE(model.rowCount(), 8);
        const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        for (const int row : {4, 5})
            QCOMPARE(model.row(row).kind, StrategyRow::Kind::baseline);
        QVERIFY(text(4, StrategyModel::plan).startsWith(QStringLiteral("Metis-like greedy TP2 PP4")));
        QCOMPARE(model.row(4).difference, model.row(3).difference);
        QCOMPARE(text(4, StrategyModel::why), QStringLiteral("baseline: Metis-like greedy"));
        QCOMPARE(text(5, StrategyModel::stepTime), QStringLiteral("no plan"));
        QVERIFY(text(5, StrategyModel::why).endsWith(QStringLiteral("fits in memory")));
        QCOMPARE(model.row(6).kind, StrategyRow::Kind::rejected);
        QCOMPARE(toCsv(model).count(QStringLiteral(",baseline,")), 2);
        // They stand among the ranked plans by their time; those without a plan after all of them.
        StrategyFilter filter;
        filter.setSourceModel(&model);
        filter.sort(StrategyModel::rank, Qt::AscendingOrder);
        const auto kind = [&filter](int row) { return filter.index(row, 0).data(StrategyModel::kindRole).toInt(); };
        QCOMPARE(kind(4), int(StrategyRow::Kind::baseline)); // as slow as the fourth
        QCOMPARE(kind(5), int(StrategyRow::Kind::baseline));
        QCOMPARE(kind(6), int(StrategyRow::Kind::rejected));
        search->baselines[0].result = search->plans[1].result;
        model.setRanking(shared);
        filter.sort(StrategyModel::rank, Qt::AscendingOrder);
        QCOMPARE(kind(2), int(StrategyRow::Kind::baseline)); // as slow as the second
        QCOMPARE(kind(3), int(StrategyRow::Kind::ranked));
        // A baseline that wins is the first row and says whose plan it is.
        search->plans[0].baseline = BaselineKind::metis;
        model.setRanking(shared);
        QVERIFY(text(0, StrategyModel::why).contains(QStringLiteral("Metis-like greedy")));
    }

    void theBestUniformPlanStandsBelowTheAnswer()
    {
        const auto shared = ranking();
        SearchResult *search = &shared->result;
        const auto baseline = [&](BaselineKind kind, std::size_t asFastAs) {
            Baseline one;
            one.kind = kind;
            one.plan = planOf(2, 4, 4, 16);
            one.result = search->plans[asFastAs].result;
            search->baselines.push_back(one);
        };
        baseline(BaselineKind::uniform, 3);
        baseline(BaselineKind::bestUniform, 2);
        baseline(BaselineKind::proportional, 0);
        StrategyModel model;
        model.setRanking(shared);
        StrategyFilter filter;
        filter.setSourceModel(&model);
        const auto row = [&](int number) { return model.row(filter.mapToSource(filter.index(number, 0)).row()); };
        filter.sort(StrategyModel::rank, Qt::AscendingOrder);
        QCOMPARE(row(0).rank, 1);
        QVERIFY(row(1).isBestUniform());
        QCOMPARE(row(1).chips.front(), QStringLiteral("best uniform plan"));
        QCOMPARE(row(2).baseline, BaselineKind::proportional); // as fast as rank 1
        QCOMPARE(row(3).rank, 2);
        // By time it stands where it belongs.
        filter.sort(StrategyModel::stepTime, Qt::AscendingOrder);
        QVERIFY(!row(1).isBestUniform());
        // One that may not be the answer stands below all that may, with the reason.
        search->baselines[1].result = search->plans[0].result;
        search->baselines[1].reason = PlainReason::overBudget;
        model.setRanking(shared);
        filter.sort(StrategyModel::rank, Qt::AscendingOrder);
        QVERIFY(row(6).isBestUniform() && row(6).isNoAnswer);
        QCOMPARE(row(6).why, QStringLiteral("over the budget"));
        QCOMPARE(row(7).kind, StrategyRow::Kind::rejected);
    }

    void whatTheSoftwareLacksIsNoAnswer()
    {
        const auto shared = ranking(
            std::make_shared<const Topology>(test::topology(test::star({test::node("a", "A100-80GB SXM", 64)}))));
        auto project = std::make_shared<Project>();
        project->workload.job.softwareStack = "Megatron-LM";
        shared->snapshot = project;
        SearchResult *search = &shared->result;
        auto quick = std::make_shared<StepResult>(*search->plans[0].result);
        quick->stepTime = Ticks(quick->stepTime.count * 9 / 10);
        search->beyond = {{{{VariationKind::schedule, 0, ScheduleKind::zbV}}, planOf(2, 4, 4, 16), quick}};
        search->beyond.front().plan.schedule = ScheduleKind::zbV;
        StrategyView view;
        view.resize(1500, 500);
        view.setRanking(shared);
        view.show();
        const auto row = [&](int number) {
            return view.model()->row(view.filter()->mapToSource(view.filter()->index(number, 0)).row());
        };
        // Though it is faster, in either order it stands below the ranked plans.
        for (const int column : {StrategyModel::rank, StrategyModel::stepTime})
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                view.filter()->sort(column, order);
                QCOMPARE(row(4).kind, StrategyRow::Kind::beyond);
                QCOMPARE(row(5).kind, StrategyRow::Kind::rejected);
            }
        QVERIFY(row(4).isNoAnswer && !row(4).isRecommended);
        QVERIFY2(row(4).why.startsWith(QStringLiteral("not ticked: ZB-V; not proved; ")), qPrintable(row(4).why));
        const QString tip = view.filter()->index(4, StrategyModel::why).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("Megatron-LM does not run ZB-V")), qPrintable(tip));
        view.table()->setFocus();
        const QModelIndex cell = view.filter()->index(4, StrategyModel::plan);
        QTest::mouseClick(view.table()->viewport(), Qt::LeftButton, {}, view.table()->visualRect(cell).center());
        QTest::keyClick(view.table(), Qt::Key_W);
        QVERIFY2(view.whyNot()->sentence().startsWith(QStringLiteral("Megatron-LM does not run ZB-V; takes ")),
                 qPrintable(view.whyNot()->sentence()));
    }

    void hoverTellsWhereTheTimeIsLost()
    {
        const auto topology =
            std::make_shared<const Topology>(test::topology(test::star({test::node("a", "A100-80GB SXM", 64)})));
        StrategyModel model;
        model.setRanking(ranking(topology));
        const auto tip = [&model](int row) {
            return model.index(row, StrategyModel::why).data(Qt::ToolTipRole).toString();
        };
        QVERIFY(tip(0).contains(QStringLiteral("as long as the best plan")));
        QVERIFY(tip(2).contains(QStringLiteral("slower than the best plan")));
        QVERIFY(tip(2).contains(QStringLiteral("<table>")) && tip(2).contains(QStringLiteral("computation")));
        QCOMPARE(tip(5), QStringLiteral("activations exceed memory by 85.2 GiB on h100-0:3")); // not simulated
        // Elsewhere a row has all its figures, also those whose columns have no room.
        const QString figures = model.index(0, StrategyModel::plan).data(Qt::ToolTipRole).toString();
        for (const char *figure : {"TP4 · PP2 · DP2", "MFU", "40.0 %", "Bubble", "Peak memory"})
            QVERIFY2(figures.contains(QString::fromUtf8(figure)), qPrintable(figures));
        // The user's own plan is compared too.
        model.setPlanSteps({{"mine", ownStep(topology)}});
        QCOMPARE(model.row(0).why, QStringLiteral("your plan; computation: +960 ms"));
        QVERIFY(tip(0).contains(QStringLiteral("slower than the best plan")));
        // Where the devices are not known, rows keep their line.
        model.setRanking(ranking());
        QCOMPARE(tip(3), QStringLiteral("bubble: +200 ms"));
    }

    void everyColumnSorts_data()
    {
        QTest::addColumn<int>("column");
        for (int column = 0; column < StrategyModel::columnCountValue; ++column)
            QTest::addRow("%d", column) << column;
    }
    void everyColumnSorts()
    {
        QFETCH(int, column);
        StrategyModel model;
        model.setRanking(ranking());
        model.setPlanSteps({{"mine", ownStep()}});
        StrategyFilter filter;
        filter.setSourceModel(&model);
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            filter.sort(column, order);
            QCOMPARE(filter.rowCount(), model.rowCount());
            const auto kind = [&filter](int row) { return filter.index(row, 0).data(StrategyModel::kindRole).toInt(); };
            QCOMPARE(kind(0), int(StrategyRow::Kind::own));
            for (int row = 2; row < filter.rowCount(); ++row) {
                QVERIFY(kind(row) >= kind(row - 1)); // what does not fit stays below
                const QVariant a = filter.index(row - 1, column).data(StrategyModel::sortRole);
                const QVariant b = filter.index(row, column).data(StrategyModel::sortRole);
                if (kind(row) != kind(row - 1) || a.userType() != QMetaType::Double)
                    continue;
                if (order == Qt::AscendingOrder)
                    QVERIFY(a.toDouble() <= b.toDouble());
                else
                    QVERIFY(a.toDouble() >= b.toDouble());
            }
        }
    }

    void filterFindsWords()
    {
        StrategyModel model;
        model.setRanking(ranking());
        StrategyFilter filter;
        filter.setSourceModel(&model);
        filter.setText(QStringLiteral("interleaved bounded"));
        QCOMPARE(filter.rowCount(), 0);
        filter.setText(QStringLiteral("interleaved fit"));
        QCOMPARE(filter.rowCount(), 1);
        filter.setText(QString());
        QCOMPARE(filter.rowCount(), model.rowCount());
    }

    void selectingAndApplying()
    {
        StrategyView view;
        view.resize(1200, 400);
        view.show();
        QSignalSpy selected(&view, &StrategyView::planPicked);
        int applied = 0;
        Plan last;
        connect(&view, &StrategyView::planActivated, this, [&](const Plan &plan) {
            ++applied;
            last = plan;
        });
        QVERIFY(!view.certificate()->applyButton()->isEnabled());
        const auto shared = ranking();
        const SearchResult &search = shared->result;
        view.setRanking(shared);
        QVERIFY(view.certificate()->applyButton()->isEnabled());
        view.certificate()->applyButton()->click(); // nothing selected: the best
        QCOMPARE(applied, 1);
        QCOMPARE(last, search.plans[0].plan);
        view.table()->selectRow(2);
        QCOMPARE(selected.count(), 1);
        QTest::keyClick(view.table(), Qt::Key_Return);
        QCOMPARE(applied, 2);
        QCOMPARE(last, search.plans[2].plan);
        // A new ranking keeps the row with its plan, and does not select anew.
        auto next = std::make_shared<Ranking>(*shared);
        std::swap(next->result.plans[2], next->result.plans[3]);
        view.setRanking(next);
        QCOMPARE(view.table()->currentIndex().row(), 3);
        QCOMPARE(selected.count(), 1);
        // A family without a split cannot be applied.
        view.table()->selectRow(4);
        QVERIFY(!view.certificate()->applyButton()->isEnabled());
        QTest::keyClick(view.table(), Qt::Key_Return);
        QCOMPARE(applied, 2);
    }

    void csvHoldsEveryRow()
    {
        StrategyView view;
        view.setRanking(ranking());
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("ranking.csv"));
        view.exportCsv(name);
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 7);
        QVERIFY(lines[5].contains(QStringLiteral("\"at least 7.10 s, the best plan takes 5.98 s\"")));
        QVERIFY(lines[6].contains(QStringLiteral("does not fit")));
        for (int i = 0; i < 4; ++i)
            QCOMPARE(lines[i].count(u',') - (i == 0 ? 0 : lines[i].count(QStringLiteral(", "))), 11);
        QSignalSpy failed(&view, &StrategyView::exportFailed);
        view.exportCsv(folder.filePath(QStringLiteral("none/ranking.csv")));
        QCOMPARE(failed.count(), 1);
    }

    void anEmptyTableSaysWhyInAWholeSentence()
    {
        StrategyView view;
        view.resize(420, 300);
        view.show();
        const auto *said = view.table()->viewport()->findChild<QLabel *>();
        QVERIFY(said && said->isVisible() && said->text().endsWith(u'.'));
        QVERIFY(said->wordWrap() && said->heightForWidth(said->width()) <= said->height());
        view.setSearching(true, {});
        QVERIFY(said->text().contains(QStringLiteral("while the search runs")));
        view.setRanking(ranking());
        QVERIFY(!said->isVisible());
    }

    void theReasonIsInViewAtEveryWidth()
    {
        StrategyView view;
        view.setRanking(ranking());
        view.show();
        for (const int width : {580, 700, 900, 1100, 1600}) { // Design at 1100 x 700 to Analyse at 1920 x 1080
            view.resize(width, 300);
            QCoreApplication::processEvents();
            const QTableView *table = view.table();
            for (const int column : {StrategyModel::plan, StrategyModel::stepTime, StrategyModel::why})
                QVERIFY2(!table->isColumnHidden(column) && table->columnWidth(column) >= 100 &&
                             table->columnViewportPosition(column) + table->columnWidth(column) <=
                                 table->viewport()->width(),
                         qPrintable(QStringLiteral("column %1 at %2").arg(column).arg(width)));
        }
        for (int column = 0; column < StrategyModel::columnCountValue; ++column)
            QVERIFY(!view.table()->isColumnHidden(column)); // room for all
        view.showWhyNot(true);                              // the panel says why at length
        QVERIFY(view.table()->isColumnHidden(StrategyModel::why));
        view.showWhyNot(false);
        QVERIFY(!view.table()->isColumnHidden(StrategyModel::why));
    }

    /// Where there is no room for the field it comes when it is asked for, and stays as long as it filters.
    void theFilterIsSeenWhileItFilters()
    {
        StrategyView view;
        view.setRanking(ranking());
        view.resize(1400, 300);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        auto *field = view.findChild<QLineEdit *>();
        QVERIFY(field->isVisible());
        view.resize(580, 300);
        QVERIFY(!field->isVisible());
        view.table()->setFocus();
        QTest::keySequence(&view, QKeySequence(QKeySequence::Find));
        QVERIFY(field->isVisible() && field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("TP4"));
        view.table()->setFocus();
        view.resize(600, 300);
        QVERIFY(field->isVisible());
        field->setFocus();
        field->clear();
        QVERIFY(field->isVisible());
        view.table()->setFocus();
        QVERIFY(!field->isVisible());
    }

    /// One very slow plan does not make the bars of all others a few pixels long.
    void barsTellPlansApart()
    {
        StrategyModel model;
        auto slow = ranking();
        auto step = std::make_shared<StepResult>(*slow->result.plans.back().result);
        const double best = toSeconds(slow->result.plans.front().result->stepTime).value;
        step->stepTime = Ticks(slow->result.plans.front().result->stepTime.count * 100);
        slow->result.plans.back().result = step;
        model.setRanking(slow);
        QVERIFY(model.longestTime() <= StrategyModel::slowestBar * best);
        StrategyView view;
        view.setRanking(slow);
        view.resize(1430, 300); // Analyse at 1440 x 900
        view.show();
        QCoreApplication::processEvents();
        QVERIFY(view.table()->columnWidth(StrategyModel::stepTime) >= 220); // figures, and a bar of 60 px
    }

    void paintsWithoutAWindow()
    {
        QImage image(1200, 300, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        StrategyView::paint(painter, image.size(), ranking());
        painter.end();
        QCOMPARE(qAlpha(image.pixel(600, 290)), 255);
        bool green = false;
        for (int x = 0; x < image.width(); ++x)
            green = green || QColor(image.pixel(x, 5)) == currentTheme()[Role::okFill];
        QVERIFY(green);
    }
};

QTEST_MAIN(StrategiesTest)
#include "strategies_test.moc"
