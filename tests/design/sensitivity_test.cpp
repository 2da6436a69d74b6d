// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a changed cluster brings, against searches of clusters that were changed by hand.
#include "design/sensitivity.h"

#include "support/clusters.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>

using namespace heteroscope;

class SensitivityTest : public StrictTest
{
    Q_OBJECT

    /// Two fast nodes and a slow one behind a thin link.
    static Project project()
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                      test::node("v", "V100-32GB SXM2/SXM3", 2)},
                                     BytesPerSecond(1e10));
        project.cluster.links[2].bandwidth = BytesPerSecond(1e8);
        project.workload = test::smallGpt(4, 512, 8);
        return project;
    }
    static SensitivityOptions options()
    {
        SensitivityOptions options;
        options.search.space = SearchSpace::C;
        options.search.threads = 2;
        return options;
    }
    static Sensitivity analysed(const Project &project, const SensitivityOptions &options, StopToken stop = {})
    {
        auto found = analyseSensitivity(project, options, std::move(stop));
        if (!found)
            qFatal("%s", toString(found.error()).c_str());
        return std::move(*found);
    }
    /// Searched directly, nothing known before.
    static std::optional<double> bestTime(const Project &project)
    {
        const auto topology = Topology::build(project.cluster);
        if (!topology)
            return {};
        const auto result = searchPlans(*topology, project.workload, {.space = SearchSpace::C, .threads = 1});
        if (!result || result->plans.empty())
            return {};
        return toSeconds(result->plans.front().result->stepTime).value;
    }
    static const SensitivityItem *find(const Sensitivity &found, SensitivityKind kind, const std::string &name)
    {
        const auto item = std::find_if(found.items.begin(), found.items.end(), [&](const SensitivityItem &one) {
            return one.subject.kind == kind && one.subject.name == name;
        });
        return item == found.items.end() ? nullptr : &*item;
    }

