// SPDX-License-Identifier: GPL-3.0-or-later
//
// What changed between two projects is found if and only if their files differ, and under the right name.
#include "project/changes.h"

#include "project/edits.h"
#include "project/project_file.h"
#include "support/property.h"
#include "support/random_project.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

const Change *findChange(const std::vector<Change> &changes, ChangedThing thing)
{
    const auto it = std::find_if(changes.begin(), changes.end(), [thing](const Change &c) { return c.thing == thing; });
    return it == changes.end() ? nullptr : &*it;
}

} // namespace

class ChangesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void nothingChangedIfAndOnlyIfTheFileIsTheSame()
    {
        HETEROSCOPE_PROPERTY("a list of changes is empty for equal texts only", [] {
            const Project before = samples::randomProject();
            Project after = before;
            RC_ASSERT(changesBetween(before, after).empty());
            const Project other = samples::randomProject();
            switch (samples::number(0, 12)) { // one part of the other project
            case 0:
                after.title = other.title;
                after.description = other.description;
                break;
            case 1:
                after.cluster = other.cluster;
                break;
            case 2:
                after.workload.model = other.workload.model;
                break;
            case 3:
                after.workload.job = other.workload.job;
                break;
            case 4:
                after.library = other.library;
                break;
            case 5:
                after.plans = other.plans;
                break;
            case 6:
                after.notes = other.notes;
                break;
            case 7:
                after.mappings = other.mappings;
                break;
            case 8:
                after.markers = other.markers;
                break;
            case 9:
                after.extensions = other.extensions;
                break;
            case 10:
                after.jobs = other.jobs;
                break;
            case 11:
                after.prices = other.prices;
                break;
            default:
                after = other;
            }
            const bool same = projectText(before) == projectText(after);
            RC_ASSERT(changesBetween(before, after).empty() == same);
            RC_ASSERT(changesBetween(after, before).empty() == same);
        });
    }
    void theExamplesDiffer()
    {
        const auto &examples = builtinExamples();
        for (const auto &a : examples)
            for (const auto &b : examples)
                QCOMPARE(changesBetween(a.project, b.project).empty(), a.file == b.file);
    }
    void aRenamedNodeTakesItsLinksAndPlansAlong()
    {
        for (const auto &one : builtinExamples()) {
            Node node = one.project.cluster.nodes.back();
            const std::string old = node.name;
            node.name = "renamed";
            const auto edited = replaceNode(one.project, old, node);
            QVERIFY(edited);
            const auto changes = changesBetween(one.project, *edited);
            QCOMPARE(changes.size(), std::size_t(1));
            QCOMPARE(changes[0].kind, Change::Kind::renamed);
            QCOMPARE(changes[0].thing, ChangedThing::node);
            QCOMPARE(changes[0].name, old);
            QCOMPARE(changes[0].newName, std::string("renamed"));
        }
    }
    void aValueHasItsKeys()
    {
        Project after = builtinExamples().front().project;
        const Project before = after;
        after.cluster.nodes[0].fabric[0].latency = Seconds(3e-6);
        const auto changes = changesBetween(before, after);
        QCOMPARE(changes.size(), std::size_t(1));
        const auto *node = findChange(changes, ChangedThing::node);
        QVERIFY(node && node->fields.size() == 1);
        QCOMPARE(node->fields[0].key, std::string("fabric/0/latency"));
        QCOMPARE(node->fields[0].after.get<double>(), 3e-6);
    }
    void aNullOfAnotherProgramIsAValue()
    {
        Project after = builtinExamples().front().project;
        const Project before = after;
        after.extensions["x-mine"] = "null";
        const auto changes = changesBetween(before, after);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].fields.size(), std::size_t(1));
        QVERIFY(changes[0].fields[0].before.is_null() && !changes[0].fields[0].after.is_null());
    }
    void anotherOrderIsAChange()
    {
        Project after = builtinExamples().front().project;
        const Project before = after;
        std::swap(after.cluster.nodes[0], after.cluster.nodes[1]);
        const auto changes = changesBetween(before, after);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].kind, Change::Kind::reordered);
        QCOMPARE(changes[0].thing, ChangedThing::node);
    }
    void whatMovedIsNamed()
    {
        Project after = builtinExamples().front().project;
        const Project before = after;
        auto &[name, place] = *after.canvas.begin();
        place.x += 24;
        const auto changes = changesBetween(before, after);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].kind, Change::Kind::moved);
        QCOMPARE(changes[0].name, name);
    }
};

QTEST_GUILESS_MAIN(ChangesTest)
#include "changes_test.moc"
