// SPDX-License-Identifier: GPL-3.0-or-later
//
// The breakdown: a proper model, a bar whose segments are its terms, one selection with tree, timeline and lanes.
#include "breakdown/breakdown_bar.h"
#include "breakdown/breakdown_model.h"
#include "breakdown/breakdown_view.h"
#include "breakdown/term_details.h"
#include "language/step_words.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/simulated_example.h"
#include "ui/support/window_fixture.h"
#include "widgets/plain_text.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTreeView>

using namespace heteroscope;

namespace {

std::shared_ptr<const LaneExplanation> opened(int lane)
{
    auto explained = explainShown(*simulatedExample(), lane);
    if (!explained)
        qFatal("%s", toString(explained.error()).c_str());
    return std::make_shared<const LaneExplanation>(std::move(*explained));
}

} // namespace

class BreakdownTest : public StrictTest
{
    Q_OBJECT

private slots:
    void modelIsSound()
    {
        BreakdownModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setExplanation(opened(0));
        QCOMPARE(model.rowCount(), 2);
        model.setExplanation(opened(3));
        const TermPath path = {PlainTerm::step, Activity::forward, PlainTerm::products};
        const QModelIndex found = model.find(path);
        QVERIFY(found.isValid());
        QCOMPARE(model.path(found), path);
        QVERIFY(model.rowCount(found) > 2);
        QVERIFY(!model.find({PlainTerm::step, PlainTerm::inFlight}).isValid());
        model.setExplanation(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void rowsAddUpAndAreSorted()
    {
        BreakdownModel model;
        model.setExplanation(opened(0));
        std::vector<QModelIndex> open = {model.index(0, 0), model.index(1, 0)};
        while (!open.empty()) {
            const QModelIndex at = open.back();
            open.pop_back();
            double sum = 0;
            double last = 1e300;
            for (int i = 0; i < model.rowCount(at); ++i) {
                const QModelIndex below = model.index(i, 0, at);
                const double value = model.term(below)->value;
                QVERIFY(!at.parent().isValid() || value <= last);
                last = value;
                sum += value;
                open.push_back(below);
            }
            if (model.rowCount(at) > 0)
                QVERIFY(std::abs(sum - model.term(at)->value) <= 1e-7 * model.term(at)->value);
        }
    }

    void barsSegmentsAreTheStep()
    {
        BreakdownBar bar;
        bar.resize(1000, 52);
        bar.setExplanation(opened(0));
        double end = 0;
        int kinds = 0;
        for (const auto &segment : bar.segments()) {
            if (segment.row == 0) {
                QVERIFY(std::abs(segment.begin - end) < 1e-9);
                end = segment.end;
            } else {
                ++kinds;
            }
        }
        QVERIFY(std::abs(end - 1) < 1e-9);
        QVERIFY(kinds > 4);
        QVERIFY(!bar.accessibleDescription().isEmpty());
    }

    void aClickOnASegmentGoesToItsTerm()
    {
        BreakdownView view;
        view.resize(1200, 400);
        view.setSimulation(simulatedExample());
        view.openNow();
        view.show();
        const BreakdownBar &bar = *view.bar();
        for (const auto &segment : bar.segments()) {
            if (bar.rectOf(segment).width() < 4)
                continue;
            QTest::mouseClick(view.bar(), Qt::LeftButton, {}, bar.rectOf(segment).center());
            QCOMPARE(view.currentPath(), segment.path);
            QVERIFY(view.details()->toPlainText().contains(segment.name));
        }
    }

    void detailsSayFormulaInputsAndSources()
    {
        BreakdownView view;
        view.resize(1200, 400);
        view.setSimulation(simulatedExample());
        view.openNow();
        const QModelIndex products = view.model()->find({PlainTerm::step, Activity::forward, PlainTerm::products});
        const QModelIndex leaf = view.model()->index(0, 0, products);
        view.selectPath(view.model()->path(leaf));
        const QString text = view.details()->toPlainText();
        for (const char *part : {"max(FLOP / (peak", "TFLOP/s", "catalog", "calibration constant", "efficiency",
                                 "memory bandwidth", "Assumptions", "one:"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    }

    void searchShowsWhatIsNamedSo()
    {
        BreakdownView view;
        view.resize(1200, 400);
        view.setSimulation(simulatedExample());
        view.openNow();
        const int before = view.tree()->model()->rowCount();
        QCOMPARE(before, 2);
        QTest::keyClicks(view.search(), QStringLiteral("MLP up"));
        QCOMPARE(view.tree()->model()->rowCount(), 1); // nothing of the memory
        const QAbstractItemModel &shown = *view.tree()->model();
        const QModelIndex step = shown.index(0, 0);
        QVERIFY(shown.rowCount(step) >= 2 && shown.rowCount(step) < view.model()->rowCount(view.model()->index(0, 0)));
        // A term that the search hides is shown all the same when it is asked for.
        view.selectActivity(Activity::bubble);
        QVERIFY(view.search()->text().isEmpty());
        QCOMPARE(view.currentPath().back(), TermId(Activity::bubble));
    }

    void keysMoveThroughBarAndTree()
    {
        BreakdownView view;
        view.resize(1200, 400);
        view.setSimulation(simulatedExample());
        view.openNow();
        view.show();
        QVERIFY(!view.bar()->accessibleName().isEmpty() && !view.tree()->accessibleName().isEmpty() &&
                !view.search()->accessibleName().isEmpty() && !view.details()->accessibleName().isEmpty());
        view.bar()->setFocus();
        QTest::keyClick(view.bar(), Qt::Key_Home);
        QCOMPARE(view.currentPath(), view.bar()->segments().front().path);
        QTest::keyClick(view.bar(), Qt::Key_Right);
        QCOMPARE(view.currentPath(), view.bar()->segments()[1].path);
        QTest::keyClick(view.bar(), Qt::Key_End);
        QCOMPARE(view.currentPath(), view.bar()->segments().back().path);
        QTest::keyClick(view.tree(), Qt::Key_Up);
        QVERIFY(view.currentPath() != view.bar()->segments().back().path);
    }

    void opensOnAWorkerOnlyWhileItIsSeen()
    {
        BreakdownView view;
        QSignalSpy opened(&view, &BreakdownView::opened);
        view.setSimulation(simulatedExample());
        QVERIFY(!view.isReady());
        view.show();
        QTRY_VERIFY(view.isReady());
        const int busiest = view.lane();
        view.setSelectedLanes({busiest == 0 ? 1 : 0});
        QTRY_VERIFY(view.isReady() && view.model()->explanation()->lane == view.lane());
        QVERIFY(view.lane() != busiest);
        view.selectActivity(Activity::backward);
        view.setSelectedLanes({});
        QTRY_VERIFY(view.isReady() && view.model()->explanation()->lane == busiest);
        QCOMPARE(view.currentPath().back(), TermId(Activity::backward)); // the term stays from lane to lane
        view.setSimulation(nullptr);
        QTRY_VERIFY(!view.model()->explanation());
        QVERIFY(!view.details()->toPlainText().isEmpty());
    }

    void titleAndTermsAreAlwaysOfOneLane()
    {
        BreakdownView view;
        view.setSimulation(simulatedExample());
        view.show();
        QTRY_VERIFY(view.isReady());
        const auto &lanes = simulatedExample()->result->lanes;
        const auto isOfOneLane = [&] {
            const auto labels = view.findChildren<QLabel *>();
            const auto &lane = lanes[static_cast<std::size_t>(view.model()->explanation()->lane)];
            return std::any_of(labels.begin(), labels.end(), [name = escaped(laneName(lane))](const QLabel *label) {
                return label->text().startsWith(QStringLiteral("<b>%1</b>").arg(name));
            });
        };
        const int first = view.lane(), other = first == 0 ? 1 : 0;
        QVERIFY(laneName(lanes[static_cast<std::size_t>(first)]) != laneName(lanes[static_cast<std::size_t>(other)]));
        QVERIFY(isOfOneLane());
        // Its terms are on their way.
        view.setSelectedLanes({other});
        QVERIFY(isOfOneLane());
        // Back before they are there: they do not come any more.
        view.setSelectedLanes({first});
        QTRY_VERIFY(view.isReady());
        QCOMPARE(view.model()->explanation()->lane, first);
        QVERIFY(isOfOneLane());
        view.setSelectedLanes({other});
        QTRY_VERIFY(view.isReady() && view.model()->explanation()->lane == other);
        QVERIFY(isOfOneLane());
    }

    void aPassOfTheTimelineSelectsLaneAndTerm()
    {
        MainWindow window;
        window.resize(1440, 900);
        window.session()->setFollowDelay(0);
        window.session()->setLive(false);
        window.document()->reset(*simulatedExample()->project);
        window.showWorkspace();
        window.show();
        window.session()->follow();
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result());
        window.docks().show<BreakdownView>();
        QTRY_VERIFY(window.view<BreakdownView>()->isReady());
        const StepResult &result = *window.session()->result();
        const int lane = window.view<BreakdownView>()->lane() == 2 ? 1 : 2;
        const auto &intervals = result.lanes[static_cast<std::size_t>(lane)].intervals;
        const auto pass = std::find_if(intervals.begin(), intervals.end(),
                                       [](const LaneInterval &i) { return i.activity == Activity::backward; });
        QVERIFY(pass != intervals.end());
        // As a click on that pass says it.
        emit window.view<TimelineView>()->laneSelected(lane);
        emit window.view<TimelineView>()->barSelected({lane, static_cast<int>(pass - intervals.begin())});
        QTRY_VERIFY(window.view<BreakdownView>()->isReady() &&
                    window.view<BreakdownView>()->model()->explanation()->lane == lane);
        QCOMPARE(window.view<BreakdownView>()->currentPath().back(), TermId(Activity::backward));
        if (const QString folder = qEnvironmentVariable("HETEROSCOPE_PICTURES"); !folder.isEmpty())
            picture(window, folder);
    }

private:
    /// For looking at: a chosen leaf in both themes.
    static void picture(MainWindow &window, const QString &folder)
    {
        BreakdownView &view = *window.view<BreakdownView>();
        const QModelIndex kind = view.model()->find({PlainTerm::step, Activity::backward, PlainTerm::products});
        view.selectPath(view.model()->path(view.model()->index(0, 0, kind)));
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(theme);
            QApplication::processEvents();
            window.grab().save(folder + (theme == ThemeKind::light ? QStringLiteral("/breakdown-light.png")
                                                                   : QStringLiteral("/breakdown-dark.png")));
        }
        ThemeHolder::instance().setKind(ThemeKind::light);
    }

    PrivateSettings m_settings;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    applyTheme(application, ThemeKind::light);
    BreakdownTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "breakdown_test.moc"
