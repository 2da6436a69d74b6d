// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families with a TP for each type or by stage that have CP, EP, ZeRO 2 and 3, HSDP or other schedules than 1F1B too,
// against brute force: every layout and every cut.
#include "planner/optimum_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

bool differInTp(const Family &family)
{
    const int tp = family.parts.front().tp;
    return std::any_of(family.parts.begin(), family.parts.end(),
                       [tp](const FamilyPart &part) { return part.tp != tp; });
}

/// What families have beside a TP for each type or stage.
enum class Beside { cp, ep, zero, shardGroups, order };
constexpr std::array<Beside, 5> besides = {Beside::cp, Beside::ep, Beside::zero, Beside::shardGroups, Beside::order};

bool hasBeside(const Family &family, Beside what)
{
    switch (what) {
    case Beside::cp:
        return family.cp > 1;
    case Beside::ep:
        return family.ep > 1;
    case Beside::zero:
        return family.zeroStage > 1;
    case Beside::shardGroups:
        return family.shardGroup > 0;
    case Beside::order:
        return family.schedule != ScheduleKind::oneFOneB && family.schedule != ScheduleKind::interleaved;
    }
    return false;
}

bool isSharded(Beside what) { return what == Beside::zero || what == Beside::shardGroups; }

std::vector<Family> familiesBeside(const test::PlannerCase &asked, FamilyKind kind, std::size_t types, Beside beside)
{
    std::vector<Family> found;
    for (const auto &family : asked.space.families) {
        const bool counted = kind == FamilyKind::byStage || family.parts.size() == types;
        if (family.kind == kind && counted && differInTp(family) && hasBeside(family, beside))
            found.push_back(family);
    }
    return found;
}

Cluster nodesOfThreeTypes(BytesPerSecond outside)
{
    const BytesPerSecond inside(3e11);
    return test::star({test::node("h", "H100-80GB SXM", *rc::gen::element(2U, 4U), inside, outside),
                       test::node("a", "A100-80GB SXM", *rc::gen::element(2U, 3U, 4U), inside, outside),
                       test::node("v", "V100-32GB SXM2/SXM3", 4, inside, outside)});
}

/// Nodes of two types. even: with groups of every TP that take all devices.
Cluster nodesOfTwoTypes(BytesPerSecond outside, bool even)
{
    const BytesPerSecond inside(3e11);
    const auto large = *rc::gen::element(2U, 4U), other = *rc::gen::element(1U, 2U, 3U, 4U);
    return test::star({test::node("h", "H100-80GB SXM", large, inside, outside),
                       test::node("i", "H100-80GB SXM", even ? large : 3U, inside, outside),
                       test::node("a", "A100-80GB SXM", even ? 2U : other, inside, outside)});
}

/// Two nodes on which four replicas have a TP for each type, or of one type by stage.
Cluster nodesToShardOver(BytesPerSecond outside, FamilyKind kind)
{
    const BytesPerSecond inside(3e11);
    const std::string a100 = "A100-80GB SXM";
    auto first = test::node("h", kind == FamilyKind::byStage ? a100 : "H100-80GB SXM", 4, inside, outside);
    auto second = test::node("a", a100, 8, inside, outside);
    if (*rc::gen::arbitrary<bool>())
        std::swap(first, second);
    return test::star({first, second});
}

test::PlannerCase caseOfUnlikeDegrees(Beside beside, FamilyKind kind)
{
    auto workload = test::randomWorkload(5);
    workload.model.moe = MixtureOfExperts{4, 2, *rc::gen::inRange(0, 2), 512, *rc::gen::inRange(0, 2)};
    workload.job.sequenceLength = 1024;
    workload.job.runs = test::everyTick();
    workload.job.runs.degrees->unlikePipelines = false;
    const BytesPerSecond outside(*rc::gen::inRange(1, 100) * 1e9);
    if (isSharded(beside))
        workload.job.globalBatch = 8;
    if (beside == Beside::shardGroups || (beside == Beside::zero && *rc::gen::element(true, true, false)))
        return {nodesToShardOver(outside, kind), workload};
    const bool even = beside == Beside::ep || isSharded(beside) || *rc::gen::arbitrary<bool>();
    const bool three = *rc::gen::weightedElement<bool>(
        {{kind == FamilyKind::pure ? 8 : 1, true}, {kind == FamilyKind::pure ? 4 : 8, false}});
    return {three ? nodesOfThreeTypes(outside) : nodesOfTwoTypes(outside, even), workload};
}

} // namespace

class UnlikeDegreesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void searchAndCheckerFindTheBestPlan()
    {
        static std::map<std::pair<FamilyKind, Beside>, std::size_t> families;
        static std::size_t threes = 0, fit = 0;
        HETEROSCOPE_PROPERTY("families with unlike TP, CP, EP and shards == brute force", [] {
            for (const Beside beside : besides) {
                const auto kind = *rc::gen::element(FamilyKind::pure, FamilyKind::byStage);
                auto asked = caseOfUnlikeDegrees(beside, kind);
                const auto all = familiesBeside(asked, kind, *rc::gen::element<std::size_t>(2, 3, 3), beside);
                if (all.empty())
                    continue;
                const Family family = *rc::gen::elementOf(all);
                RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                const auto tried = test::tryAllCuts(asked, family);
                ++families[{kind, beside}];
                threes += kind == FamilyKind::pure && family.parts.size() == 3 ? 1 : 0;
                fit += test::compareWithBest(asked, family, tried) ? 1 : 0;
            }
        });
        for (const auto kind : {FamilyKind::pure, FamilyKind::byStage}) {
            for (const Beside beside : besides) {
                const auto count = families[{kind, beside}];
                QVERIFY2(count >= 10, qPrintable(QString("%1 %2: %3").arg(int(kind)).arg(int(beside)).arg(count)));
            }
        }
        QVERIFY2(threes >= 50, qPrintable(QString::number(threes)));
        QVERIFY2(fit >= 50, qPrintable(QString::number(fit)));
    }
    void largeClustersHaveFewerOfThem()
    {
        const auto found = [](std::size_t devices, FamilyKind kind, std::size_t types, Beside beside) {
            auto workload = test::smallGpt(8, 1024, 16);
            workload.model.moe = MixtureOfExperts{4, 2, 0, 512, 0};
            workload.job.softwareStack = "NeMo";
            workload.job.runs = test::everyTick();
            std::vector<Node> nodes;
            for (std::size_t i = 0; i * 8 < devices; ++i) {
                constexpr std::array all = {"H100-80GB SXM", "A100-80GB SXM", "V100-32GB SXM2/SXM3"};
                nodes.push_back(test::node("n" + std::to_string(i), all[i % (types == 1 ? 1 : all.size())], 8));
            }
            return !familiesBeside(test::PlannerCase(test::star(std::move(nodes)), workload), kind, types, beside)
                        .empty();
        };
        for (const Beside beside : besides) {
            for (const std::size_t types : {2U, 3U}) {
                QVERIFY(found(24, FamilyKind::pure, types, beside));
                QCOMPARE(found(136, FamilyKind::pure, types, beside),
                         beside == Beside::order || (types == 2 && beside == Beside::cp));
            }
            // By stage CP ends at 64 devices, all else at 32.
            QVERIFY(found(24, FamilyKind::byStage, 1, beside));
            QCOMPARE(found(40, FamilyKind::byStage, 1, beside), beside == Beside::cp);
            QVERIFY(!found(72, FamilyKind::byStage, 1, beside));
        }
    }
    void stagesShareExpertsWhereEveryTpTakesTheSameDevices()
    {
        // Of six devices a group of four leaves two, so that the groups of a stage begin anywhere.
        for (const std::size_t devices : {4U, 6U}) {
            auto workload = test::smallGpt(4, 1024, 8);
            workload.model.moe = MixtureOfExperts{4, 2, 0, 512, 0};
            workload.job.softwareStack = "NeMo";
            const test::PlannerCase asked(
                test::star({test::node("a", "A100-80GB SXM", devices), test::node("b", "A100-80GB SXM", devices)}),
                test::withStagesThatDiffer(workload));
            const auto &all = asked.space.families;
            QCOMPARE(std::any_of(all.begin(), all.end(),
                                 [](const Family &family) {
                                     return family.kind == FamilyKind::byStage && family.dp == 2 && family.ep > 1 &&
                                            family.parts.back().tp == 4;
                                 }),
                     devices == 4);
        }
    }
};

QTEST_GUILESS_MAIN(UnlikeDegreesTest)
#include "unlike_degrees_test.moc"
