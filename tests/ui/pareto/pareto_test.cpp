// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Pareto dock: what it draws, that a point is picked by mouse and keys, and what it says in each state.
#include "charts/plot.h"
#include "cluster/catalog.h"
#include "pareto/pareto_model.h"
#include "pareto/pareto_plot.h"
#include "pareto/pareto_view.h"
#include "project/edits.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace heteroscope;

namespace {

/// A plan that can be told from others by its micro-batch size.
Plan planNumber(int number)
{
    Plan plan;
    plan.microBatchSize = number;
    return plan;
}

std::shared_ptr<const StepResult> step(double seconds, double joules)
{
    auto result = std::make_shared<StepResult>();
    result->stepTime = Ticks(static_cast<std::int64_t>(seconds * Ticks::perSecond));
    result->energy = joules;
    result->cost = seconds / 100;
    result->tokensPerSecond = 1000 / seconds;
    return result;
}

/// Three plans on the front, from (2 s, 900 J) to (4 s, 500 J).
ParetoFront front(bool exact)
{
    ParetoFront found;
    for (int i = 0; i < 3; ++i)
        found.points.push_back({planNumber(i + 1), {}, {}, step(2 + i, 900 - 200 * i)});
    found.exact = exact;
    found.families = 120;
    found.open = exact ? 0 : 7;
    found.stopped = !exact;
    return found;
}

/// The project's own plan, number 8.
Simulation ownStep(double seconds, double joules)
{
    Simulation own;
    own.plan = planNumber(8);
    own.result = step(seconds, joules);
    return own;
}

Project project(bool withPrices = true)
{
    Project result;
    result.cluster = test::star({test::node("a", withPrices ? "A100-80GB SXM" : "free", 2)});
    if (!withPrices) {
        DeviceType type = *builtinCatalog().findDevice("A100-80GB SXM");
        type.name = "free";
        type.pricePerHour.reset();
        result.cluster.deviceTypes = {type};
    }
    result.workload = test::smallGpt(4, 256, 4);
    return result;
}

/// A session whose search has found two plans, one of them beaten by the front, and whose front waits at a gate.
struct Fixture
{
    Gate gate;
    std::atomic<int> fronts = 0;
    std::atomic<bool> grows = true; ///< the front tells what it has before it waits
    bool exact = true;
    Document document;
    Session session{&document, engine()};
    ParetoView view{&session};

    Engine engine()
    {
        Engine made;
        made.simulate = [](const Topology &, const Workload &, const Plan &plan, Seconds,
                           StopToken) -> Result<StepResult> {
            StepResult result = *step(1 + plan.microBatchSize, 1000);
            return result;
        };
        made.search = [](const Topology &, const Workload &, const SearchOptions &, StopToken, Progress *,
                         const ImprovementCallback &) -> Result<SearchResult> {
            SearchResult found;
            found.proved = true;
            found.plans = {{planNumber(1), {}, {}, step(2, 900), {}}, {planNumber(7), {}, {}, step(4.1, 600), {}}};
            return found;
        };
        made.lookBeyond = [](const Topology &, const Workload &, const SearchOptions &, SearchResult &, StopToken) {
            return Status();
        };
        made.findFront = [this](const Topology &topology, const Workload &, const SearchOptions &,
                                SearchObjective first, SearchObjective second, const SearchResult &, StopToken stop,
                                Progress *, const FrontCallback &grown) -> Result<ParetoFront> {
            ++fronts;
            const bool cost = first == SearchObjective::cost || second == SearchObjective::cost;
            if (cost && !topology.deviceTypes().front().pricePerHour)
                return Error{Error::Code::infeasible, {}, {}, "no price", "a price", {}};
            ParetoFront sofar = front(false);
            sofar.points.resize(1);
            if (grows)
                grown(sofar);
            gate.pass(stop);
            return front(exact && !stop.stop_requested());
        };
        return made;
    }

