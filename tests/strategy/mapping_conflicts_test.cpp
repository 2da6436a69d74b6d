// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/mapping_conflicts.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

constexpr auto pin = MappingRule::pin;
constexpr auto allow = MappingRule::allow;
constexpr auto forbid = MappingRule::forbid;
constexpr auto stages = MappingTarget::stages;
constexpr auto pipelines = MappingTarget::pipelines;

/// Nodes a with three devices and b with one.
Cluster cluster()
{
    auto result = test::star({test::node("a", "A100-80GB SXM", 3), test::node("b", "V100-16GB SXM2", 1)});
    result.deviceGroups = {{"a", {"a"}, {}}, {"b", {"b"}, {}}, {"one", {"a:1"}, {}}, {"all", {"a", "b:0"}, {}}};
    return result;
}

/// By trying: can every device stay unused or take a place, alone, so that all mappings hold, and someone begin?
bool canHold(const std::vector<Mapping> &mappings, const Cluster &cluster, PlaceLimits limits)
{
    const auto topology = test::topology(cluster);
    const auto resolved = resolveMappings(mappings, cluster, topology);
    const auto fits = [&](std::size_t device, std::optional<DevicePlace> place) {
        // Only this device's own part of each mapping: the others are taken out of their groups.
        return std::all_of(resolved.begin(), resolved.end(), [&](const ResolvedMapping &mapping) {
            auto own = mapping;
            if (own.mapping.rule == pin)
                for (std::size_t d = 0; d < own.inGroup.size(); ++d)
                    own.inGroup[d] = own.inGroup[d] && d == device;
            std::vector<std::optional<DevicePlace>> places(topology.devices().size());
            places[device] = place;
            return !findBreach({own}, topology, places);
        });
    };
    bool first = false;
    bool pipeline = false;
    for (std::size_t d = 0; d < topology.devices().size(); ++d) {
        bool any = fits(d, std::nullopt);
        for (int s = 0; s < limits.stages; ++s)
            for (int p = 0; p < limits.pipelines; ++p)
                if (fits(d, DevicePlace{s, p})) {
                    any = true;
                    first = first || s == 0;
                    pipeline = pipeline || p == 0;
                }
        if (!any)
            return false;
    }
    return first && pipeline;
}

} // namespace

class MappingConflictsTest : public StrictTest
{
    Q_OBJECT

    using Indices = std::vector<std::size_t>;
    static std::vector<MappingConflict> find(const std::vector<Mapping> &mappings, PlaceLimits limits = {4, 4})
    {
        return findMappingConflicts(mappings, cluster(), limits);
    }

private slots:
    void whatCanBeObeyedIsNone()
    {
        QVERIFY(find({}).empty());
        QVERIFY(
            find({{"a", pin, stages, {0}, {}}, {"b", pin, stages, {1}, {}}, {"b", allow, stages, {1}, {}}}).empty());
        QVERIFY(find({{"a", forbid, stages, {}, {}}}).empty());
        QVERIFY(find({{"nobody", pin, stages, {99}, {}}}).empty());
        QVERIFY(findMappingConflicts({{"a", pin, stages, {}, {}}}, {}, {1, 1}).empty());
    }
    void aPinnedDeviceWithoutAPlace()
    {
        const Mapping to0{"a", pin, stages, {0}, {}};
        const auto two = find({to0, {"one", pin, stages, {1}, {}}});
        QCOMPARE(two.size(), std::size_t(1));
        QCOMPARE(two[0], (MappingConflict{MappingConflict::Kind::noPlace, "a:1", {0, 1}}));
        QCOMPARE(find({to0, {"b", pin, pipelines, {1}, {}}, {"a", forbid, pipelines, {}, {}}})[0].mappings,
                 (Indices{0, 2}));
        QCOMPARE(find({to0, {"b", allow, stages, {0}, {}}})[0].mappings, (Indices{0, 1}));
        QCOMPARE(find({{"a", pin, stages, {7, 4}, {}}})[0].mappings, Indices{0}); // there are four stages at most
        QVERIFY(find({{"a", pin, stages, {7, 3}, {}}}).empty());
    }
    void noOneBegins()
    {
        const auto kind = [](const std::vector<MappingConflict> &found) { return found.at(0).kind; };
        QCOMPARE(kind(find({{"all", forbid, stages, {0}, {}}})), MappingConflict::Kind::noFirstStage);
        QCOMPARE(kind(find({{"all", forbid, pipelines, {0}, {}}})), MappingConflict::Kind::noFirstPipeline);
        QCOMPARE(kind(find({{"a", allow, stages, {0}, {}}, {"b", allow, stages, {0}, {}}})),
                 MappingConflict::Kind::noFirstStage);
        QCOMPARE(find({{"a", forbid, stages, {}, {}}, {"b", forbid, stages, {}, {}}})[0].mappings, (Indices{0, 1}));
    }
    void oneAfterTheOther()
    {
        const auto found = find({{"a", pin, stages, {0}, {}},
                                 {"a", pin, stages, {1}, {}},
                                 {"b", pin, pipelines, {0}, {}},
                                 {"b", forbid, pipelines, {}, {}}});
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found[0].mappings, (Indices{0, 1}));
        QCOMPARE(found[1].mappings, (Indices{2, 3}));
    }
    void limitsAreThoseOfClusterAndJob()
    {
        Workload workload;
        workload.model.layers = 1;
        workload.job.globalBatch = 2;
        QCOMPARE(placeLimits(cluster(), workload).stages, 3);
        QCOMPARE(placeLimits(cluster(), workload).pipelines, 2);
        workload.model.layers = 80;
        workload.job.globalBatchFree = true;
        QCOMPARE(placeLimits(cluster(), workload).stages, 4);
        QCOMPARE(placeLimits(cluster(), workload).pipelines, 4);
    }
    void agreesWithTryingEveryPlace()
    {
        HETEROSCOPE_PROPERTY("a conflict is found exactly when no places hold, and each is smallest", [] {
            auto drawn = cluster();
            drawn.racks = {{"r", {"b"}, 2, {}}};
            drawn.deviceGroups.push_back({"second", {"b#2", "a:0"}, {}});
            const PlaceLimits limits{*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 4)};
            std::vector<Mapping> mappings;
            for (int i = *rc::gen::inRange(0, 5); i > 0; --i)
                mappings.push_back({*rc::gen::element<std::string>("a", "b", "one", "all", "second"),
                                    *rc::gen::element(pin, allow, forbid),
                                    *rc::gen::element(stages, pipelines),
                                    *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4)),
                                    {}});
            const auto found = findMappingConflicts(mappings, drawn, limits);
            RC_ASSERT(found.empty() == canHold(mappings, drawn, limits));
            for (const auto &conflict : found) {
                const auto holds = [&](std::size_t without) {
                    std::vector<Mapping> some;
                    for (const auto m : conflict.mappings)
                        if (m != without)
                            some.push_back(mappings[m]);
                    return canHold(some, drawn, limits);
                };
                RC_ASSERT(!holds(mappings.size()));
                for (const auto m : conflict.mappings)
                    RC_ASSERT(holds(m));
            }
        });
    }
};

QTEST_GUILESS_MAIN(MappingConflictsTest)
#include "mapping_conflicts_test.moc"
