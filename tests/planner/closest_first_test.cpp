// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/closest_first.h"

#include "planner/search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

class ClosestFirstTest : public StrictTest
{
    Q_OBJECT

private slots:
    void familiesStandInTheOrderInWhichTheyLost()
    {
        SearchResult result;
        const auto add = [&result](int dp, Rejection rejection, const Reason &reason) {
            RejectedFamily family;
            family.family.dp = dp;
            family.rejection = rejection;
            family.detail = reason;
            result.rejected.push_back(family);
        };
        const auto over = [](double bytes) {
            return MemoryShortfall{MemoryShortfall::Part::states, Bytes(bytes), "a:0"};
        };
        add(1, Rejection::notValid, DegreeMistake{3, DegreeMistake::Size::heads, 32});
        add(2, Rejection::outOfMemory, over(5e9));
        add(3, Rejection::bounded, LowerBound{9.5, 5.0});
        add(4, Rejection::outOfMemory, PlainReason::noCutFits);
        result.rejected.back().peakMemory = Bytes(82e9);
        result.rejected.back().memoryCapacity = Bytes(80e9);
        add(5, Rejection::notReached, LowerBound{5.1});
        add(6, Rejection::outOfMemory, PlainReason::noCutFits); // by how much is not known
        add(7, Rejection::bounded, LowerBound{5.2, 5.0});
        add(9, Rejection::bounded, LowerBound{5.002, 5.0}); // given up at the best plan, as the next one
        add(10, Rejection::bounded, LowerBound{5.001, 5.0});
        add(8, Rejection::mapping, PlainReason::overBudget);
        std::vector<int> order;
        for (const auto *family : closestFirst(result))
            order.push_back(family->family.dp);
        QCOMPARE(order, (std::vector<int>{9, 10, 5, 7, 3, 4, 2, 6, 1, 8}));
    }

    void aSearchListsTheClosestFamiliesOfAll()
    {
        // More families than are listed: none that is left out is closer than one that is there.
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 8), test::node("b", "H100-80GB SXM", 8)}),
                                test::smallGpt(12, 2048, 64));
        SearchOptions options;
        options.threads = 1;
        const auto found = searchPlans(asked.topology, asked.workload, options);
        QVERIFY(found && found->prunedBy.at(Rejection::bounded) > found->rejected.size());
        std::map<std::string, double> bounds;
        for (const auto &claim : found->claims) {
            if (claim.verdict == FamilyVerdict::bounded)
                bounds[claim.family] = claim.value;
        }
        double farthest = 0;
        for (const auto *family : closestFirst(*found)) {
            if (family->rejection != Rejection::bounded)
                continue;
            const double bound = closenessOf(family->rejection, family->detail, Bytes(0), Bytes(0)).distance;
            QVERIFY(bound >= farthest); // closest first
            farthest = bound;
            bounds.erase(familyLabel(family->family));
        }
        QVERIFY(farthest > 0 && !bounds.empty());
        for (const auto &[family, bound] : bounds)
            QVERIFY2(bound >= farthest, family.c_str());
        // In the result itself they are in that order too.
        std::vector<const RejectedFamily *> bounded;
        for (const auto &family : found->rejected)
            if (family.rejection == Rejection::bounded)
                bounded.push_back(&family);
        const auto ordered = closestFirst(*found);
        QVERIFY(std::search(ordered.begin(), ordered.end(), bounded.begin(), bounded.end()) != ordered.end());
    }
};

QTEST_GUILESS_MAIN(ClosestFirstTest)
#include "closest_first_test.moc"