    void open(bool withPrices = true)
    {
        session.setFollowDelay(0);
        document.reset(project(withPrices));
        session.follow();
        view.resize(900, 324);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    bool isThrough() { return session.isIdle() && fronts > 0 && !view.search()->isRunning(); }
    /// The widget that the mouse is over.
    QWidget *canvas() { return view.plot()->findChild<QWidget *>(); }
    void choose(QComboBox *field, ParetoAxis axis)
    {
        field->setCurrentIndex(field->findData(static_cast<int>(axis)));
        emit field->activated(field->currentIndex());
    }
};

} // namespace

class ParetoTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<Plan>(); }

    void modelKeepsTheRules()
    {
        ParetoModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const ParetoFront found = front(true);
        model.setPoints(planPoints(&found, nullptr, nullptr), ParetoAxis::stepTime, ParetoAxis::tokenEnergy);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, ParetoModel::first).data().toString(), QStringLiteral("2.00 s"));
        // 900 J for 1,000 tokens.
        QCOMPARE(model.index(0, ParetoModel::second).data().toString(), QStringLiteral("900 mJ"));
        model.setPoints({}, ParetoAxis::stepTime, ParetoAxis::stepCost);
        QCOMPARE(model.rowCount(), 0);
    }

    void axesAreInTheirUnits()
    {
        const auto one = step(0.5, 2500);
        QCOMPARE(axisText(ParetoAxis::stepEnergy, axisValue(ParetoAxis::stepEnergy, *one)), QStringLiteral("2.50 kJ"));
        // 0.5 s cost 0.5 cents and make 1,000 tokens.
        QCOMPARE(axisValue(ParetoAxis::tokenCost, *one), 5.0);
        QCOMPARE(axisText(ParetoAxis::tokenCost, 5), QStringLiteral("$5.00"));
        QCOMPARE(axisText(ParetoAxis::stepCost, 0.005), QStringLiteral("0.500 cents"));
    }

    void everyPlanStandsOnceWithItsSource()
    {
        const ParetoFront found = front(true);
        SearchResult ranking;
        ranking.plans = {{planNumber(1), {}, {}, step(2, 900), {}}, {planNumber(7), {}, {}, step(4.1, 600), {}}};
        const Simulation own = ownStep(5, 950);
        const auto points = planPoints(&found, &ranking, &own);
        QCOMPARE(points.size(), std::size_t(5));
        QCOMPARE(points[0].source, QStringLiteral("rank 1"));
        QVERIFY(points[0].isOnFront());
        QCOMPARE(points[3].kind, PlanPoint::Kind::own);
        QCOMPARE(points[4].source, QStringLiteral("rank 2"));
    }

    void nothingIsSearchedWhileNobodyLooks()
    {
        Fixture all;
        all.session.setFollowDelay(0);
        all.document.reset(project());
        all.session.follow();
        QTRY_VERIFY(all.session.isIdle() && all.session.ranking());
        QCoreApplication::processEvents();
        QCOMPARE(all.fronts.load(), 0);
        all.open();
        QTRY_VERIFY(all.isThrough());
        QCOMPARE(all.fronts.load(), 1);
    }

    void theFrontOfBeforeAnEditIsStale()
    {
        Fixture all;
        all.open();
        QTRY_VERIFY(all.isThrough());
        QCOMPARE(all.fronts.load(), 1); // the plans beyond the space are no reason to search again
        QVERIFY(!all.view.search()->isStale());
        all.grows = false;
        all.gate.close();
        Workload workload = all.document.project().workload;
        workload.job.globalBatch *= 2;
        all.document.edit(QStringLiteral("batch"), setWorkload(all.document.project(), workload));
        QVERIFY(all.view.search()->isStale());
        QTRY_VERIFY(all.session.isIdle() && all.fronts == 2);
        QVERIFY(all.view.search()->isRunning());
        QVERIFY(all.view.search()->isStale()); // until there is another
        QCOMPARE(all.view.strip()->text(), QStringLiteral("these plans are from before the edit"));
        all.gate.open();
        QTRY_VERIFY(all.isThrough());
        QVERIFY(!all.view.search()->isStale());
    }

    void whatIsFoundSoFarIsShown()
    {
        Fixture all;
        all.gate.close();
        all.open();
        QTRY_VERIFY(all.view.search()->isRunning() && all.view.model()->rowCount() == 1);
        QCOMPARE(all.view.strip()->title(), QStringLiteral("Searching ..."));
        QTest::mouseClick(all.view.button(), Qt::LeftButton);
        QTRY_VERIFY(all.isThrough());
        QCOMPARE(all.view.strip()->title(), QStringLiteral("Not exact"));
        QVERIFY(all.view.strip()->text().contains(QStringLiteral("7 of 120")));
        all.gate.open();
        QVERIFY(all.view.button()->isVisible()); // "Continue"
        QTest::mouseClick(all.view.button(), Qt::LeftButton);
        QTRY_COMPARE(all.view.strip()->title(), QStringLiteral("Exact"));
        QVERIFY(!all.view.button()->isVisible());
        QCOMPARE(all.view.model()->rowCount(), 3);
    }

    void plansThatAreWorseByFarDoNotSqueezeTheFront()
    {
        const ParetoFront found = front(true);
        SearchResult ranking;
        ranking.plans = {{planNumber(7), {}, {}, step(4.1, 600), {}}, {planNumber(8), {}, {}, step(90, 9000), {}}};
        ParetoPlot plot;
        plot.resize(500, 300);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setPoints(planPoints(&found, &ranking, nullptr), ParetoAxis::stepTime, ParetoAxis::stepEnergy);
        QCOMPARE(plot.beyond(), 1);
        QVERIFY(std::abs(plot.placeOf(2).x() - plot.placeOf(0).x()) > 250);
        QCOMPARE(plot.pointAt(plot.placeOf(4)), -1);
        // The project's own plan is always there.
        const Simulation own = ownStep(90, 9000);
        plot.setPoints(planPoints(&found, &ranking, &own), ParetoAxis::stepTime, ParetoAxis::stepEnergy);
        QCOMPARE(plot.beyond(), 0);
    }

    void numbersOfTheFrontDoNotCoverEachOther()
    {
        ParetoFront found = front(true);
        found.points.push_back({planNumber(4), {}, {}, step(2.01, 895)});
        ParetoPlot plot;
        plot.resize(500, 300);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.setPoints(planPoints(&found, nullptr, nullptr), ParetoAxis::stepTime, ParetoAxis::stepEnergy);
        auto *chart = plot.findChild<QCustomPlot *>();
        chart->replot();
        std::vector<QRectF> numbers;
        for (int i = 0; i < chart->itemCount(); ++i) {
            const auto *text = qobject_cast<QCPItemText *>(chart->item(i));
            if (text && text->visible() && text->text().toInt() > 0)
                numbers.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
        }
        QCOMPARE(numbers.size(), std::size_t(3)); // of four
        for (std::size_t i = 1; i < numbers.size(); ++i)
            QVERIFY(!numbers[i].intersects(numbers[i - 1]));
    }

    void aClickShowsThePlan()
    {
        Fixture all;
        all.open();
        QTRY_VERIFY(all.isThrough());
        QSignalSpy picked(&all.view, &ParetoView::planPicked);
        QSignalSpy applied(&all.view, &ParetoView::planActivated);
        const auto &points = all.view.plot()->points();
        QCOMPARE(points.size(), std::size_t(4));
        QTest::mouseClick(all.canvas(), Qt::LeftButton, {}, all.view.plot()->placeOf(1));
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].value<Plan>(), planNumber(2));
        // A beaten one as well.
        QTest::mouseClick(all.canvas(), Qt::LeftButton, {}, all.view.plot()->placeOf(3));
        QCOMPARE(picked.size(), 2);
        QCOMPARE(picked[1][0].value<Plan>(), planNumber(7));
        // Beside all points nothing happens.
        QTest::mouseClick(all.canvas(), Qt::LeftButton, {}, QPoint(all.canvas()->width() - 3, 3));
        QCOMPARE(picked.size(), 2);
        QTest::mouseDClick(all.canvas(), Qt::LeftButton, {}, all.view.plot()->placeOf(2));
        QCOMPARE(applied.size(), 1);
        QCOMPARE(applied[0][0].value<Plan>(), planNumber(3));
    }

    void hoverTellsWhatItIsAndWhatBeatsIt()
    {
        Fixture all;
        all.open();
        QTRY_VERIFY(all.isThrough());
        QSignalSpy told(&all.view, &ParetoView::hovered);
        const QPointF place = all.view.plot()->placeOf(3);
        QMouseEvent move(QEvent::MouseMove, place, all.canvas()->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(all.canvas(), &move);
        QVERIFY(!told.isEmpty());
        const QString text = told.last()[0].toString();
        QVERIFY2(text.contains(QStringLiteral("4.10 s")) && text.contains(QStringLiteral("rank 2")), qPrintable(text));
        // (4 s, 500 J) is 2.4 % shorter and takes 16.7 % less than (4.1 s, 600 J).
        QVERIFY2(text.contains(QStringLiteral("Point 3 is better")) && text.contains(QStringLiteral("2.4")) &&
                     text.contains(QStringLiteral("16.7")),
                 qPrintable(text));
    }

    void keysWalkAlongTheFront()
    {
        Fixture all;
        connect(&all.view, &ParetoView::planPicked, &all.session, &Session::pick);
        all.open();
        QTRY_VERIFY(all.isThrough());
        QSignalSpy applied(&all.view, &ParetoView::planActivated);
        all.view.table()->setFocus();
        QTest::keyClick(all.view.table(), Qt::Key_Down);
        QTest::keyClick(all.view.table(), Qt::Key_Down);
        QVERIFY(all.session.picked().has_value());
        const int at = all.view.table()->currentIndex().row();
        QCOMPARE(*all.session.picked(), planNumber(at + 1));
        QTRY_VERIFY(all.session.isIdle());
        QCOMPARE(all.view.plot()->shown(), at);
        QTest::keyClick(all.view.plot(), Qt::Key_Right);
        QCOMPARE(*all.session.picked(), planNumber(std::min(at + 2, 3)));
        QTRY_VERIFY(all.session.isIdle());
        QTest::keyClick(all.view.table(), Qt::Key_Return);
        QCOMPARE(applied.size(), 1);
    }

    void takingTheKeyboardPicksNothing()
    {
        Fixture all;
        connect(&all.view, &ParetoView::planPicked, &all.session, &Session::pick);
        all.open();
        QTRY_VERIFY(all.isThrough());
        all.session.pick(planNumber(7)); // beyond the front: no row is its
        QTRY_VERIFY(all.session.isIdle());
        all.view.plot()->setFocus();
        QVERIFY(!all.view.table()->currentIndex().isValid());
        all.view.table()->setFocus();
        QCOMPARE(*all.session.picked(), planNumber(7));
        // Enter on a row that is not chosen chooses it, and applies it only then.
        QSignalSpy applied(&all.view, &ParetoView::planActivated);
        all.view.table()->selectionModel()->setCurrentIndex(all.view.model()->index(2, 0),
                                                            QItemSelectionModel::NoUpdate);
        QTest::keyClick(all.view.table(), Qt::Key_Return);
        QCOMPARE(*all.session.picked(), planNumber(3));
        QCOMPARE(applied.size(), 0);
        QTest::keyClick(all.view.table(), Qt::Key_Return);
        QCOMPARE(applied.size(), 1);
    }

    void aRowIsPickedAgainAfterAPlanBeyondTheFront()
    {
        Fixture all;
        connect(&all.view, &ParetoView::planPicked, &all.session, &Session::pick);
        all.open();
        QTRY_VERIFY(all.isThrough());
        const auto clickRow = [&all](int row) {
            const QRect place = all.view.table()->visualRect(all.view.model()->index(row, ParetoModel::plan));
            QTest::mouseClick(all.view.table()->viewport(), Qt::LeftButton, {}, place.center());
        };
        clickRow(1);
        QCOMPARE(all.session.picked(), std::optional(planNumber(2)));
        QTRY_VERIFY(all.session.isIdle());
        all.session.pick(planNumber(7)); // ranked, beaten by the front
        QTRY_COMPARE(all.view.plot()->shown(), 3);
        QVERIFY(!all.view.table()->currentIndex().isValid());
        clickRow(1);
        QCOMPARE(all.session.picked(), std::optional(planNumber(2)));
        QTRY_VERIFY(all.session.isIdle());
    }

    void twoAxesNeverShowOneObjective()
    {
        Fixture all;
        all.open();
        QTRY_VERIFY(all.isThrough());
        // Energy across: time goes up.
        all.choose(all.view.firstAxis(), ParetoAxis::stepEnergy);
        QCOMPARE(all.view.secondAxis()->currentData().toInt(), static_cast<int>(ParetoAxis::stepTime));
        QCOMPARE(all.view.search()->first(), SearchObjective::energy);
        // For a token instead of for the step: the other axis stays.
        all.choose(all.view.firstAxis(), ParetoAxis::tokenEnergy);
        QCOMPARE(all.view.secondAxis()->currentData().toInt(), static_cast<int>(ParetoAxis::stepTime));
        all.choose(all.view.secondAxis(), ParetoAxis::stepEnergy);
        QVERIFY(all.view.search()->first() != all.view.search()->second());
        QTRY_VERIFY(all.isThrough());
    }

    void withoutPricesItSaysHowToMend()
    {
        Fixture all;
        all.open(false);
        QTRY_VERIFY(all.isThrough());
        all.choose(all.view.secondAxis(), ParetoAxis::stepCost);
        QTRY_COMPARE(all.view.strip()->title(), QStringLiteral("No prices"));
        QVERIFY(all.view.strip()->text().contains(QStringLiteral("pricePerHour")));
        QCOMPARE(all.view.model()->rowCount(), 0);
        QTest::mouseClick(all.view.button(), Qt::LeftButton);
        QCOMPARE(all.view.secondAxis()->currentData().toInt(), static_cast<int>(ParetoAxis::stepEnergy));
        QTRY_COMPARE(all.view.model()->rowCount(), 3);
    }

    void anotherProjectBeginsAnew()
    {
        Fixture all;
        all.open();
        QTRY_VERIFY(all.isThrough());
        all.document.reset(Project());
        QTRY_COMPARE(all.view.model()->rowCount(), 0);
        QCOMPARE(all.view.strip()->title(), QStringLiteral("No plans yet"));
        QVERIFY(all.view.plot()->points().empty());
    }
};

QTEST_MAIN(ParetoTest)
#include "pareto_test.moc"
