// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of the checker of certificates against the simulator: no bound of it is above a simulated step, and no plan
// that may be fast is left out.
#include "planner/certificate/checker_clock.h"
#include "planner/certificate/checker_cuts.h"
#include "planner/certificate/checker_links.h"

#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

struct CheckerCase : test::PlannerCase
{
    using PlannerCase::PlannerCase;
    CheckerPrices prices{pricer, groups, topology, workload, stack};
    CheckerClock clock{prices};

    /// A layout of the family that can run; nullopt: none of the first ones.
    std::optional<PricedLayout> somePriced(const Family &family)
    {
        prices.startFamily(family);
        std::vector<Layout> layouts;
        forEachLayout(family, groups, [&](const Layout &layout) {
            layouts.push_back(layout);
            return layouts.size() < 30;
        });
        if (layouts.empty())
            return {};
        const auto &layout = layouts[*rc::gen::inRange<std::size_t>(0, layouts.size())];
        auto priced = prices.price(family, placedGroups(family, layout, groups));
        return priced ? std::optional(std::move(*priced)) : std::nullopt;
    }
};

} // namespace

class CheckerTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theClockIsNeverLate()
    {
        HETEROSCOPE_PROPERTY("no plan is simulated faster than the checker's clock and links say", [] {
            auto workload = test::randomWorkload(12);
            if (*rc::gen::inRange(0, 3) == 0)
                workload.job.runs = test::everyTick();
            CheckerCase asked(test::randomCluster(*rc::gen::inRange(1, 9)), workload, test::randomSpace());
            if (asked.space.families.empty())
                return;
            for (int i = 0; i < 5; ++i) {
                const auto &family =
                    asked.space.families[*rc::gen::inRange<std::size_t>(0, asked.space.families.size())];
                auto priced = asked.somePriced(family);
                const int units = cutUnits(family, asked.workload.model);
                if (!priced || priced->stages > units)
                    continue;
                const auto cut = test::evenCut(units, priced->stages);
                const auto step = asked.simulate(family, priced->placed, cut);
                RC_ASSERT(bool(step));
                RC_LOG() << familyLabel(family, asked.topology, priced->stages) << " with " << asked.stack.name << "\n";
                const double simulated = toSeconds(step->stepTime).value;
                const double alone = asked.clock.stepTime(family, *priced, cut);
                RC_ASSERT(alone <= simulated);
                shareLinks(asked.prices, family, *priced);
                const double shared = asked.clock.stepTime(family, *priced, cut);
                RC_ASSERT(shared >= alone);
                RC_ASSERT(shared <= simulated);
                RC_ASSERT(busiestLink(asked.prices, family, *priced) * (1 - checkerRounding) <= simulated);
            }
        });
    }
    void theClockIsExactWhereNothingIsShared()
    {
        // One pipeline over links of its own.
        auto workload = test::smallGpt(12, 1024, 16);
        workload.job.softwareStack = "Megatron-LM";
        CheckerCase asked(test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 2)}),
                          workload);
        std::size_t compared = 0;
        for (const auto &family : asked.space.families) {
            if (family.dp != 1 || family.kind != FamilyKind::pure || family.parts.size() != 2 ||
                family.parts[0].tp != 2 || family.parts[1].tp != 2)
                continue;
            asked.prices.startFamily(family);
            const auto placed = placedGroups(family, {{0, 1}, {1, 1}}, asked.groups);
            const auto priced = asked.prices.price(family, placed);
            QVERIFY(priced);
            const auto cut = test::evenCut(cutUnits(family, workload.model), 2);
            const auto step = asked.simulate(family, placed, cut);
            QVERIFY(step);
            const double simulated = toSeconds(step->stepTime).value;
            QVERIFY(std::abs(asked.clock.stepTime(family, *priced, cut) - simulated) <= 1e-8 * simulated);
            ++compared;
        }
        QVERIFY(compared > 10);
    }
    void noFastCutIsLeftOut()
    {
        HETEROSCOPE_PROPERTY("every cut that fits and is simulated below the limit is visited", [] {
            CheckerCase asked(test::randomCluster(*rc::gen::inRange(1, 7)), test::randomWorkload(7),
                              test::randomSpace());
            if (asked.space.families.empty())
                return;
            const auto &family = asked.space.families[*rc::gen::inRange<std::size_t>(0, asked.space.families.size())];
            auto priced = asked.somePriced(family);
            const int units = cutUnits(family, asked.workload.model);
            if (!priced || priced->stages > units)
                return;
            std::vector<std::pair<double, Cut>> simulated;
            test::forEachCut(units, priced->stages, [&](const Cut &cut) {
                const auto step = asked.simulate(family, priced->placed, cut);
                if (step && step->feasible)
                    simulated.emplace_back(toSeconds(step->stepTime).value, cut);
            });
            RC_ASSERT(simulated.empty() || asked.prices.someCutFits(family, priced->placed));
            if (simulated.empty())
                return;
            std::sort(simulated.begin(), simulated.end());
            const double limit = simulated[simulated.size() / 2].first;
            std::vector<Cut> visited;
            std::size_t nodes = 1'000'000;
            CheckerCuts cuts(asked.prices, family, *priced, limit);
            RC_ASSERT(cuts.forEach(nodes, [&](const Cut &cut) {
                visited.push_back(cut);
                return true;
            }));
            for (const auto &[seconds, cut] : simulated) {
                if (seconds < limit * (1 - checkerRounding))
                    RC_ASSERT(std::find(visited.begin(), visited.end(), cut) != visited.end());
            }
        });
    }
};

QTEST_GUILESS_MAIN(CheckerTest)
#include "checker_test.moc"
