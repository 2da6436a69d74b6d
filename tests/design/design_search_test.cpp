// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/design_search.h"

#include "project/recipe_text.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <atomic>
#include <numeric>

using namespace heteroscope;

class DesignSearchTest : public StrictTest
{
    Q_OBJECT

    static DesignNode node(const std::string &text, double price)
    {
        const auto recipe = parseRecipe("1x" + text);
        if (!recipe)
            qFatal("%s", toString(recipe.error()).c_str());
        return {recipe->groups.front(), price, 2};
    }
    static DesignSpec spec()
    {
        DesignSpec spec;
        spec.workload = test::smallGpt(4, 512, 8);
        spec.choices = {{{node("2 A100 hdr200", 4), node("2 A100 eth25", 3.5)}, {0, 1, 2}},
                        {{node("2 V100 hdr200", 1.5)}, {0, 1, 2}}};
        spec.fabrics.emplace_back();
        return spec;
    }
    static SearchOptions options() { return {.space = SearchSpace::C, .threads = 2}; }
    static DesignResult searched(const DesignSpec &spec, const SearchOptions &options, StopToken stop = {})
    {
        auto result = searchDesigns(spec, options, std::move(stop));
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static std::size_t rejected(const DesignResult &result)
    {
        return std::accumulate(result.prunedBy.begin(), result.prunedBy.end(), std::size_t(0),
                               [](std::size_t sum, const auto &item) { return sum + item.second; });
    }

private slots:
    /// Every cluster planned by itself, without a limit from the others.
    void theFrontIsThatOfAllPlans()
    {
        const DesignSpec asked = spec();
        std::vector<std::pair<double, double>> all; // price, step
        for (int a = 0; a <= 2; ++a) {
            for (int kind = 0; kind < (a > 0 ? 2 : 1); ++kind) {
                for (int v = 0; v <= 2; ++v) {
                    ClusterRecipe recipe;
                    recipe.groups.clear();
                    double price = 0;
                    const auto add = [&](const DesignNode &one, int count) {
                        if (count == 0)
                            return;
                        recipe.groups.push_back(one.group);
                        recipe.groups.back().count = count;
                        price += count * one.pricePerHour;
                    };
                    add(asked.choices[0].nodes[static_cast<std::size_t>(kind)], a);
                    add(asked.choices[1].nodes[0], v);
                    if (a + v == 0)
                        continue;
                    const auto topology = Topology::build(buildRecipe(recipe)->cluster);
                    const auto found = searchPlans(*topology, asked.workload, options());
                    QVERIFY(found && found->proved && !found->plans.empty());
                    all.emplace_back(price, toSeconds(found->plans.front().result->stepTime).value);
                }
            }
        }
        std::sort(all.begin(), all.end());
        std::vector<std::pair<double, double>> front;
        for (const auto &one : all) {
            if (front.empty() || one.second < front.back().second)
                front.push_back(one);
        }
        const auto result = searched(asked, options());
        QCOMPARE(result.enumerated, all.size());
        QCOMPARE(result.front.size(), front.size());
        for (std::size_t i = 0; i < front.size(); ++i) {
            QCOMPARE(result.front[i].pricePerHour, front[i].first);
            QCOMPARE(result.front[i].stepTime().value, front[i].second);
            QVERIFY(result.front[i].proved && result.front[i].bound <= result.front[i].stepTime());
            QVERIFY(parseRecipe(result.front[i].cluster));
        }
        QCOMPARE(result.gap, 0.0);
        QCOMPARE(result.front.size() + rejected(result), result.enumerated);
        QVERIFY(!result.prunedBy.count(DesignRejection::open) && !result.stopped);
    }
    void boundsSpareClusters()
    {
        DesignSpec asked = spec();
        asked.workload = test::smallGpt(8, 2048, 64);
        asked.choices[1].nodes.front().pricePerHour = 100; // slow and dear
        const auto result = searched(asked, options());
        QVERIFY(result.prunedBy.at(DesignRejection::bounded) > 0);
        QVERIFY(result.planned < result.enumerated);
        QCOMPARE(result.front.size() + rejected(result), result.enumerated);
    }
    /// They are in no plan, so no time depends on them; below leaves they may take the place of others.
    void nodesThatCannotRunTheJobArePlannedOnce()
    {
        DesignSpec asked = spec();
        asked.workload.job.precision = Precision::bf16; // which V100 lack
        DesignSpec without = asked;
        without.choices.pop_back();
        const auto expected = searched(without, options());
        QCOMPARE(expected.gap, 0.0);
        for (const FabricShape shape : {FabricShape::singleSwitch, FabricShape::fatTree}) {
            asked.fabrics.front().shape = shape;
            const auto result = searched(asked, options());
            if (shape == FabricShape::singleSwitch)
                QCOMPARE(result.planned, expected.planned);
            QCOMPARE(result.prunedBy.at(DesignRejection::noPlan), std::size_t(2));
            QCOMPARE(result.front.size(), expected.front.size());
            for (std::size_t i = 0; i < result.front.size(); ++i)
                QCOMPARE(result.front[i].pricePerHour, expected.front[i].pricePerHour);
            QCOMPARE(result.gap, 0.0);
        }
    }
    /// No cluster is faster than the front at its price by more than what the search says, whatever it left out.
    void theGapIsCertified()
    {
        const auto exact = searched(spec(), options());
        for (const double gap : {0.05, 0.3}) {
            DesignSpec asked = spec();
            asked.gap = gap;
            const auto result = searched(asked, options());
            QVERIFY(!result.front.empty() && result.front.size() <= exact.front.size());
            QVERIFY(result.gap <= gap * (1 + 1e-9));
            for (const Design &design : exact.front) {
                double best = infinity;
                for (const Design &member : result.front) {
                    if (member.pricePerHour <= design.pricePerHour)
                        best = std::min(best, member.stepTime().value);
                }
                QVERIFY(design.stepTime().value >= best * (1 - result.gap) * (1 - 1e-9));
            }
            for (std::size_t i = 1; i < result.front.size(); ++i)
                QVERIFY(result.front[i].stepTime() < result.front[i - 1].stepTime() * (1 - gap));
        }
    }
    void limitsAreObeyed()
    {
        DesignSpec asked = spec();
        asked.maxPricePerHour = 7;
        asked.maxDevices = 4;
        const auto result = searched(asked, options());
        QVERIFY(!result.front.empty());
        for (const Design &design : result.front)
            QVERIFY(design.pricePerHour <= 7 && design.devices <= 4);
        QVERIFY(result.prunedBy.at(DesignRejection::price) > 0 && result.prunedBy.at(DesignRejection::devices) > 0);
    }
    void powerAndSpaceAreLimits()
    {
        DesignSpec asked = spec();
        for (DesignChoice &choice : asked.choices) {
            for (DesignNode &node : choice.nodes) {
                node.power = 1000;
                node.rackUnits = 4;
            }
        }
        asked.maxPower = 2000;
        const auto byPower = enumerateDesigns(asked);
        QVERIFY(byPower.prunedBy.at(DesignRejection::power) > 0 && !byPower.designs.empty());
        for (const Design &design : byPower.designs)
            QVERIFY(design.power <= 2000);
        asked.maxPower.reset();
        asked.maxRackUnits = 8;
        const auto bySpace = enumerateDesigns(asked);
        QCOMPARE(bySpace.prunedBy.at(DesignRejection::rackSpace), byPower.prunedBy.at(DesignRejection::power));
        for (const Design &design : bySpace.designs)
            QVERIFY(design.rackUnits <= 8);
    }
    void threadsDoNotChangeTheResult()
    {
        SearchOptions one = options();
        one.threads = 1;
        const auto a = searched(spec(), one);
        const auto b = searched(spec(), options());
        QCOMPARE(a.front.size(), b.front.size());
        for (std::size_t i = 0; i < a.front.size(); ++i) {
            QCOMPARE(a.front[i].cluster, b.front[i].cluster);
            QVERIFY(a.front[i].plan == b.front[i].plan);
        }
        QVERIFY(a.prunedBy == b.prunedBy && a.planned == b.planned);
    }
    void aStopLeavesWhatWasPlanned()
    {
        for (const int last : {1, 50, 2000}) {
            std::atomic<int> asks = 0;
            const auto result =
                searched(spec(), options(), StopToken().orWhen([&asks, last] { return ++asks >= last; }));
            QCOMPARE(result.front.size() + rejected(result), result.enumerated);
            QVERIFY(result.stopped == (asks >= last));
            QVERIFY(result.gap >= 0 && result.gap <= 1 && (!result.stopped || result.gap > 0));
        }
    }
    void whereNothingFitsThereIsNoFront()
    {
        DesignSpec asked = spec();
        asked.workload = test::smallGpt(96, 20'480, 8);
        const auto result = searched(asked, options());
        QVERIFY(result.front.empty());
        QCOMPARE(result.prunedBy.at(DesignRejection::noPlan), result.enumerated);
    }
    void tokensTakeTime()
    {
        const DesignSpec asked = spec();
        const auto result = searched(asked, options());
        const Design &first = result.front.front();
        const double steps = 1e9 / (8 * 1024);
        QVERIFY(qFuzzyCompare(daysToTrain(first, asked.workload, 1e9), steps * first.stepTime().value / 86'400));
        QVERIFY(qFuzzyCompare(costToTrain(first, asked.workload, 1e9),
                              steps * first.stepTime().value / 3600 * first.pricePerHour));
    }
};

QTEST_GUILESS_MAIN(DesignSearchTest)
#include "design_search_test.moc"
