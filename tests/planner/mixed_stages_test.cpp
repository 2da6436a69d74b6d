// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families whose stages may have replicas of several types, against brute force: every number of stages and every cut.
#include "planner/optimum_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// What families have beside stages that mix types.
enum class With { nothing, cp, ep, mixedExperts, shardGroups };
constexpr std::array<With, 5> everything = {With::nothing, With::cp, With::ep, With::mixedExperts, With::shardGroups};

bool has(const Family &family, With what)
{
    switch (what) {
    case With::nothing:
        return family.cp == 1 && family.ep == 1 && family.shardGroup == 0;
    case With::cp:
        return family.cp > 1;
    case With::ep:
        return family.ep > 1 && !family.mixesExperts;
    case With::mixedExperts:
        return family.mixesExperts;
    case With::shardGroups:
        return family.shardGroup > 0;
    }
    return false;
}

/// Several nodes of two types or three, whose groups do not fill whole stages.
Cluster unevenNodes()
{
    const std::array<std::string, 3> types = {"H100-80GB SXM", "A100-80GB SXM", "V100-32GB SXM2/SXM3"};
    const BytesPerSecond inside(3e11), outside(*rc::gen::inRange(1, 100) * 1e9);
    const auto nodes = *rc::gen::element<std::size_t>(2, 3, 3, 4);
    std::vector<Node> all;
    for (std::size_t i = 0; i < nodes; ++i)
        all.push_back(test::node("n" + std::to_string(i), types[i % *rc::gen::element<std::size_t>(2, 3)],
                                 *rc::gen::element(2U, 3U, 4U), inside, outside));
    return test::star(std::move(all));
}

test::PlannerCase unevenCase()
{
    auto workload = test::randomWorkload(5);
    workload.job.sequenceLength = 1024;
    workload.model.moe = MixtureOfExperts{4, 2, *rc::gen::inRange(0, 2), 512, *rc::gen::inRange(0, 2)};
    workload.job.globalBatch = *rc::gen::element(6, 8, 12);
    workload.job.runs = test::everyTick();
    workload.job.runs.degrees->unlikePipelines = false;
    return {unevenNodes(), workload};
}

} // namespace

class MixedStagesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void searchAndCheckerFindTheBestPlan()
    {
        static std::map<With, std::size_t> families;
        static std::size_t fit = 0;
        HETEROSCOPE_PROPERTY("mixed families == brute force", [] {
            for (int i = 0; i < 2; ++i) {
                auto asked = unevenCase();
                for (const With what : everything) {
                    std::vector<Family> mixed;
                    for (const auto &family : asked.space.families) {
                        if (family.kind == FamilyKind::mixed && has(family, what))
                            mixed.push_back(family);
                    }
                    if (mixed.empty())
                        continue;
                    const Family family = *rc::gen::elementOf(mixed);
                    RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                    const auto tried = test::tryAllCuts(asked, family);
                    ++families[what];
                    fit += test::compareWithBest(asked, family, tried) ? 1 : 0;
                }
            }
        });
        for (const With what : everything)
            QVERIFY2(families[what] >= 20, qPrintable(QString("%1: %2").arg(int(what)).arg(families[what])));
        QVERIFY2(fit >= 20, qPrintable(QString::number(fit)));
    }
    void largeClustersHaveFewerOfThem()
    {
        const auto found = [](std::size_t nodes, With what) {
            // One is left over of an odd number.
            const std::size_t devices = what == With::mixedExperts ? 7 : 8;
            auto workload = test::smallGpt(8, 1024, 12);
            workload.model.moe = MixtureOfExperts{4, 2, 0, 512, 0};
            workload.job.runs = test::everyTick();
            std::vector<Node> all;
            for (std::size_t i = 0; i < nodes; ++i)
                all.push_back(test::node("n" + std::to_string(i), i == 0 ? "A100-80GB SXM" : "H100-80GB SXM", devices));
            const test::PlannerCase asked(test::star(std::move(all)), workload);
            const auto &families = asked.space.families;
            return std::any_of(families.begin(), families.end(), [&](const Family &family) {
                return family.kind == FamilyKind::mixed && has(family, what);
            });
        };
        for (const With what : everything) {
            QVERIFY(found(2, what));
            QCOMPARE(found(17, what), what == With::nothing);
            QCOMPARE(found(10, what), what != With::mixedExperts);
        }
    }
    void whereOneIsLeftOverTwoTypesShareExperts()
    {
        // Of three groups of the first type two share experts, and the third with one of the other type.
        for (const std::size_t devices : {3U, 4U}) {
            auto workload = test::smallGpt(4, 1024, 12);
            workload.model.moe = MixtureOfExperts{2, 2, 0, 512, 0};
            workload.job.runs = test::everyTick();
            workload.job.runs.degrees->tp = false;
            const test::PlannerCase asked(
                test::star({test::node("a", "A100-80GB SXM", devices), test::node("h", "H100-80GB SXM", devices)}),
                workload);
            const auto &families = asked.space.families;
            const auto shared = std::find_if(families.begin(), families.end(), [](const Family &family) {
                return family.kind == FamilyKind::mixed && family.cp == 1 && family.ep == 2 && family.dp % 2 == 0;
            });
            QVERIFY(shared != families.end());
            QCOMPARE(shared->mixesExperts, devices == 3);
        }
    }
};

QTEST_GUILESS_MAIN(MixedStagesTest)
#include "mixed_stages_test.moc"
