// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an edit of several things refuses is said, and edits of different selections are different undo steps.
#include "cluster/catalog.h"
#include "inspector/inspector.h"
#include "project/edits.h"
#include "shell/status_bar.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"

#include <QComboBox>
#include <QLineEdit>

using namespace heteroscope;

namespace {

struct DrawnRefusals : TwoNodesOneSwitch
{
    DrawnRefusals() { activate(); }
    QuantityField &field(const char *name)
    {
        for (QuantityField *one : window.view<Inspector>()->findChildren<QuantityField *>())
            if (one->edit()->accessibleName() == QLatin1String(name) && one->isVisible())
                return *one;
        qFatal("no such field");
    }
    void type(QuantityField &into, const char *text)
    {
        QTest::mouseClick(into.edit(), Qt::LeftButton);
        into.edit()->selectAll();
        QTest::keyClicks(into.edit(), QLatin1String(text));
    }
    QString said() const { return window.status()->saying(); }
    int steps() const { return document.undoStack()->index(); }
};

} // namespace

class RefusalsTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void aSwitchWithoutAFreePortSaysSo()
    {
        DrawnRefusals d;
        d.add(PaletteKind::node, "8x A100-80GB HGX", QPointF(0, 16 * gridPitch)); // a100-1
        Switch full = *d.document.project().cluster.findSwitch("switch-0");
        full.ports = 2;
        QVERIFY(d.document.edit(QStringLiteral("ports"), replaceSwitch(d.document.project(), "switch-0", full)));
        const std::size_t links = d.document.project().cluster.links.size();
        d.document.selection()->selectNames({"a100-1", "switch-0"});
        d.press(ActionId::connectToSwitch);
        QCOMPARE(d.document.project().cluster.links.size(), links);
        QVERIFY2(d.said().contains(QStringLiteral("a100-1")), qPrintable(d.said()));
        // Of several: how many, and why the first.
        full.ports = 3;
        QVERIFY(d.document.edit(QStringLiteral("ports"), replaceSwitch(d.document.project(), "switch-0", full)));
        d.add(PaletteKind::node, "8x A100-80GB HGX", QPointF(0, 32 * gridPitch)); // a100-2
        d.document.selection()->selectNames({"a100-1", "a100-2", "switch-0"});
        d.press(ActionId::connectToSwitch);
        QCOMPARE(d.document.project().cluster.links.size(), links + 1);
        QVERIFY2(d.said().contains(QStringLiteral("a100-2")) && !d.said().contains(QStringLiteral("a100-1")),
                 qPrintable(d.said()));
    }

    /// A device type that was taken back while the list of types was open still stands in it.
    void anEditOfSeveralThatIsRefusedIsSaid()
    {
        DrawnRefusals d;
        Project with = d.document.project();
        with.cluster.deviceTypes.push_back(*builtinCatalog().findDevice("V100 PCIe"));
        with.cluster.deviceTypes.back().name = "lab card";
        QVERIFY(d.document.edit(QStringLiteral("a type"), with));
        d.document.selection()->selectNames({"a100-0", "h100-0"});
        d.document.undoStack()->undo();
        const Project before = d.document.project();
        QComboBox *types = nullptr;
        for (QComboBox *one : d.window.view<Inspector>()->findChildren<QComboBox *>())
            if (one->accessibleName() == QStringLiteral("Type of their devices"))
                types = one;
        QVERIFY(types && types->findText(QStringLiteral("lab card")) >= 0);
        types->setFocus(Qt::TabFocusReason);
        QTest::keyClicks(types, QStringLiteral("lab"));
        QVERIFY(d.document.project() == before);
        QVERIFY2(d.said().contains(QStringLiteral("a100-0")) && d.said().contains(QStringLiteral("lab card")),
                 qPrintable(d.said()));
        QVERIFY(types->currentText() != QStringLiteral("lab card")); // what there is
    }

    void editsOfDifferentSelectionsAreDifferentSteps()
    {
        DrawnRefusals d;
        d.add(PaletteKind::node, "8x A100-80GB HGX", QPointF(0, 16 * gridPitch));
        d.join("a100-1", "switch-0");
        const auto &links = d.document.project().cluster.links;
        const std::string first = links[0].name, second = links[1].name, third = links[2].name;
        const auto speed = [&](const std::string &name) {
            return d.document.project().cluster.findLink(name)->bandwidth.value;
        };
        const double before = speed(first);
        d.document.selection()->selectNames({first, second});
        d.type(d.field("Bandwidth"), "7");
        const int steps = d.steps();
        const double seven = speed(first);
        // Two other links, without a word that the first are finished: the same key and text.
        d.document.selection()->selectNames({second, third});
        d.type(d.field("Bandwidth"), "8");
        QCOMPARE(d.steps(), steps + 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(speed(first), seven);
        QCOMPARE(speed(second), seven);
        QCOMPARE(speed(third), before);
    }

    void nodesAndSwitchesOfOtherSelectionsTooAreDifferentSteps()
    {
        DrawnRefusals d;
        const auto speed = [&](const char *name) {
            return d.document.project().cluster.findNode(name)->devices.front().speed.factorAt(Seconds(0));
        };
        d.document.selection()->selectNames({"h100-0", "switch-0"});
        d.type(d.field("Speed of their devices"), "50");
        const int steps = d.steps();
        d.document.selection()->selectNames({"a100-0", "switch-0"});
        d.type(d.field("Speed of their devices"), "40");
        QCOMPARE(d.steps(), steps + 1);
        d.document.undoStack()->undo();
        QCOMPARE(speed("h100-0"), 0.5);
        QCOMPARE(speed("a100-0"), 1.0);
    }
};

QTEST_MAIN(RefusalsTest)
#include "refusals_test.moc"
