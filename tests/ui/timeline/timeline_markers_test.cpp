// SPDX-License-Identifier: GPL-3.0-or-later
//
// Markers of the timeline, by mouse and keys: written, moved, edited, removed, listed, drawn without covering each
// other or bars, and exported.
#include "document/document.h"
#include "editing/marker_commands.h"
#include "project/marker_edits.h"
#include "support/property.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "timeline/marker_list.h"
#include "timeline/timeline_view.h"
#include "ui/support/held_work.h"
#include "ui/support/picture.h"
#include "ui/support/shown_timeline.h"
#include "ui/support/simulated_example.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>

#include <cmath>

using namespace heteroscope;

namespace {

/// Timeline and list as the window connects them.
struct Marked
{
    Document document;
    TimelineView view;
    MarkerList list;

    Marked()
    {
        document.reset(planned());
        view.resize(900, 420);
        view.setHoverDelay(0);
        view.setResult(simulatedExample()->result, simulatedExample()->topology);
        view.show();
        list.resize(480, 260);
        list.show();
        QObject::connect(&document, &Document::projectChanged, &view, [this] {
            view.setMarkers(document.project().markers);
            list.setMarkers(document.project().markers);
        });
        const auto change = [this](const Marker &marker) { changeMarker(document, marker); };
        const auto remove = [this](int id) { deleteMarker(document, id); };
        QObject::connect(&view, &TimelineView::markerAdded, &document,
                         [this](const Marker &marker) { addMarkerTo(document, marker); });
        QObject::connect(&view, &TimelineView::markerChanged, &document, change);
        QObject::connect(&view, &TimelineView::markerRemoved, &document, remove);
        QObject::connect(&view, &TimelineView::markerSelected, &list, &MarkerList::setCurrent);
        QObject::connect(&list, &MarkerList::chosen, &view, &TimelineView::selectMarker);
        QObject::connect(&list, &MarkerList::changeWanted, &document, change);
        QObject::connect(&list, &MarkerList::removalWanted, &document, remove);
        view.activateWindow();
        view.setFocus();
        if (!QTest::qWaitForWindowActive(&view))
            qFatal("the timeline does not become active");
    }
    const std::vector<Marker> &markers() const { return document.project().markers; }
    const StepResult &step() const { return *view.result(); }
    void add(const std::string &text, double share, const std::string &device = {})
    {
        Marker marker;
        marker.text = text;
        marker.time = toSeconds(step().stepTime) * share;
        marker.device = device;
        addMarkerTo(document, marker);
    }
    std::vector<MarkerStrip::Flag> flags() const
    {
        return view.markers().flags(view.layoutState(), view.viewportState());
    }
    QPoint flagOf(int id) const
    {
        for (const MarkerStrip::Flag &flag : flags())
            if (view.markers().markers()[flag.index].id == id)
                return flag.box.center().toPoint();
        qFatal("no such flag");
    }
    QPoint pointIn(int lane, double share) const
    {
        const TimelineLayout layout = view.layoutState();
        return {laneHeadWidth + static_cast<int>(layout.barsWidth() * share),
                layout.laneTop(lane) + TimelineLayout::barTop + 6};
    }
    std::string deviceOf(int lane) const
    {
        const Lane &one = step().lanes[static_cast<std::size_t>(lane)];
        return simulatedExample()->topology->device(one.devices.front()).name;
    }
};

} // namespace

class TimelineMarkersTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init()
    {
        StrictTest::init();
        applyTheme(*qApp, ThemeKind::light);
    }

    void mWritesOneWhereThePointerIs()
    {
        Marked m;
        QVERIFY(m.view.layoutState().markersRect().isEmpty());
        const QPoint at = m.pointIn(1, 0.5);
        shown_timeline::send(m.view.viewport(), QEvent::MouseMove, at, Qt::NoButton);
        const Ticks time = *m.view.timeAt(at);
        QTest::keyClick(&m.view, Qt::Key_M);
        QVERIFY(m.view.markerField()->isVisible() && m.view.markerField()->hasFocus());
        QVERIFY(m.view.viewport()->rect().contains(m.view.markerField()->geometry()));
        QTest::keyClicks(m.view.markerField(), QStringLiteral("waits for the uplink"));
        QVERIFY(m.markers().empty());
        QTest::keyClick(m.view.markerField(), Qt::Key_Return);
        QVERIFY(!m.view.markerField()->isVisible() && m.view.hasFocus());
        QCOMPARE(m.markers().size(), std::size_t(1));
        QCOMPARE(m.markers()[0].text, std::string("waits for the uplink"));
        QCOMPARE(timeOf(m.markers()[0]), time);
        QCOMPARE(m.markers()[0].device, m.deviceOf(1));
        QCOMPARE(m.document.undoStack()->count(), 1);
        m.document.undoStack()->undo();
        QVERIFY(m.markers().empty() && m.view.layoutState().markersRect().isEmpty());
        m.document.undoStack()->redo();
        QCOMPARE(m.list.model()->rowCount(), 1);
    }

    void escapeAndBlankTextsWriteNothing()
    {
        Marked m;
        QTest::keyClick(&m.view, Qt::Key_M);
        QTest::keyClicks(m.view.markerField(), QStringLiteral("no"));
        QTest::keyClick(m.view.markerField(), Qt::Key_Escape);
        QTest::keyClick(&m.view, Qt::Key_M);
        QVERIFY(m.view.markerField()->text().isEmpty());
        QTest::keyClicks(m.view.markerField(), QStringLiteral("  "));
        QTest::keyClick(m.view.markerField(), Qt::Key_Return);
        QVERIFY(m.markers().empty() && m.document.undoStack()->count() == 0);
        QVERIFY(m.view.layoutState().markersRect().isEmpty());
        // At the selected bar, for who has no mouse.
        QTest::keyClick(&m.view, Qt::Key_Down);
        QTest::keyClick(&m.view, Qt::Key_Right);
        const BarId bar = m.view.selectedBar();
        QVERIFY(bar.isValid());
        QTest::keyClick(&m.view, Qt::Key_M);
        QTest::keyClicks(m.view.markerField(), QStringLiteral("here"));
        QTest::keyClick(m.view.markerField(), Qt::Key_Return);
        QCOMPARE(timeOf(m.markers()[0]), intervalOf(m.step(), bar)->start);
        QCOMPARE(m.markers()[0].device, m.deviceOf(bar.lane));
    }

    void aDragMovesIt()
    {
        Marked m;
        m.add("moved", 0.25);
        const QPoint flag = m.flagOf(1);
        QTest::mousePress(m.view.viewport(), Qt::LeftButton, {}, flag);
        QCOMPARE(m.view.selectedMarker(), 1);
        for (int i = 1; i <= 4; ++i)
            QTest::mouseMove(m.view.viewport(), flag + QPoint(50 * i, 0));
        QCOMPARE(m.document.undoStack()->count(), 1); // on its way
        QTest::mouseRelease(m.view.viewport(), Qt::LeftButton, {}, flag + QPoint(200, 0));
        QCOMPARE(m.document.undoStack()->count(), 2);
        QCOMPARE(timeOf(m.markers()[0]), *m.view.timeAt(flag + QPoint(200, 0)));
        QVERIFY(m.view.measureCsv().isEmpty()); // nothing was measured by it
        // Escape takes a drag back.
        const QPoint now = m.flagOf(1);
        QTest::mousePress(m.view.viewport(), Qt::LeftButton, {}, now);
        QTest::mouseMove(m.view.viewport(), now + QPoint(-60, 0));
        QTest::keyClick(&m.view, Qt::Key_Escape);
        QTest::mouseRelease(m.view.viewport(), Qt::LeftButton, {}, now + QPoint(-60, 0));
        QCOMPARE(m.document.undoStack()->count(), 2);
        // At a lane it keeps to the edges of bars.
        m.add("edge", 0.5, m.deviceOf(0));
        const Lane &lane = m.step().lanes[0];
        const Ticks edge = lane.intervals[lane.intervals.size() / 3].end;
        const QPoint from = m.flagOf(2);
        const QPoint to(laneHeadWidth + static_cast<int>(m.view.viewportState().x(edge)) + 1, from.y());
        QTest::mousePress(m.view.viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(m.view.viewport(), to);
        QTest::mouseRelease(m.view.viewport(), Qt::LeftButton, {}, to);
        const Ticks time = timeOf(*findMarker(m.markers(), 2));
        QVERIFY(std::any_of(lane.intervals.begin(), lane.intervals.end(),
                            [time](const LaneInterval &bar) { return bar.start == time || bar.end == time; }));
    }

    void itsTextIsEditedInPlaceAndDeleteRemovesIt()
    {
        Marked m;
        m.add("first", 0.3);
        m.add("second", 0.7);
        QTest::mouseDClick(m.view.viewport(), Qt::LeftButton, {}, m.flagOf(2));
        QCOMPARE(m.view.markerField()->text(), QStringLiteral("second"));
        QTest::keyClicks(m.view.markerField(), QStringLiteral("other"));
        m.view.setFocus(); // who goes elsewhere keeps what was written
        QVERIFY(!m.view.markerField()->isVisible());
        QCOMPARE(m.markers()[1].text, std::string("other"));
        m.view.setFocus();
        QTest::mouseClick(m.view.viewport(), Qt::LeftButton, {}, m.flagOf(1));
        QTest::keyClick(&m.view, Qt::Key_F2);
        QTest::keyClicks(m.view.markerField(), QStringLiteral("one"));
        QTest::keyClick(m.view.markerField(), Qt::Key_Return);
        QCOMPARE(m.markers()[0].text, std::string("one"));
        QTest::keyClick(&m.view, Qt::Key_Delete);
        QCOMPARE(m.markers().size(), std::size_t(1));
        QCOMPARE(m.view.selectedMarker(), 0);
        // A text longer than a file holds is cut while it is written.
        QTest::keyClick(&m.view, Qt::Key_M);
        m.view.markerField()->setText(QString(2000, QChar(0x4e16)));
        QTest::keyClick(m.view.markerField(), Qt::Key_Return);
        QCOMPARE(m.markers().size(), std::size_t(2));
        QVERIFY(m.markers()[1].text.size() <= maxMarkerText);
        // A click on a bar ends the selection, so Delete cannot mean a marker that is out of mind.
        QTest::mouseClick(m.view.viewport(), Qt::LeftButton, {}, m.flagOf(2));
        QCOMPARE(m.view.selectedMarker(), 2);
        QTest::mouseClick(m.view.viewport(), Qt::LeftButton, {}, m.pointIn(0, 0.4));
        QCOMPARE(m.view.selectedMarker(), 0);
    }

    void theListAndTheTimelineAgree()
    {
        Marked m;
        QAbstractItemModelTester tester(m.list.model());
        m.add("late", 0.8);
        m.add("early", 0.1, m.deviceOf(2));
        m.add("after the end", 3);
        const MarkerModel &model = *m.list.model();
        m.list.model()->setStepEnd(toSeconds(m.step().stepTime));
        QCOMPARE(model.rowCount(), 3);
        const auto cell = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(0, MarkerModel::text), QStringLiteral("early"));
        QCOMPARE(cell(0, MarkerModel::place), QString::fromStdString(m.deviceOf(2)));
        QCOMPARE(cell(0, MarkerModel::time), formatTicks(timeOf(*findMarker(m.markers(), 2))));
        QCOMPARE(cell(1, MarkerModel::place), QStringLiteral("whole step"));
        QVERIFY(cell(2, MarkerModel::time).contains(QStringLiteral("after the step")));
        QCOMPARE(m.flags().size(), std::size_t(2)); // what lies after the step is in the list alone
        // By keys from one to the next, in both.
        for (const int id : {2, 1, 3, 2}) {
            QTest::keyClick(&m.view, Qt::Key_Right, Qt::ControlModifier);
            QCOMPARE(m.view.selectedMarker(), id);
            QCOMPARE(m.list.current(), id);
        }
        QTest::keyClick(&m.view, Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(m.list.current(), 3);
        QTest::mouseClick(m.list.nextButton(), Qt::LeftButton);
        QCOMPARE(m.view.selectedMarker(), 2);
        QTest::mouseClick(m.list.table()->viewport(), Qt::LeftButton, {},
                          m.list.table()->visualRect(model.index(1, MarkerModel::text)).center());
        QCOMPARE(m.view.selectedMarker(), 1);
        // What is out of view comes into view.
        m.view.showRange(Ticks(0), Ticks(m.step().stepTime.count / 10));
        m.view.selectMarker(0);
        m.view.selectMarker(1);
        QVERIFY(m.flagOf(1).x() > laneHeadWidth);
        // Text in place, removal and copy.
        QVERIFY(
            m.list.model()->setData(model.index(1, MarkerModel::text), QStringLiteral("written here"), Qt::EditRole));
        QCOMPARE(findMarker(m.markers(), 1)->text, std::string("written here"));
        QTest::keySequence(m.list.table(), QKeySequence(QKeySequence::Copy));
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), 4);
        QTest::keyClick(m.list.table(), Qt::Key_Delete);
        QCOMPARE(m.markers().size(), std::size_t(2));
        savePicture(m.list, QStringLiteral("marker-list"));
    }

    void flagsNeverOverlapNorCoverBars()
    {
        Marked m;
        HETEROSCOPE_PROPERTY("flags stand beside each other, above the lanes", [&m] {
            Project project = planned();
            const int count = *rc::gen::inRange(1, 40);
            for (int i = 0; i < count; ++i) {
                Marker marker;
                marker.time = toSeconds(m.step().stepTime) * (*rc::gen::inRange(0, 20) / 20.0);
                marker.text = std::string(static_cast<std::size_t>(*rc::gen::inRange(1, 60)), 'x');
                project = *addMarker(project, marker);
            }
            m.document.reset(project);
            double end = laneHeadWidth;
            const TimelineLayout layout = m.view.layoutState();
            for (const MarkerStrip::Flag &flag : m.flags()) {
                RC_ASSERT(flag.box.left() >= end);
                RC_ASSERT(flag.box.width() > 3);
                RC_ASSERT(flag.box.bottom() < layout.lanesTop());
                RC_ASSERT(flag.box.right() <= layout.size.width());
                end = flag.box.right();
            }
            RC_ASSERT(m.flags().size() == static_cast<std::size_t>(count));
        });
    }

    void theyAreInThePictureAndInTheHoverCard()
    {
        Marked m;
        m.add("first wait", 0.2, m.deviceOf(1));
        m.add("drain begins", 0.75);
        Marker pink = m.markers()[1];
        pink.colour = NoteColour::pink;
        changeMarker(m.document, pink);
        QCOMPARE(m.document.undoStack()->undoText(), QStringLiteral("Change the colour of a marker"));
        QSignalSpy said(&m.view, &TimelineView::hovered);
        shown_timeline::send(m.view.viewport(), QEvent::MouseMove, m.flagOf(1), Qt::NoButton);
        QVERIFY(!said.isEmpty());
        QVERIFY(said.last().front().toString().contains(QStringLiteral("first wait")));
        shown_timeline::send(m.view.viewport(), QEvent::MouseMove, {5, 5}, Qt::NoButton);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("t.svg"));
        QVERIFY(m.view.exportPicture(file).isEmpty());
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("first wait") && text.contains("drain begins"));
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            m.view.selectMarker(2);
            QApplication::processEvents();
            savePicture(m.view, QStringLiteral("timeline-markers"));
        }
    }
};

QTEST_MAIN(TimelineMarkersTest)
#include "timeline_markers_test.moc"
