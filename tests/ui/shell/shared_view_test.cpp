// SPDX-License-Identifier: GPL-3.0-or-later
//
// A project that is handed on opens as it was shown.
#include "shell/shared_view.h"

#include "project/project_file.h"
#include "replay/replay.h"
#include "shell/docks/dock_layouts.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/opened_example.h"
#include "ui/support/window_fixture.h"

#include <QDockWidget>
#include <QFile>

using namespace heteroscope;

namespace {

/// Names of the docks that are there.
QStringList shownDocks(const MainWindow &window)
{
    QStringList names;
    for (const Docks::Dock &dock : window.docks().all())
        if (!dock.widget->isHidden())
            names << dock.widget->objectName();
    return names;
}

} // namespace

class SharedViewTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    QTemporaryDir m_folder;

    QString share(MainWindow &window)
    {
        const QString path = m_folder.filePath(QStringLiteral("shared.hscope.json"));
        Dialogs dialogs;
        dialogs.exportAs = [path](const QString &, const QString &) { return path; };
        dialogs.report = [](const QString &title, const QString &text) { qFatal("%s", qPrintable(title + text)); };
        window.setDialogs(dialogs);
        window.actions()[ActionId::shareView]->trigger();
        return path;
    }
    static bool settled(MainWindow &window)
    {
        return QTest::qWaitFor(
            [&] { return window.session()->result() && !window.session()->isStale() && window.session()->isIdle(); },
            test::patience);
    }

private slots:
    void itOpensAsItWasShown()
    {
        OpenedExample first;
        QVERIFY(first.settled());
        MainWindow &window = first.window;
        window.layouts()->choose(DockLayout::teach);
        window.session()->setStartTime(Seconds(3600));
        QVERIFY(settled(window));
        const Ticks step = window.session()->result()->stepTime;
        window.view<TimelineView>()->showRange(Ticks(step.count / 4), Ticks(step.count / 2));
        window.replay()->seek(Ticks(step.count / 3));
        window.canvas()->setPlace({0.8, {120, 80}, false});
        const std::string link = window.document()->project().cluster.links.front().name;
        window.document()->selection()->selectNames({link});
        const QString path = share(window);

        MainWindow second;
        second.resize(window.size());
        second.show();
        second.session()->setLive(false);
        QVERIFY(second.files().open(path));
        second.session()->follow();
        QVERIFY(settled(second));
        QVERIFY(second.document()->project() == window.document()->project()); // the view is no part of it
        QVERIFY(!second.document()->isModified());
        QCOMPARE(second.layouts()->current(), DockLayout::teach);
        QCOMPARE(shownDocks(second), shownDocks(window));
        QCOMPARE(second.session()->startTime(), window.session()->startTime());
        QVERIFY(second.document()->selection()->names() == NameSet{link});
        QCOMPARE(second.replay()->at().value_or(Ticks(-1)), Ticks(step.count / 3));
        QCOMPARE(second.canvas()->zoom(), 0.8);
        QVERIFY(!second.canvas()->place().fitted);
        const auto &there = window.view<TimelineView>()->viewportState();
        const auto &here = second.view<TimelineView>()->viewportState();
        QVERIFY(!here.isFit());
        QVERIFY(std::abs(static_cast<double>(here.start.count - there.start.count)) <= 2 * here.ticksPerPixel);
    }

    void aPickedPlanAndALaneComeAlong()
    {
        OpenedExample first;
        QVERIFY(first.settled());
        MainWindow &window = first.window;
        Plan other = *window.session()->currentPlan();
        other.schedule = other.schedule == ScheduleKind::gpipe ? ScheduleKind::oneFOneB : ScheduleKind::gpipe;
        window.session()->pick(other);
        QVERIFY(settled(window));
        QVERIFY(window.session()->picked());
        window.document()->selection()->selectLane(2, {});
        const QString path = share(window);
        MainWindow second;
        second.show();
        second.session()->setLive(false);
        QVERIFY(second.files().open(path));
        second.session()->follow();
        QVERIFY(settled(second));
        QVERIFY(second.session()->picked() == window.session()->picked());
        QTRY_COMPARE(second.document()->selection()->lane(), 2);
    }

    void aBrokenViewIsLeftOut_data()
    {
        QTest::addColumn<QString>("view");
        QTest::newRow("no object") << "7";
        QTest::newRow("wrong kinds")
            << R"({"layout": 3, "docks": "x", "canvas": [], "plan": [], "timeline": 1, "lane": "a"})";
        QTest::newRow("unknown names")
            << R"({"layout": "none", "docks": ["none"], "front": ["none"], "selected": ["none"]})";
        QTest::newRow("far away")
            << R"({"canvas": {"whole": false, "zoom": 1e300, "x": 1e300, "y": -1e300}, "lane": 999999,
            "timeline": {"from": 5, "to": 1}, "playHead": 8640000000000000000, "startTime": 1e300})";
        QTest::newRow("a plan of another cluster") << R"({"plan": {"formatVersion": 1, "pipelines": []}})";
    }
    void aBrokenViewIsLeftOut()
    {
        QFETCH(QString, view);
        OpenedExample first;
        Project project = first.window.document()->project();
        project.extensions["x-window"] = view.toStdString();
        const QString path = m_folder.filePath(QStringLiteral("broken.hscope.json"));
        QVERIFY(saveProject(project, path.toStdString()));
        MainWindow second;
        second.show();
        second.session()->setLive(false);
        QVERIFY(second.files().open(path));
        second.session()->follow();
        QVERIFY(settled(second));
        QVERIFY(!second.document()->project().extensions.contains("x-window"));
        QVERIFY(second.document()->project() == first.window.document()->project());
    }
};

QTEST_MAIN(SharedViewTest)
#include "shared_view_test.moc"
