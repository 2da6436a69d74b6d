// SPDX-License-Identifier: GPL-3.0-or-later
//
// Device groups in the window, by mouse and keyboard: made, named, drawn at every level, given rules, listed, removed.
#include "editing/canvas_edits.h"
#include "editing/group_commands.h"
#include "editing/rack_commands.h"
#include "inspector/group_rules.h"
#include "inspector/inspector.h"
#include "project/device_groups.h"
#include "project/group_edits.h"
#include "project/project_file.h"
#include "shell/command_palette.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "shell/things_view.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/drawn_window.h"
#include "ui/support/picture.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QCompleter>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>

using namespace heteroscope;

namespace {

/// A window with h100-0, a100-0 and v100-0 behind switch-0.
struct DrawnGroup : DrawnWindow
{
    DrawnGroup()
    {
        add(PaletteKind::node, "8x H100 HGX", QPointF(-30 * gridPitch, 0));
        add(PaletteKind::node, "8x A100-80GB HGX", QPointF(0, 0));
        add(PaletteKind::node, "4x V100-16GB SXM2", QPointF(30 * gridPitch, 0));
        add(PaletteKind::networkSwitch, "switch", QPointF(0, -14 * gridPitch));
        for (const char *node : {"h100-0", "a100-0", "v100-0"})
            join(node, "switch-0");
        document.selection()->clear();
        canvas.fit();
        canvas.setFocus();
    }
    const Cluster &cluster() const { return window.canvas()->document()->project().cluster; }
    const DeviceGroup &group() const { return cluster().deviceGroups.front(); }
    std::vector<Mapping> rules() const { return window.canvas()->document()->project().mappings; }
    const GroupLayer &layer() const { return scene().groups(); }
    /// A group of these things with this name.
    void make(const NameSet &names, const char *name)
    {
        document.selection()->selectNames(names);
        press(ActionId::groupDevices);
        QTest::keyClicks(nameField(), QString::fromLatin1(name));
        QTest::keyClick(nameField(), Qt::Key_Return);
        canvas.setFocus();
    }
    template<class Widget>
    Widget *find(const char *name = nullptr) const
    {
        return window.view<Inspector>()->page()->findChild<Widget *>(QString::fromLatin1(name));
    }
    NameField *nameField() const { return find<NameField>(); }
    std::vector<RuleRow *> rows() const
    {
        std::vector<RuleRow *> shown;
        for (RuleRow *row : window.view<Inspector>()->page()->findChildren<RuleRow *>())
            if (!row->isHidden())
                shown.push_back(row);
        return shown;
    }
    void addRule(const RuleKind &kind)
    {
        const auto at = std::find(ruleKinds().begin(), ruleKinds().end(), kind) - ruleKinds().begin();
        find<QPushButton>("addRule")->menu()->actions().at(at)->trigger();
    }
    void typePlaces(RuleRow *row, const char *text)
    {
        auto *field = row->findChild<NameField *>();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
        QTest::keyClick(field, Qt::Key_Return);
    }
    void clickTag(const char *name, Qt::KeyboardModifiers modifiers = {})
    {
        activate();
        mouse.click(layer().tagOf(groupKey(name)).center(), modifiers);
    }
};

} // namespace

class GroupTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void oneIsMadeOfWhatIsSelectedAndNamedAtOnce()
    {
        DrawnGroup d;
        const Project before = d.document.project();
        const int steps = d.document.undoStack()->count();
        QVERIFY(!d.window.actions()[ActionId::groupDevices]->isEnabled());
        d.document.selection()->selectNames({"switch-0"});
        QVERIFY(!d.window.actions()[ActionId::groupDevices]->isEnabled()); // it has no devices
        d.document.selection()->selectNames({"a100-0", "v100-0", "switch-0"});
        d.press(ActionId::groupDevices);
        QCOMPARE(d.group().devices, (std::vector<std::string>{"a100-0", "v100-0"}));
        QVERIFY(d.nameField()->hasFocus());
        QTest::keyClicks(d.nameField(), QStringLiteral("old"));
        QTest::keyClick(d.nameField(), Qt::Key_Return);
        QCOMPARE(d.group().name, std::string("old"));
        QVERIFY(d.document.selection()->names() == NameSet{groupKey("old")});
        QVERIFY(d.nameField()->hasFocus()); // though its page is another now
        QCOMPARE(d.document.undoStack()->count(), steps + 2);
        QCOMPARE(d.document.undoStack()->text(steps), QStringLiteral("Make the group group-0"));
        QCOMPARE(d.document.undoStack()->text(steps + 1), QStringLiteral("Rename the group group-0"));
        d.press(ActionId::undo);
        d.press(ActionId::undo);
        QVERIFY(d.document.project() == before);
        QVERIFY(d.document.selection()->isEmpty());
    }

    void singleDevicesAreGroupedToo()
    {
        DrawnGroup d;
        d.document.selection()->selectDevices({"a100-0:1", "a100-0:5"});
        d.press(ActionId::groupDevices);
        QCOMPARE(d.group().devices, (std::vector<std::string>{"a100-0:1", "a100-0:5"}));
        d.canvas.setZoom(1.5);
        const auto &node = *d.scene().nodes().at("a100-0");
        const auto outlines = d.layer().outlinesOf("group/group-0");
        QCOMPARE(outlines.size(), std::size_t(2)); // near by each device
        QVERIFY(outlines[1].contains(node.cellOf(5)) && !outlines[1].intersects(node.cellOf(4)));
        d.canvas.setZoom(0.8);
        QCOMPARE(d.layer().outlinesOf("group/group-0").size(), std::size_t(1)); // then the node, once
    }

    void theTagSelectsAndMoreJoinByTheSameCommand()
    {
        DrawnGroup d;
        d.make({"a100-0"}, "old");
        d.document.selection()->clear();
        d.clickTag("old");
        QVERIFY(d.document.selection()->names() == NameSet{groupKey("old")});
        d.mouse.click(d.scene().itemNamed("v100-0")->pos(), Qt::ControlModifier);
        QVERIFY(d.document.selection()->names() == (NameSet{groupKey("old"), "v100-0"}));
        QVERIFY(d.find<QPushButton>("addSelected")->isEnabled());
        d.press(ActionId::groupDevices);
        QCOMPARE(d.group().devices, (std::vector<std::string>{"a100-0", "v100-0"}));
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Add v100-0 to the group old"));
        QVERIFY(d.document.selection()->names() == NameSet{groupKey("old")});
        d.document.selection()->selectNames({groupKey("old"), "h100-0"});
        QTest::mouseClick(d.find<QPushButton>("addSelected"), Qt::LeftButton);
        QCOMPARE(d.group().devices.size(), std::size_t(3));
        QTest::mouseClick(d.find<QPushButton>("selectMembers"), Qt::LeftButton);
        QVERIFY(d.document.selection()->names() == (NameSet{"a100-0", "v100-0", "h100-0"}));
        d.clickTag("old", Qt::ControlModifier); // adds it to them
        QCOMPARE(d.document.selection()->names().size(), std::size_t(4));
    }

    void tagsStandApartAndOutlinesAroundEachOther()
    {
        DrawnGroup d;
        d.make({"a100-0", "v100-0"}, "old");
        d.make({"a100-0"}, "mid");
        for (const double zoom : {0.3, 0.8, 1.5}) {
            d.canvas.setZoom(zoom);
            const QRectF old = d.layer().tagOf("group/old");
            const QRectF mid = d.layer().tagOf("group/mid");
            QVERIFY(!old.isEmpty() && !mid.isEmpty() && !old.intersects(mid));
            QVERIFY(d.layer().outlinesOf("group/mid")[0].contains(d.layer().outlinesOf("group/old")[0]));
            QCOMPARE(d.layer().tagAt(mid.center()), std::string("group/mid"));
            QCOMPARE(d.layer().tagAt(old.center()), std::string("group/old"));
        }
        QVERIFY(d.layer().zValue() > d.scene().itemNamed("a100-0")->zValue());
        d.canvas.setZoom(0.05); // tags would hide the drawing
        QVERIFY(d.layer().tagOf("group/old").isEmpty());
        QCOMPARE(d.layer().outlinesOf("group/old").size(), std::size_t(2));
    }

    void aClosedRackIsMarkedOnce()
    {
        DrawnGroup d;
        d.make({"a100-0", "v100-0"}, "old");
        d.document.selection()->selectNames({"a100-0", "v100-0"});
        d.press(ActionId::makeRack);
        d.press(ActionId::toggleRack);
        QCOMPARE(d.layer().outlinesOf("group/old").size(), std::size_t(1));
        QVERIFY(!d.layer().tagOf("group/old").isEmpty());
        setRepeat(d.document, "rack-0", 3);
        QCOMPARE(deviceCount(d.cluster(), d.group()), std::size_t(36)); // its copies are in it as well
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Repeat rack-0 3 times"));
    }

    void rulesAreMadeChangedAndRemovedOneStepEach()
    {
        DrawnGroup d;
        d.make({"v100-0"}, "old");
        const int steps = d.document.undoStack()->count();
        QVERIFY(d.rows().empty());
        d.addRule({MappingRule::pin, MappingTarget::stages});
        QCOMPARE(d.rules(), (std::vector<Mapping>{{"old", MappingRule::pin, MappingTarget::stages, {0}, {}}}));
        QCOMPARE(d.rows().size(), std::size_t(1));
        auto *places = d.rows()[0]->findChild<NameField *>();
        QVERIFY(places->hasFocus());
        QTest::keyClicks(places, QStringLiteral("b, d-e"));
        QTest::keyClick(places, Qt::Key_Return);
        QCOMPARE(d.rules()[0].indices, (std::vector<int>{1, 3, 4}));
        QCOMPARE(places->text(), QStringLiteral("B, D, E"));
        QVERIFY(d.layer().tagOf("group/old").width() * d.canvas.zoom() > 90); // it says the rule
        d.addRule({MappingRule::forbid, MappingTarget::pipelines});
        d.typePlaces(d.rows()[1], "2");
        QCOMPARE(d.rules()[1], (Mapping{"old", MappingRule::forbid, MappingTarget::pipelines, {1}, {}}));
        QCOMPARE(d.document.undoStack()->count(), steps + 4);
        QCOMPARE(d.document.undoStack()->text(steps), QStringLiteral("Add a rule to the group old"));
        QCOMPARE(d.document.undoStack()->text(steps + 1), QStringLiteral("Change a rule of the group old"));
        auto *kind = d.rows()[1]->findChild<QComboBox *>();
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_End); // stays unused
        QTest::keyClick(kind, Qt::Key_Return);
        QCOMPARE(d.rules()[1], (Mapping{"old", MappingRule::forbid, MappingTarget::stages, {}, {}}));
        QVERIFY(!d.rows()[1]->findChild<NameField *>()->isVisible());
        QTest::mouseClick(d.rows()[0]->findChild<QToolButton *>(), Qt::LeftButton);
        QCOMPARE(d.rules().size(), std::size_t(1));
        QCOMPARE(d.rows().size(), std::size_t(1));
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Remove a rule of the group old"));
        d.press(ActionId::undo);
        QCOMPARE(d.rows().size(), std::size_t(2));
    }

    void whatIsNoPlaceIsRefusedBesideTheField()
    {
        DrawnGroup d;
        d.make({"v100-0"}, "old");
        d.addRule({MappingRule::pin, MappingTarget::stages});
        const int steps = d.document.undoStack()->count();
        d.typePlaces(d.rows()[0], "B-A");
        QCOMPARE(d.document.undoStack()->count(), steps);
        const auto *problem = d.rows()[0]->findChild<QLabel *>();
        QVERIFY(problem->isVisible() && problem->text().contains(QStringLiteral("letters")));
        d.typePlaces(d.rows()[0], "B");
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        QVERIFY(!problem->isVisible());
    }

    void rulesThatContradictSaySoAndAreMended()
    {
        DrawnGroup d;
        d.make({"v100-0"}, "old");
        d.make({"v100-0", "a100-0"}, "slow");
        d.addRule({MappingRule::forbid, MappingTarget::stages, false});
        d.clickTag("old");
        d.addRule({MappingRule::pin, MappingTarget::stages});
        const auto *problem = d.rows()[0]->findChild<QLabel *>();
        QVERIFY(problem->isVisible() && problem->text().contains(QStringLiteral("slow unused")));
        QTRY_VERIFY(d.window.session()->isIdle());
        auto *model = d.window.findChild<MessagesView *>()->messagesModel();
        const QAbstractItemModelTester tester(model);
        const auto impossible = [&] {
            return std::count_if(model->messages().begin(), model->messages().end(), [](const Message &message) {
                return message.advice && std::holds_alternative<ImpossibleMappings>(message.advice->about);
            });
        };
        d.window.session()->follow();
        QTRY_COMPARE(impossible(), 1);
        QCOMPARE(d.rules().size(), std::size_t(2));
        auto *view = d.window.findChild<MessagesView *>();
        for (int row = 0; row < model->rowCount(); ++row) // another fix may come before it
            if (const auto &advice = model->messages()[static_cast<std::size_t>(row)].advice;
                advice && std::holds_alternative<ImpossibleMappings>(advice->about))
                view->setCurrentIndex(model->index(row));
        d.press(ActionId::applyFix);
        QCOMPARE(d.rules().size(), std::size_t(1));
        QTRY_COMPARE(impossible(), 0);
    }

    void membersAreTypedAndTakenOut()
    {
        DrawnGroup d;
        d.make({"v100-0"}, "old");
        auto *field = d.find<QLineEdit>("addMember");
        QVERIFY(field->completer()->completionCount() > 0);
        field->setCompleter(nullptr); // its list is a popup, which the platform of tests cannot raise
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("a100-0:3"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(d.group().devices, (std::vector<std::string>{"v100-0", "a100-0:3"}));
        QVERIFY(field->text().isEmpty());
        QSignalSpy refused(&d.document, &Document::editRefused);
        QTest::keyClicks(field, QStringLiteral("nobody"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(refused.count(), 1);
        QCOMPARE(d.group().devices.size(), std::size_t(2));
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("v100-0:0")); // one of a whole node
        QTest::mouseClick(d.find<QPushButton>("takeOut"), Qt::LeftButton);
        QCOMPARE(d.group().devices.size(), std::size_t(4));
        auto *list = d.find<QListWidget>("members");
        QCOMPARE(list->count(), 4);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(d.cluster().deviceGroups.empty()); // with its last member
        QVERIFY(d.document.selection()->isEmpty());
    }

    void deleteRemovesTheGroupAndLeavesItsMembers()
    {
        DrawnGroup d;
        d.make({"v100-0"}, "old");
        d.addRule({MappingRule::forbid, MappingTarget::stages, false});
        d.clickTag("old");
        d.press(ActionId::remove);
        QVERIFY(d.cluster().deviceGroups.empty() && d.rules().empty());
        QVERIFY(d.cluster().findNode("v100-0"));
        QCOMPARE(d.document.undoStack()->undoText(), QStringLiteral("Delete the group old"));
        d.press(ActionId::undo);
        QCOMPARE(d.rules().size(), std::size_t(1));
        d.document.selection()->selectNames({groupKey("old")});
        QTest::mouseClick(d.find<QPushButton>("deleteGroup"), Qt::LeftButton);
        QVERIFY(d.cluster().deviceGroups.empty());
        d.press(ActionId::undo);
        d.document.selection()->selectNames({"v100-0"});
        d.press(ActionId::remove); // its last member
        QVERIFY(d.cluster().deviceGroups.empty() && d.rules().empty());
    }

    void theTreeListsFindsAndSelectsThem()
    {
        DrawnGroup d;
        d.make({"v100-0", "a100-0"}, "old");
        auto *things = d.window.findChild<ThingsView *>();
        d.window.actions()[d.window.docks().actionOf<ThingsView>()]->trigger();
        QTRY_VERIFY(things->isVisible());
        const auto row = [&]() -> QTreeWidgetItem * {
            for (int i = 0; i < things->tree()->topLevelItemCount(); ++i)
                if (things->tree()->topLevelItem(i)->text(0) == QStringLiteral("Device groups"))
                    return things->tree()->topLevelItem(i)->child(0);
            return nullptr;
        };
        QVERIFY(row() && row()->text(0) == QStringLiteral("old") && row()->childCount() == 2);
        QVERIFY(row()->isSelected());
        d.addRule({MappingRule::forbid, MappingTarget::stages, false});
        QCOMPARE(row()->text(1), QStringLiteral("unused"));
        d.document.selection()->clear();
        QTest::mouseClick(things->tree()->viewport(), Qt::LeftButton, {},
                          things->tree()->visualItemRect(row()).center());
        QVERIFY(d.document.selection()->names() == NameSet{groupKey("old")});
        things->search()->setFocus();
        QTest::keyClicks(things->search(), QStringLiteral("v100"));
        QVERIFY(!row()->isHidden() && row()->isExpanded());
        QVERIFY(row()->child(0)->isHidden() && !row()->child(1)->isHidden());
        things->search()->clear();
        QTest::keyClicks(things->search(), QStringLiteral("unus"));
        QVERIFY(!row()->isHidden());
        QTest::keyClick(things->search(), Qt::Key_Return);
        QVERIFY(d.document.selection()->names() == NameSet{groupKey("old")});
        const auto entries = paletteEntries(d.window.actions(), d.cluster(), [](const QString &) {});
        QVERIFY(std::any_of(entries.begin(), entries.end(), [](const PaletteEntry &entry) {
            return entry.text == QStringLiteral("old") && entry.detail == QStringLiteral("device group");
        }));
    }

    void groupsGoWithTheirMembersToAnotherWindow()
    {
        DrawnGroup d;
        d.make({"v100-0", "a100-0"}, "old");
        d.addRule({MappingRule::pin, MappingTarget::stages});
        d.document.selection()->selectNames({"v100-0", "a100-0"});
        d.press(ActionId::copy);
        DrawnGroup other;
        other.press(ActionId::paste);
        QCOMPARE(other.group().name, std::string("old"));
        QCOMPARE(other.group().devices, (std::vector<std::string>{"a100-1", "v100-1"}));
        QCOMPARE(other.rules().size(), std::size_t(1));
    }

    void theSearchFollowsARule()
    {
        DrawnGroup d;
        d.window.session()->setFollowDelay(0);
        d.window.session()->follow();
        QTRY_VERIFY(d.window.session()->isIdle());
        const int before = d.gated.searches;
        d.make({"v100-0"}, "old");
        QVERIFY(!d.window.session()->isStale()); // it is only a name so far
        QCOMPARE(d.gated.searches.load(), before);
        d.addRule({MappingRule::forbid, MappingTarget::stages, false});
        QTRY_COMPARE(d.gated.searches.load(), before + 1);
        QTRY_VERIFY(d.window.session()->isIdle());
        addMembers(d.document, "old", {"a100-0"});
        QTRY_COMPARE(d.gated.searches.load(), before + 2);
        QTRY_VERIFY(d.window.session()->isIdle());
    }

    void itsPageAndTheTimelineShowItsStep()
    {
        DrawnGroup d;
        d.make({"v100-0"}, "old");
        const auto says = [&d] {
            QStringList all;
            for (const QLabel *label : d.window.view<Inspector>()->page()->findChildren<QLabel *>())
                if (!label->isHidden())
                    all << label->text();
            return all;
        };
        QVERIFY(says().contains(QStringLiteral("Nothing is simulated yet.")));
        d.window.session()->setFollowDelay(0);
        d.window.session()->follow();
        QTRY_VERIFY(d.window.session()->isIdle());
        QVERIFY(!says().contains(QStringLiteral("Nothing is simulated yet.")));
        QVERIFY(says().contains(QStringLiteral("9.31 GiB of 74.5 GiB"))); // as simpleStep has it
        QCOMPARE(d.window.view<TimelineView>()->selectedLanes(), std::set<int>{0});
        d.document.selection()->clear();
        QVERIFY(d.window.view<TimelineView>()->selectedLanes().empty());
        d.clickTag("old");
        QCOMPARE(d.window.view<TimelineView>()->selectedLanes(), std::set<int>{0});
    }

    void tagsOfOneThingStackUp()
    {
        DrawnGroup d;
        d.make({"v100-0"}, "a group with a name that takes most of it");
        d.make({"v100-0"}, "another");
        d.make({"v100-0"}, "third");
        d.canvas.setZoom(0.8);
        const QRectF card = d.scene().itemNamed("v100-0")->sceneRect();
        const QRectF first = d.layer().tagOf("group/a group with a name that takes most of it");
        const QRectF second = d.layer().tagOf("group/another");
        QVERIFY(second.bottom() < first.top() && second.left() == card.left()); // no room beside it
        QVERIFY(first.bottom() < card.top() + 1 / d.canvas.zoom());
        const QRectF third = d.layer().tagOf("group/third");
        QVERIFY(third.top() == second.top() && third.left() > second.right());
    }

    void looksRight_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::dark);
    }
    void looksRight()
    {
        QFETCH(int, kind);
        ThemeHolder::instance().setKind(static_cast<ThemeKind>(kind));
        DrawnGroup d;
        d.make({"a100-0", "v100-0"}, "old");
        d.addRule({MappingRule::pin, MappingTarget::stages});
        d.typePlaces(d.rows()[0], "B-D");
        d.addRule({MappingRule::forbid, MappingTarget::pipelines});
        d.make({"v100-0"}, "V100");
        d.addRule({MappingRule::forbid, MappingTarget::stages, false});
        d.document.selection()->selectDevices({"h100-0:0", "h100-0:1", "h100-0:2"});
        groupSelected(d.document);
        d.window.session()->follow();
        QTRY_VERIFY(d.window.session()->isIdle());
        d.clickTag("old");
        const QString picture = QStringLiteral("groups-%1");
        for (const auto &[name, zoom] : {std::pair("far", 0.25), std::pair("middle", 0.6), std::pair("near", 1.3)}) {
            d.canvas.setZoom(zoom);
            d.canvas.centerOn(d.scene().itemNamed("a100-0")->pos());
            savePicture(d.window, picture.arg(QString::fromLatin1(name)));
        }
        d.document.selection()->selectNames({"a100-0", "v100-0"});
        d.press(ActionId::makeRack);
        d.press(ActionId::toggleRack);
        d.window.actions()[d.window.docks().actionOf<ThingsView>()]->trigger();
        d.window.actions()[d.window.docks().actionOf<MessagesView>()]->trigger();
        d.canvas.fit();
        d.document.selection()->selectNames({groupKey("V100")});
        QTRY_VERIFY(d.window.session()->isIdle());
        savePicture(d.window, picture.arg(QStringLiteral("rack")));
    }
};

QTEST_MAIN(GroupTest)
#include "group_test.moc"
