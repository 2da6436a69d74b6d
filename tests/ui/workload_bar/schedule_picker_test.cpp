// SPDX-License-Identifier: GPL-3.0-or-later
//
// Another schedule is one choice, one undo step, and the simulation that is shown follows.
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/schedule_picker.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QWheelEvent>

using namespace heteroscope;

namespace {

Project pipelineProject(int microBatches = 8)
{
    Project project;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 4)});
    project.workload = test::smallGpt(10, 1024, microBatches);
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}, {"a:3"}}, {3, 3, 3, 3}, microBatches)};
    project.plans.push_back({"plan", plan, {}, {}});
    return project;
}

/// Real simulations, but no search, so that the project's plan stays on show.
Engine simulatingEngine()
{
    Engine engine = coreEngine();
    engine.search = [](const Topology &, const Workload &, const SearchOptions &, StopToken, Progress *,
                       const ImprovementCallback &) -> Result<SearchResult> { return SearchResult(); };
    return engine;
}

struct ShownPicker
{
    Document document;
    Session session{&document, simulatingEngine()};
    SchedulePicker picker{&session};

    explicit ShownPicker(const Project &project = pipelineProject())
    {
        session.setFollowDelay(0);
        picker.resize(180, 26);
        picker.show();
        document.reset(project);
    }
    void expectPopup() const
    {
        // What Qt's offscreen platform says of every popup.
        for (const char *what :
             {"This plugin does not support raise()", "This plugin does not support grabbing the keyboard"})
            QTest::ignoreMessage(QtWarningMsg, what);
    }
    ScheduleKind shownKind() const { return document.project().plans.front().plan.schedule; }
    void clickRow(ScheduleKind kind)
    {
        expectPopup();
        QTest::mouseClick(&picker, Qt::LeftButton, {}, QPoint(20, 13));
        QTRY_VERIFY(picker.view()->isVisible());
        const QModelIndex row = picker.model()->index(picker.scheduleModel().rowOf(kind), 0);
        picker.view()->scrollTo(row);
        QTest::mouseMove(picker.view()->viewport(), picker.view()->visualRect(row).center());
        QApplication::processEvents();
        QTest::mouseClick(picker.view()->viewport(), Qt::LeftButton, {}, picker.view()->visualRect(row).center());
    }
};

} // namespace

class SchedulePickerTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // A popup passes over clicks that come this soon after the one that opened it.
        QApplication::setDoubleClickInterval(0);
    }

    void theModelIsSound()
    {
        ScheduleModel model;
        QAbstractItemModelTester tester(&model);
        const Project project = pipelineProject();
        model.setPlan(project.plans.front().plan, project.workload.model);
        Plan custom = project.plans.front().plan;
        custom.schedule = ScheduleKind::custom;
        model.setPlan(custom, project.workload.model);
        QCOMPARE(model.rowCount(), int(changeableSchedules().size()) + 1);
        const Ticks second(Ticks::perSecond);
        model.setOutcomes({{ScheduleKind::zbH1, {0.1, second, false, {}}},
                           {ScheduleKind::zbH2, {0.2, 2 * second, true, {}}},
                           {ScheduleKind::zbV, {0, {}, true, QStringLiteral("a link is down")}}});
        const auto at = [&model](ScheduleKind kind) { return model.index(model.rowOf(kind)); };
        QVERIFY(!at(ScheduleKind::zbH1).data(ScheduleModel::FitsRole).toBool());
        QVERIFY(at(ScheduleKind::zbH2).data(ScheduleModel::FastestRole).toBool());
        QVERIFY(!(model.flags(at(ScheduleKind::zbV)) & Qt::ItemIsEnabled));
        QVERIFY(at(ScheduleKind::zbV).data(Qt::ToolTipRole).toString().contains(QStringLiteral("a link is down")));
        model.setPlan({}, {});
        QCOMPARE(model.rowCount(), int(changeableSchedules().size()));
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(!(model.flags(model.index(row)) & Qt::ItemIsEnabled));
    }

    void aChoiceIsOneUndoStepAndTheBubbleFollows()
    {
        ShownPicker shown;
        QTRY_VERIFY(shown.session.isIdle() && shown.session.result());
        QCOMPARE(shown.picker.currentText(), QStringLiteral("1F1B"));
        const QString before = shown.picker.figure();
        QCOMPARE(before, formatPercent(shown.session.result()->bubbleShare()));
        shown.clickRow(ScheduleKind::zbV);
        QCOMPARE(shown.shownKind(), ScheduleKind::zbV);
        QCOMPARE(shown.document.undoStack()->count(), 1);
        QCOMPARE(shown.document.undoStack()->undoText(), QStringLiteral("Schedule ZB-V"));
        QTRY_VERIFY(shown.session.isIdle());
        QTRY_VERIFY(shown.session.isIdle() && !shown.session.isStale());
        QVERIFY(shown.session.shown()->plan.schedule == ScheduleKind::zbV);
        QVERIFY(shown.picker.figure() != before);
        QCOMPARE(shown.picker.figure(), formatPercent(shown.session.result()->bubbleShare()));
        shown.document.undoStack()->undo();
        QCOMPARE(shown.picker.currentText(), QStringLiteral("1F1B"));
        QTRY_COMPARE(shown.picker.figure(), before);
    }

    void keysChooseToo()
    {
        ShownPicker shown;
        QTRY_VERIFY(shown.session.isIdle() && shown.session.result());
        shown.picker.setFocus();
        QTest::keyClick(&shown.picker, Qt::Key_Up);
        QCOMPARE(shown.shownKind(), ScheduleKind::gpipe);
        QTest::keyClick(&shown.picker, Qt::Key_Down);
        QTest::keyClick(&shown.picker, Qt::Key_Down);
        QCOMPARE(shown.shownKind(), ScheduleKind::eager);
        QTRY_VERIFY(shown.session.isIdle());
    }

    void aWheelThatPassesByChangesNothing()
    {
        ShownPicker shown;
        QTRY_VERIFY(shown.session.isIdle() && shown.session.result());
        QWheelEvent event(QPointF(20, 13), shown.picker.mapToGlobal(QPoint(20, 13)), QPoint(), QPoint(0, -120),
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&shown.picker, &event);
        QCOMPARE(shown.shownKind(), ScheduleKind::oneFOneB);
    }

    void whatCannotBeIsDisabledWithItsReason()
    {
        ShownPicker shown(pipelineProject(6));
        QTRY_VERIFY(shown.session.isIdle() && shown.session.result());
        const ScheduleModel &model = shown.picker.scheduleModel();
        const QModelIndex interleaved = model.index(model.rowOf(ScheduleKind::interleaved));
        QVERIFY(!(model.flags(interleaved) & Qt::ItemIsEnabled));
        QVERIFY2(interleaved.data(Qt::ToolTipRole)
                     .toString()
                     .contains(QStringLiteral("Needs a multiple of the 4 stages; this plan has 6 micro-batches.")),
                 qPrintable(interleaved.data(Qt::ToolTipRole).toString()));
        const QModelIndex dual = model.index(model.rowOf(ScheduleKind::dualPipeV));
        QVERIFY(dual.data(Qt::ToolTipRole).toString().contains(QStringLiteral("at least twice the 4 stages")));
        QVERIFY(model.flags(model.index(model.rowOf(ScheduleKind::zbH2))) & Qt::ItemIsEnabled);
    }

    void theListTellsWhatEachWouldComeTo()
    {
        ShownPicker shown;
        QTRY_VERIFY(shown.session.isIdle() && shown.session.result());
        const ScheduleModel &model = shown.picker.scheduleModel();
        const QModelIndex zero = model.index(model.rowOf(ScheduleKind::zbH1));
        QCOMPARE(zero.data(ScheduleModel::FigureRole).toString(), QStringLiteral("…"));
        shown.expectPopup();
        shown.picker.showPopup();
        QTRY_COMPARE(shown.picker.comparison().outcomes().size(), changeableSchedules().size());
        const auto &outcomes = shown.picker.comparison().outcomes();
        QCOMPARE(outcomes.at(ScheduleKind::oneFOneB).bubble, shown.session.result()->bubbleShare());
        QVERIFY(outcomes.at(ScheduleKind::zbH1).bubble < outcomes.at(ScheduleKind::oneFOneB).bubble);
        QVERIFY(zero.data(ScheduleModel::FigureRole)
                    .toString()
                    .contains(formatPercent(outcomes.at(ScheduleKind::zbH1).bubble)));
        const QString promised = formatPercent(outcomes.at(ScheduleKind::zbH1).bubble);
        shown.picker.hidePopup();
        shown.session.changeSchedule(ScheduleKind::zbH1);
        QTRY_VERIFY(shown.session.isIdle() && !shown.session.isStale());
        QCOMPARE(shown.picker.figure(), promised);
    }

    void withoutAPlanThereIsNothingToChoose()
    {
        ShownPicker shown{Project()};
        QTRY_VERIFY(shown.session.isIdle());
        QVERIFY(!shown.picker.isEnabled());
        QCOMPARE(shown.picker.currentIndex(), -1);
        QCOMPARE(shown.picker.figure(), QString());
        shown.session.changeSchedule(ScheduleKind::zbH1);
        QVERIFY(!shown.document.isModified());
    }
};

QTEST_MAIN(SchedulePickerTest)
#include "schedule_picker_test.moc"
