// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/space.h"

#include "planner/search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

#include <algorithm>
#include <map>
#include <set>

using namespace heteroscope;

namespace {

test::PlannerCase mixed(std::size_t a100, std::size_t v100)
{
    return {test::star({test::node("a", "A100-80GB SXM", a100), test::node("v", "V100-32GB SXM2/SXM3", v100)}),
            test::withStagesThatDiffer(test::smallGpt(6, 512, 8))};
}

/// Does every device of the groups work in one of them only, and has every run its type and TP?
void checkPlaced(const Family &family, const Layout &layout, const TensorGroups &groups)
{
    const auto placed = placedGroups(family, layout, groups);
    RC_ASSERT(static_cast<int>(placed.size()) == stageCount(layout) * family.dp);
    std::set<std::size_t> devices;
    std::size_t next = 0;
    for (const auto &run : layout) {
        for (int i = 0; i < run.stages * family.dp; ++i) {
            const auto &group = groups[placed[next++]];
            RC_ASSERT(group.type == family.parts[run.part].type);
            RC_ASSERT(group.size == family.parts[run.part].devices());
            for (const DeviceId device : group.devices)
                RC_ASSERT(devices.insert(device.index()).second);
        }
    }
}

} // namespace

class SpaceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aDeviceIsInOneStageOnlyWhenTpIsByStage()
    {
        static std::size_t looked = 0;
        HETEROSCOPE_PROPERTY("placed by stage", [] {
            test::PlannerCase asked(test::randomCluster(10), test::withStagesThatDiffer(test::randomWorkload(6)));
            for (const auto &family : asked.space.families) {
                if (family.kind != FamilyKind::byStage || family.chunks > 1 || family.microBatchSize > 1)
                    continue;
                const RunChoices choices(family, asked.groups);
                std::set<Layout> known;
                forEachLayout(family, asked.groups, [&](const Layout &layout) {
                    RC_ASSERT(known.insert(layout).second);
                    RC_ASSERT(choices.isByStage(layout));
                    RC_ASSERT(allowsStages(family, stageCount(layout)));
                    checkPlaced(family, layout, asked.groups);
                    ++looked;
                    return known.size() < 200;
                });
            }
        });
        QVERIFY(looked > 1'000);
    }
    void aRunHasRoomBesideThoseBefore()
    {
        // Six devices: one group of four and three of two, of which the group of four takes two.
        auto asked = mixed(6, 2);
        const auto family =
            std::find_if(asked.space.families.begin(), asked.space.families.end(),
                         [](const Family &each) { return each.kind == FamilyKind::byStage && each.dp == 1; });
        QVERIFY(family != asked.space.families.end());
        const auto partOf = [&](int tp) {
            const auto found = std::find_if(family->parts.begin(), family->parts.end(), [&](const FamilyPart &part) {
                return part.tp == tp && asked.topology.deviceTypes()[part.type].name == "A100-80GB SXM";
            });
            return static_cast<std::size_t>(found - family->parts.begin());
        };
        const RunChoices choices(*family, asked.groups);
        QCOMPARE(choices.maxStages(partOf(2), {}), 3);
        QCOMPARE(choices.maxStages(partOf(2), {{partOf(4), 1}}), 1);
        QCOMPARE(choices.maxStages(partOf(4), {{partOf(2), 1}}), 1);
        QCOMPARE(choices.maxStages(partOf(4), {{partOf(2), 2}}), 0);
        QCOMPARE(choices.maxStages(partOf(1), {{partOf(2), 1}, {partOf(4), 1}}), 0);
        QCOMPARE(choices.maxStages(partOf(2), {{partOf(2), 1}}), 0);
    }
    void labelsAreUnique()
    {
        auto asked = mixed(4, 4);
        std::set<std::string> labels;
        for (const auto &family : asked.space.families)
            QVERIFY2(labels.insert(familyLabel(family, asked.topology)).second,
                     familyLabel(family, asked.topology).c_str());
        QVERIFY(labels.contains("TP by stage DP1 · 1F1B m8"));
    }
    void aPlanSaysTheTpOfEachRun()
    {
        auto asked = mixed(4, 4);
        const auto family =
            std::find_if(asked.space.families.begin(), asked.space.families.end(), [](const Family &each) {
                return each.kind == FamilyKind::byStage && each.dp == 1 && each.microBatchSize == 1;
            });
        QVERIFY(family != asked.space.families.end());
        // Parts are sorted by type, then by TP: 1, 2 and 4 of each.
        const auto placed = placedGroups(*family, {{1, 1}, {0, 2}, {5, 1}}, asked.groups);
        const auto label = planFamilyLabel(*family, placed, asked.groups, asked.topology, {});
        QVERIFY2(label.starts_with("TP2/1/4 PP4 DP1 · 1F1B m8"), label.c_str());
    }
    void onlyWhatTheSoftwareRunsIsSearched()
    {
        const auto spaceOf = [](const char *stack, SearchSpace searched) {
            auto workload = test::smallGpt(8, 1024, 16);
            workload.model.moe = MixtureOfExperts{8, 2, 0, 1024, 0};
            workload.job.softwareStack = stack;
            return test::PlannerCase(
                       test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)}), workload,
                       searched)
                .space.families;
        };
        for (const auto &family : spaceOf("PyTorch FSDP", SearchSpace::P)) {
            QCOMPARE(family.maxStages, 1);
            QVERIFY(family.cp == 1 && family.ep == 1 && !family.sequenceParallel());
        }
        int mostSharded = 0; // of one stage
        for (const auto &family : spaceOf("DeepSpeed", SearchSpace::P)) {
            QVERIFY(family.zeroStage <= 1 || family.maxStages == 1);
            mostSharded = std::max(mostSharded, family.zeroStage);
        }
        QCOMPARE(mostSharded, 3);
        for (const auto &family : spaceOf("NeMo", SearchSpace::C))
            QVERIFY(family.cp == 1 && family.ep == 1 && family.zeroStage <= 1);
        int mostCp = 1, mostEp = 1, mostTp = 1, mostZero = 0;
        for (const auto &family : spaceOf("torchtitan", SearchSpace::P)) {
            mostCp = std::max(mostCp, family.cp);
            mostEp = std::max(mostEp, family.ep);
            mostTp = std::max(mostTp, family.parts.front().tp);
            mostZero = std::max(mostZero, family.zeroStage);
            QVERIFY(family.ep <= family.dp * family.cp * family.parts.front().tp);
        }
        // The second node makes groups of eight; more TP than twice a node there is not.
        QCOMPARE(mostCp, 8);
        QCOMPARE(mostEp, 8);
        QCOMPARE(mostTp, 8);
        QCOMPARE(mostZero, 3);
    }
    void contextParallelismGoesWithATpForEachOfTwoTypes()
    {
        auto workload = test::smallGpt(8, 1024, 16);
        workload.job.softwareStack = "NeMo";
        workload = test::withStagesThatDiffer(workload);
        const auto spaceOf = [&](std::vector<Node> nodes) {
            return test::PlannerCase(test::star(std::move(nodes)), workload).space.families;
        };
        const auto unlike = [](const std::vector<Family> &families) {
            std::set<std::tuple<int, int, int>> found; // CP, TP of the first and the second type
            for (const auto &family : families) {
                if (family.cp == 1 || family.parts.size() == 1 || family.kind == FamilyKind::byStage ||
                    family.parts[0].tp == family.parts[1].tp)
                    continue;
                found.insert({family.cp, family.parts[0].tp, family.parts[1].tp});
                if (family.kind != FamilyKind::pure || family.zeroStage > 1 || family.ep > 1)
                    found.insert({0, 0, 0});
            }
            return found;
        };
        const auto a = test::node("a", "A100-80GB SXM", 4), v = test::node("v", "V100-32GB SXM2/SXM3", 2);
        // Four devices of one type and two of the other, in either order.
        QVERIFY((unlike(spaceOf({a, v})) == std::set<std::tuple<int, int, int>>{{2, 1, 2}, {2, 2, 1}}));
        QVERIFY(unlike(spaceOf({a, v, test::node("h", "H100-80GB SXM", 4)})).contains({2, 2, 1}));
        workload.job.runs.degrees->cp = false;
        QVERIFY(unlike(spaceOf({a, v})).empty());
    }
    void onlyWhatIsTickedIsSearched()
    {
        const auto spaceOf = [](const char *stack, const SoftwareTicks &ticks) {
            auto workload = test::smallGpt(8, 1024, 16);
            workload.model.moe = MixtureOfExperts{8, 2, 0, 1024, 0};
            workload.job.softwareStack = stack;
            workload.job.runs = ticks;
            const auto cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)});
            return test::PlannerCase(cluster, workload).space.families;
        };
        const auto any = [](const std::vector<Family> &families, const auto &is) {
            return std::any_of(families.begin(), families.end(), is);
        };
        const auto usesTensors = [](const Family &family) { return family.parts.front().tp > 1; };
        const auto usesContext = [](const Family &family) { return family.cp > 1; };
        const auto usesExperts = [](const Family &family) { return family.ep > 1; };
        const auto hasStages = [](const Family &family) { return family.maxStages > 1; };
        const auto isPlain = [](const Family &family) { return family.chunks == 1 && family.maxStages > 1; };
        const auto shards = [](const Family &family) { return family.zeroStage > 0; };
        // Less than the stack has.
        const auto less = spaceOf("torchtitan", {.schedules = std::vector<std::string>{"1f1b"},
                                                 .zeroStages = std::vector{0},
                                                 .degrees = SoftwareDegrees{false, true, false}});
        QVERIFY(any(less, isPlain) && any(less, usesContext));
        QVERIFY(!any(less, usesTensors) && !any(less, usesExperts) && !any(less, shards));
        QVERIFY(std::all_of(less.begin(), less.end(), [](const Family &family) { return family.chunks == 1; }));
        // A fork of it has more.
        const auto more = spaceOf("PyTorch FSDP", {.schedules = std::vector<std::string>{"1f1b", "interleaved"},
                                                   .degrees = SoftwareDegrees{true, true, true}});
        for (const auto &is : {+[](const Family &family) { return family.zeroStage == 3; },
                               +[](const Family &family) { return family.chunks == 2; }})
            QVERIFY(any(more, is));
        QVERIFY(any(more, usesTensors) && any(more, usesContext) && any(more, usesExperts) && any(more, isPlain));
        // Interleaved 1F1B alone: stages with two chunks or four, else one stage.
        const auto chunked = spaceOf("NeMo", {.schedules = std::vector<std::string>{"interleaved"}});
        QVERIFY(any(chunked, hasStages) && !any(chunked, isPlain));
        QVERIFY(any(chunked, [](const Family &family) { return family.chunks == 1 && family.maxStages == 1; }));
        QVERIFY(!any(spaceOf("NeMo", {.schedules = std::vector<std::string>{}}), hasStages));
    }
    void nodesOnTheSameSwitchMakeGroupsOfOneKind()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                   test::node("c", "A100-80GB SXM", 2), test::node("d", "A100-80GB SXM", 2)});
        const auto kinds = [](const Cluster &drawn) {
            const auto topology = test::topology(drawn);
            return TensorGroups(topology, {}, TensorGroups::Extent::overNodes).examples(0, 4).size();
        };
        QCOMPARE(kinds(cluster), std::size_t(1));
        cluster.links[3].bandwidth = BytesPerSecond(1e9);
        QCOMPARE(kinds(cluster), std::size_t(2));
        // Nodes with another number of devices fill no groups of whole nodes.
        cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 3)});
        const auto topology = test::topology(cluster);
        QCOMPARE(TensorGroups(topology, {}, TensorGroups::Extent::overNodes).largestSize(), 3);
        QCOMPARE(TensorGroups(topology).count(0, 4), 0);
    }
    void largeClustersHaveNoTpByStage()
    {
        std::vector<Node> nodes;
        for (int i = 0; i < 17; ++i)
            nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 8));
        test::PlannerCase asked(test::star(nodes), test::smallGpt(6, 512, 8));
        QVERIFY(std::none_of(asked.space.families.begin(), asked.space.families.end(),
                             [](const Family &family) { return family.kind == FamilyKind::byStage; }));
    }
    void deepModelsAreCutBetweenGroupsOfBlocks()
    {
        Family family;
        for (const int layers : {1, 10, maxBlockGroups, maxBlockGroups + 1, 1'000, 10'000}) {
            const auto model = test::smallGpt(layers).model;
            const int units = cutUnits(family, model);
            QCOMPARE(units, std::min(layers, maxBlockGroups) + 2);
            int next = 0;
            for (int unit = 0; unit < units; ++unit) {
                const auto range = chunksOf(family, model, unit, unit + 1).front();
                const auto held = layersOfUnit(family, model, unit);
                QCOMPARE(range.first, next);
                QCOMPARE(static_cast<int>(held.size()), range.count);
                QCOMPARE(held.front(), range.first);
                for (int i = 0; i < range.count; ++i) {
                    const auto place = unitPlaceOf(model, range.first + i);
                    QCOMPARE(place.unit, unit);
                    QCOMPARE(place.share, static_cast<double>(i) / range.count);
                }
                next += range.count;
            }
            QCOMPARE(next, model.planLayers());
            QCOMPARE(unitPlaceOf(model, next).unit, units);
        }
    }
    void deepModelsGetPlans()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 2)}));
        const auto workload = test::smallGpt(maxBlockGroups + 88, 64, 2);
        const auto result = searchPlans(topology, workload, {.top = 2});
        QVERIFY(result && !result->plans.empty());
        QCOMPARE(predictStep(topology, workload, result->plans.front().plan)->stepTime.count,
                 result->plans.front().result->stepTime.count);
    }
    void pipelinesByTypeSplitSequencesInNodes()
    {
        const auto slicesOf = [](std::size_t nodes, std::size_t devices, int sequence) {
            auto workload = test::smallGpt(4, 1024, 8);
            workload.job.sequenceLength = sequence;
            workload.job.runs = test::everyTick();
            std::vector<Node> all;
            for (std::size_t i = 0; i < nodes; ++i)
                all.push_back(test::node("n" + std::to_string(i), i == 0 ? "H100-80GB SXM" : "A100-80GB SXM", devices));
            const test::PlannerCase asked(test::star(std::move(all)), workload);
            std::map<int, std::set<int>> degrees; // TP by CP
            for (const auto &family : asked.space.families) {
                if (family.kind == FamilyKind::apart) {
                    for (const auto &part : family.parts)
                        degrees[family.cp].insert(part.tp);
                }
            }
            return degrees;
        };
        QVERIFY((slicesOf(2, 4, 1024) == std::map<int, std::set<int>>{{1, {1, 2, 4}}, {2, {1, 2}}, {4, {1}}}));
        QVERIFY((slicesOf(2, 4, 1026) == std::map<int, std::set<int>>{{1, {1, 2}}, {2, {1}}})); // slices are of a size
        QVERIFY((slicesOf(17, 8, 1024) == std::map<int, std::set<int>>{{1, {1, 2, 4, 8}}}));
    }
};

QTEST_GUILESS_MAIN(SpaceTest)
#include "space_test.moc"
