// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/catalog.h"
#include "editing/canvas_edits.h"
#include "inspector/inspector.h"
#include "project/edits.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "widgets/fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalSpy>
#include <QSpinBox>

using namespace heteroscope;

namespace {

struct Inspected
{
    GatedEngine gated;
    Document document;
    Session session{&document, gated.engine()};
    Inspector inspector{&session};

    Inspected()
    {
        session.setFollowDelay(0);
        Project project;
        project.workload.model = *findModel("Llama 2 7B");
        document.reset(project);
        addFromPalette(document, PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
        addFromPalette(document, PaletteKind::node, QStringLiteral("8x A100-80GB HGX"), {600, 0});
        addFromPalette(document, PaletteKind::networkSwitch, QStringLiteral("switch"), {300, -300});
        const LinkType *slow = builtinCatalog().findLink("Ethernet 25G (TCP)");
        const LinkType *fast = builtinCatalog().findLink("InfiniBand HDR 200G");
        addLinkBetween(document, "h100-0", "switch-0", *fast);
        addLinkBetween(document, "a100-0", "switch-0", *slow);
        inspector.resize(300, 800);
        inspector.show();
    }
    template<class Field>
    Field *field(const QString &name) const
    {
        for (Field *found : inspector.page()->findChildren<Field *>())
            if (found->accessibleName() == name)
                return found;
        return nullptr;
    }
    void type(const QString &name, const QString &text) const
    {
        QLineEdit *edit = field<QLineEdit>(name);
        QVERIFY2(edit, qPrintable(name));
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    const Cluster &cluster() const { return document.project().cluster; }
};

} // namespace

class InspectorTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aQuantityIsShownInTheUnitThatSuitsIt()
    {
        const auto shown = [](double value, std::vector<QuantityField::Unit> units) {
            QuantityField field(QStringLiteral("field"), std::move(units));
            field.setRange(0, 1e30);
            field.setValue(value);
            return field.findChild<QLineEdit *>()->text() + u' ' + field.findChild<QComboBox *>()->currentText();
        };
        const std::vector<QuantityField::Unit> times{
            {QStringLiteral("s"), 1}, {QStringLiteral("min"), 60}, {QStringLiteral("h"), 3600}};
        QCOMPARE(shown(3630, times), QStringLiteral("60.5 min")); // not 1.00833 h
        QCOMPARE(shown(7200, times), QStringLiteral("2 h"));
        QCOMPARE(shown(45, times), QStringLiteral("45 s"));
        QCOMPARE(shown(3661.7, times), QStringLiteral("1.01714 h")); // long in every unit
        QCOMPARE(shown(12.5e9, bandwidthUnits()), QStringLiteral("12.5 GB/s"));
        QCOMPARE(shown(151e15, {{QString(), 1}}), QStringLiteral("151000000000000000 ")); // no exponent
    }

    void theListOfAComboBoxShowsWholeNames()
    {
        QComboBox combo;
        combo.setFixedWidth(80);
        const QString name = QStringLiteral("GPT 18.4B (Megatron)");
        combo.addItems({QStringLiteral("short"), name});
        fitPopup(combo);
        QVERIFY(combo.view()->minimumWidth() >= combo.fontMetrics().horizontalAdvance(name));
        QCOMPARE(combo.view()->textElideMode(), Qt::ElideRight); // its beginning tells more than its end
    }

    void bandwidthIsEditedInItsUnit()
    {
        Inspected in;
        const std::string link = in.cluster().links.back().name;
        in.document.selection()->selectNames({link});
        in.document.endMerge();
        const int steps = in.document.undoStack()->count();
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("12.5"));
        QCOMPARE(in.cluster().findLink(link)->bandwidth.value, 12.5e9);
        QCOMPARE(in.document.undoStack()->count(), steps + 1); // typing is one step
        in.document.undoStack()->undo();
        QCOMPARE(in.cluster().findLink(link)->bandwidth.value,
                 builtinCatalog().findLink("Ethernet 25G (TCP)")->bandwidth.value);
    }

