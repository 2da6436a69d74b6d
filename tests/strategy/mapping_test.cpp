// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/mapping.h"

#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

class MappingTest : public StrictTest
{
    Q_OBJECT

    static Cluster cluster()
    {
        auto result = test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-16GB SXM2", 1)});
        result.deviceGroups = {{"new", {"a"}, {}}};
        return result;
    }
    static std::optional<MappingBreach> broken(const Mapping &mapping,
                                               const std::vector<std::optional<DevicePlace>> &places)
    {
        const auto topology = test::topology(cluster());
        return findBreach(resolveMappings({mapping}, cluster(), topology), topology, places);
    }

    static std::optional<MappingBreach> breach(MappingRule rule, const char *device, BreachKind kind)
    {
        return MappingBreach{"new", rule, device, kind};
    }

private slots:
    void survivesJson()
    {
        const Mapping mapping{"new", MappingRule::pin, MappingTarget::pipelines, {0, 2}, {{"x-note", "1"}}};
        Findings findings;
        QVERIFY(readMapping(toJson(mapping), "", findings) == mapping);
        QVERIFY(findings.ok());
    }
    void unknownGroupIsAMistake()
    {
        const auto findings =
            findMappingMistakes({{"nobody", MappingRule::pin, MappingTarget::stages, {}, {}}}, cluster(), "/mappings");
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors.front().path, std::string("/mappings/0/group"));
    }
    void saysWhichDeviceBreaksWhat()
    {
        const Mapping pin{"new", MappingRule::pin, MappingTarget::stages, {0}, {}};
        QVERIFY(broken(pin, {DevicePlace{0, 0}, DevicePlace{0, 1}, DevicePlace{1, 0}}) == std::nullopt);
        QCOMPARE(broken(pin, {DevicePlace{0, 0}, DevicePlace{1, 0}, std::nullopt}),
                 breach(MappingRule::pin, "a:1", BreachKind::elsewhere));
        QCOMPARE(broken(pin, {DevicePlace{0, 0}, std::nullopt, std::nullopt}),
                 breach(MappingRule::pin, "a:1", BreachKind::unused));
        const Mapping allow{"new", MappingRule::allow, MappingTarget::pipelines, {1}, {}};
        QVERIFY(broken(allow, {DevicePlace{0, 1}, DevicePlace{0, 0}, DevicePlace{1, 0}}) == std::nullopt);
        QCOMPARE(broken(allow, {std::nullopt, std::nullopt, DevicePlace{0, 1}}),
                 breach(MappingRule::allow, "v:0", BreachKind::notOfGroup));
        const Mapping forbid{"new", MappingRule::forbid, MappingTarget::stages, {}, {}};
        QVERIFY(broken(forbid, {std::nullopt, std::nullopt, DevicePlace{3, 0}}) == std::nullopt);
        QCOMPARE(broken(forbid, {std::nullopt, DevicePlace{3, 0}, std::nullopt}),
                 breach(MappingRule::forbid, "a:1", BreachKind::mustStayOut));
    }
};

QTEST_GUILESS_MAIN(MappingTest)
#include "mapping_test.moc"
