// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nodes that are gone on the canvas, and what the menu of a right click says about a failure.
#include "jobs/loss_question.h"
#include "planner/overtime/replan.h"
#include "shell/main_window.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/picture.h"
#include "ui/support/scene_mouse.h"
#include "ui/support/window_fixture.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTimer>
#include <QWindow>

using namespace heteroscope;

namespace {

/// Two nodes of two devices. b is gone from 100 s on.
Project leavingProject(bool usesBoth)
{
    Project project;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)});
    for (Device &device : project.cluster.nodes[1].devices)
        device.speed.points = {{Seconds(100), 0}};
    project.workload = test::smallGpt();
    const int layers = project.workload.model.planLayers();
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {usesBoth ? "b:0" : "a:1"}}, {layers / 2, layers - layers / 2},
                                     project.workload.job.globalBatch)};
    project.plans = {{"plan", withUnusedDevices(plan, *Topology::build(project.cluster)), {}, {}}};
    project.canvas["a"] = {-200, 0};
    project.canvas["b"] = {200, 0};
    project.canvas["leaf"] = {0, -200};
    return project;
}

struct OpenedNodeLoss
{
    MainWindow window;
    CanvasView &canvas = *window.canvas();
    SceneMouse mouse{canvas};

    explicit OpenedNodeLoss(bool usesBoth)
    {
        window.resize(1440, 900);
        window.show();
        window.session()->setLive(false);
        window.session()->setFollowDelay(0);
        window.showWorkspace();
        window.document()->reset(leavingProject(usesBoth));
        window.session()->follow();
        canvas.fit();
    }
    bool settled()
    {
        return QTest::qWaitFor(
            [this] { return window.session()->result() && window.session()->isIdle() && !window.session()->isStale(); },
            test::patience);
    }
    QPoint middleOf(const char *name)
    {
        return canvas.mapFromScene(canvas.canvasScene()->itemNamed(name)->sceneBoundingRect().center());
    }
    int redPixels(const char *name)
    {
        const QImage image = canvas.viewport()->grab(QRect(middleOf(name) - QPoint(60, 40), QSize(120, 80))).toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == currentTheme()[Role::errorFill] ? 1 : 0;
        return count;
    }
};

} // namespace

class NodeLossTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aNodeThatIsGoneIsCrossedOut()
    {
        OpenedNodeLoss o(false);
        QVERIFY(o.settled());
        QCOMPARE(o.redPixels("b"), 0);
        o.window.session()->setStartTime(Seconds(105));
        QVERIFY(o.settled());
        savePicture(o.canvas, QStringLiteral("node-loss"));
        QVERIFY(o.redPixels("b") > 50);
        QCOMPARE(o.redPixels("a"), 0);
        o.window.session()->setStartTime(Seconds(0));
        QVERIFY(o.settled());
        QCOMPARE(o.redPixels("b"), 0);
    }

    void theMenuSaysWhatAFailureWouldDo()
    {
        OpenedNodeLoss o(true);
        QVERIFY(o.settled());
        o.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&o.window));
        for (const char *what :
             {"This plugin does not support raise()", "This plugin does not support grabbing the keyboard"})
            QTest::ignoreMessage(QtWarningMsg, what);
        QString first, last;
        bool wasEnabled = true, isEnabled = false;
        QTimer watch; // the menu has an event loop of its own
        connect(&watch, &QTimer::timeout, this, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            auto *action = menu ? menu->findChild<QAction *>(QStringLiteral("whatIfFails")) : nullptr;
            if (!action)
                return;
            if (first.isEmpty()) {
                first = action->text();
                wasEnabled = action->isEnabled();
            }
            if (action->text().contains(QStringLiteral("planning")))
                return;
            watch.stop();
            last = action->text();
            isEnabled = action->isEnabled();
            savePicture(*menu, QStringLiteral("menu-failure"));
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        });
        watch.start(5);
        const int steps = o.window.document()->undoStack()->index();
        QTest::mouseClick(o.window.windowHandle(), Qt::RightButton, {},
                          o.canvas.viewport()->mapTo(&o.window, o.middleOf("b")));
        QVERIFY2(first.startsWith(QStringLiteral("Without b: planning")) && !wasEnabled, qPrintable(first));
        QVERIFY2(last.contains(QStringLiteral(" fits, ")) && last.contains(QStringLiteral(" to ")) && isEnabled,
                 qPrintable(last));
        // The plan then is on show: it uses nothing of b. The project is as it was.
        const auto plan = o.window.session()->currentPlan();
        QVERIFY(plan);
        for (const char *name : {"b:0", "b:1"})
            QVERIFY(std::count(plan->unusedDevices.begin(), plan->unusedDevices.end(), name) == 1);
        QCOMPARE(o.window.document()->undoStack()->index(), steps);
    }

    void whatFailsIsSaidInWords()
    {
        OpenedNodeLoss o(true);
        QVERIFY(o.settled());
        LossQuestion everything(o.window.session(), {"a", "b"});
        QSignalSpy answered(&everything, &LossQuestion::answered);
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, test::patience);
        QCOMPARE(everything.text(), QStringLiteral("Without a, b: no plan fits"));
        QVERIFY(!everything.hasPlan());
    }
};

QTEST_MAIN(NodeLossTest)
#include "node_loss_test.moc"