    void aLinkTakesItsFiguresFromTheCatalog()
    {
        Inspected in;
        const std::string fast = in.cluster().links[0].name, slow = in.cluster().links[1].name;
        in.document.selection()->selectNames({slow});
        auto *types = in.field<QComboBox>(QStringLiteral("Type"));
        QVERIFY(types);
        QCOMPARE(types->currentText(), QStringLiteral("Ethernet 25G (TCP)"));
        const auto says = [&in](const QString &words) {
            const auto labels = in.inspector.page()->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
                return label->isVisibleTo(&in.inspector) && label->text().startsWith(words);
            });
        };
        QVERIFY(says(QStringLiteral("Source: ")) || says(QStringLiteral("Unsourced estimate")));
        // A figure of one's own is of no type; two types are mixed.
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("12.6"));
        QCOMPARE(types->currentIndex(), -1);
        QCOMPARE(types->placeholderText(), QStringLiteral("custom"));
        QVERIFY(!says(QStringLiteral("Source: ")));
        in.document.endMerge();
        in.document.selection()->selectNames({fast, slow});
        types = in.field<QComboBox>(QStringLiteral("Type"));
        QCOMPARE(types->placeholderText(), QStringLiteral("mixed"));
        // One choice sets both, in one step.
        const int steps = in.document.undoStack()->count();
        const int index = types->findText(QStringLiteral("InfiniBand NDR 400G"));
        types->setFocus();
        types->setCurrentIndex(index - 1);
        QTest::keyClick(types, Qt::Key_Down);
        const LinkType *type = builtinCatalog().findLink("InfiniBand NDR 400G");
        for (const Link &link : in.cluster().links) {
            QCOMPARE(link.bandwidth.value, type->bandwidth.value);
            QCOMPARE(link.latency.value, type->latency.value);
            QVERIFY(link.technology == type->technology);
        }
        QCOMPARE(in.document.undoStack()->count(), steps + 1);
    }

    void nonsenseIsMarkedAndNotTaken()
    {
        Inspected in;
        const std::string link = in.cluster().links.back().name;
        const double before = in.cluster().findLink(link)->bandwidth.value;
        in.document.selection()->selectNames({link});
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("-3"));
        QVERIFY(in.field<QLineEdit>(QStringLiteral("Bandwidth"))->property("invalid").toBool());
        QCOMPARE(in.cluster().findLink(link)->bandwidth.value, before);
    }

    void aNumberThatEndsAsNoneLeavesWhatWasThere()
    {
        Inspected in;
        const std::string link = in.cluster().links.back().name;
        const double before = in.cluster().findLink(link)->bandwidth.value;
        in.document.selection()->selectNames({link});
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("12abc"));
        auto *edit = in.field<QLineEdit>(QStringLiteral("Bandwidth"));
        QVERIFY(edit->toolTip().contains(QStringLiteral("B/s")) || edit->toolTip().contains(QStringLiteral("b/s")));
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(!edit->property("invalid").toBool());
        QCOMPARE(in.cluster().findLink(link)->bandwidth.value, before);
        // The next entry starts from there again.
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("50"));
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(in.cluster().findLink(link)->bandwidth.value != before);
    }

    void aUnitMayBeTypedAlsoOfBits()
    {
        Inspected in;
        const std::string link = in.cluster().links.back().name;
        const auto bandwidth = [&] { return in.cluster().findLink(link)->bandwidth.value; };
        const double before = bandwidth();
        in.document.selection()->selectNames({link});
        auto *edit = in.field<QLineEdit>(QStringLiteral("Bandwidth"));
        for (const auto &[text, value] :
             {std::pair("25 Gb/s", 25e9 / 8), std::pair("25 GB/s", 25e9), std::pair("400Gbps", 50e9),
              std::pair("1e3 Mbit/s", 1e9 / 8), std::pair("900 MB/s", 900e6)}) {
            in.type(QStringLiteral("Bandwidth"), QString::fromLatin1(text));
            QVERIFY2(!edit->property("invalid").toBool(), text);
            QVERIFY2(std::abs(bandwidth() - value) < 1e-6 * value, text);
            QTest::keyClick(edit, Qt::Key_Return);
            QVERIFY2(std::abs(bandwidth() - value) < 1e-6 * value, text);
        }
        QCOMPARE(edit->text(), QStringLiteral("900"));
        QVERIFY(before != bandwidth());
        // The beginning of a unit is no mistake yet, but no value in the end.
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("25 G"));
        QVERIFY(!edit->property("invalid").toBool());
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(bandwidth(), 900e6);
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("25 furlongs"));
        QVERIFY(edit->property("invalid").toBool());
        QVERIFY(!edit->accessibleDescription().isEmpty());
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!edit->property("invalid").toBool());
        QCOMPARE(edit->text(), QStringLiteral("900"));
        QCOMPARE(bandwidth(), 900e6);
        // Large or small letters matter only where they tell bits from bytes.
        in.type(QStringLiteral("Latency"), QStringLiteral("3 US"));
        QVERIFY(in.field<QLineEdit>(QStringLiteral("Latency"))->property("invalid").toBool());
        in.type(QStringLiteral("Latency"), QStringLiteral("3 MS"));
        QCOMPARE(in.cluster().findLink(link)->latency.value, 3e-3);
    }

    void anEmptyNumberIsMeantInTheUsualUnit()
    {
        QuantityField field(QStringLiteral("Peak"),
                            {{QStringLiteral("GFLOP/s"), 1e9}, {QStringLiteral("TFLOP/s"), 1e12, true}});
        field.setNoneAllowed();
        field.setNone();
        QCOMPARE(field.unit()->currentText(), QStringLiteral("TFLOP/s"));
        QTest::keyClicks(field.edit(), QStringLiteral("300"));
        QCOMPARE(field.value(), std::optional(3e14));
    }

    void whatMayBeEmptyIsEmptiedForGood()
    {
        QuantityField field(QStringLiteral("Price"), {{QStringLiteral("USD"), 1}});
        field.setNoneAllowed();
        field.setValue(3);
        QSignalSpy edited(&field, &QuantityField::edited);
        QSignalSpy cleared(&field, &QuantityField::cleared);
        field.edit()->selectAll();
        QTest::keyClick(field.edit(), Qt::Key_Delete);
        QTest::keyClick(field.edit(), Qt::Key_Return);
        QVERIFY(!field.value());
        QCOMPARE(cleared.count(), 1);
        QCOMPARE(edited.count(), 0);
        QVERIFY(field.edit()->text().isEmpty());
        // Escape takes back what is not finished.
        QTest::keyClicks(field.edit(), QStringLiteral("5"));
        QTest::keyClick(field.edit(), Qt::Key_Escape);
        QVERIFY(!field.value());
        QCOMPARE(cleared.count(), 2);
    }

    void theJobsHeadroomIsTypedAndEmptied()
    {
        Inspected in;
        in.document.selection()->clear();
        const QString name = QStringLiteral("Memory headroom");
        const auto headroom = [&] { return in.document.project().workload.job.memoryHeadroom; };
        auto *edit = in.field<QLineEdit>(name);
        QVERIFY(edit && edit->text().isEmpty());
        const int steps = in.document.undoStack()->count();
        in.type(name, QStringLiteral("12"));
        QVERIFY(headroom() && std::abs(*headroom() - 0.12) < 1e-12);
        QCOMPARE(in.document.undoStack()->count(), steps + 1); // typing is one step
        QTest::keyClick(edit, Qt::Key_Return);
        in.type(name, QStringLiteral("70")); // more than half would leave nothing to plan with
        QVERIFY(edit->property("invalid").toBool());
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(headroom() && std::abs(*headroom() - 0.12) < 1e-12);
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(!headroom());
    }

    void severalLinksShowMixedAndAreSetTogether()
    {
        Inspected in;
        in.document.selection()->selectNames({in.cluster().links[0].name, in.cluster().links[1].name});
        QCOMPARE(in.field<QLineEdit>(QStringLiteral("Bandwidth"))->placeholderText(), QStringLiteral("mixed"));
        in.type(QStringLiteral("Bandwidth"), QStringLiteral("50"));
        for (const Link &link : in.cluster().links)
            QCOMPARE(link.bandwidth.value, 5e10); // in the unit of what they had
    }

    void aNodeIsRenamedEverywhere()
    {
        Inspected in;
        in.document.selection()->selectNames({"h100-0"});
        in.type(QStringLiteral("Name"), QStringLiteral("fast"));
        QTest::keyClick(in.field<QLineEdit>(QStringLiteral("Name")), Qt::Key_Return);
        QVERIFY(in.cluster().findNode("fast"));
        QCOMPARE(in.cluster().links.front().from, std::string("fast"));
        QVERIFY(in.document.selection()->names() == NameSet{"fast"});
    }

    void aTakenNameIsRefused()
    {
        Inspected in;
        QSignalSpy refused(&in.document, &Document::editRefused);
        in.document.selection()->selectNames({"h100-0"});
        in.type(QStringLiteral("Name"), QStringLiteral("a100-0"));
        QTest::keyClick(in.field<QLineEdit>(QStringLiteral("Name")), Qt::Key_Return);
        QVERIFY(in.cluster().findNode("h100-0"));
        QCOMPARE(refused.count(), 1);
    }

    void aSwitchIsMadeToAddUp()
    {
        Inspected in;
        in.document.selection()->selectNames({"switch-0"});
        auto *box = in.inspector.page()->findChild<QCheckBox *>();
        QVERIFY(box && !box->isChecked());
        QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
        QVERIFY(in.cluster().findSwitch("switch-0")->reduces);
        in.document.undoStack()->undo();
        QVERIFY(!in.cluster().findSwitch("switch-0")->reduces && !box->isChecked());
    }

    void powerOfHostsAndSwitchesAndThePueAreEdited()
    {
        Inspected in;
        in.document.selection()->selectNames({"h100-0"});
        in.type(QStringLiteral("Host power"), QStringLiteral("2.5 kW"));
        QCOMPARE(in.cluster().findNode("h100-0")->power, 2500.0);
        in.document.selection()->selectNames({"switch-0"});
        in.type(QStringLiteral("Power"), QStringLiteral("180"));
        QCOMPARE(in.cluster().findSwitch("switch-0")->power, 180.0);
        in.document.endMerge();
        in.document.selection()->selectNames({"h100-0", "a100-0", "switch-0"});
        QCOMPARE(in.field<QLineEdit>(QStringLiteral("Power of the hosts"))->placeholderText(), QStringLiteral("mixed"));
        in.type(QStringLiteral("Power of the hosts"), QStringLiteral("3 kW"));
        for (const Node &node : in.cluster().nodes)
            QCOMPARE(node.power, 3000.0);
        in.type(QStringLiteral("Power of the switches"), QStringLiteral("0"));
        QCOMPARE(in.cluster().findSwitch("switch-0")->power, 0.0);
        in.document.selection()->selectNames({});
        in.document.endMerge();
        const int steps = in.document.undoStack()->count();
        in.type(QStringLiteral("PUE"), QStringLiteral("1.35"));
        QCOMPARE(in.cluster().powerUsageEffectiveness, 1.35);
        QCOMPARE(in.document.undoStack()->count(), steps + 1);
        in.type(QStringLiteral("PUE"), QStringLiteral("0.9"));
        QVERIFY(in.field<QLineEdit>(QStringLiteral("PUE"))->property("invalid").toBool());
        QVERIFY(in.cluster().powerUsageEffectiveness >= 1);
        in.document.undoStack()->undo();
        QCOMPARE(in.cluster().powerUsageEffectiveness, 1.0);
    }

    void devicesAreCountedUpAndDown()
    {
        Inspected in;
        in.document.selection()->selectNames({"h100-0"});
        QSpinBox *count = in.field<QSpinBox>(QStringLiteral("Number of devices"));
        QVERIFY(count);
        QCOMPARE(count->value(), 8);
        count->setValue(4);
        QCOMPARE(in.cluster().findNode("h100-0")->devices.size(), std::size_t(4));
    }

    void oneDeviceIsSlowedDown()
    {
        Inspected in;
        in.document.selection()->selectDevices({"h100-0:2"});
        in.type(QStringLiteral("Speed"), QStringLiteral("92"));
        const Node *node = in.cluster().findNode("h100-0");
        QCOMPARE(node->devices[2].speed.factorAt(Seconds(0)), 0.92);
        QVERIFY(node->devices[1].speed.isConstantOne());
    }

    void aBulkEditSlowsAllDevices()
    {
        Inspected in;
        in.document.selection()->selectNames({"h100-0", "a100-0"});
        in.type(QStringLiteral("Speed of their devices"), QStringLiteral("50"));
        for (const Node &node : in.cluster().nodes)
            for (const Device &device : node.devices)
                QCOMPARE(device.speed.factorAt(Seconds(0)), 0.5);
    }

    void aBulkEditChangesTypesAndSwitches()
    {
        Inspected in;
        in.document.selection()->selectNames({"h100-0", "a100-0", "switch-0"});
        auto *type = in.field<QComboBox>(QStringLiteral("Type of their devices"));
        QVERIFY(type);
        QCOMPARE(type->currentIndex(), -1); // mixed
        QCOMPARE(type->placeholderText(), QStringLiteral("mixed"));
        const Project before = in.document.project();
        const int steps = in.document.undoStack()->count();
        const int row = type->findText(QStringLiteral("A100-80GB SXM"));
        QVERIFY(row >= 0);
        type->setCurrentIndex(row);
        emit type->activated(row);
        for (const Node &node : in.cluster().nodes)
            for (const Device &device : node.devices)
                QCOMPARE(device.type, std::string("A100-80GB SXM"));
        QCOMPARE(type->currentText(), QStringLiteral("A100-80GB SXM"));
        QCOMPARE(in.document.undoStack()->count(), steps + 1);
        in.document.undoStack()->undo();
        QVERIFY(in.document.project() == before);
        QCOMPARE(type->currentIndex(), -1);
        in.type(QStringLiteral("Latency of the switches"), QStringLiteral("3 us"));
        QVERIFY(!in.field<QLineEdit>(QStringLiteral("Latency of the switches"))->property("invalid").toBool());
        QCOMPARE(in.cluster().findSwitch("switch-0")->latency.value, 3e-6);
    }

    void everySelectionHasAPage()
    {
        Inspected in;
        for (const NameSet &names :
             {NameSet{}, NameSet{"h100-0"}, NameSet{"switch-0"}, NameSet{"h100-0", "switch-0"}}) {
            in.document.selection()->selectNames(names);
            QVERIFY(in.inspector.page());
            QVERIFY(!in.inspector.grab().isNull());
        }
        in.document.selection()->selectNames({"h100-0"});
        in.document.edit(QStringLiteral("remove"), removeThings(in.document.project(), {"h100-0"}));
        QVERIFY(in.inspector.page());
    }

    void sharesOfTheStepAddUp()
    {
        Inspected in;
        QTRY_VERIFY(in.session.result() && in.session.isIdle());
        std::vector<const Lane *> lanes;
        for (const Lane &lane : in.session.result()->lanes)
            lanes.push_back(&lane);
        double total = 0;
        for (const ShareRow &row : timeShares(*in.session.result(), lanes))
            total += row.share;
        QVERIFY(std::abs(total - 1) < 1e-9);
    }
};

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
