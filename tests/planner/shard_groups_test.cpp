// SPDX-License-Identifier: GPL-3.0-or-later
//
// States sharded over the replicas of a node (HSDP): which families there are, what their exchanges cost, and that
// such a plan is the answer where the link between nodes is slow.
#include "planner/certificate/check_certificate.h"
#include "planner/explain/why_not_family.h"
#include "planner/search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

#include <cmath>
#include <map>
#include <set>

using namespace heteroscope;

namespace {

Cluster twoNodes(BytesPerSecond link)
{
    return test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)}, link);
}

Workload fsdp(int layers, int hidden, int batch)
{
    Workload workload = test::smallGpt(layers, hidden, batch);
    workload.job.softwareStack = "PyTorch FSDP";
    return workload;
}

/// 4.8 billion parameters, of which a device cannot hold all states; states are sharded or not at all.
Workload largeModel()
{
    Workload workload = fsdp(24, 4096, 128);
    workload.job.runs.zeroStages = {3};
    return workload;
}

} // namespace

class ShardGroupsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aFamilyShardsOverANodeOrAPartOfIt()
    {
        test::PlannerCase asked(twoNodes(BytesPerSecond(1e11)), fsdp(6, 1024, 16));
        std::set<std::tuple<int, int, int>> found; // DP, ZeRO stage, shard group
        for (const auto &family : asked.space.families) {
            if (family.shardGroup == 0)
                continue;
            found.insert({family.dp, family.zeroStage, family.shardGroup});
            QCOMPARE(family.stateShards(), family.shardGroup);
            QVERIFY(familyLabel(family, asked.topology)
                        .find("ZeRO-" + std::to_string(family.zeroStage) + " over " +
                              std::to_string(family.shardGroup)) != std::string::npos);
            QVERIFY(familyLabel(familyName(family, asked.topology)) == familyLabel(family, asked.topology));
        }
        std::set<std::tuple<int, int, int>> expected;
        for (const int zero : {1, 2, 3}) {
            for (const int group : {2, 4})
                expected.insert({8, zero, group});
            expected.insert({4, zero, 2});
        }
        QVERIFY(found == expected);
        // Not ticked, not searched; and it is said what lacks.
        asked.workload.job.runs.degrees = SoftwareDegrees{false, false, false, false};
        const auto stack = *jobSoftware(builtinCalibration(), asked.workload.job);
        for (const auto &family :
             enumerateFamilies(asked.topology, asked.groups, asked.workload, stack, SearchSpace::P).families)
            QCOMPARE(family.shardGroup, 0);
        SearchOptions options;
        options.threads = 1;
        const auto known = searchPlans(asked.topology, asked.workload, options);
        QVERIFY(known);
        const auto why = whyNotFamily(asked.topology, asked.workload, options, *known,
                                      "TP1 DP8 · 1F1B m1 · ZeRO-3 over 4 · A100 80G");
        QVERIFY2(why, why ? "" : toString(why.error()).c_str());
        QVERIFY(std::get<MissingFeature>(why->reason).lack == SoftwareLack::shardGroups);
    }
    void orOverSeveralNodes()
    {
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                            test::node("c", "A100-80GB SXM", 2), test::node("d", "A100-80GB SXM", 2)}),
                                fsdp(6, 1024, 16));
        std::map<int, std::set<int>> groups; // by DP
        for (const auto &family : asked.space.families)
            groups[family.dp].insert(family.shardGroup);
        QVERIFY((groups[8] == std::set{0, 2, 4}) && (groups[4] == std::set{0, 2}) && groups[2] == std::set{0});
    }
    void andOverThreeNodes()
    {
        std::vector<Node> nodes;
        for (const char *name : {"a", "b", "c", "d", "e", "f"})
            nodes.push_back(test::node(name, "A100-80GB SXM", 2));
        test::PlannerCase asked(test::star(nodes), fsdp(6, 1024, 12));
        std::set<int> groups;
        for (const auto &family : asked.space.families) {
            if (family.dp == 12)
                groups.insert(family.shardGroup);
        }
        QVERIFY((groups == std::set{0, 2, 4, 6})); // not 3: one node and a half
    }
    void expertsHaveNoneAndOthersThoseOfEveryType()
    {
        auto workload = test::smallGpt(6, 1024, 16);
        workload.job.softwareStack = "torchtitan";
        workload.model.moe = MixtureOfExperts{4, 2, 0, 512, 0};
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4),
                                            test::node("v", "V100-32GB SXM2/SXM3", 4)}),
                                test::withStagesThatDiffer(workload));
        std::size_t groups = 0, unlike = 0, mixed = 0;
        for (const auto &family : asked.space.families) {
            if (family.shardGroup == 0)
                continue;
            ++groups;
            QVERIFY(family.ep == 1 && family.zeroStage > 0);
            mixed += family.kind == FamilyKind::mixed ? 1 : 0;
            QVERIFY(family.replicas() > family.shardGroup && family.replicas() % family.shardGroup == 0);
            for (const auto &part : family.parts) {
                const int devices = family.shardGroup * part.tp; // a node has 4
                QVERIFY(4 % devices == 0 || devices % 4 == 0);
                unlike += part.tp != family.parts.front().tp ? 1 : 0;
            }
        }
        QVERIFY(groups > 0 && unlike > 0 && mixed > 0);
    }
    void whatIsAveragedIsTheSumOfTwoCollectives()
    {
        test::PlannerCase asked(twoNodes(BytesPerSecond(1e10)), fsdp(6, 1024, 16));
        const std::vector<int> replicas = {0, 1, 2, 3, 4, 5, 6, 7};
        Family family;
        family.dp = 8;
        family.parts = {{0, 1, 1}};
        family.shardGroup = 4;
        const auto state = stateBytes(asked.workload.job);
        const double scale = asked.stack.scale, base = asked.stack.collectiveBase.value;
        const auto ids = [&](std::initializer_list<int> groups) {
            std::vector<DeviceId> devices;
            for (const int group : groups)
                devices.push_back(asked.groups[group].devices.front());
            return devices;
        };
        auto &network = asked.pricer.network();
        const auto within = network.allGather({ids({0, 1, 2, 3}), ids({4, 5, 6, 7})});
        const auto between = network.allReduce({ids({0, 4}), ids({1, 5}), ids({2, 6}), ids({3, 7})});
        QVERIFY(within && between);
        for (const int zero : {1, 2, 3}) {
            family.zeroStage = zero;
            const auto price = asked.book.averaging(family, replicas);
            QVERIFY(price);
            const double first = zero < 3 ? within->secondsPerByte * state.gradient : 0;
            const double second = between->secondsPerByte * state.gradient / 4;
            QVERIFY(std::abs(price->perParameter - (first + second) * scale) <= 1e-12 * price->perParameter);
            QVERIFY(price->fixed >= base * scale * (zero < 3 ? 2 : 1));
            QVERIFY(zero < 3 ? std::abs(price->gatherPerParameter - within->secondsPerByte * state.weight * scale) <=
                                   1e-12 * price->gatherPerParameter
                             : price->gatherPerParameter == 0);
            QVERIFY(asked.book.minAveraging(family, family.parts.front()).perParameter <= price->perParameter);
        }
    }
    void itIsTheAnswerWhereNodesAreFarApart()
    {
        for (const bool far : {true, false}) {
            const auto cluster = twoNodes(BytesPerSecond(far ? 1e10 : 4e11));
            const auto topology = test::topology(cluster);
            auto workload = largeModel();
            const auto found = searchPlans(topology, workload, {.threads = 1});
            QVERIFY(found && found->proved && !found->plans.empty());
            const Plan &best = found->plans.front().plan;
            QCOMPARE(best.zeroStage, 3);
            if (far)
                QCOMPARE(best.sharing.group, 4);
            const auto findings = checkCertificate(makeCertificate(*found, projectFingerprint(cluster, workload, {})),
                                                   cluster, topology, workload, {});
            QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
            // Without the tick the answer is slower, or the same where it is not used.
            workload.job.runs.degrees = SoftwareDegrees{false, false, false, false};
            const auto plain = searchPlans(topology, workload, {.threads = 1});
            QVERIFY(plain && !plain->plans.empty());
            QCOMPARE(plain->plans.front().plan.sharing.group, 0);
            const auto with = found->plans.front().result->stepTime, without = plain->plans.front().result->stepTime;
            QVERIFY(best.sharing.group > 0 ? with < without : with == without);
        }
    }
};

QTEST_GUILESS_MAIN(ShardGroupsTest)
#include "shard_groups_test.moc"
