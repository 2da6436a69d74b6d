// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search.h"
#include "planner/search/family_search.h"
#include "planner/space/node_classes.h"
#include "planner/space_support.h"
#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

double secondsOf(const FamilyPlan &plan) { return toSeconds(plan.result->stepTime).value; }

} // namespace

class PlannerStopTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatAStoppedFamilyClaimsIsStillTrue()
    {
        HETEROSCOPE_PROPERTY("claim of a stopped exploration <= best plan of the family", [] {
            const auto cluster = test::randomCluster(6);
            const auto job = test::randomWorkload(6);
            const auto families = test::PlannerCase(cluster, job).space.families.size();
            if (families == 0)
                return;
            const auto index = *rc::gen::inRange<std::size_t>(0, families);
            const SearchEffort effort{20'000, 400'000, 4'000, 1'000};
            int asks = 0;
            // Stopped at the last of so many check points; never for 0.
            const auto explored = [&](int last) {
                asks = 0;
                test::PlannerCase asked(cluster, job, StopToken().orWhen([&asks, last] { return ++asks == last; }));
                const ObjectiveBound objective(SearchObjective::time, asked.topology);
                const std::vector<ResolvedMapping> mappings;
                const PlanBudget budget(asked.topology, {}, {});
                FamilySearch search(asked.book, mappings, objective, budget);
                return search.explore(asked.space.families[index], 1e9, effort);
            };
            const auto whole = explored(0);
            const int points = asks;
            for (int k = 1; k <= 20; ++k) {
                const int last = points <= 20 ? k : points * k / 20;
                const auto cut = explored(last);
                if (last > points) {
                    RC_ASSERT(cut.verdict == whole.verdict && cut.value == whole.value);
                    continue;
                }
                RC_ASSERT(asks == last); // nothing asks again after it was told
                RC_ASSERT(cut.verdict == FamilyVerdict::notReached || cut.verdict == FamilyVerdict::simulated);
                RC_ASSERT(!cut.closed);
                if (!whole.best)
                    continue;
                const double best = secondsOf(*whole.best);
                RC_ASSERT(cut.value <= best);
                if (cut.best)
                    RC_ASSERT(secondsOf(*cut.best) >= best);
            }
        });
    }
    void theBoundOfAStoppedSearchIsStillTrue()
    {
        HETEROSCOPE_PROPERTY("bound of a stopped search <= best step time <= what it found", [] {
            const Cluster cluster = test::randomCluster(6);
            const Workload job = test::randomWorkload(6);
            const auto topology = test::topology(cluster);
            SearchOptions options;
            options.space = *rc::gen::element(SearchSpace::C, SearchSpace::P);
            options.threads = 1;
            int asks = 0;
            const auto searched = [&](int last) {
                asks = 0;
                return searchPlans(topology, job, options,
                                   StopToken().orWhen([&asks, last] { return ++asks == last; }));
            };
            const auto whole = searched(0);
            RC_PRE(whole && whole->proved);
            const int points = asks;
            // A stop may come before the baselines, and the bound is one on the plans of the space.
            double bestOfSpace = whole->bestValue;
            if (whole->plans.front().baseline) {
                options.baselines = false;
                const auto without = searched(0);
                RC_PRE(without && without->proved);
                bestOfSpace = without->bestValue;
                options.baselines = true;
            }
            for (int k = 1; k <= 12; ++k) {
                const auto cut = searched(points <= 12 ? k : points * k / 12);
                RC_ASSERT(cut);
                RC_ASSERT(cut->lowerValue <= bestOfSpace);
                RC_ASSERT(cut->bestValue == 0 || cut->bestValue >= whole->bestValue);
            }
        });
    }
    void groupsOfALargeClusterAreLeftSoon()
    {
        std::vector<Node> nodes;
        for (int i = 0; i < 1000; ++i)
            nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 8));
        const auto topology = test::topology(test::star(nodes));
        const auto things = topology.vertices().size() + topology.edges().size();
        const auto classesAfter = [&](std::size_t last, std::size_t &asked) {
            asked = 0;
            return nodeClasses(topology, StopToken().orWhen([&asked, last] { return ++asked == last; }));
        };
        std::size_t points = 0, asked = 0;
        QCOMPARE(classesAfter(0, points), nodeClasses(topology));
        QVERIFY(points >= things / 8'192); // as often as StopMeter asks
        for (std::size_t last = 1; last <= points; ++last) {
            QVERIFY(classesAfter(last, asked).empty());
            QCOMPARE(asked, last);
        }
        // The groups themselves, too.
        const auto wholeAfter = [&](std::size_t last) {
            asked = 0;
            return TensorGroups(topology, StopToken().orWhen([&asked, last] { return ++asked == last; })).isWhole();
        };
        QVERIFY(wholeAfter(0));
        for (std::size_t last = 1, all = asked; last <= all; ++last) {
            QVERIFY(!wholeAfter(last));
            QCOMPARE(asked, last);
        }
    }
};

QTEST_GUILESS_MAIN(PlannerStopTest)
#include "stop_test.moc"
