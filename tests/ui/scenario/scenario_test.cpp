// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rate curves drawn by mouse, typed, pasted and taken from the library; each change one undo step.
#include "cluster/catalog.h"
#include "editing/canvas_edits.h"
#include "project/edits.h"
#include "scenario/curve_plot.h"
#include "scenario/curve_shapes.h"
#include "scenario/scenario_view.h"
#include "scenario/shape_form.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"

#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <cmath>

using namespace heteroscope;

namespace {

using Points = std::vector<RateCurve::Point>;

/// Two servers and a link between them, selected, in an editor of 1000 s.
struct EditedScenario
{
    GatedEngine gated;
    Document document;
    Session session{&document, gated.engine()};
    ScenarioView view{&session};

    EditedScenario()
    {
        session.setFollowDelay(0);
        Project project;
        project.workload.model = *findModel("Llama 2 7B");
        document.reset(project);
        addFromPalette(document, PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
        addFromPalette(document, PaletteKind::node, QStringLiteral("8x A100-80GB HGX"), {600, 0});
        addLinkBetween(document, "h100-0", "a100-0", *builtinCatalog().findLink("Ethernet 25G (TCP)"));
        view.resize(1000, 324);
        view.show();
        document.selection()->selectNames({link().name});
    }
    ~EditedScenario()
    {
        session.setLive(false);
        session.cancelSearch();
    }
    const Link &link() const { return document.project().cluster.links.front(); }
    const Points &points() const { return link().rate.points; }
    void give(const Points &points)
    {
        Link changed = link();
        changed.rate.points = points;
        document.edit(QStringLiteral("given"), replaceLink(document.project(), changed.name, changed));
        document.endMerge();
    }
    QPoint at(double seconds, double factor) const { return view.plot()->placeOf(Seconds(seconds), factor).toPoint(); }
    int steps() { return document.undoStack()->index(); }
    QString valueName() const
    {
        return view.table()->model()->headerData(CurveTable::rateColumn, Qt::Horizontal).toString();
    }
    void type(int row, int column, const QString &text)
    {
        const QModelIndex index = view.table()->model()->index(row, column);
        view.table()->setCurrentIndex(index);
        view.table()->edit(index);
        QLineEdit *edit = nullptr;
        for (QLineEdit *found : view.table()->findChildren<QLineEdit *>())
            if (found->isVisible())
                edit = found;
        QVERIFY(edit);
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
        QCoreApplication::processEvents(); // the table takes what was typed from the event loop
    }
};

} // namespace

class ScenarioTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aPointIsDraggedAsOneStep()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}, {Seconds(2000), 1}});
        const int before = e.steps();
        QTest::mousePress(e.view.plot(), Qt::LeftButton, {}, e.at(1000, 0.5));
        QCOMPARE(e.view.plot()->selected(), 0);
        QTest::mouseMove(e.view.plot(), e.at(1300, 0.4));
        QVERIFY(std::abs(e.points()[0].at.value - 1300) < 20); // it is followed while it moves
        QTest::mouseMove(e.view.plot(), e.at(1500, 0.2));
        QTest::mouseRelease(e.view.plot(), Qt::LeftButton, {}, e.at(1500, 0.2));
        QVERIFY(std::abs(e.points()[0].at.value - 1500) < 20);
        QVERIFY(std::abs(e.points()[0].factor - 0.2) < 0.011);
        QCOMPARE(e.steps(), before + 1);
        e.document.undoStack()->undo();
        QVERIFY((e.points() == Points{{Seconds(1000), 0.5}, {Seconds(2000), 1}}));
    }

    void twoDragsAreTwoSteps()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}});
        const int before = e.steps();
        for (const double to : {0.7, 0.3}) {
            QTest::mousePress(e.view.plot(), Qt::LeftButton, {}, e.at(e.points()[0].at.value, e.points()[0].factor));
            QTest::mouseMove(e.view.plot(), e.at(1000, to));
            QTest::mouseRelease(e.view.plot(), Qt::LeftButton, {}, e.at(1000, to));
        }
        QCOMPARE(e.steps(), before + 2);
    }

    void aPointStaysBetweenItsNeighbours()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}, {Seconds(2000), 1}});
        QTest::mousePress(e.view.plot(), Qt::LeftButton, {}, e.at(1000, 0.5));
        QTest::mouseMove(e.view.plot(), e.at(3000, 0.5));
        QTest::mouseRelease(e.view.plot(), Qt::LeftButton, {}, e.at(3000, 0.5));
        QVERIFY(e.points()[0].at < Seconds(2000));
        QVERIFY(e.points()[0].at > Seconds(1900));
    }

    void pointsAreAddedAndRemoved()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}});
        const int before = e.steps();
        QTest::mouseDClick(e.view.plot(), Qt::LeftButton, {}, e.at(2500, 0.8));
        QCOMPARE(e.points().size(), std::size_t(2));
        QVERIFY(std::abs(e.points()[1].factor - 0.8) < 0.011);
        QCOMPARE(e.view.plot()->selected(), 1);
        QTest::keyClick(e.view.plot(), Qt::Key_Delete);
        QVERIFY((e.points() == Points{{Seconds(1000), 0.5}}));
        QCOMPARE(e.steps(), before + 2);
    }

    void keysMoveAPoint()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}, {Seconds(2000), 1}});
        QTest::keyClick(e.view.plot(), Qt::Key_PageDown);
        QCOMPARE(e.view.plot()->selected(), 0);
        QTest::keyClick(e.view.plot(), Qt::Key_Up);
        QCOMPARE(e.points()[0].factor, 0.51);
        QTest::keyClick(e.view.plot(), Qt::Key_Right);
        QVERIFY(e.points()[0].at > Seconds(1000));
        QTest::keyClick(e.view.plot(), Qt::Key_Escape);
        QCOMPARE(e.view.plot()->selected(), -1);
    }

    void theTableIsTypedInto()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}, {Seconds(2000), 1}});
        const int before = e.steps();
        e.type(0, CurveTable::rateColumn, QStringLiteral("12.5 %"));
        QCOMPARE(e.points()[0].factor, 0.125);
        e.type(1, CurveTable::fromColumn, QStringLiteral("1:00:00"));
        QCOMPARE(e.points()[1].at.value, 3600.0);
        QCOMPARE(e.steps(), before + 2);
    }

    void theTableSaysWhatItExpected()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}, {Seconds(2000), 1}});
        const Points before = e.points();
        e.type(0, CurveTable::fromColumn, QStringLiteral("2500"));
        QVERIFY2(e.view.saying().contains(QStringLiteral("expected a time before")), qPrintable(e.view.saying()));
        e.type(0, CurveTable::rateColumn, QStringLiteral("-5"));
        QVERIFY2(e.view.saying().contains(QStringLiteral("expected a share")), qPrintable(e.view.saying()));
        QVERIFY(e.points() == before);
    }

    void momentsAndRatesAreRead()
    {
        QCOMPARE(parseMoment(QStringLiteral("1:30"))->value, 90.0);
        QCOMPARE(parseMoment(QStringLiteral("2 h"))->value, 7200.0);
        QCOMPARE(parseMoment(QStringLiteral("10min"))->value, 600.0);
        QCOMPARE(parseMoment(QStringLiteral("250 ms"))->value, 0.25);
        QVERIFY(!parseMoment(QStringLiteral("soon")));
        QVERIFY(!parseMoment(QStringLiteral("-1")));
        QCOMPARE(*parseRate(QStringLiteral("40 %")), 0.4);
        QVERIFY(!parseRate(QStringLiteral("-1")));
        QVERIFY(!parseRate(QStringLiteral("nan")));
    }

    void shapesFollowTheirFormulas()
    {
        // Period 100 s in 4 steps from 20 % to 100 %: the cosine in the middle of each step.
        const auto day = makeShape(CurveShape::diurnal, {100, 0.2, 1, 4, 2});
        QVERIFY(day);
        QCOMPARE(day->points.size(), std::size_t(8));
        double mean = 0;
        for (const RateCurve::Point &point : day->points)
            mean += point.factor / 8;
        QVERIFY(std::abs(mean - 0.6) < 1e-12);
        QCOMPARE(day->points[5].at.value, 125.0);
        QVERIFY(std::abs(day->points[0].factor - (0.6 + 0.4 * std::sqrt(0.5))) < 1e-12);

        const auto flap = makeShape(CurveShape::flap, {10, 2, 3, 2, 0.1});
        QVERIFY(flap &&
                (flap->points == Points{{Seconds(10), 0.1}, {Seconds(12), 1}, {Seconds(15), 0.1}, {Seconds(17), 1}}));

        const auto decay = makeShape(CurveShape::decay, {0, 40, 0.0625, 4});
        QVERIFY(decay);
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(decay->points[i].at.value, 10.0 * static_cast<double>(i));
            QVERIFY(std::abs(decay->points[i].factor - std::pow(0.5, static_cast<double>(i + 1))) < 1e-12);
        }

        const auto outage = makeShape(CurveShape::outage, {30, 5});
        QVERIFY(outage && (outage->points == Points{{Seconds(30), 0}, {Seconds(35), 1}}));

        const auto spot = makeShape(CurveShape::spot, {86400, 7200, 3600, 5});
        QVERIFY(spot && spot->points.size() > 2 && spot->points.back().at < Seconds(86400));
        for (const RateCurve::Point &point : spot->points)
            QVERIFY(point.factor == 0 || point.factor == 1);
        QVERIFY(*spot == *makeShape(CurveShape::spot, {86400, 7200, 3600, 5}));
        QVERIFY(!(*spot == *makeShape(CurveShape::spot, {86400, 7200, 3600, 6})));
        const auto slow = makeShape(CurveShape::slowdowns, {86400, 7200, 3600, 0.25, 5});
        QVERIFY(slow && slow->points.size() > 2);
        for (const RateCurve::Point &point : slow->points)
            QVERIFY(point.factor == 0.25 || point.factor == 1);
        const auto cloud = makeShape(CurveShape::cloud, {86400, 86400, 0.4, 0, 1});
        QVERIFY(cloud && std::abs(cloud->factorAt(Seconds(43200)) - 0.4) < 0.01 && cloud->factorAt({}) == 1);
        QVERIFY(!makeShape(CurveShape::spot, {86400, 7200, 3600, 0})); // seeds begin with 1
        const auto wrong = makeShape(CurveShape::diurnal, {100, 0.8, 0.5, 4, 1});
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().expected, std::string("at most the max, 50 %"));
        QVERIFY(!makeShape(CurveShape::outage, {30, 0}));
        QVERIFY(!makeShape(CurveShape::flap, {0, 1e9, 1e9, 1000, 0}));
    }

    void aShapeIsPreviewedAndUsed()
    {
        EditedScenario e;
        const int before = e.steps();
        ShapeForm *shapes = e.view.shapes();
        QTest::keyClick(shapes->shapeField(), Qt::Key_Home);
        while (shapes->shapeField()->currentIndex() <= static_cast<int>(CurveShape::outage)) // "Shape …" is first
            QTest::keyClick(shapes->shapeField(), Qt::Key_Down);
        emit shapes->shapeField()->activated(shapes->shapeField()->currentIndex());
        QVERIFY(e.view.plot()->preview().has_value());
        QVERIFY(e.points().empty()); // only tried
        for (QLineEdit *edit : shapes->findChildren<QLineEdit *>())
            if (edit->accessibleName() == QStringLiteral("Duration") && edit->isVisible()) {
                edit->selectAll();
                QTest::keyClicks(edit, QStringLiteral("0"));
                QVERIFY(edit->property("invalid").toBool());
                edit->selectAll();
                QTest::keyClicks(edit, QStringLiteral("5"));
            }
        QTest::mouseClick(shapes->useButton(), Qt::LeftButton);
        QVERIFY(!e.view.plot()->preview().has_value());
        QCOMPARE(e.points().size(), std::size_t(2));
        QCOMPARE(e.points()[0].factor, 0.0);
        QCOMPARE(e.steps(), before + 1);
    }

    void textIsPasted()
    {
        EditedScenario e;
        const int before = e.steps();
        QApplication::clipboard()->setText(QStringLiteral("0\t1\n600\t0.25\n900\t1\n"));
        QTest::mouseClick(e.view.pasteButton(), Qt::LeftButton);
        QVERIFY((e.points() == Points{{Seconds(0), 1}, {Seconds(600), 0.25}, {Seconds(900), 1}}));
        QCOMPARE(e.steps(), before + 1);
        QApplication::clipboard()->setText(QStringLiteral("time,any (Gbit/s)\n0,25\n60,12.5\n"));
        QTest::keyClick(&e.view, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(e.points().size(), std::size_t(2));
        const double half = 12.5e9 / 8 / e.link().bandwidth.value;
        QVERIFY(std::abs(e.points()[1].factor - half) < 1e-9);
    }

    void wrongTextSaysWhereAndWhat()
    {
        EditedScenario e;
        QApplication::clipboard()->setText(QStringLiteral("0,1\n600,fast\n"));
        QTest::mouseClick(e.view.pasteButton(), Qt::LeftButton);
        QVERIFY2(e.view.saying().contains(QStringLiteral("not negative")), qPrintable(e.view.saying()));
        QVERIFY(e.points().empty());
        QApplication::clipboard()->clear();
        QTest::mouseClick(e.view.pasteButton(), Qt::LeftButton);
        QVERIFY(e.view.saying().contains(QStringLiteral("expected lines of time and factor")));
    }

    void devicesHaveCurvesToo()
    {
        EditedScenario e;
        e.document.selection()->selectDevices({"h100-0:2", "h100-0:3"});
        QCOMPARE(e.view.subjects().size(), std::size_t(2));
        QTest::mouseDClick(e.view.plot(), Qt::LeftButton, {}, e.at(1800, 0.5));
        const Node *node = e.document.project().cluster.findNode("h100-0");
        QCOMPARE(node->devices[2].speed.points.size(), std::size_t(1));
        QVERIFY(node->devices[2].speed == node->devices[3].speed);
        QVERIFY(node->devices[1].speed.points.empty());
        QApplication::clipboard()->setText(QStringLiteral("time,x (GB/s)\n0,25\n"));
        QTest::mouseClick(e.view.pasteButton(), Qt::LeftButton);
        QVERIFY2(e.view.saying().contains(QStringLiteral("factors for a device")), qPrintable(e.view.saying()));
    }

    void aClickOnTheAxisMovesTheStep()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}, {Seconds(2000), 1}});
        const int before = e.steps();
        QTest::mouseClick(e.view.plot(), Qt::LeftButton, {}, e.at(1500, 0) + QPoint(0, 12));
        QVERIFY(std::abs(e.session.startTime().value - 1500) < 20);
        QCOMPARE(e.steps(), before);
    }

    void whatDevicesCostIsDrawnLikeARate()
    {
        EditedScenario e;
        const auto prices = [&e] { return e.document.project().prices; };
        e.view.kind()->setFocus();
        QTest::keyClick(e.view.kind(), Qt::Key_Down);
        QVERIFY(e.view.subjects().isEmpty()); // a link costs nothing
        QVERIFY(e.view.saying().startsWith(QStringLiteral("Select a node")));
        QCOMPARE(e.valueName(), QStringLiteral("Price"));
        e.document.selection()->selectNames({"h100-0"});
        QCOMPARE(e.view.subjects().prices, NameSet{"h100-0"});
        QTest::mouseDClick(e.view.plot(), Qt::LeftButton, {}, e.at(1800, 0.5));
        QCOMPARE(prices().size(), std::size_t(1));
        QCOMPARE(prices()[0].name, std::string("h100-0"));
        const double usual = *findDeviceType(e.document.project().cluster, "H100-80GB SXM")->pricePerHour;
        const Points points = prices()[0].curve.points;
        QCOMPARE(points.size(), std::size_t(2)); // the usual one until then
        QCOMPARE(points[0].factor, usual);
        QVERIFY(points[0].at == Seconds(0) && std::abs(points[1].at.value - 1800) < 30);
        QVERIFY(std::abs(points[1].factor / usual - 0.5) < 0.02);
        QVERIFY(e.document.project().cluster.findNode("h100-0")->devices[0].speed.points.empty());
        // Only what is priced is listed; the other node takes over the curve from the clipboard.
        QCOMPARE(e.view.things()->count(), 2);
        e.document.selection()->selectNames({"a100-0"});
        QVERIFY(e.view.plot()->curve().points.empty());
        QApplication::clipboard()->setText(QStringLiteral("0,1\n600,0.25\n"));
        QTest::mouseClick(e.view.pasteButton(), Qt::LeftButton);
        QCOMPARE(prices().size(), std::size_t(2));
        QCOMPARE(e.view.plot()->curve().points.back().factor, 0.25);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            savePicture(e.view, QStringLiteral("prices"));
        }
        for (int i = 0; i < 2; ++i)
            e.document.undoStack()->undo();
        QVERIFY(prices().empty());
        // From the list, also while rates are shown.
        e.document.undoStack()->redo();
        e.view.kind()->setCurrentIndex(0);
        emit e.view.kind()->activated(0);
        QVERIFY(e.view.subjects().prices.empty());
        QCOMPARE(e.valueName(), QStringLiteral("Rate"));
        emit e.view.things()->activated(1);
        QCOMPARE(e.view.subjects().prices, NameSet{"h100-0"});
    }

    void whatChangesIsListed()
    {
        EditedScenario e;
        e.give({{Seconds(1000), 0.5}});
        e.document.selection()->clear();
        QCOMPARE(e.view.things()->count(), 2);
        QVERIFY(!e.view.subjects().isEmpty()); // the only one
        emit e.view.things()->activated(1);
        QVERIFY(e.document.selection()->contains(e.link().name));
    }
};

QTEST_MAIN(ScenarioTest)
#include "scenario_test.moc"
