// SPDX-License-Identifier: GPL-3.0-or-later
//
// A measured trace beside the step on show: reading on a worker, the mapping of ranks, causes that add up, and what is
// drawn is what was recorded.
#include "measured/measured_view.h"

#include "charts/chart_table.h"
#include "measured/overlay_view.h"
#include "measured/rank_model.h"
#include "measured/trace_words.h"
#include "support/strict_test.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>

#include <cmath>
#include <numeric>

using namespace heteroscope;

namespace {

QString measuredFixture(const char *name)
{
    return qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + QStringLiteral("/tests/exchange/fixtures/") +
           QLatin1String(name);
}

QStringList pipelineDump()
{
    return {measuredFixture("primus_trace/config.json"), measuredFixture("primus_trace/pp_rank_0.json"),
            measuredFixture("primus_trace/pp_rank_1.json")};
}

struct Measured : OpenedExample
{
    MeasuredView &view;

    Measured() : view(shownView())
    {
        if (!settled())
            qFatal("the example does not settle");
    }
    MeasuredView &shownView()
    {
        window.docks().show<MeasuredView>();
        QApplication::processEvents();
        return *window.view<MeasuredView>();
    }
    bool isRead()
    {
        return QTest::qWaitFor([this] { return !view.isReading(); }, test::patience);
    }
    const StepResult &step() { return *window.session()->result(); }
};

} // namespace

class MeasuredViewTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void causesAddUpToTheError()
    {
        Measured o;
        QVERIFY(!o.view.difference());
        o.view.open(pipelineDump());
        QVERIFY(o.view.isReading()); // beside the window
        QVERIFY(o.isRead());
        QVERIFY(o.view.difference());
        const ChartTable &table = *o.view.causes();
        QAbstractItemModelTester tester(o.view.causes());
        const int last = table.rowCount() - 1;
        QVERIFY(last > 0);
        for (int column = 1; column < table.columnCount(); ++column) {
            double sum = 0;
            for (int row = 0; row < last; ++row)
                sum += table.index(row, column).data(ChartTable::valueRole).toDouble();
            const double whole = table.index(last, column).data(ChartTable::valueRole).toDouble();
            QVERIFY(std::abs(sum - whole) <= 1e-12 * std::abs(whole) + 1e-12);
        }
        QCOMPARE(table.index(last, 2).data(ChartTable::valueRole).toDouble(), o.view.difference()->measured.value);
        QVERIFY(o.view.strip()->title().contains(QLatin1Char('%')));
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(o.window, QStringLiteral("measured-window"));
            savePicture(o.view, QStringLiteral("measured"));
        }
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("causes.csv"));
        o.view.exportCsv(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), qsizetype(table.rowCount() + 1));
        o.view.close();
        QVERIFY(!o.view.difference() && !o.view.trace());
        QCOMPARE(table.rowCount(), 0);
    }
    /// The pixels of a measured row are the pieces of its rank.
    void whatIsDrawnIsWhatWasRecorded()
    {
        Measured o;
        o.view.open(pipelineDump());
        QVERIFY(o.isRead());
        OverlayView &overlay = *o.view.overlay();
        overlay.showRange(Ticks(0), overlay.rows().front().pieces.back().end);
        const TimelineViewport &view = overlay.viewportState();
        QVERIFY(view.width > 100);
        savePicture(o.view, QStringLiteral("measured-near"));
        const QImage drawn = overlay.viewport()->grab().toImage();
        int compared = 0;
        for (int row = 0; row < static_cast<int>(overlay.rows().size()); ++row) {
            const OverlayRow &shown = overlay.rows()[static_cast<std::size_t>(row)];
            QCOMPARE(shown.pieces.front().start, Ticks(0)); // aligned at the step
            const int y = overlay.topOf(row) + OverlayView::topOfMeasured + OverlayView::barHeight / 2;
            for (const MeasuredPiece &piece : shown.pieces) {
                const double from = view.x(piece.start);
                const double to = view.x(piece.end);
                if (to - from < 4 || to >= view.width - 2)
                    continue;
                const QPoint middle(laneHeadWidth + static_cast<int>((from + to) / 2), y);
                QCOMPARE(drawn.pixelColor(middle).name(), colorOf(piece.kind, currentTheme()).name());
                QVERIFY2(overlay.textAt(middle).contains(wordOf(piece.kind)), qPrintable(overlay.textAt(middle)));
                ++compared;
            }
        }
        QVERIFY(compared > 0);
    }
    void theMappingIsProposedAndCanBeChanged()
    {
        Measured o;
        o.view.open(pipelineDump());
        QVERIFY(o.isRead());
        RankModel &ranks = *o.view.rankModel();
        QAbstractItemModelTester tester(&ranks);
        QCOMPARE(ranks.rowCount(), 2);
        QCOMPARE(o.step().lanes[static_cast<std::size_t>(ranks.lanes()[0])].stage, 0);
        const auto before = *o.view.difference();
        // By the list in the table.
        o.view.showPage(MeasuredView::ranksPage);
        QTableView &table = *o.view.table(MeasuredView::ranksPage);
        const QModelIndex lane = ranks.index(1, RankModel::lane);
        const int other = ranks.lanes()[1] == 0 ? 1 : 0;
        table.edit(lane);
        auto *field = table.findChild<QComboBox *>();
        QVERIFY(field);
        savePicture(o.view, QStringLiteral("measured-ranks"));
        field->setCurrentIndex(other);
        emit field->activated(other);
        QCOMPARE(ranks.lanes()[1], other);
        QCOMPARE(o.view.overlay()->rows()[1].lane, other);
        QCOMPARE(o.view.difference()->measured.value, before.measured.value);
        // It stays with another step of the same lanes, and is proposed anew for another trace.
        o.window.session()->setStartTime(Seconds(1));
        QVERIFY(o.settled());
        QCOMPARE(ranks.lanes()[1], other);
        QVERIFY(!ranks.setData(lane, 1'000'000, Qt::EditRole));
        o.view.open({measuredFixture("kineto/rank3.json")});
        QVERIFY(o.isRead());
        QCOMPARE(ranks.rowCount(), 1);
    }
    /// One undo step that makes the devices as fast as they were measured, and says so.
    void aTraceCalibratesTheDevices()
    {
        Measured o;
        QVERIFY(!o.view.calibrateButton()->isEnabled());
        o.view.open(pipelineDump());
        QVERIFY(o.isRead());
        QAbstractItemModelTester tester(o.view.factorTable());
        QVERIFY(!o.view.factors().empty());
        QCOMPARE(o.view.factorTable()->rowCount(), static_cast<int>(o.view.factors().size()) + 1); // and the stack
        const auto computing = [&o] {
            const auto &first = o.view.difference()->causes.front();
            return std::pair(toSeconds(first.simulated).value, toSeconds(first.measured).value);
        };
        const auto [simulated, measured] = computing();
        const double factor = o.view.factors().front().factor;
        const std::string type = o.view.factors().front().type;
        QCOMPARE(o.view.factorTable()->index(0, 3).data(ChartTable::valueRole).toDouble(), factor);
        const Project before = o.window.document()->project();
        QTest::mouseClick(o.view.calibrateButton(), Qt::LeftButton);
        QCOMPARE(o.window.document()->undoStack()->count(), 1);
        QVERIFY(!o.view.calibrateButton()->isEnabled()); // until the step follows
        QVERIFY(o.settled());
        QVERIFY(o.view.calibrateButton()->isEnabled());
        const auto [simulatedNow, measuredNow] = computing();
        QCOMPARE(measuredNow, measured);
        QVERIFY(std::abs(simulatedNow - measured) < std::abs(simulated - measured) / 2);
        QCOMPARE(calibratedFrom(o.window.document()->project().cluster, type), std::string("config.json and 2 more"));
        QCOMPARE(o.view.factorTable()->index(0, 4).data().toString(), QStringLiteral("config.json and 2 more"));
        const auto says = [&o] {
            for (const QLabel *label : o.view.findChildren<QLabel *>())
                if (label->isVisible() && label->text().contains(QStringLiteral("Calibrated")))
                    return true;
            return false;
        };
        QVERIFY(says());
        savePicture(o.view, QStringLiteral("measured-factors"));
        o.window.document()->undoStack()->undo();
        QVERIFY(o.settled());
        QVERIFY(o.window.document()->project() == before);
        QVERIFY(!says());
    }
    void aTraceCalibratesTheStack()
    {
        Measured o;
        o.view.open(pipelineDump());
        QVERIFY(o.isRead());
        QVERIFY(!o.view.stackButton()->isVisible());
        o.view.showPage(MeasuredView::factorsPage);
        QVERIFY(o.view.stackButton()->isVisible() && o.view.stackButton()->isEnabled());
        const Project before = o.window.document()->project();
        const std::string stack = before.workload.job.softwareStack;
        const StackFactor factor = *o.view.stack();
        QCOMPARE(factor.stack, stack);
        const int row = o.view.factorTable()->rowCount() - 1;
        QVERIFY(o.view.factorTable()->index(row, 0).data().toString().startsWith(QString::fromStdString(stack)));
        QCOMPARE(o.view.factorTable()->index(row, 3).data(ChartTable::valueRole).toDouble(), factor.factor);
        QTest::mouseClick(o.view.stackButton(), Qt::LeftButton);
        QCOMPARE(o.window.document()->undoStack()->count(), 1);
        QVERIFY(!o.view.stackButton()->isEnabled()); // until the step follows
        QVERIFY(o.settled());
        const StackFactor after = *o.view.stack();
        QCOMPARE(after.measured, factor.measured);
        QVERIFY(std::abs(after.factor - 1) < std::abs(factor.factor - 1) / 2);
        const auto origin = stackCalibratedFrom(o.window.document()->project().workload.job);
        QVERIFY(origin);
        QCOMPARE(origin->stack, stack);
        QCOMPARE(origin->factor, factor.factor);
        QCOMPARE(o.view.factorTable()->index(row, 4).data().toString(), QString::fromStdString(origin->source));
        o.window.document()->undoStack()->undo();
        QVERIFY(o.settled());
        QVERIFY(o.window.document()->project() == before);
    }
    void aTraceOfOursIsOpened()
    {
        Measured o;
        o.view.open({measuredFixture("kineto/simulated.json")});
        QVERIFY(o.isRead());
        QVERIFY(o.view.trace());
        QCOMPARE(o.view.rankModel()->rowCount(), 2);
    }
    void aClickSelectsTheLane()
    {
        Measured o;
        o.view.open(pipelineDump());
        QVERIFY(o.isRead());
        OverlayView &overlay = *o.view.overlay();
        QTest::mouseClick(overlay.viewport(), Qt::LeftButton, {}, QPoint(20, overlay.topOf(1) + 10));
        QCOMPARE(o.window.document()->selection()->lane(), overlay.rows()[1].lane);
        // Zoomed in and moved by the keys, and back.
        const double fit = overlay.viewportState().ticksPerPixel;
        QTest::keyClick(&overlay, Qt::Key_W);
        QVERIFY(overlay.viewportState().ticksPerPixel < fit);
        QTest::keyClick(&overlay, Qt::Key_D);
        QVERIFY(overlay.viewportState().start > Ticks(0));
        QTest::keyClick(&overlay, Qt::Key_F);
        QVERIFY(overlay.viewportState().isFit());
    }
    void filesAreDropped()
    {
        Measured o;
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(measuredFixture("kineto/rank3.json"))});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.view, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&o.view, &drop);
        QVERIFY(o.isRead());
        QVERIFY(o.view.trace());
        QCOMPARE(o.view.trace()->ranks.front().rank, 3);
    }
    void whatIsNoTraceIsRefusedAndTheLastOneStays()
    {
        Measured o;
        o.view.open({measuredFixture("kineto/rank3.json")});
        QVERIFY(o.isRead());
        QObject::disconnect(&o.view, &MeasuredView::failed, nullptr, nullptr);
        QSignalSpy refused(&o.view, &MeasuredView::failed);
        for (const char *name : {"kineto/host_only.json", "primus/small.yaml", "no such file"}) {
            o.view.open({measuredFixture(name)});
            QVERIFY(o.isRead());
            QCOMPARE(refused.count(), 1);
            QVERIFY(!refused.takeFirst().at(1).toString().isEmpty());
            QVERIFY(o.view.trace());
        }
    }
};

QTEST_MAIN(MeasuredViewTest)
#include "measured_view_test.moc"
