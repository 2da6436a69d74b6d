// SPDX-License-Identifier: GPL-3.0-or-later
//
// The views of a window never contradict each other: one start time, one answer to "which plan", one uncertainty, and
// an answer where nothing fits. Driven by mouse and keyboard, with the real planner on a small cluster.
#include "breakdown/breakdown_view.h"
#include "cluster/catalog.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "language/planner_words.h"
#include "language/result_words.h"
#include "plan_editor/plan_editor.h"
#include "project/edits.h"
#include "scenario/time_slider.h"
#include "shell/headline.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "shell/status_bar.h"
#include "simulator/result/worst_overflow.h"
#include "strategies/certificate_strip.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/predicted.h"
#include "timeline/timeline_view.h"
#include "ui/support/opened_example.h"
#include "ui/support/sample_ranking.h"
#include "ui/support/window_fixture.h"
#include "widgets/state_strip.h"
#include "workload_bar/workload_bar.h"

#include <QLabel>
#include <QPushButton>
#include <QTableView>

using namespace heteroscope;

namespace {

/// Two servers of two devices; one of them has half its speed from 100 s on, and until 300 s a tenth of its link.
Project small()
{
    Project project;
    project.cluster =
        test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-16GB SXM2", 2)}, BytesPerSecond(3e9));
    project.cluster.links.front().rate.points = {{Seconds(100), 0.1}, {Seconds(300), 1}};
    for (Device &device : project.cluster.nodes.front().devices)
        device.speed.points = {{Seconds(100), 0.5}};
    project.workload = test::smallGpt(12, 2048, 16);
    return project;
}

/// An engine whose searches are stopped before they are through.
Engine unproved(Engine engine)
{
    engine.search = [plain = engine.search](const Topology &topology, const Workload &workload,
                                            const SearchOptions &options, StopToken stop, Progress *progress,
                                            const ImprovementCallback &improved) {
        Result<SearchResult> result = plain(topology, workload, options, std::move(stop), progress, improved);
        result->proved = false;
        result->stopped = true;
        result->gap = 0.823;
        result->bestValue = toSeconds(result->plans.front().result->stepTime).value;
        result->lowerValue = result->bestValue * (1 - result->gap);
        return result;
    };
    return engine;
}

struct Driven
{
    MainWindow window;
    StrategyView *strategies = nullptr;

    explicit Driven(Project project, Engine engine = coreEngine()) : window(std::move(engine))
    {
        window.resize(1440, 900);
        window.document()->reset(std::move(project));
        window.showWorkspace();
        window.show();
        window.session()->setFollowDelay(0);
        strategies = window.view<StrategyView>();
        window.docks().show<StrategyView>();
    }
    CertificateStrip *strip() { return strategies->certificate(); }
    const StrategyModel &model() { return *strategies->model(); }
    const StrategyRow *row(StrategyRow::Kind kind)
    {
        for (int i = 0; i < model().rowCount(); ++i)
            if (model().row(i).kind == kind)
                return &model().row(i);
        return nullptr;
    }
    const StrategyRow *recommended()
    {
        for (int i = 0; i < model().rowCount(); ++i)
            if (model().row(i).isRecommended)
                return &model().row(i);
        return nullptr;
    }
    QString headlineTime()
    {
        const auto &item = window.headline()->shownItems().front();
        return item.number + u' ' + item.unit;
    }
    QString timeOf(const StrategyRow &row) { return formatPredicted(row.result->stepTime, row.result->uncertainty); }
};

} // namespace

class AnswersTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyViewIsOfOneStartTime()
    {
        Driven driven(small());
        MainWindow &window = driven.window;
        Session &session = *window.session();
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QVERIFY(session.ranking()->result.proved);
        const QString before = driven.headlineTime();
        QVERIFY(driven.recommended());
        QCOMPARE(driven.headlineTime(), driven.timeOf(*driven.recommended()));
        session.setLive(false); // to look at what is stale
        auto *slider = window.findChild<TimeSlider *>();
        QVERIFY(slider && slider->isVisible());
        QTest::keyClick(slider, Qt::Key_PageUp);
        QCOMPARE(session.startTime().value, 100.0);
        QTRY_VERIFY(session.isIdle() && !session.isStale());
        QCOMPARE(driven.strip()->title(), QStringLiteral("For another start time"));
        QVERIFY(driven.strip()->account().contains(QStringLiteral("0:00")));
        QVERIFY(driven.strip()->account().contains(QStringLiteral("1:40")));
        QVERIFY(window.status()->figures().contains(QStringLiteral("the ranking is from before")));
        QVERIFY(!window.headline()->sentence().contains(QStringLiteral("proved")));
        window.docks().show<PlanEditor>();
        auto *editor = window.view<PlanEditor>()->findChild<StateStrip *>();
        QVERIFY(!editor->text().contains(QStringLiteral("against the best")));
        window.docks().show<StrategyView>();
        // The button of the strip searches for the time on show.
        QVERIFY(driven.strip()->searchButton()->isVisible());
        QTest::mouseClick(driven.strip()->searchButton(), Qt::LeftButton);
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(session.ranking()->result.startTime.value, 100.0);
        QVERIFY(driven.strip()->title().startsWith(QStringLiteral("Proved best")));
        QVERIFY(driven.recommended());
        QCOMPARE(driven.headlineTime(), driven.timeOf(*driven.recommended()));
        QVERIFY(driven.headlineTime() != before);
        // With Live the ranking follows by itself.
        session.setLive(true);
        QTest::keyClick(slider, Qt::Key_Home);
        QVERIFY(session.isRankingStale());
        QTRY_VERIFY(session.isIdle() && !session.isRankingStale());
        QCOMPARE(driven.headlineTime(), before);
    }

    void anEditedRankingIsMarkedUntilItIsProvedAgain()
    {
        Gate ending;
        Engine engine = coreEngine();
        engine.search = [&ending, plain = engine.search](const Topology &topology, const Workload &workload,
                                                         const SearchOptions &options, StopToken stop,
                                                         Progress *progress, const ImprovementCallback &improved) {
            auto result = plain(topology, workload, options, stop, progress, improved);
            ending.pass(stop);
            return result;
        };
        Driven driven(small(), engine);
        Session &session = *driven.window.session();
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QVERIFY(driven.strip()->title().startsWith(QStringLiteral("Proved best")));
        ending.close();
        auto *batch = driven.window.workloadBar()->batchField();
        QTest::mouseClick(batch, Qt::LeftButton);
        QTest::keyClick(batch, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(batch, QStringLiteral("32"));
        QTest::keyClick(batch, Qt::Key_Return);
        QCOMPARE(driven.window.document()->project().workload.job.globalBatch, 32);
        QTRY_COMPARE(driven.strip()->title(), QStringLiteral("Being proved again"));
        QVERIFY(driven.strip()->account().contains(QStringLiteral("simulated again")));
        const StrategyRow *best = driven.row(StrategyRow::Kind::ranked);
        QVERIFY(best);
        // Of the space, or of a baseline that is ahead when this is looked at.
        const auto &ahead = session.ranking()->result.plans.front().baseline;
        QCOMPARE(best->why, ahead ? wordOf(*ahead) + QStringLiteral("; best so far") : QStringLiteral("best so far"));
        QCOMPARE(best->plan->pipelines.front().microBatches * best->plan->microBatchSize *
                     static_cast<int>(best->plan->pipelines.size()),
                 32);
        ending.open();
        QTRY_VERIFY(session.isIdle());
        QVERIFY(driven.strip()->title().startsWith(QStringLiteral("Proved best")));
    }

    void whereNothingFitsTheAnswerSaysHowMuchIsMissing()
    {
        Driven driven(small());
        MainWindow &window = driven.window;
        Session &session = *window.session();
        QTRY_VERIFY(session.isIdle() && session.result());
        session.applyShown();
        QTRY_VERIFY(session.isIdle());
        const QString before = driven.headlineTime();
        QComboBox *models = window.workloadBar()->modelField();
        models->setCurrentIndex(models->findText(QStringLiteral("GPT-3 175B")));
        emit models->activated(models->currentIndex());
        QTRY_VERIFY(session.isIdle() && session.nothingFits());
        QVERIFY(session.shown()->origin == PlanOrigin::nearest && !session.isStale());
        QVERIFY(!session.result()->overflows.empty());
        const QString sentence = window.headline()->sentence();
        QVERIFY2(sentence.startsWith(QStringLiteral("No plan fits: needs ")), qPrintable(sentence));
        QVERIFY(sentence.contains(QStringLiteral("these 4 devices have")));
        QVERIFY(driven.headlineTime() != before);
        QCOMPARE(driven.strip()->title(), QStringLiteral("No plan fits"));
        QVERIFY(sentence.endsWith(driven.strip()->account()));
        // Of all devices that hold too much the worst is named.
        const auto worst = worstOverflow(*session.result());
        QVERIFY(std::all_of(session.result()->overflows.begin(), session.result()->overflows.end(),
                            [&worst](const MemoryOverflow &one) { return one.over <= worst.over; }));
        QVERIFY(window.headline()->detail().endsWith(sentenceOf(worst)));
        QVERIFY(window.view<TimelineView>()->result() == session.result());
        const StrategyRow *nearest = driven.row(StrategyRow::Kind::nearest);
        QVERIFY(nearest && nearest->doesNotFit());
        QCOMPARE(driven.headlineTime(), driven.timeOf(*nearest));
        const auto &messages = window.view<MessagesView>()->messagesModel()->messages();
        QVERIFY(std::none_of(messages.begin(), messages.end(),
                             [](const Message &m) { return m.text.contains(QStringLiteral("/pipelines")); }));
        QVERIFY(std::any_of(messages.begin(), messages.end(), [](const Message &m) {
            return m.kind == Message::Kind::error && m.text.startsWith(QStringLiteral("No plan fits: needs"));
        }));
        QVERIFY(std::any_of(messages.begin(), messages.end(), [](const Message &m) {
            return m.text.startsWith(QStringLiteral("The project's plan cannot run: "));
        }));
        window.actions()[ActionId::undo]->trigger();
        QTRY_VERIFY(session.isIdle() && session.result()->feasible);
        QCOMPARE(driven.headlineTime(), before);
    }

    /// From one, as rules name them, in every view.
    void pipelinesAreCountedAlike()
    {
        OpenedExample o;
        QVERIFY(o.settled());
        const Simulation &shown = *o.window.session()->shown();
        const auto &lanes = shown.result->lanes;
        const auto second =
            std::find_if(lanes.begin(), lanes.end(), [](const Lane &lane) { return lane.pipeline == 1; });
        QVERIFY(second != lanes.end());
        o.window.document()->selection()->selectDevices(
            {std::string(shown.topology->device(second->devices.front()).name)});
        const auto says = [](const QWidget &view, const QString &text) {
            const auto labels = view.findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&text](const QLabel *label) { return label->text().contains(text); });
        };
        QVERIFY(says(*o.window.view<Inspector>(), QStringLiteral("of pipeline 2")));
        o.window.docks().show<BreakdownView>();
        QTRY_VERIFY(says(*o.window.view<BreakdownView>(), QStringLiteral("replica 2")));
    }

    void theFastestThatTheSoftwareRunsIsRecommended()
    {
        GatedEngine gated;
        Engine engine = gated.engine();
        const auto quicker = [](StepResult step) {
            step.stepTime = Ticks(step.stepTime.count * 89 / 100);
            return step;
        };
        engine.simulate = [quicker, plain = engine.simulate](const Topology &topology, const Workload &workload,
                                                             const Plan &plan, Seconds start,
                                                             StopToken stop) -> Result<StepResult> {
            const Result<StepResult> step = plain(topology, workload, plan, start, std::move(stop));
            return plan.schedule == ScheduleKind::zbV ? quicker(*step) : step;
        };
        engine.lookBeyond = [quicker](const Topology &, const Workload &, const SearchOptions &, SearchResult &result,
                                      StopToken) {
            Plan plan = planOf(1, 2, 1, 16);
            plan.schedule = ScheduleKind::zbV;
            result.beyond = {{{{VariationKind::schedule, 0, ScheduleKind::zbV}},
                              plan,
                              std::make_shared<const StepResult>(quicker(*result.plans.front().result))}};
            return Status();
        };
        Driven driven(small(), engine);
        Session &session = *driven.window.session();
        QTRY_VERIFY(session.isIdle() && session.result() && !session.ranking()->result.beyond.empty());
        // Megatron-LM does not run ZB-V: what was proved, then what was found beyond it.
        QCOMPARE(driven.window.headline()->sentence(), QStringLiteral("Proved best of P"));
        QVERIFY(headlineSentence(session, false)
                    .detail.endsWith(
                        QStringLiteral("ZB-V would take 11.0 % less time, but Megatron-LM does not run ZB-V")));
        QCOMPARE(driven.strip()->title(), QStringLiteral("Proved best of P"));
        QVERIFY(driven.strip()->proof().endsWith(QStringLiteral("Megatron-LM does not run ZB-V")));
        QVERIFY(session.shown()->plan.schedule == ScheduleKind::oneFOneB);
        QVERIFY(driven.row(StrategyRow::Kind::ranked)->isRecommended);
        // torchtitan does.
        Workload workload = driven.window.document()->project().workload;
        workload.job.softwareStack = "torchtitan";
        driven.window.document()->edit(QStringLiteral("software"),
                                       setWorkload(driven.window.document()->project(), workload));
        QTRY_VERIFY(session.isIdle() && session.shown()->plan.schedule == ScheduleKind::zbV);
        QVERIFY(driven.row(StrategyRow::Kind::beyond)->isRecommended);
        QCOMPARE(driven.window.headline()->sentence(),
                 QStringLiteral("The fastest plan found, 11.0 % faster than the best proved one"));
        QTest::mouseClick(driven.strip()->applyButton(), Qt::LeftButton);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(driven.window.document()->project().plans.front().plan.schedule == ScheduleKind::zbV);
    }

    void anAppliedPlanLeavesTheOneBefore()
    {
        Driven driven(small());
        MainWindow &window = driven.window;
        Session &session = *window.session();
        QTRY_VERIFY(session.isIdle() && session.ranking()->result.plans.size() > 2);
        QTableView *table = driven.strategies->table();
        const auto select = [&](const auto &wanted) {
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                table->selectRow(row);
                const int kind = table->model()->index(row, 0).data(StrategyModel::kindRole).toInt();
                if (wanted(static_cast<StrategyRow::Kind>(kind), row))
                    return;
            }
            QFAIL("no such row");
        };
        select([](StrategyRow::Kind kind, int) { return kind == StrategyRow::Kind::ranked; });
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(session.isIdle());
        const Plan first = window.document()->project().plans.front().plan;
        select([&](StrategyRow::Kind kind, int row) { return kind == StrategyRow::Kind::ranked && row > 2; });
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(window.document()->project().plans.size(), std::size_t(2));
        QVERIFY(window.document()->project().plans[0].plan != first);
        QVERIFY(driven.model().row(1).isKept() && *driven.model().row(1).plan == first);
        QVERIFY(driven.model().row(1).result);
        // It is one key away.
        table->selectRow(1);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.shown()->plan == first);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(window.document()->project().plans[0].plan == first);
        QCOMPARE(window.document()->project().plans.size(), std::size_t(2));
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(window.document()->project().plans.size(), std::size_t(1));
        window.actions()[ActionId::undo]->trigger();
        QCOMPARE(window.document()->project().plans.size(), std::size_t(2));
        QTRY_VERIFY(session.isIdle());
    }

    void cancelAnswersAtOnceAndSaysHowToGoOn()
    {
        GatedEngine gated;
        Gate ending;
        Engine engine = unproved(gated.engine());
        engine.search = [&ending, plain = engine.search](const Topology &topology, const Workload &workload,
                                                         const SearchOptions &options, StopToken stop,
                                                         Progress *progress, const ImprovementCallback &improved) {
            auto result = plain(topology, workload, options, std::move(stop), progress, improved);
            ending.pass();
            return result;
        };
        gated.search.close();
        ending.close();
        Driven driven(small(), engine);
        Session &session = *driven.window.session();
        QTRY_VERIFY(session.isSearching());
        QTRY_COMPARE(driven.strip()->title(), QStringLiteral("Searching ..."));
        QPushButton *button = driven.strip()->searchButton();
        QCOMPARE(button->text(), QStringLiteral("Cancel"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(driven.strip()->title(), QStringLiteral("Stopping ..."));
        QVERIFY(!button->isEnabled());
        QVERIFY(!driven.window.actions()[ActionId::cancelPlan]->isEnabled());
        QVERIFY(driven.window.status()->figures().contains(QStringLiteral("stopping the search")));
        ending.open();
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(driven.strip()->title(), QStringLiteral("Best so far, not proved"));
        QVERIFY(driven.strip()->proof().contains(QStringLiteral("82.3 %")));
        QCOMPARE(button->text(), QStringLiteral("Continue"));
        QVERIFY(button->isVisible() && button->isEnabled());
        const int searches = gated.searches;
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(gated.searches.load(), searches + 1);
        gated.search.open();
        QTRY_VERIFY(session.isIdle());
    }

    void everyFigureHasTheSameUncertainty()
    {
        Driven driven(small());
        MainWindow &window = driven.window;
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result());
        const QString uncertainty = uncertaintyText(window.session()->result()->uncertainty);
        QVERIFY(uncertainty.startsWith(QStringLiteral("\u00b1 ")));
        for (std::size_t item = 0; item < 3; ++item) // step time, MFU, throughput
            QVERIFY(window.headline()->shownItems()[item].unit.endsWith(uncertainty));
        const StrategyModel &model = driven.model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.row(row).result)
                QVERIFY(model.index(row, StrategyModel::stepTime)
                            .data()
                            .toString()
                            .endsWith(uncertaintyText(model.row(row).result->uncertainty)));
        window.docks().show<PlanEditor>();
        QVERIFY(window.view<PlanEditor>()->findChild<StateStrip *>()->title().contains(uncertainty));
    }

private:
    PrivateSettings m_settings;
};

QTEST_MAIN(AnswersTest)
#include "answers_test.moc"
