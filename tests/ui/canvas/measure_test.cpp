// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measuring tool by mouse and keyboard.
#include "cost/way.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/drawn_window.h"

using namespace heteroscope;

namespace {

struct DrawnMeasure : TwoNodesOneSwitch
{
    QPointF placeOf(const char *name) const { return scene().itemNamed(name)->pos(); }
    QAction *tool() { return window.actions()[ActionId::measure]; }
    void pressTool() { press(ActionId::measure); }
};

} // namespace

class MeasureTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aDragMeasuresTheWay()
    {
        DrawnMeasure d;
        d.pressTool();
        QVERIFY(d.canvas.isMeasuring() && d.tool()->isChecked());
        const int steps = d.document.undoStack()->count();
        d.mouse.dragTo(d.placeOf("h100-0"), d.placeOf("a100-0"));
        QVERIFY(!d.canvas.grab().isNull());
        d.mouse.release(d.placeOf("a100-0"));
        const Measurement &measured = d.canvas.measurement();
        QCOMPARE(measured.from, std::string("h100-0"));
        QCOMPARE(measured.to, std::string("a100-0"));
        QVERIFY(!measured.refused);
        QVERIFY2(measured.text.contains(QStringLiteral("2 links")), qPrintable(measured.text));
        QCOMPARE(d.canvas.accessibleDescription(), measured.text);
        QCOMPARE(d.document.undoStack()->count(), steps); // nothing moved
        // What it says is what the network says.
        const auto topology = Topology::build(d.document.project().cluster);
        Network network(*topology, builtinCalibration());
        const auto way = wayBetween(network, "h100-0", "a100-0");
        QVERIFY(measured.text.contains(QString::fromStdString(way->narrowest)));
        QVERIFY(!d.canvas.grab().isNull());
    }

    void aSlowerLinkShowsAtOnce()
    {
        DrawnMeasure d;
        d.canvas.setMeasuring(true);
        d.mouse.drag(d.placeOf("h100-0"), d.placeOf("a100-0"));
        const QString before = d.canvas.measurement().text;
        Project slower = d.document.project();
        slower.cluster.links.front().bandwidth = BytesPerSecond(1e8);
        d.document.edit(QStringLiteral("slower"), slower);
        QVERIFY(d.canvas.measurement().text != before);
        QVERIFY(d.canvas.measurement().text.contains(QString::fromStdString(slower.cluster.links.front().name)));
    }

    void anotherInstantIsMeasuredAtOnce()
    {
        DrawnMeasure d;
        Session &session = *d.window.session();
        Project varying = d.document.project();
        varying.cluster.links.front().rate.points = {{Seconds(100), 0.25}};
        d.document.edit(QStringLiteral("varying"), varying);
        QTRY_VERIFY(session.isIdle());
        d.canvas.setMeasuring(true);
        d.mouse.drag(d.placeOf("h100-0"), d.placeOf("a100-0"));
        const QString before = d.canvas.measurement().text;
        session.setStartTime(Seconds(200));
        QTRY_VERIFY(d.canvas.measurement().text != before);
        session.setStartTime(Seconds(0));
        QTRY_COMPARE(d.canvas.measurement().text, before);
    }

    void whereNothingCanBeMeasuredItSaysWhy()
    {
        DrawnMeasure d;
        d.canvas.setMeasuring(true);
        d.mouse.drag(d.placeOf("h100-0"), d.placeOf("switch-0"));
        QVERIFY(d.canvas.measurement().refused);
        QVERIFY(d.canvas.measurement().text.contains(QStringLiteral("switch-0")));
        QVERIFY(!d.canvas.grab().isNull());
        // Dropped on nothing, or begun on nothing.
        d.mouse.drag(d.placeOf("h100-0"), QPointF(0, 12 * gridPitch));
        QVERIFY(d.canvas.measurement().to.empty());
        d.mouse.drag(QPointF(0, 12 * gridPitch), d.placeOf("h100-0"));
        QVERIFY(d.canvas.measurement().to.empty());
    }

    void twoSelectedNodesAreMeasuredByKeyboard()
    {
        DrawnMeasure d;
        d.document.selection()->selectNames({"a100-0", "h100-0"});
        d.pressTool();
        QVERIFY(!d.canvas.measurement().refused && !d.canvas.measurement().to.empty());
        QTest::keyClick(&d.canvas, Qt::Key_Escape);
        QVERIFY(!d.canvas.isMeasuring() && !d.tool()->isChecked());
        QVERIFY(d.canvas.measurement().to.empty());
        QCOMPARE(d.document.selection()->names().size(), std::size_t(2)); // the next Escape clears it
        // Put away it drags again.
        const QPointF before = d.placeOf("h100-0");
        d.mouse.drag(before, before + QPointF(0, 4 * gridPitch));
        QVERIFY(d.placeOf("h100-0") != before);
    }

    void aClosedRackIsMeasuredByItsFirstNode()
    {
        DrawnMeasure d;
        Project racked = d.document.project();
        Rack rack;
        rack.name = "rack";
        rack.members = {"a100-0"};
        rack.repeat = 4;
        rack.collapsed = true;
        racked.cluster.racks.push_back(rack);
        d.document.edit(QStringLiteral("rack"), racked);
        const Measurement measured = d.canvas.measure("h100-0", "rack");
        QVERIFY2(!measured.refused, qPrintable(measured.text));
        QVERIFY(measured.text.contains(QStringLiteral("2 links")));
    }

    void bothThemesPaintIt()
    {
        DrawnMeasure d;
        d.canvas.setMeasuring(true);
        d.mouse.drag(d.placeOf("h100-0"), d.placeOf("a100-0"));
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            ThemeHolder::instance().setKind(kind);
            QVERIFY(!d.canvas.grab().isNull());
        }
    }
};

QTEST_MAIN(MeasureTest)
#include "measure_test.moc"
