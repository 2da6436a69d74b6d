// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families with context parallelism whose types differ in TP, against brute force: every layout and every cut.
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

std::vector<Family> unlikeSlicesOf(const test::PlannerCase &asked, std::size_t types)
{
    std::vector<Family> found;
    for (const auto &family : asked.space.families) {
        if (family.cp > 1 && family.parts.size() == types && differInTp(family))
            found.push_back(family);
    }
    return found;
}

Cluster threeTypes(BytesPerSecond outside)
{
    const BytesPerSecond inside(3e11);
    return test::star({test::node("h", "H100-80GB SXM", *rc::gen::element(2U, 4U), inside, outside),
                       test::node("a", "A100-80GB SXM", *rc::gen::element(2U, 4U), inside, outside),
                       test::node("v", "V100-32GB SXM2/SXM3", 4, inside, outside)});
}

/// Simulates every plan of a family, none of which may be faster than the family's bound says.
test::BestOfFamily tryAllCuts(test::PlannerCase &asked, const Family &family)
{
    const auto throughput = throughputBound(family, asked.book);
    test::BestOfFamily tried;
    forEachLayout(family, asked.groups, [&](const Layout &layout) {
        const auto placed = placedGroups(family, layout, asked.groups);
        test::forEachCut(cutUnits(family, asked.workload.model), stageCount(layout), [&](const Cut &cut) {
            ++tried.plans;
            const auto step = asked.simulate(family, placed, cut);
            if (!step)
                return;
            const double time = toSeconds(step->stepTime).value;
            RC_ASSERT(bool(throughput));
            RC_ASSERT(*throughput <= time);
            if (!step->feasible)
                return;
            tried.seconds = std::min(tried.seconds, time);
            tried.joules = std::min(tried.joules, step->energy);
        });
        return true;
    });
    return tried;
}

} // namespace

class UnlikeSlicesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void searchAndCheckerFindTheBestPlan()
    {
        static std::size_t families = 0, threes = 0, fit = 0;
        HETEROSCOPE_PROPERTY("families with CP and a TP for each type == brute force", [] {
            auto workload = test::randomWorkload(5);
            workload.job.sequenceLength = 1024;
            workload.job.runs = test::everyTick();
            workload.job.runs.degrees->unlikePipelines = false;
            test::PlannerCase asked(threeTypes(BytesPerSecond(*rc::gen::inRange(1, 100) * 1e9)), workload);
            const std::size_t types = *rc::gen::element<std::size_t>(2, 3, 3);
            const auto all = unlikeSlicesOf(asked, types);
            for (int k = 0; k < 4 && !all.empty(); ++k) {
                const auto &family = all[*rc::gen::inRange<std::size_t>(0, all.size())];
                RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                const auto tried = tryAllCuts(asked, family);
                ++families;
                threes += types == 3 ? 1 : 0;
                fit += test::compareWithBest(asked, family, tried) ? 1 : 0;
            }
        });
        QVERIFY2(families >= 100, qPrintable(QString::number(families)));
        QVERIFY2(threes >= 50, qPrintable(QString::number(threes)));
        QVERIFY2(fit >= 50, qPrintable(QString::number(fit)));
    }
    void threeTypesHaveThemOnFewDevicesOnly()
    {
        const auto found = [](std::size_t devices) {
            auto workload = test::smallGpt(8, 1024, 16);
            workload.job.softwareStack = "NeMo";
            std::vector<Node> nodes;
            for (std::size_t i = 0; i * 8 < devices; ++i) {
                const char *type = i % 3 == 0 ? "H100-80GB SXM" : i % 3 == 1 ? "A100-80GB SXM" : "V100-32GB SXM2/SXM3";
                nodes.push_back(test::node("n" + std::to_string(i), type, 8));
            }
            const test::PlannerCase asked(test::star(std::move(nodes)), workload);
            return std::pair(unlikeSlicesOf(asked, 2).size(), unlikeSlicesOf(asked, 3).size());
        };
        const auto few = found(24), many = found(136);
        QVERIFY(few.first > 0 && few.second > 0);
        QVERIFY(many.first > 0);
        QCOMPARE(many.second, std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(UnlikeSlicesTest)
#include "unlike_slices_test.moc"