private slots:
    void alikeThingsAreOneSubject()
    {
        const Project asked = project();
        const auto subjects = sensitivitySubjects(asked, test::topology(asked.cluster));
        std::vector<std::string> names;
        for (const SensitivitySubject &one : subjects)
            names.push_back(std::string(sensitivityKindNames[static_cast<std::size_t>(one.kind)]) + " " + one.name +
                            " " + std::to_string(one.members.size()));
        const std::vector<std::string> expected = {"link to-a 2",
                                                   "link to-v 1",
                                                   "links inside nodes a 2",
                                                   "links inside nodes v 1",
                                                   "device speed A100-80GB SXM 1",
                                                   "device speed V100-32GB SXM2/SXM3 1",
                                                   "device memory A100-80GB SXM 1",
                                                   "device memory V100-32GB SXM2/SXM3 1",
                                                   "node count a 2",
                                                   "node count v 1"};
        QCOMPARE(names, expected);
    }
    void aRackGrowsAsAWhole()
    {
        Project asked = project();
        asked.cluster.racks = {{"rack", {"a", "leaf"}, 2, {}, false}};
        asked.cluster.nodes.resize(1);
        asked.cluster.links.resize(1);
        const auto subjects = sensitivitySubjects(asked, test::topology(asked.cluster));
        const SensitivitySubject &rack = subjects.back();
        QVERIFY(rack.kind == SensitivityKind::nodeCount);
        QCOMPARE(rack.present, 2.0);
        const auto larger = withSensitivityValue(asked, rack, 3);
        QVERIFY(larger);
        QCOMPARE(deviceCount(larger->cluster), std::size_t(6));
        QVERIFY(!withSensitivityValue(asked, rack, 0));
    }

    /// Each side by hand: the change made field by field, the search without anything known.
    void sidesAreThoseOfDirectSearches()
    {
        const Project asked = project();
        SensitivityOptions asking = options();
        asking.thresholds = false;
        const Sensitivity found = analysed(asked, asking);
        QCOMPARE(found.stepTime.value, *bestTime(asked));
        QCOMPARE(found.items.size(), found.subjects);
        QVERIFY(!found.stopped && found.proved);
        for (const double factor : {2.0, 0.5}) {
            const auto side = [factor](const SensitivityItem &item) { return factor > 1 ? item.more : item.less; };
            Project link = asked;
            link.cluster.links[2].bandwidth = BytesPerSecond(1e8 * factor);
            QCOMPARE(side(*find(found, SensitivityKind::link, "to-v")).stepTime.value, *bestTime(link));
            Project links = asked;
            for (const std::size_t i : {0, 1})
                links.cluster.links[i].bandwidth = BytesPerSecond(1e10 * factor);
            QCOMPARE(side(*find(found, SensitivityKind::link, "to-a")).stepTime.value, *bestTime(links));
            Project inside = asked;
            for (const std::size_t i : {0, 1})
                for (FabricLink &one : inside.cluster.nodes[i].fabric)
                    one.bandwidth = BytesPerSecond(one.bandwidth.value * factor);
            QCOMPARE(side(*find(found, SensitivityKind::nodeLink, "a")).stepTime.value, *bestTime(inside));
            DeviceType type = *builtinCatalog().findDevice("A100-80GB SXM");
            Project memory = asked;
            type.memory = type.memory * factor;
            memory.cluster.deviceTypes = {type};
            QCOMPARE(side(*find(found, SensitivityKind::deviceMemory, type.name)).stepTime.value, *bestTime(memory));
            type = *builtinCatalog().findDevice("A100-80GB SXM");
            for (auto &peak : type.peak)
                if (peak)
                    peak = FlopPerSecond(peak->value * factor);
            type.memoryBandwidth = BytesPerSecond(type.memoryBandwidth.value * factor);
            Project speed = asked;
            speed.cluster.deviceTypes = {type};
            QCOMPARE(side(*find(found, SensitivityKind::deviceSpeed, type.name)).stepTime.value, *bestTime(speed));
        }
        Project more = asked;
        more.cluster.nodes.push_back(test::node("c", "A100-80GB SXM", 2));
        more.cluster.links.push_back(test::link("to-c", "c", "leaf", BytesPerSecond(1e10)));
        Project fewer = asked;
        fewer.cluster.nodes.erase(fewer.cluster.nodes.begin() + 1);
        fewer.cluster.links.erase(fewer.cluster.links.begin() + 1);
        const SensitivityItem &count = *find(found, SensitivityKind::nodeCount, "a");
        QCOMPARE(count.more.value, 3.0);
        QCOMPARE(count.more.stepTime.value, *bestTime(more));
        QCOMPARE(count.less.stepTime.value, *bestTime(fewer));
        // The last of its kind is not taken away.
        QVERIFY(find(found, SensitivityKind::nodeCount, "v")->less.problem);
    }

    void theyAreRanked()
    {
        SensitivityOptions asking = options();
        asking.thresholds = false;
        const Sensitivity found = analysed(project(), asking);
        for (std::size_t i = 1; i < found.items.size(); ++i)
            QVERIFY(found.saved(found.items[i - 1]) >= found.saved(found.items[i]));
        QVERIFY(found.saved(found.items.front()) > Seconds(0));
        const SensitivityItem &speed = *find(found, SensitivityKind::deviceSpeed, "A100-80GB SXM");
        QCOMPARE(found.savedPerUnit(speed), found.saved(speed).value / speed.subject.present);
        // Today's plan can be no faster than the best one.
        for (const SensitivityItem &item : found.items)
            for (const SensitivitySide *side : {&item.more, &item.less})
                if (!side->problem && side->samePlan && side->proved)
                    QVERIFY(*side->samePlan >= side->stepTime);
    }

    void pricesAreThoseOfDevices()
    {
        Project asked = project();
        DeviceType type = *builtinCatalog().findDevice("A100-80GB SXM");
        type.pricePerHour = 2.5;
        DeviceType free = *builtinCatalog().findDevice("V100-32GB SXM2/SXM3");
        free.pricePerHour.reset();
        asked.cluster.deviceTypes = {type, free};
        SensitivityOptions asking = options();
        asking.thresholds = false;
        const Sensitivity found = analysed(asked, asking);
        const SensitivityItem &a = *find(found, SensitivityKind::nodeCount, "a");
        QCOMPARE(*a.subject.pricePerHour, 5.0);
        QCOMPARE(*found.savedPerDollar(a), found.saved(a).value / 5);
        QVERIFY(!found.savedPerDollar(*find(found, SensitivityKind::nodeCount, "v")));
        QVERIFY(!found.savedPerDollar(*find(found, SensitivityKind::link, "to-a")));
    }

    /// Above the threshold the step is within the tolerance of the fastest, below it is not.
    void thresholdsPartWhatMatters()
    {
        const Project asked = project();
        const Sensitivity found = analysed(asked, options());
        int looked = 0;
        for (const SensitivityItem &item : found.items) {
            const bool isLink =
                item.subject.kind == SensitivityKind::link || item.subject.kind == SensitivityKind::nodeLink;
            QCOMPARE(item.enough.has_value(), isLink);
            if (!isLink)
                continue;
            QVERIFY(item.enough->certain);
            const auto at = [&](double value) { return *bestTime(*withSensitivityValue(asked, item.subject, value)); };
            const double limit = at(item.subject.present * 1024) * 1.005;
            if (item.enough->value == 0) {
                QVERIFY(at(item.subject.present / 1024) <= limit);
                continue;
            }
            ++looked;
            QVERIFY2(at(item.enough->value) <= limit, item.subject.name.c_str());
            QVERIFY2(at(item.enough->value / (1.01 * thresholdStep)) > limit, item.subject.name.c_str());
        }
        QVERIFY(looked > 0);
    }

    void threadsDoNotChangeTheResult()
    {
        SensitivityOptions one = options();
        one.search.threads = 1;
        const Sensitivity a = analysed(project(), one);
        const Sensitivity b = analysed(project(), options());
        QCOMPARE(a.items.size(), b.items.size());
        for (std::size_t i = 0; i < a.items.size(); ++i) {
            QVERIFY(a.items[i].subject == b.items[i].subject);
            QCOMPARE(a.items[i].more.stepTime, b.items[i].more.stepTime);
            QCOMPARE(a.items[i].less.stepTime, b.items[i].less.stepTime);
            QCOMPARE(a.items[i].enough.has_value(), b.items[i].enough.has_value());
            if (a.items[i].enough)
                QCOMPARE(a.items[i].enough->value, b.items[i].enough->value);
        }
    }

    void aStopLeavesWholeAnswersOnly()
    {
        std::stop_source source;
        source.request_stop();
        const auto nothing = analyseSensitivity(project(), options(), StopToken(source.get_token()));
        QVERIFY(!nothing && nothing.error().code == Error::Code::cancelled);
        // In the middle of it.
        std::stop_source later;
        const auto some = analyseSensitivity(project(), options(), StopToken(later.get_token()), nullptr,
                                             [&later](const Sensitivity &sofar) {
                                                 if (sofar.items.size() == 2)
                                                     later.request_stop();
                                             });
        QVERIFY(some && some->stopped);
        QVERIFY(some->items.size() >= 2 && some->items.size() < some->subjects);
        const Sensitivity whole = analysed(project(), options());
        for (const SensitivityItem &item : some->items)
            QCOMPARE(item.more.stepTime, find(whole, item.subject.kind, item.subject.name)->more.stepTime);
    }

    void whatCannotBeIsSaid()
    {
        Project asked = project();
        asked.cluster.switches.front().ports = 3; // all taken
        SensitivityOptions asking = options();
        asking.thresholds = false;
        const Sensitivity found = analysed(asked, asking);
        QVERIFY(find(found, SensitivityKind::nodeCount, "a")->more.problem);
        asking.factor = 1;
        QVERIFY(!analyseSensitivity(asked, asking));
        asked.workload.model.hidden = 65'536; // fits nowhere
        asked.workload.model.ffn = 4 * 65'536;
        asked.workload.model.layers = 200;
        const auto none = analyseSensitivity(asked, options());
        QVERIFY(!none && none.error().code == Error::Code::infeasible);
    }
};

QTEST_GUILESS_MAIN(SensitivityTest)
#include "sensitivity_test.moc"
