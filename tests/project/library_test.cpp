// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/library_edits.h"
#include "project/project_file.h"

#include "support/property.h"
#include "support/random_project.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

class LibraryTest : public StrictTest
{
    Q_OBJECT

    static constexpr std::array<EntryKind, entryKindCount> kinds = {EntryKind::device, EntryKind::link,
                                                                    EntryKind::model, EntryKind::node};

    static bool isSound(const Project &project) { return parseProject(projectText(project), "p").findings.ok(); }
    static QString firstError(const std::string &text)
    {
        const auto loaded = parseProject(text, "p");
        return loaded.findings.ok() ? QString() : QString::fromStdString(toString(loaded.findings.errors.front()));
    }
    static QString found(const Result<Project> &result)
    {
        return result ? QString() : QString::fromStdString(result.error().found);
    }
    /// A project with the entry as its own, under another name than the catalog's.
    static Project with(const CatalogEntry &entry) { return *addEntry(samples::project(), entry); }
    static DeviceType ownDevice()
    {
        DeviceType type = *builtinCatalog().findDevice("A100-80GB SXM");
        type.name = "ours";
        return type;
    }

private slots:
    void modelsAreNamedOnceTheOwnFirst()
    {
        Project project;
        Model own = builtinModels().back();
        project.library.models = {own};
        const auto names = modelNames(project);
        QCOMPARE(names.size(), builtinModels().size());
        QCOMPARE(names.front(), own.name);
    }
    void everyBuiltinEntryIsSound()
    {
        for (const EntryKind kind : kinds) {
            const auto entries = builtinEntries(kind);
            QVERIFY(!entries.empty());
            for (const auto &entry : entries) {
                QCOMPARE(kindOf(entry), kind);
                QVERIFY2(findEntryMistakes(entry, {}, {}).ok(), nameOf(entry).c_str());
            }
        }
    }

    void newEntriesAreAddedFoundAndRemoved()
    {
        for (const EntryKind kind : kinds) {
            const auto before = samples::project();
            CatalogEntry entry = newEntry(kind);
            const auto project = *addEntry(before, entry);
            QVERIFY(isSound(project));
            QVERIFY(ownEntries(project, kind) == std::vector{entry});
            QCOMPARE(freeEntryName(project, kind, nameOf(entry)), nameOf(entry) + " (2)");
            QVERIFY(!addEntry(project, entry)); // the name is taken
            QVERIFY(parseProject(projectText(project), "p").project == project);
            QVERIFY(*removeEntry(project, kind, nameOf(entry)) == before);
            QVERIFY(!removeEntry(before, kind, nameOf(entry)));
        }
    }

    void aFreeNameIsNoBuiltinOne()
    {
        QCOMPARE(freeEntryName({}, EntryKind::device, "T4"), std::string("T4 (2)"));
        QCOMPARE(freeEntryName({}, EntryKind::device, "T400000"), std::string("T400000"));
    }

    void ownEntriesHideBuiltinOnes()
    {
        LinkType link = builtinCatalog().links.front();
        link.bandwidth = BytesPerSecond(7);
        const auto project = with(link);
        QCOMPARE(findLinkType(project, link.name)->bandwidth.value, 7.0);
        QCOMPARE(findLinkType({}, link.name)->bandwidth.value, builtinCatalog().links.front().bandwidth.value);
        QVERIFY(findNodeTemplate(project, builtinCatalog().nodes.front().name));
        QVERIFY(!findNodeTemplate(project, "nothing"));
        QVERIFY(findModel(project, builtinModels().front().name));
    }

    void aDeviceTypeIsRenamedEverywhere()
    {
        auto project = with(ownDevice());
        project.cluster.nodes[0].devices[2].type = "ours";
        Node node = builtinCatalog().nodes.front();
        node.name = "of ours";
        node.devices[0].type = "ours";
        project = *addEntry(project, node);
        DeviceType renamed = ownDevice();
        renamed.name = "theirs";
        const auto after = *replaceEntry(project, "ours", renamed);
        QCOMPARE(after.cluster.nodes[0].devices[2].type, std::string("theirs"));
        QCOMPARE(after.library.nodes[0].devices[0].type, std::string("theirs"));
        QVERIFY(isSound(after));
    }

    void whatIsUsedIsNotRemoved()
    {
        auto project = with(ownDevice());
        for (auto &device : project.cluster.nodes[1].devices)
            device.type = "ours";
        QCOMPARE(found(removeEntry(project, EntryKind::device, "ours")), QString("\"ours\" is used by b"));
        QCOMPARE(usersOf(project, EntryKind::device, "ours").nodes, std::vector<std::string>{"b"});
        Model model = samples::model();
        model.name = "trained";
        project = *addEntry(project, model);
        QVERIFY(!usersOf(project, EntryKind::model, "trained").any());
        project.workload.model = model;
        QVERIFY(usersOf(project, EntryKind::model, "trained").job);
        QCOMPARE(found(removeEntry(project, EntryKind::model, "trained")),
                 QString("\"trained\" is used by the training job"));
    }

