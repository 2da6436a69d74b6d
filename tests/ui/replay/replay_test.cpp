// SPDX-License-Identifier: GPL-3.0-or-later
//
// The play head by a clock of the test's own: it plays, steps, stops where it was told to, and the canvas follows.
#include "canvas/view/canvas_view.h"
#include "replay/replay.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "support/synthetic_step.h"
#include "timeline/timeline_view.h"
#include "ui/support/window_fixture.h"

#include <QSignalSpy>

using namespace heteroscope;

namespace {

constexpr std::int64_t ms = synthetic::ms;

struct Played
{
    std::shared_ptr<const StepResult> result;
    Replay replay;
    qint64 now = 0;

    Played()
    {
        synthetic::Pipeline1F1B shape;
        shape.stages = 2;
        shape.microBatches = 2;
        shape.replicas = 1;
        shape.transfer = 10 * ms;
        result = std::make_shared<const StepResult>(synthetic::oneFOneB(shape));
        replay.setClock([this] { return now; });
        replay.setResult(result);
    }
    void pass(double seconds)
    {
        now += static_cast<qint64>(seconds * 1000);
        replay.tick();
    }
    double share() const
    {
        return static_cast<double>(replay.at()->count) / static_cast<double>(result->stepTime.count);
    }
};

} // namespace

class ReplayTest : public StrictTest
{
    Q_OBJECT

private slots:
    void itPlaysAtItsSpeed()
    {
        Played p;
        QVERIFY(!p.replay.at());
        p.replay.play();
        QCOMPARE(p.replay.at()->count, std::int64_t(0));
        p.pass(Replay::secondsForAStep / 4);
        QVERIFY(std::abs(p.share() - 0.25) < 1e-9);
        p.replay.faster();
        QCOMPARE(p.replay.speed(), 2.0);
        p.pass(Replay::secondsForAStep / 8);
        QVERIFY(std::abs(p.share() - 0.5) < 1e-9);
        p.replay.pause();
        p.pass(100);
        QVERIFY(std::abs(p.share() - 0.5) < 1e-9);
        p.replay.slower();
        p.replay.play();
        p.pass(Replay::secondsForAStep);
        QCOMPARE(p.replay.at()->count, p.result->stepTime.count);
        QVERIFY(!p.replay.isPlaying());
        p.replay.toggle(); // from the begin
        QCOMPARE(p.replay.at()->count, std::int64_t(0));
    }

    void itRunsUntilAMoment()
    {
        Played p;
        const Ticks until(p.result->stepTime.count / 3);
        p.replay.runUntil(until);
        p.pass(Replay::secondsForAStep / 4);
        QVERIFY(p.replay.isPlaying());
        p.pass(Replay::secondsForAStep);
        QVERIFY(!p.replay.isPlaying());
        QCOMPARE(p.replay.at()->count, until.count);
        p.replay.runUntil(Ticks(until.count / 2)); // is past: from the begin
        QCOMPARE(p.replay.at()->count, std::int64_t(0));
    }

    void itStepsFromEventToEvent()
    {
        Played p;
        // Lane 0: F1 0-100, F2 100-200; lane 1 waits for F1, its transfer runs 100-110.
        std::vector<std::int64_t> seen;
        for (int i = 0; i < 4; ++i) {
            p.replay.stepForward();
            seen.push_back(p.replay.at()->count / ms);
        }
        QVERIFY((seen == std::vector<std::int64_t>{0, 100, 110, 200}));
        p.replay.stepBack();
        QCOMPARE(p.replay.at()->count, 110 * ms);
        p.replay.stop();
        QVERIFY(!p.replay.at());
    }

    void anotherStepKeepsThePlace()
    {
        Played p;
        p.replay.seek(Ticks(p.result->stepTime.count / 2));
        auto longer = std::make_shared<StepResult>(*p.result);
        longer->stepTime = Ticks(p.result->stepTime.count * 2);
        p.replay.setResult(longer);
        QCOMPARE(p.replay.at()->count, p.result->stepTime.count);
        p.replay.setResult(nullptr);
        QVERIFY(!p.replay.at());
    }

    void keysAndMouseDriveItInTheTimeline()
    {
        Played p;
        TimelineView view;
        view.resize(900, 300);
        view.setReplay(&p.replay);
        view.setResult(p.result);
        view.show();
        QTest::keyClick(&view, Qt::Key_Space);
        QVERIFY(p.replay.isPlaying());
        QTest::keyClick(&view, Qt::Key_Space);
        QVERIFY(!p.replay.isPlaying());
        QTest::keyClick(&view, Qt::Key_Period);
        QCOMPARE(p.replay.at()->count, 100 * ms);
        QTest::keyClick(&view, Qt::Key_Comma);
        QCOMPARE(p.replay.at()->count, std::int64_t(0));
        QTest::keyClick(&view, Qt::Key_BracketRight);
        QCOMPARE(p.replay.speed(), 2.0);
        QTest::keyClick(&view, Qt::Key_BracketLeft);

        const TimelineLayout layout = view.layoutState();
        const QPoint ruler(laneHeadWidth + 300, layout.rulerRect().center().y());
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, ruler);
        QCOMPARE(p.replay.at()->count, view.viewportState().time(300).count);
        QTest::mouseMove(view.viewport(), ruler + QPoint(50, 0));
        QCOMPARE(p.replay.at()->count, view.viewportState().time(350).count);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, ruler + QPoint(50, 0));

        const QPoint later(laneHeadWidth + 500, layout.laneTop(0) + 10);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::ShiftModifier, later);
        QVERIFY(p.replay.isPlaying());
        p.pass(2 * Replay::secondsForAStep);
        QCOMPARE(p.replay.at()->count, view.viewportState().time(500).count);
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!p.replay.at());
    }

    void theCanvasFollows()
    {
        MainWindow window;
        window.session()->setLive(false);
        const QString source = qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR");
        QVERIFY(window.files().open(source + QStringLiteral("/resources/examples/mixed-32.hscope.json")));
        window.show();
        window.session()->follow();
        QTRY_VERIFY(window.session()->isIdle());
        QVERIFY(window.session()->result() != nullptr);
        const StepResult &result = *window.session()->result();
        const CanvasScene &scene = *window.canvas()->canvasScene();
        QVERIFY(scene.replay() == nullptr);
        // In the middle of a transfer between nodes its links are on, and no link that carried nothing.
        std::set<std::string> carrying;
        for (const LinkLoad &load : result.links)
            carrying.insert(window.session()->shown()->topology->edge(load.edge).link);
        bool found = false;
        for (const Lane &lane : result.lanes)
            for (const TrafficInterval &traffic : lane.traffic)
                if (traffic.traffic == Traffic::receive && !found) {
                    window.replay()->seek(Ticks((traffic.start.count + traffic.end.count) / 2));
                    found = true;
                }
        QVERIFY(found);
        QVERIFY(scene.replay() != nullptr);
        QCOMPARE(scene.replay()->lanes.size(), result.lanes.size());
        QVERIFY(!scene.replay()->links.empty());
        for (const auto &[link, now] : scene.replay()->links)
            QVERIFY(carrying.count(link));
        window.replay()->stop();
        QVERIFY(scene.replay() == nullptr);
    }
};

QTEST_MAIN(ReplayTest)
#include "replay_test.moc"
