// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan whose pipelines differ by type, picked by mouse and applied by keyboard: every view shows the pipeline that a
// device is in, and all of them the same step.
#include "breakdown/breakdown_model.h"
#include "breakdown/breakdown_view.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "plan_editor/plan_editor.h"
#include "shell/main_window.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/predicted.h"
#include "ui/support/picture.h"

#include <QLabel>
#include <QTableView>

#include <algorithm>
#include <map>

using namespace heteroscope;

namespace {

/// Two devices of each of three types behind links of 2 ms, and a software that runs pipelines that differ.
Project threeTypes()
{
    Project project;
    project.cluster = test::star(
        {test::node("h", "H100-80GB SXM", 2), test::node("a", "A100-80GB SXM", 2), test::node("l", "L40S", 2)});
    for (auto &link : project.cluster.links)
        link.latency = Seconds(2e-3);
    project.workload = test::smallGpt(6, 2048, 128);
    auto &runs = project.workload.job.runs;
    runs.schedules = {std::string(scheduleName(ScheduleKind::oneFOneB))};
    runs.zeroStages = {1};
    runs.degrees = SoftwareDegrees{true, false, false, false, true, true, true};
    return project;
}

bool says(const QWidget &view, const QString &text)
{
    const auto labels = view.findChildren<QLabel *>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel *label) { return label->isVisibleTo(&view) && label->text().contains(text); });
}

std::string nodeOf(const Pipeline &pipeline)
{
    const auto &device = pipeline.stages.front().groups.front().devices.front();
    return device.substr(0, device.find(':'));
}

} // namespace

class UnlikePlansTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyViewShowsThePipelineOfADevice()
    {
        MainWindow window;
        window.resize(1500, 950);
        window.document()->reset(threeTypes());
        window.showWorkspace();
        window.show();
        Session &session = *window.session();
        session.setFollowDelay(0);
        window.docks().show<StrategyView>();
        QTRY_VERIFY(session.isIdle() && session.ranking() && session.result());
        QVERIFY(session.ranking()->result.proved);

        // The first plan with pipelines of all three types.
        auto &strategies = *window.view<StrategyView>();
        const auto &model = *strategies.model();
        int found = -1;
        for (int i = 0; i < model.rowCount() && found < 0; ++i) {
            const auto &row = model.row(i);
            std::map<std::string, int> nodes;
            for (std::size_t p = 0; row.plan && p < row.plan->pipelines.size(); ++p)
                ++nodes[nodeOf(row.plan->pipelines[p])];
            found = nodes.size() == 3 && row.kind == StrategyRow::Kind::ranked && !row.isMember() ? i : -1;
        }
        QVERIFY(found >= 0);
        const StrategyRow row = model.row(found);
        auto &table = *strategies.table();
        const QModelIndex index = strategies.filter()->mapFromSource(model.index(found, 0));
        QVERIFY(index.isValid());
        table.scrollTo(index);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(index).center());
        QTRY_VERIFY(session.isIdle() && session.shown() && session.shown()->plan == *row.plan);
        const Simulation shown = *session.shown();
        QCOMPARE(shown.result->stepTime, row.result->stepTime);
        const auto &headline = window.headline()->shownItems().front();
        QCOMPARE(headline.number + u' ' + headline.unit,
                 formatPredicted(row.result->stepTime, row.result->uncertainty));
        savePicture(window, QStringLiteral("unlike-plans-picked"));

        // A device of each pipeline, selected in any view, is said to be in that pipeline, and its own terms are shown.
        window.docks().show<BreakdownView>();
        for (std::size_t p = 0; p < row.plan->pipelines.size(); ++p) {
            const auto &stages = row.plan->pipelines[p].stages;
            const auto &device = stages.front().groups.front().devices.front();
            window.document()->selection()->selectDevices({device});
            const auto &inspector = *window.view<Inspector>();
            QTRY_VERIFY2(says(inspector, QStringLiteral("of pipeline %1").arg(p + 1)), device.c_str());
            const auto &breakdown = *window.view<BreakdownView>();
            QTRY_VERIFY2(says(breakdown, QStringLiteral("replica %1").arg(p + 1)), device.c_str());
            const auto &terms = *breakdown.model()->explanation();
            QCOMPARE(shown.result->lanes[static_cast<std::size_t>(terms.lane)].pipeline, static_cast<int>(p));
            const auto lanes = std::count_if(shown.result->lanes.begin(), shown.result->lanes.end(),
                                             [&](const Lane &lane) { return lane.pipeline == static_cast<int>(p); });
            QCOMPARE(lanes, static_cast<std::ptrdiff_t>(stages.size()));
        }
        savePicture(window, QStringLiteral("unlike-plans-device"));

        // The editor takes it without complaint.
        window.docks().show<PlanEditor>();
        auto &editor = *window.view<PlanEditor>();
        QTRY_VERIFY(editor.plan() && *editor.plan() == *row.plan);
        savePicture(window, QStringLiteral("unlike-plans-editor"));

        // Enter makes it the project's plan, and undo takes it back.
        window.docks().show<StrategyView>();
        window.activateWindow();
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Return);
        const auto &plans = window.document()->project().plans;
        QVERIFY(!plans.empty() && plans.front().plan == *row.plan);
        QTRY_VERIFY(session.isIdle() && session.shown() && session.shown()->plan == *row.plan);
        QCOMPARE(session.result()->stepTime, row.result->stepTime);
        savePicture(window, QStringLiteral("unlike-plans-applied"));
        window.actions()[ActionId::undo]->trigger();
        QVERIFY(window.document()->project().plans.empty());
    }
};

QTEST_MAIN(UnlikePlansTest)
#include "unlike_plans_test.moc"
