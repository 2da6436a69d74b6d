// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Compare dock: which two results it takes, that its rows add up, that both timelines are one axis and one
// selection, and the tray of pinned results, by mouse and keys.
#include "compare/compare_view.h"

#include "canvas/scene/canvas_scene.h"
#include "compare/cause_model.h"
#include "compare/difference_badges.h"
#include "compare/figure_model.h"
#include "compare/tray_model.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/held_work.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

using namespace heteroscope;

namespace {

/// The example with its step, the dock in front.
struct ShownComparison : OpenedExample
{
    CompareView &view = *window.view<CompareView>();

    ShownComparison()
    {
        QVERIFY(settled());
        window.docks().show<CompareView>();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(view.isVisible());
        QApplication::processEvents();
    }
    /// Sets the bandwidth of the first link and simulates again.
    void slowLink(double factor, const QString &mergeKey = {})
    {
        Document &document = *window.document();
        Link link = document.project().cluster.links.front();
        link.bandwidth = BytesPerSecond(link.bandwidth.value * factor);
        QVERIFY(document.edit(QStringLiteral("bandwidth"), replaceLink(document.project(), link.name, link), mergeKey));
        QVERIFY(settled());
    }
    const StepResult &step(CompareView::Side side) const { return *view.step(side)->result; }
};

qlonglong ticksOf(const CauseModel &model, int row, const QModelIndex &parent = {})
{
    return model.index(row, 0, parent).data(CauseModel::ticksRole).toLongLong();
}

} // namespace

class CompareTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void oneResultIsComparedWithNothing()
    {
        ShownComparison o;
        QCOMPARE(o.view.strip()->title(), QStringLiteral("One result"));
        QCOMPARE(o.view.step(CompareView::sideA), o.view.step(CompareView::sideB));
        QVERIFY(!o.view.field(CompareView::sideA)->isEnabled());
        o.window.files().newProject();
        QTRY_VERIFY(!o.window.session()->result());
    }

    void beforeAndAfterAnEdit()
    {
        ShownComparison o;
        const auto before = o.window.session()->shown();
        o.slowLink(0.1);
        QCOMPARE(o.view.step(CompareView::sideA), before);
        QCOMPARE(o.view.step(CompareView::sideB), o.window.session()->shown());
        QVERIFY(o.step(CompareView::sideB).stepTime > o.step(CompareView::sideA).stepTime);
        QVERIFY2(o.view.strip()->title().endsWith(QStringLiteral("longer")), qPrintable(o.view.strip()->title()));
        QVERIFY(o.view.strip()->tone() == StateStrip::Tone::caution);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(o.window, QStringLiteral("compare"));
        }
        // The undo brings the old step back: what was before is the slow one.
        o.window.document()->undoStack()->undo();
        QVERIFY(o.settled());
        QVERIFY(o.step(CompareView::sideB).stepTime == before->result->stepTime);
        QVERIFY2(o.view.strip()->title().endsWith(QStringLiteral("less")), qPrintable(o.view.strip()->title()));
    }

    void theDifferenceStandsOnTheCanvas()
    {
        ShownComparison o;
        o.slowLink(0.1);
        DifferenceBadges *badges = nullptr;
        QTest::mouseClick(o.view.canvasButton(), Qt::LeftButton);
        for (QGraphicsItem *item : o.scene.items())
            if (auto *found = dynamic_cast<DifferenceBadges *>(item))
                badges = found;
        QVERIFY(badges);
        std::int64_t sum = badges->missing();
        for (const DifferenceBadges::Badge &badge : badges->badges()) {
            sum += badge.ticks;
            const CanvasItem *node = o.scene.itemNamed(badge.thing.toStdString());
            QVERIFY(node && node->sceneRect().intersects(badge.rect));
            QVERIFY(badge.rect.left() >= node->sceneRect().left() && badge.rect.right() <= node->sceneRect().right());
        }
        QCOMPARE(sum, (o.step(CompareView::sideB).stepTime - o.step(CompareView::sideA).stepTime).count);
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(o.window, QStringLiteral("compare-canvas"));
        }
        QTest::mouseClick(o.view.canvasButton(), Qt::LeftButton);
        QVERIFY(badges->badges().empty() && !badges->isVisible());
    }

    void editsOfOneUndoStepAreOneChange()
    {
        GatedSession gated;
        gated.session.setLive(false);
        gated.document.reset(planned());
        ResultTray tray(&gated.session);
        const auto settle = [&gated] {
            gated.session.follow();
            return QTest::qWaitFor([&gated] { return gated.session.isIdle() && !gated.session.isStale(); },
                                   test::patience);
        };
        QVERIFY(settle());
        const auto first = gated.session.shown();
        QVERIFY(first && first->result);
        for (const int batch : {2, 3, 4}) {
            Workload workload = gated.document.project().workload;
            workload.job.globalBatch = batch;
            gated.document.edit(QStringLiteral("batch"), setWorkload(gated.document.project(), workload),
                                QStringLiteral("key"));
            QVERIFY(settle());
        }
        QCOMPARE(gated.document.undoStack()->index(), 1);
        QCOMPARE(tray.before(), first);
        QVERIFY(tray.lastChange() == StepChange::project);
        const auto fourth = gated.session.shown();
        setBatch(gated.document, 5);
        QVERIFY(settle());
        QCOMPARE(tray.before(), fourth);
    }

    void theRowsAddUp()
    {
        ShownComparison o;
        o.slowLink(0.05);
        const CauseModel &model = *o.view.causeModel();
        QVERIFY(model.rowCount() > 2);
        qlonglong sum = 0;
        for (int row = 1; row < model.rowCount(); ++row) {
            const QModelIndex cause = model.index(row, 0);
            sum += ticksOf(model, row);
            qlonglong places = 0;
            for (int place = 0; place < model.rowCount(cause); ++place) {
                places += ticksOf(model, place, cause);
                QVERIFY(!model.index(place, 0, cause).data(CauseModel::placeRole).toString().isEmpty());
            }
            QCOMPARE(places, ticksOf(model, row));
            if (row > 1)
                QVERIFY(std::abs(ticksOf(model, row)) <= std::abs(ticksOf(model, row - 1)));
        }
        QCOMPARE(sum, ticksOf(model, 0));
        QCOMPARE(sum, qlonglong((o.step(CompareView::sideB).stepTime - o.step(CompareView::sideA).stepTime).count));
        // The file adds up in doubles, in the order of its lines.
        double seconds = 0;
        const QStringList lines = toCsv(model).split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.front(), QStringLiteral("cause,where,a,b,difference"));
        for (const QString &line : lines.mid(1))
            seconds += line.section(u',', -1).toDouble();
        QCOMPARE(seconds, model.stepDifferences().difference);
        QCOMPARE(lines.size() - 1, qsizetype(model.stepDifferences().causes.size()));
    }

    void theModelsAreSound()
    {
        ShownComparison o;
        QAbstractItemModelTester causes(o.view.causeModel(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester figures(o.view.figures()->model(),
                                         QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester tray(o.view.pinned()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        o.slowLink(0.5);
        QVERIFY(o.view.tray()->pinShown());
        o.slowLink(0.5);
        o.view.swap();
        o.view.tray()->remove(0);
        const QAbstractItemModel &model = *o.view.figures()->model();
        QVERIFY(model.rowCount() >= 8);
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < FigureModel::difference; ++column)
                QVERIFY(!model.index(row, column).data().toString().isEmpty());
    }

    void bothTimelinesAreOneAxis()
    {
        ShownComparison o;
        o.slowLink(0.1);
        TimelineView &a = *o.view.timeline(CompareView::sideA);
        TimelineView &b = *o.view.timeline(CompareView::sideB);
        QCOMPARE(a.viewportState().stepEnd, b.viewportState().stepEnd);
        QCOMPARE(a.viewportState().stepEnd, o.step(CompareView::sideB).stepTime);
        QCOMPARE(a.viewportState().ticksPerPixel, b.viewportState().ticksPerPixel);
        const QPointF at(a.viewport()->width() * 0.6, a.viewport()->height() * 0.5);
        QWheelEvent zoom(at, a.viewport()->mapToGlobal(at), {}, QPoint(0, 360), Qt::NoButton, Qt::ControlModifier,
                         Qt::NoScrollPhase, false);
        QApplication::sendEvent(a.viewport(), &zoom);
        QVERIFY(!a.viewportState().isFit());
        QCOMPARE(a.viewportState().start, b.viewportState().start);
        QCOMPARE(a.viewportState().ticksPerPixel, b.viewportState().ticksPerPixel);
        a.verticalScrollBar()->setValue(20);
        QCOMPARE(b.verticalScrollBar()->value(), a.verticalScrollBar()->value());
        b.setFocus();
        QTest::keyClick(&b, Qt::Key_F);
        QVERIFY(a.viewportState().isFit());
        QTest::keyClick(&b, Qt::Key_C);
        QVERIFY(a.isCriticalPathShown());
    }

    void aLaneOfTheOldStepSelectsItsDevices()
    {
        ShownComparison o;
        o.slowLink(0.1);
        TimelineView &a = *o.view.timeline(CompareView::sideA);
        const TimelineLayout layout = a.layoutState();
        const QPoint head(20, layout.laneTop(1) + laneHeight / 2);
        QTest::mouseClick(a.viewport(), Qt::LeftButton, {}, head);
        NameSet devices;
        for (const DeviceId id : o.step(CompareView::sideA).lanes[1].devices)
            devices.insert(o.view.step(CompareView::sideA)->topology->device(id).name);
        QCOMPARE(o.window.document()->selection()->devices(), devices);
        for (const CompareView::Side side : {CompareView::sideA, CompareView::sideB})
            QVERIFY(o.view.timeline(side)->selectedLanes().contains(1));
        QVERIFY(o.window.view<TimelineView>()->selectedLanes().contains(1));
    }

    void aRowSelectsItsPlaces()
    {
        ShownComparison o;
        o.slowLink(0.1);
        QTreeView &tree = *o.view.causes();
        tree.setFocus();
        tree.setCurrentIndex(o.view.causeModel()->index(0, 0));
        QTest::keyClick(&tree, Qt::Key_Down);
        QTest::keyClick(&tree, Qt::Key_Right);
        QTest::keyClick(&tree, Qt::Key_Down);
        const QModelIndex place = tree.currentIndex();
        QVERIFY(place.parent().isValid());
        const QString where = place.siblingAtColumn(0).data(CauseModel::placeRole).toString();
        std::set<int> lanes;
        const auto &all = o.step(CompareView::sideB).lanes;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (QString::fromStdString(all[i].name) == where)
                lanes.insert(static_cast<int>(i));
        QVERIFY(!lanes.empty());
        QCOMPARE(o.view.timeline(CompareView::sideB)->selectedLanes(), lanes);
    }

    void theTray()
    {
        ShownComparison o;
        QTest::mouseClick(o.view.pinButton(), Qt::LeftButton);
        QCOMPARE(o.view.tray()->pinned().size(), std::size_t(1));
        QVERIFY(!o.view.pinButton()->isEnabled()); // it is pinned
        o.slowLink(0.5);
        QTest::mouseClick(o.view.pinButton(), Qt::LeftButton);
        o.slowLink(0.5);
        QTest::mouseClick(o.view.pageButton(CompareView::trayPage), Qt::LeftButton);
        QTableView &table = *o.view.pinned();
        QVERIFY(table.isVisible());
        QCOMPARE(table.model()->rowCount(), 2);
        table.setFocus();
        table.setCurrentIndex(table.model()->index(0, TrayModel::name));
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(o.view.step(CompareView::sideA), o.view.tray()->pinned()[0].step);
        QCOMPARE(o.view.step(CompareView::sideB), o.window.session()->shown());
        QTest::keyClick(&table, Qt::Key_F2);
        auto *editor = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("as ordered"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(o.view.tray()->pinned()[0].name, QStringLiteral("as ordered"));
        savePicture(o.window, QStringLiteral("compare-tray"));
        // Pinned results outlive the project.
        o.window.document()->reset(planned());
        QCOMPARE(o.view.tray()->pinned().size(), std::size_t(2));
        table.setFocus();
        table.setCurrentIndex(table.model()->index(0, TrayModel::name));
        QTest::keyClick(&table, Qt::Key_Delete);
        QCOMPARE(o.view.tray()->pinned().size(), std::size_t(1));
    }

    void theTrayHoldsEight()
    {
        GatedSession gated;
        gated.session.setLive(false);
        gated.document.reset(planned());
        ResultTray tray(&gated.session);
        for (int i = 0; i < 10; ++i) {
            setBatch(gated.document, 10 + i);
            gated.session.follow();
            QTRY_VERIFY_WITH_TIMEOUT(gated.session.isIdle() && !gated.session.isStale(), test::patience);
            QCOMPARE(tray.pinShown(), i < 8);
            QVERIFY(!tray.pinShown()); // it is there, or there is no room
        }
        QVERIFY(tray.isFull());
        tray.remove(3);
        QVERIFY(tray.pinShown());
    }

    void theTableIsCopied()
    {
        ShownComparison o;
        o.slowLink(0.1);
        o.view.causes()->setFocus();
        QTest::keyClick(o.view.causes(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), toCsv(*o.view.causeModel()));
        o.view.showPage(CompareView::figuresPage);
        QTest::keyClick(o.view.figures(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("Figure,A,B")));
        savePicture(o.window, QStringLiteral("compare-figures"));
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("out.csv"));
        o.view.exportCsv(file);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(written.readAll()), o.view.csv());
    }

    void anyTwoAreChosen()
    {
        ShownComparison o;
        o.slowLink(0.5);
        QVERIFY(o.view.tray()->pinShown());
        o.slowLink(0.5);
        const auto a = o.view.step(CompareView::sideA), b = o.view.step(CompareView::sideB);
        o.view.swap();
        QCOMPARE(o.view.step(CompareView::sideA), b);
        QCOMPARE(o.view.step(CompareView::sideB), a);
        QComboBox &field = *o.view.field(CompareView::sideA);
        field.setFocus();
        const int row = field.currentIndex();
        QTest::keyClick(&field, row == 0 ? Qt::Key_Down : Qt::Key_Up);
        QVERIFY(field.currentIndex() != row);
        QVERIFY(o.view.step(CompareView::sideA) != b);
    }
};

QTEST_MAIN(CompareTest)
#include "compare_test.moc"
