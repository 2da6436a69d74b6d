// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every change has a line of words of its own.
#include "wording/change_text.h"

#include "project/project_file.h"
#include "support/property.h"
#include "support/random_project.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

class ChangeTextTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyThingHasAWord()
    {
        std::set<std::string_view> words;
        for (std::size_t i = 0; i < changedThingCount; ++i)
            words.insert(thingText(static_cast<ChangedThing>(i)));
        QCOMPARE(words.size(), changedThingCount);
        QVERIFY(!words.contains(""));
    }
    void everyChangeIsOneLine()
    {
        HETEROSCOPE_PROPERTY("a change is a line that does not end at its colon", [] {
            const Project before = samples::randomProject(), after = samples::randomProject();
            const auto changes = changesBetween(before, after);
            const auto lines = changeTexts(changes);
            RC_ASSERT(lines.empty() == changes.empty());
            for (const auto &line : lines) {
                RC_ASSERT(line.find('\n') == std::string::npos);
                RC_ASSERT(line.find(": ") != line.size() - 2);
            }
        });
    }
    void figuresHaveTheirUnits()
    {
        Change change{Change::Kind::changed, ChangedThing::deviceType, "mine", {}, {}, {}};
        change.fields = {{"peakFlops/bf16", 3.12e14, 9.89e14}, {"memory", 80.0 * (1ull << 30), 40.0 * (1ull << 30)},
                         {"memoryBandwidth", 2e12, 3e12},      {"power", 400, 700},
                         {"pricePerHour", Json(), 2.5},        {"fromMemory", Json(), true}};
        QCOMPARE(changeText(change),
                 std::string("own device type mine: peak flops bf16 312 TFLOP/s -> 989 TFLOP/s, memory 80 GiB -> 40 "
                             "GiB, memory bandwidth 2.00 TB/s -> 3.00 TB/s, power 400 W -> 700 W, price per hour not "
                             "set -> 2.50 USD an hour, from memory not set -> yes"));
    }
    void listsSayWhatCameAndWent()
    {
        Change change{Change::Kind::changed, ChangedThing::rack, "left", {}, {}, {}};
        change.fields = {{"members", Json::array({"a", "b"}), Json::array({"b", "c", "d"})}};
        QCOMPARE(changeText(change), std::string("rack left: members added c, d, removed a"));
        change.fields = {{"members", Json::array({"a", "b"}), Json::array({"b", "a"})}};
        QCOMPARE(changeText(change), std::string("rack left: members in another order"));
    }
    void alikeChangesAreJoined()
    {
        std::vector<Change> changes;
        for (const char *name : {"a", "b", "c"})
            changes.push_back({Change::Kind::changed, ChangedThing::switchNode, name, {}, {}, {{"ports", 8, 16}}});
        QCOMPARE(changeTexts(changes).size(), std::size_t(3));
        QCOMPARE(changeTexts(changes)[1], std::string("switch b: ports 8 -> 16"));
        for (const char *name : {"d", "e"})
            changes.push_back({Change::Kind::changed, ChangedThing::switchNode, name, {}, {}, {{"ports", 8, 16}}});
        changes.push_back({Change::Kind::moved, ChangedThing::switchNode, "f", {}, {}, {}});
        const auto lines = changeTexts(changes);
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines[0], std::string("5 switches (a, b, c, d and 1 more): ports 8 -> 16"));
    }
    void whatThreeDigitsHideHasItsShare()
    {
        Change change{Change::Kind::changed, ChangedThing::link, "l", {}, {}, {}};
        change.fields = {{"bandwidth", 25e9, 25.04e9}};
        QCOMPARE(changeText(change), std::string("link l: bandwidth 25.0 GB/s -> 25.0 GB/s (+0.2 %)"));
        change.fields = {{"rate", Json::array({{{"at", 0.0}, {"factor", 0.5}}, {{"at", 9.0}, {"factor", 1.0}}}),
                          Json::array({{{"at", 0.0}, {"factor", 0.6}}, {{"at", 9.0}, {"factor", 1.0}}})}};
        QCOMPARE(changeText(change), std::string("link l: bandwidth over time changed (2 points from 0 s to 9.00 s)"));
    }
    void jobsAndPricesAreNamed()
    {
        Project project = samples::project();
        ProjectJob job;
        job.name = "other";
        job.workload = samples::workload();
        job.workload.job.globalBatch = 8;
        job.devices = {"b"};
        job.plan = samples::plan();
        project.jobs = {job};
        const auto text = [&project](const Project &after) {
            std::string all;
            for (const std::string &line : changeTexts(changesBetween(project, after)))
                all += line + '\n';
            return all;
        };
        Project after = project;
        after.jobs.clear();
        QCOMPARE(text(after), std::string("further job other removed (b)\n"));
        after = project;
        after.jobs[0].workload.job.globalBatch = 16;
        QCOMPARE(text(after), std::string("further job other: workload job global batch 8 -> 16\n"));
        after = project;
        after.jobs[0].plan.reset();
        QVERIFY2(text(after).starts_with("further job other: "), text(after).c_str());
        after = project;
        after.jobs[0].plan->zeroStage = 1;
        QVERIFY2(text(after).starts_with("further job other: "), text(after).c_str());
        after = project;
        after.prices = {{"b", {{{Seconds(0), 1.5}, {Seconds(60), 4}}}, {}}};
        QCOMPARE(QString::fromStdString(text(after)),
                 QStringLiteral("price of b added (2 points from 0 s to 60.0 s, 1.50 USD to 4.00 USD an hour)\n"));
    }
};

QTEST_GUILESS_MAIN(ChangeTextTest)
#include "change_text_test.moc"
