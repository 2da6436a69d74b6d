// SPDX-License-Identifier: GPL-3.0-or-later
//
// The start time of the step follows mouse and keys, and everything on show follows it.
#include "cluster/catalog.h"
#include "editing/canvas_edits.h"
#include "headline/headline_strip.h"
#include "scenario/time_slider.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/workload_bar.h"

#include <QSignalSpy>

using namespace heteroscope;

namespace {

/// Two servers whose link drops to a tenth at 100 s and comes back at 300 s.
Project varying()
{
    Document document;
    Project project;
    project.workload.model = *findModel("Llama 2 7B");
    document.reset(project);
    addFromPalette(document, PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
    addFromPalette(document, PaletteKind::node, QStringLiteral("8x A100-80GB HGX"), {600, 0});
    addLinkBetween(document, "h100-0", "a100-0", *builtinCatalog().findLink("Ethernet 25G (TCP)"));
    project = document.project();
    project.cluster.links.front().rate.points = {{Seconds(100), 0.1}, {Seconds(300), 1}};
    project.plans.push_back({"own", Plan{}, std::nullopt, {}});
    return project;
}

} // namespace

class TimeSliderTest : public StrictTest
{
    Q_OBJECT

private slots:
    void itHidesWhileNothingChanges()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        TimeBar bar(&session);
        QSignalSpy needed(&bar, &TimeBar::neededChanged);
        QVERIFY(!bar.isNeeded());
        document.reset(varying());
        QVERIFY(bar.isNeeded());
        Project calm = document.project();
        calm.cluster.links.front().rate.points.clear();
        session.setStartTime(Seconds(200));
        QVERIFY(document.edit(QStringLiteral("calm"), calm));
        QVERIFY(!bar.isNeeded());
        QCOMPARE(session.startTime().value, 0.0); // no scenario, no place in it
        QCOMPARE(needed.count(), 2);
        QTRY_VERIFY(session.isIdle());
    }

    void keysMoveAndSimulate()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(varying());
        TimeBar bar(&session);
        bar.show();
        QTRY_VERIFY(session.isIdle());
        const int steps = document.undoStack()->count();
        TimeSlider *slider = bar.slider();
        QTest::keyClick(slider, Qt::Key_PageUp);
        QCOMPARE(session.startTime().value, 100.0);
        QCOMPARE(bar.text(), QStringLiteral("1:40"));
        QTRY_COMPARE(gated.lastStart.load(), 100.0);
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(session.startTime().value, 103.3);
        QTest::keyClick(slider, Qt::Key_Left);
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(session.startTime().value, 330.0);
        QTest::keyClick(slider, Qt::Key_PageDown);
        QCOMPARE(session.startTime().value, 300.0);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(session.startTime().value, 0.0);
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(session.startTime().value, 0.0);
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(session.shown()->startTime.value, 0.0);
        QVERIFY(!session.isStale());
        QCOMPARE(document.undoStack()->count(), steps); // looking is no edit
    }

    void theMouseSnapsToChanges()
    {
        GatedEngine gated;
        Document document;
        Session session(&document, gated.engine());
        document.reset(varying());
        TimeBar bar(&session);
        bar.resize(400, 32);
        bar.show();
        TimeSlider *slider = bar.slider();
        const int middle = slider->height() / 2;
        const QPoint change(static_cast<int>(slider->xOf(Seconds(300))) + 2, middle);
        QTest::mousePress(slider, Qt::LeftButton, {}, change);
        QCOMPARE(session.startTime().value, 300.0);
        const QPoint between(static_cast<int>(slider->xOf(Seconds(200))), middle);
        QTest::mouseMove(slider, between);
        QVERIFY(std::abs(session.startTime().value - 200) < 4);
        QTest::mouseMove(slider, QPoint(-50, middle));
        QCOMPARE(session.startTime().value, 0.0);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(-50, middle));
        QTRY_VERIFY(session.isIdle());
    }

    void noMoveStarvesAndTheLastOneStays()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(varying());
        QTRY_VERIFY(session.isIdle());
        gated.simulation.close();
        const int before = gated.simulations;
        session.setStartTime(Seconds(10));
        QTRY_COMPARE(gated.simulations.load(), before + 1);
        for (int i = 11; i <= 50; ++i)
            session.setStartTime(Seconds(i)); // the one that runs is let run
        QSignalSpy shown(&session, &Session::shownChanged);
        gated.simulation.open();
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(shown.count(), 2);
        QCOMPARE(gated.simulations.load(), before + 2);
        QCOMPARE(session.shown()->startTime.value, 50.0);
        QVERIFY(!session.isStale());
    }

    void aSlowStepDimsTheOldOne()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(varying());
        QTRY_VERIFY(session.isIdle());
        gated.simulation.close();
        session.setStartTime(Seconds(10));
        QVERIFY(!session.isStale()); // a quick one shall not flicker
        QTRY_VERIFY(session.isStale());
        QVERIFY(session.result() != nullptr);
        gated.simulation.open();
        QTRY_VERIFY(!session.isStale());
    }

    void timelineAndHeadlineFollow()
    {
        MainWindow window;
        const QString source = qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR");
        QVERIFY(window.files().open(source + QStringLiteral("/resources/examples/mixed-32.hscope.json")));
        window.session()->setLive(false);
        Project project = window.document()->project();
        for (Link &link : project.cluster.links)
            link.rate.points = {{Seconds(1000), 0.05}};
        QVERIFY(window.document()->edit(QStringLiteral("vary"), project));
        window.show();
        window.session()->follow();
        QTRY_VERIFY(window.session()->isIdle());
        QVERIFY(window.session()->result() != nullptr);
        const Ticks before = window.view<TimelineView>()->result()->stepTime;
        TimeBar *bar = window.workloadBar()->timeBar();
        QVERIFY(bar->isVisible());
        QTest::keyClick(bar->slider(), Qt::Key_PageUp);
        QTRY_VERIFY(window.session()->isIdle());
        QVERIFY(window.view<TimelineView>()->result()->stepTime > before);
        QVERIFY(window.headline()->sentence().contains(QStringLiteral("16:40")));
    }
};

QTEST_MAIN(TimeSliderTest)
#include "time_slider_test.moc"
