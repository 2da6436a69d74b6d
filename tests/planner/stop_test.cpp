// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/family_search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

class PlannerStopTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatAStoppedFamilyClaimsIsStillTrue()
    {
        HETEROSCOPE_PROPERTY("claim of a stopped exploration <= best plan of the family", [] {
            test::PlannerCase asked(test::randomCluster(6), test::randomWorkload(6));
            if (asked.space.families.empty())
                return;
            const ObjectiveBound objective(SearchObjective::time, asked.topology);
            const std::vector<ResolvedMapping> mappings;
            const PlanBudget budget(asked.topology, {}, {});
            FamilySearch search(asked.book, mappings, objective, budget);
            const auto &family = asked.space.families[*rc::gen::inRange<std::size_t>(0, asked.space.families.size())];
            const SearchEffort effort{20'000, 400'000, 4'000, 1'000};
            int asks = 0;
            const double limit = 1e9;
            const auto whole = search.explore(family, limit, effort, [&] { return ++asks < 0; });
            for (int last = 1; last <= std::min(asks, 20); ++last) {
                int count = 0;
                const auto cut = search.explore(family, limit, effort, [&] { return ++count >= last; });
                if (!whole.best)
                    continue;
                const double best = toSeconds(whole.best->result->stepTime).value;
                RC_ASSERT(cut.value <= best);
                RC_ASSERT(cut.verdict != FamilyVerdict::outOfMemory);
                if (cut.closed)
                    RC_ASSERT(cut.best && toSeconds(cut.best->result->stepTime).value == best);
            }
        });
    }
};

QTEST_GUILESS_MAIN(PlannerStopTest)
#include "stop_test.moc"
