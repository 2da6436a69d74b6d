// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "Over time": planning on its worker thread, the band, the table and playing, by real events on a small
// cluster of two nodes, each of which is slow for an hour.
#include "overtime/sequence_view.h"

#include "overtime/sequence_chart.h"
#include "overtime/stretch_model.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <cmath>

using namespace heteroscope;

namespace {

Project slowedProject()
{
    Project project;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)});
    for (Device &device : project.cluster.nodes[0].devices)
        device.speed.points = {{Seconds(3600), 0.2}, {Seconds(7200), 1}};
    for (Device &device : project.cluster.nodes[1].devices)
        device.speed.points = {{Seconds(10'000), 0.2}, {Seconds(13'600), 1}};
    project.workload = test::smallGpt();
    return project;
}

struct SequenceDock
{
    GatedEngine gated;
    Gate gate;
    std::atomic<int> planned = 0;
    Document document;
    Session session{&document, gated.engine()};
    SequenceView view{&session, nullptr, planner()};

    SequenceDock()
    {
        session.setFollowDelay(0);
        session.setLive(false);
        document.reset(slowedProject());
        view.resize(1100, 324);
        view.show();
        session.follow();
    }
    /// The real planner in a small space, behind the gate.
    SequenceSearch::Planner planner()
    {
        return [this](const Project &project, ReplanOptions options, StopToken stop, Progress *progress) {
            ++planned;
            gate.pass(stop);
            options.search.space = SearchSpace::C;
            options.search.threads = 1;
            options.costs.restart = Seconds(5);
            return planOverTime(project, options, stop, progress);
        };
    }
    void press(QPushButton *button) { QTest::mouseClick(button, Qt::LeftButton); }
    void plan()
    {
        press(view.button());
        QTRY_VERIFY_WITH_TIMEOUT(view.search()->answer() && !view.search()->isRunning(), test::patience);
    }
    const ReplanResult &found() { return view.search()->answer()->found; }
    QPoint onBand(Seconds time) { return {static_cast<int>(std::lround(view.chart()->xOf(time))), 36}; }
    /// The plan of the sequence at a time.
    const Plan &planAt(Seconds time)
    {
        return found().candidates[*stretchAt(view.model()->stretches(), time)->plan].plan;
    }
    int steps() { return document.undoStack()->index(); }
};

} // namespace

class SequenceViewTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void itPlansWhenAskedAndSaysWhatItFound()
    {
        SequenceDock d;
        QCOMPARE(d.planned.load(), 0); // nobody asked
        QVERIFY(!d.view.playButton()->isEnabled());
        d.plan();
        QCOMPARE(d.planned.load(), 1);
        QVERIFY(!d.found().switches.empty());
        QVERIFY(d.view.strip()->tone() == StateStrip::Tone::good);
        QVERIFY2(d.view.strip()->title().contains(QStringLiteral("Switching pays")),
                 qPrintable(d.view.strip()->title()));
        const auto &stretches = d.view.model()->stretches();
        QVERIFY(stretches.size() >= 2);
        QCOMPARE(stretches.front().from, Seconds(0));
        QCOMPARE(stretches.back().until, Seconds(d.found().best.totalTime));
        for (std::size_t i = 1; i < stretches.size(); ++i)
            QCOMPARE(stretches[i].from, stretches[i - 1].until);
        QCOMPARE(d.view.chart()->accessibleDescription(), verdictOf(d.found()));
    }

    void theTableIsAModelWithEverySwitch()
    {
        SequenceDock d;
        QAbstractItemModelTester tester(d.view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        d.plan();
        const StretchModel &model = *d.view.model();
        std::size_t switches = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto &stretch = model.stretches()[static_cast<std::size_t>(row)];
            const QString takes = model.data(model.index(row, StretchModel::takes), Qt::DisplayRole).toString();
            QCOMPARE(takes.isEmpty(), !stretch.switchBefore);
            switches += stretch.switchBefore ? 1 : 0;
            for (int column = 0; column < model.columnCount(); ++column)
                QVERIFY(stretch.switchBefore || column >= StretchModel::takes ||
                        !model.data(model.index(row, column), Qt::DisplayRole).toString().isEmpty());
        }
        QCOMPARE(switches, d.found().switches.size());
        d.view.copy();
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), model.rowCount() + 1);
    }

    void scrubbingShowsThePlanOfTheTime()
    {
        SequenceDock d;
        d.plan();
        const int before = d.steps();
        const Seconds first(5400), second(11'800);
        QVERIFY(d.planAt(first) != d.planAt(second));
        QTest::mousePress(d.view.chart(), Qt::LeftButton, {}, d.onBand(first));
        QVERIFY(std::abs((d.session.startTime() - first).value) < 60);
        QVERIFY(d.session.currentPlan() == d.planAt(first));
        QTest::mouseMove(d.view.chart(), d.onBand(second));
        QTest::mouseRelease(d.view.chart(), Qt::LeftButton, {}, d.onBand(second));
        QVERIFY(std::abs((d.session.startTime() - second).value) < 60);
        QVERIFY(d.session.currentPlan() == d.planAt(second));
        QTRY_VERIFY(d.session.isIdle() && d.session.shown());
        QCOMPARE(d.gated.lastStart.load(), d.session.startTime().value); // canvas and timeline show that step
        QVERIFY(d.session.shown()->plan == d.planAt(second));
        const auto row = static_cast<std::size_t>(d.view.table()->currentIndex().row());
        QVERIFY(d.view.model()->stretches()[row].from <= second && second < d.view.model()->stretches()[row].until);
        QCOMPARE(d.steps(), before); // it is no edit
        // Without following the plan stays.
        QTest::mouseClick(d.view.followBox(), Qt::LeftButton, {}, QPoint(8, d.view.followBox()->height() / 2));
        QVERIFY(!d.view.followBox()->isChecked());
        QTest::mouseClick(d.view.chart(), Qt::LeftButton, {}, d.onBand(first));
        QVERIFY(std::abs((d.session.startTime() - first).value) < 60);
        QVERIFY(d.session.currentPlan() == d.planAt(second));
    }

    void keysGoFromSwitchToSwitch()
    {
        SequenceDock d;
        d.plan();
        const auto &stretches = d.view.model()->stretches();
        d.view.chart()->setFocus();
        QTest::keyClick(d.view.chart(), Qt::Key_PageUp);
        QCOMPARE(d.session.startTime(), stretches[1].from);
        QTest::keyClick(d.view.chart(), Qt::Key_Right);
        QVERIFY(d.session.startTime() > stretches[1].from);
        QTest::keyClick(d.view.chart(), Qt::Key_PageDown);
        QCOMPARE(d.session.startTime(), stretches[1].from);
        QTest::keyClick(d.view.chart(), Qt::Key_Home);
        QCOMPARE(d.session.startTime(), Seconds(0));
        // A row of the table goes to its beginning.
        d.view.table()->setFocus();
        QTest::keyClick(d.view.table(), Qt::Key_Down);
        QCOMPARE(d.session.startTime(), stretches[1].from);
    }

    void aClickNearASwitchSnapsToIt()
    {
        SequenceDock d;
        d.plan();
        const Seconds at = d.view.model()->stretches()[1].from;
        QTest::mouseClick(d.view.chart(), Qt::LeftButton, {}, d.onBand(at) + QPoint(3, 0));
        QCOMPARE(d.session.startTime(), at);
    }

    void itPlaysToTheEndAndPauses()
    {
        SequenceDock d;
        d.plan();
        QSignalSpy moved(&d.session, &Session::startTimeChanged);
        d.press(d.view.playButton());
        QVERIFY(d.view.isPlaying());
        QTRY_VERIFY(moved.size() >= 3);
        d.press(d.view.playButton());
        QVERIFY(!d.view.isPlaying());
        const Seconds paused = d.session.startTime();
        QVERIFY(paused > Seconds(0));
        // Near the end it stops by itself, and begins anew from there.
        d.view.chart()->setFocus();
        QTest::keyClick(d.view.chart(), Qt::Key_End);
        QTest::keyClick(d.view.chart(), Qt::Key_Left);
        const Seconds late = d.session.startTime();
        d.press(d.view.playButton());
        QTRY_VERIFY(!d.view.isPlaying());
        QVERIFY(d.session.startTime() > late);
        d.press(d.view.playButton());
        QVERIFY(d.view.isPlaying());
        QCOMPARE(d.session.startTime(), Seconds(0));
        d.view.hide();
        QVERIFY(!d.view.isPlaying());
    }

    void itWorksOnAnotherThreadAndCanBeStopped()
    {
        SequenceDock d;
        d.gate.close();
        d.press(d.view.button());
        QTRY_COMPARE(d.planned.load(), 1);
        QVERIFY(d.view.search()->isRunning());
        QCOMPARE(d.view.button()->text(), QStringLiteral("Stop"));
        d.press(d.view.button());
        QTRY_VERIFY(!d.view.search()->isRunning());
        QVERIFY(!d.view.search()->answer() && !d.view.search()->problem());
        QCOMPARE(d.view.strip()->title(), QStringLiteral("Stopped"));
        d.gate.open();
        d.plan();
        QVERIFY(d.view.strip()->tone() == StateStrip::Tone::good);
    }

    void anEditMakesItStaleAndUndoFresh()
    {
        SequenceDock d;
        d.plan();
        const auto answer = d.view.search()->answer();
        Project other = d.document.project();
        other.workload.job.globalBatch *= 2;
        d.document.edit(QStringLiteral("more"), other);
        QVERIFY(d.view.search()->isStale());
        QVERIFY(!d.view.playButton()->isEnabled());
        QCOMPARE(d.view.search()->answer(), answer); // it never vanishes
        // No plan of an old answer is shown for the new project.
        QTest::mouseClick(d.view.chart(), Qt::LeftButton, {}, d.onBand(Seconds(5400)));
        QVERIFY(!d.session.picked());
        d.document.undoStack()->undo();
        QVERIFY(!d.view.search()->isStale());
        QVERIFY(d.view.playButton()->isEnabled());
    }

    void withoutChangesThereIsNothingToPlan()
    {
        SequenceDock d;
        Project still = slowedProject();
        for (Node &node : still.cluster.nodes)
            for (Device &device : node.devices)
                device.speed.points.clear();
        d.document.reset(still);
        QVERIFY(!d.view.button()->isEnabled());
        QCOMPARE(d.view.strip()->title(), QStringLiteral("Nothing changes over time"));
    }

    void errorsAreSaid()
    {
        SequenceDock d;
        Project project = slowedProject();
        project.workload.model.layers = 4000; // fits nowhere
        project.workload.model.hidden *= 64;
        d.document.reset(project);
        d.press(d.view.button());
        QTRY_VERIFY_WITH_TIMEOUT(!d.view.search()->isRunning(), test::patience);
        QVERIFY(d.view.search()->problem());
        QVERIFY(d.view.strip()->tone() == StateStrip::Tone::caution);
    }

    void theRatesAreThoseOfThePolicies()
    {
        SequenceDock d;
        d.plan();
        const SequenceAnswer &answer = *d.view.search()->answer();
        const double tokens = answer.project->workload.job.tokensPerStep();
        for (int line = 0; line < policyLineCount; ++line) {
            const auto rates = ratesOf(answer, static_cast<PolicyLine>(line));
            QVERIFY(!rates.empty() && rates.front().at == Seconds(0) && rates.back().rate == 0);
            double done = 0;
            for (std::size_t i = 0; i + 1 < rates.size(); ++i)
                done += rates[i].rate * (rates[i + 1].at - rates[i].at).value;
            QVERIFY(std::abs(done / tokens - answer.found.problem.steps) < 1e-6 * answer.found.problem.steps);
        }
    }

    void itIsDrawnInEveryTheme()
    {
        SequenceDock d;
        d.plan();
        for (const auto &[theme, name] : {std::pair(ThemeKind::light, "light"), std::pair(ThemeKind::dark, "dark")}) {
            applyTheme(*qApp, theme);
            savePicture(d.view, QStringLiteral("overtime-") + QLatin1String(name));
            const QImage drawn = d.view.chart()->grab().toImage();
            // Both plans of the band stand in the colours of their letters.
            for (std::size_t i = 0; i < 2; ++i) {
                const auto &stretch = d.view.model()->stretches()[i];
                const QPoint in = d.onBand(stretch.until - (stretch.until - stretch.from) * 0.02) - QPoint(2, 8);
                QCOMPARE(drawn.pixelColor(in).rgb(), currentTheme().stageFill(stretch.letter).rgb());
            }
        }
    }
};

QTEST_MAIN(SequenceViewTest)
#include "sequence_view_test.moc"