    void theJobFollowsItsModel()
    {
        Model model = samples::model();
        model.name = "trained";
        auto project = with(model);
        project.workload.model = model;
        model.layers += 1;
        const auto after = *replaceEntry(project, "trained", model);
        QVERIFY(after.workload.model == model);
        // Another model of the same name is not the entry's.
        project.workload.model.vocab += 1;
        QVERIFY(replaceEntry(project, "trained", model)->workload == project.workload);
    }

    void nodesKnowTheirTemplateByItsNewName()
    {
        Node node = samples::box("mine");
        auto project = with(node);
        project = *addNode(project, node, "drawn", {});
        Node renamed = node;
        renamed.name = "yours";
        QCOMPARE(replaceEntry(project, "mine", renamed)->cluster.findNode("drawn")->templateName, std::string("yours"));
        // What is drawn is a copy: nothing misses the template.
        QVERIFY(isSound(*removeEntry(project, EntryKind::node, "mine")));
    }

    void numbersOutOfRangeAreRefused()
    {
        const auto project = with(ownDevice());
        DeviceType type = ownDevice();
        type.memory = Bytes(0);
        QVERIFY(found(replaceEntry(project, "ours", type)).startsWith("memory: 0"));
        type = ownDevice();
        type.name.clear();
        QVERIFY(!replaceEntry(project, "ours", type));
        QVERIFY(*replaceEntry(project, "ours", ownDevice()) == project);
        QVERIFY(!replaceEntry(project, "nobody", ownDevice()));
        Model model = samples::model();
        model.name = "odd heads";
        model.kvHeads = model.heads + 1;
        QVERIFY(found(addEntry(project, model)).startsWith("kvHeads: "));
        LinkType link = builtinCatalog().links.front();
        link.bandwidth = BytesPerSecond(0);
        QVERIFY(found(addEntry(project, link)).startsWith("bandwidth: 0"));
        Node node = samples::box("mine", "no such device");
        QVERIFY(found(addEntry(project, node)).contains("no such device"));
        node = samples::box("mine");
        node.fabric.front().to = "nowhere";
        QVERIFY(!addEntry(project, node));
    }

    void mistakesInAFileHaveTheirPlace()
    {
        auto project = with(newEntry(EntryKind::link));
        project.library.links.push_back(project.library.links.front());
        QVERIFY(firstError(projectText(project)).contains("/library/links/1/name"));
        project = with(newEntry(EntryKind::node));
        project.library.nodes.front().devices.front().type = "unheard of";
        QVERIFY(firstError(projectText(project)).contains("/library/nodes/0/devices"));
    }

    void manyTemplatesDoNotFillTheMemory()
    {
        Project project = with(newEntry(EntryKind::node));
        std::string text = projectText(project);
        const auto count = text.find("\"count\": 4", text.find("\"library\""));
        QVERIFY(count != std::string::npos);
        text.replace(count, 10, "\"count\": 262144");
        const auto begin = text.find('[', text.find("\"nodes\"", text.find("\"library\""))) + 1;
        const auto end = text.find("\n    ]", begin);
        const std::string one = text.substr(begin, end - begin);
        for (int i = 0; i < 200; ++i)
            text.insert(begin, one + ",");
        QVERIFY(firstError(text).contains("devices in node templates"));
    }

    void aProjectWithoutOwnEntriesReadsAsBefore()
    {
        const auto project = samples::project();
        QVERIFY(project.library.isEmpty());
        QVERIFY(projectText(project).find("library") == std::string::npos);
    }

    void randomEditsKeepItSound()
    {
        HETEROSCOPE_PROPERTY("an own entry comes and goes without a trace", [] {
            const auto project = samples::randomProject();
            const auto kind = static_cast<EntryKind>(samples::number(0, 3));
            CatalogEntry entry = *rc::gen::elementOf(builtinEntries(kind));
            setName(entry, freeEntryName(project, kind, nameOf(entry)));
            const auto added = addEntry(project, entry);
            RC_ASSERT(added);
            RC_ASSERT(isSound(*added));
            const auto removed = removeEntry(*added, kind, nameOf(entry));
            RC_ASSERT(removed);
            RC_ASSERT(*removed == project);
        });
    }
};

QTEST_GUILESS_MAIN(LibraryTest)
#include "library_test.moc"
