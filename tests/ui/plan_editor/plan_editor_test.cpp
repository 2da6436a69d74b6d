// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan built by hand: borders and device groups moved with the mouse and with keys, each an undoable edit; what would
// be no plan is refused; locks are pins.
#include "plan_editor/plan_board.h"
#include "plan_editor/plan_editor.h"
#include "project/stage_locks.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "widgets/state_strip.h"

#include <QMenu>
#include <QPushButton>

using namespace heteroscope;

namespace {

/// Two pipelines of three stages on six of eight devices, with real simulations.
struct EditedPlan
{
    Document document;
    Session session{&document};
    PlanEditor editor{&session};

    EditedPlan()
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 8)});
        project.workload = test::smallGpt(22, 512, 8);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}}, {8, 8, 8}, 4),
                          test::pipeline({{"a:3"}, {"a:4"}, {"a:5"}}, {8, 8, 8}, 4)};
        plan.unusedDevices = {"a:6", "a:7"};
        session.setFollowDelay(0);
        document.reset(project);
        document.edit(QStringLiteral("plan"), [&] {
            Project with = project;
            with.plans = {{"mine", plan, {}, {}}};
            return with;
        }());
        session.follow();
        editor.resize(1000, 400);
        editor.show();
    }
    bool isIdle() { return session.isIdle() && !session.isStale(); }
    PlanBoard &board() { return *editor.board(); }
    const Plan &plan() { return document.project().plans.front().plan; }
    int layers(std::size_t pipeline, std::size_t stage)
    {
        return plan().pipelines[pipeline].stages[stage].chunks.front().count;
    }
    std::string device(std::size_t pipeline, std::size_t stage)
    {
        return plan().pipelines[pipeline].stages[stage].groups.front().devices.front();
    }
    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(&board(), Qt::LeftButton, {}, from);
        for (const double part : {0.3, 0.7, 1.0}) {
            const QPointF at = from + QPointF(to - from) * part;
            QMouseEvent move(QEvent::MouseMove, at, board().mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QApplication::sendEvent(&board(), &move);
        }
        QTest::mouseRelease(&board(), Qt::LeftButton, {}, to);
    }
    QPoint middle(const GroupPlace &place) { return board().groupRect(place).center().toPoint(); }
};

} // namespace

class PlanEditorTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aBorderIsDragged()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle());
        const int before = e.document.undoStack()->index();
        const QPoint border = e.board().borderPlace(0, 0);
        e.drag(border, border + QPoint(90, 0));
        QVERIFY(e.layers(0, 0) > 8);
        QCOMPARE(e.layers(0, 0) + e.layers(0, 1), 16);
        QCOMPARE(e.layers(1, 0), e.layers(0, 0)); // alike pipelines follow
        // The border is where the mouse let go, to half a layer.
        const double perLayer = e.board().stageRect(0, 0).width() / e.layers(0, 0);
        QVERIFY(std::abs(e.board().borderPlace(0, 0).x() - (border.x() + 90)) <= perLayer);
        QCOMPARE(e.document.undoStack()->index(), before + 1); // one step
        e.document.undoStack()->undo();
        QCOMPARE(e.layers(0, 0), 8);
        QTRY_VERIFY(e.isIdle());
    }

    void keysMoveABorder()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle());
        e.board().setFocus();
        QTest::keyClick(&e.board(), Qt::Key_Right);
        QTest::keyClick(&e.board(), Qt::Key_Down);
        QTest::keyClick(&e.board(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(e.layers(1, 1), 7);
        QCOMPARE(e.layers(1, 2), 9);
        QTest::keyClick(&e.board(), Qt::Key_Right);
        // The last stage has no border behind it.
        QTest::keyClick(&e.board(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(e.editor.strip()->title(), QStringLiteral("Not possible"));
        QTRY_VERIFY(e.isIdle());
    }

    void groupsAreDragged()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle());
        e.drag(e.middle({0, 0, 0}), e.middle({1, 2, 0}));
        QCOMPARE(e.device(0, 0), std::string("a:5"));
        QCOMPARE(e.device(1, 2), std::string("a:0"));
        // Onto the ground of a stage, which has one sample and so no room for a second group.
        e.drag(e.middle({0, 0, 0}), e.board().stageRect(0, 1).topLeft().toPoint() + QPoint(40, 8));
        QCOMPARE(e.device(0, 0), std::string("a:5"));
        QCOMPARE(e.editor.strip()->title(), QStringLiteral("Not possible"));
        QVERIFY(e.editor.strip()->text().contains(QStringLiteral("sample")));
        // Unused devices take a place: as many as the group has.
        e.drag(e.board().unusedRect(0).center().toPoint(), e.middle({0, 1, 0}));
        QCOMPARE(e.device(0, 1), std::string("a:6"));
        QVERIFY(e.editor.strip()->title() != QStringLiteral("Not possible"));
        QTRY_VERIFY(e.isIdle());
    }

    void aStageIsMadeByDragging()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle());
        const int before = e.document.undoStack()->index();
        // Unused devices between two stages.
        e.drag(e.board().unusedRect(0).center().toPoint(), e.board().gapPlace({0, 1}));
        QCOMPARE(e.plan().pipelines[0].stages.size(), std::size_t(4));
        QCOMPARE(e.device(0, 1), std::string("a:6"));
        QCOMPARE(e.layers(0, 0), 4);
        QCOMPARE(e.layers(0, 1), 4);
        QCOMPARE(e.plan().pipelines[1].stages.size(), std::size_t(3));
        QCOMPARE(e.document.undoStack()->index(), before + 1);
        // A group of the other pipeline, behind the last stage; its own goes.
        e.drag(e.middle({1, 0, 0}), e.board().gapPlace({0, 4}));
        QCOMPARE(e.plan().pipelines[0].stages.size(), std::size_t(5));
        QCOMPARE(e.plan().pipelines[1].stages.size(), std::size_t(2));
        QCOMPARE(e.device(0, 4), std::string("a:3"));
        QVERIFY(e.editor.strip()->title() != QStringLiteral("Not possible"));
        // And before the first, by the menu of a stage for unused ones.
        e.drag(e.middle({0, 4, 0}), e.board().gapPlace({0, 0}));
        QCOMPARE(e.device(0, 0), std::string("a:3"));
        QCOMPARE(e.plan().pipelines[0].stages.size(), std::size_t(5));
        const auto menu = e.board().menuOf({1, 1, 0});
        const auto actions = menu->actions();
        const auto add = std::find_if(actions.begin(), actions.end(), [](const QAction *action) {
            return action->text().startsWith(QStringLiteral("New stage behind this one from unused a:7"));
        });
        QVERIFY(add != actions.end());
        (*add)->trigger();
        QCOMPARE(e.device(1, 2), std::string("a:7"));
        QTRY_VERIFY(e.isIdle());
        QVERIFY(e.session.result());
        for (int i = 0; i < 4; ++i)
            e.document.undoStack()->undo();
        QCOMPARE(e.plan().pipelines[0].stages.size(), std::size_t(3));
        QTRY_VERIFY(e.isIdle());
    }

    void aDragEndsWithItsPlan()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle());
        const QPoint group = e.middle({1, 2, 0});
        const QPoint chip = e.board().unusedRect(0).center().toPoint();
        const QPoint border = e.board().borderPlace(1, 1);
        const QPoint aim = e.middle({0, 0, 0});
        Project smaller = e.document.project();
        Plan &plan = smaller.plans.front().plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {12, 12}, 8)};
        plan.unusedDevices = {};
        for (int i = 2; i < 8; ++i)
            plan.unusedDevices.push_back("a:" + std::to_string(i));
        for (const QPoint from : {group, chip, border}) {
            QTest::mousePress(&e.board(), Qt::LeftButton, {}, from);
            QMouseEvent move(QEvent::MouseMove, QPointF(aim), e.board().mapToGlobal(QPointF(aim)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&e.board(), &move);
            e.document.edit(QStringLiteral("another plan"), smaller);
            e.board().grab(); // what is held is no part of this plan
            QTest::mouseRelease(&e.board(), Qt::LeftButton, {}, aim);
            QCOMPARE(e.document.project(), smaller);
            e.document.undoStack()->undo();
        }
        QTRY_VERIFY(e.isIdle());
    }

    void theMenuDoesTheSame()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle());
        const auto menu = e.board().menuOf({0, 0, 0});
        QStringList texts;
        for (QAction *action : menu->actions())
            texts << action->text();
        QVERIFY(texts.contains(QStringLiteral("Swap with a:1 (stage B)")));
        QVERIFY(texts.contains(QStringLiteral("Join stage C")));
        const qsizetype unused = texts.indexOf(QStringLiteral("Replace by unused a:6\u20137"));
        QVERIFY(unused >= 0);
        menu->actions()[unused]->trigger();
        QCOMPARE(e.device(0, 0), std::string("a:6"));
        QTRY_VERIFY(e.isIdle());
    }

    void theDifferenceToTheBestIsSaid()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle() && e.session.ranking());
        const Recommendation recommended = e.session.ranking()->recommended();
        const Plan wanted = *recommended.plan;
        const double best = toSeconds(recommended.result->stepTime).value;
        const double own = toSeconds(e.session.result()->stepTime).value;
        QVERIFY(own > best);
        QVERIFY2(e.editor.strip()->title().contains(QString::number((own / best - 1) * 100, 'f', 1)),
                 qPrintable(e.editor.strip()->title()));
        QTest::mouseClick(e.editor.bestButton(), Qt::LeftButton);
        QCOMPARE(e.plan(), wanted);
        QTRY_COMPARE(e.editor.strip()->tone(), StateStrip::Tone::good);
        QVERIFY(!e.editor.bestButton()->isVisible());
    }

    void aLockedStageKeepsItsDevices()
    {
        EditedPlan e;
        QTRY_VERIFY(e.isIdle());
        QTest::mouseClick(&e.board(), Qt::LeftButton, {}, e.board().lockRect(0, 1).center().toPoint());
        QCOMPARE(lockedStages(e.document.project(), e.plan()), (std::set<std::size_t>{1}));
        e.drag(e.middle({0, 1, 0}), e.middle({0, 2, 0}));
        QCOMPARE(e.device(0, 1), std::string("a:1"));
        QCOMPARE(e.editor.strip()->title(), QStringLiteral("Not possible"));
        QCOMPARE(e.editor.strip()->text(),
                 QStringLiteral("a:1 of group stage-0 is used outside the places of its group"));
        // Within the stage they may change places, and its layers may change.
        e.drag(e.middle({0, 1, 0}), e.middle({1, 1, 0}));
        QCOMPARE(e.device(0, 1), std::string("a:4"));
        e.board().setFocus();
        QTest::keyClick(&e.board(), Qt::Key_L);
        QVERIFY(e.document.project().mappings.empty());
        QTRY_VERIFY(e.isIdle());
    }

    void namesAreShortened()
    {
        QCOMPARE(devicesText({"a:0", "a:1", "a:2"}), QStringLiteral("a:0\u20132"));
        QCOMPARE(devicesText({"a:0", "a:2", "b:3"}), QStringLiteral("a:0, a:2, b:3"));
        QCOMPARE(devicesText({}), QString());
    }

    void withoutAPlanItSaysSo()
    {
        Document document;
        Session session(&document);
        PlanEditor editor(&session);
        QCOMPARE(editor.strip()->title(), QStringLiteral("No plan yet"));
        editor.resize(600, 200);
        editor.grab();
    }
};

QTEST_MAIN(PlanEditorTest)
#include "plan_editor_test.moc"
