// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/why_not.h"
#include "planner/search.h"

#include "planner/explain/explain.h"
#include "planner/search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

Plan pipelineOf(const std::vector<std::vector<std::string>> &stages, const std::vector<int> &layers, int microBatches)
{
    Plan plan;
    plan.pipelines = {test::pipeline(stages, layers, microBatches)};
    return plan;
}

} // namespace

class WhyNotTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aSlowerPlanHasItsDifferenceByCause()
    {
        test::PlannerCase asked(test::a100AndV100(2, 2), test::smallGpt(10, 1024, 16));
        const auto search = searchPlans(asked.topology, asked.workload, {});
        const auto &best = *search->plans.front().result;
        const auto why = whyNot(asked.pricer, pipelineOf({{"v:0"}}, {12}, 16), &best, {});
        QCOMPARE(why.verdict, WhyNot::Verdict::slower);
        QVERIFY(why.slower > 0);
        const double difference = toSeconds(why.result->stepTime).value - toSeconds(best.stepTime).value;
        QVERIFY(std::abs(why.slower * toSeconds(best.stepTime).value - difference) < 1e-9);
        double sum = 0;
        for (std::size_t i = 0; i < why.terms.size(); ++i) {
            sum += why.terms[i].seconds;
            QVERIFY(i == 0 || std::abs(why.terms[i].seconds) <= std::abs(why.terms[i - 1].seconds));
        }
        QVERIFY(std::abs(sum - difference) < 1e-9);
        QCOMPARE(why.terms.front().cause, TimeCause::computation); // one device does all the work
        QVERIFY(isEmpty(why.reason));
        QCOMPARE(why.best->value, toSeconds(best.stepTime).value);
        QVERIFY(why.overflows.empty());
    }
    void aPlanThatDoesNotFitNamesStageDeviceAndBytes()
    {
        test::PlannerCase asked(test::a100AndV100(2, 2), test::smallGpt(24, 4096, 16));
        const auto why = whyNot(asked.pricer, pipelineOf({{"a:0"}, {"v:0"}, {"v:1"}}, {10, 8, 8}, 16), nullptr, {});
        QCOMPARE(why.verdict, WhyNot::Verdict::outOfMemory);
        QCOMPARE(why.overflows.size(), std::size_t(2));
        QCOMPARE(why.overflows[0].stage, 1);
        QCOMPARE(why.overflows[0].device, std::string("v:0"));
        QCOMPARE(why.overflows[1].device, std::string("v:1"));
        for (const auto &overflow : why.overflows) {
            QVERIFY(overflow.over().value > 0);
            QCOMPARE(overflow.over().value, (overflow.peak - overflow.capacity).value);
            QCOMPARE(overflow.parts.total().value, overflow.peak.value);
        }
        QVERIFY(why.worstOverflow()->device.starts_with("v:"));
    }
    void mistakesMappingsAndBudgetsAreTold()
    {
        auto cluster = test::a100AndV100(2, 2);
        cluster.deviceGroups = {{"old", {"v"}, {}}};
        test::PlannerCase asked(cluster, test::smallGpt(10, 1024, 16));
        const auto plan = pipelineOf({{"a:0"}, {"v:0"}}, {6, 6}, 16);
        const auto broken = whyNot(asked.pricer, pipelineOf({{"a:0"}, {"v:0"}}, {6, 5}, 16), nullptr, {});
        QCOMPARE(broken.verdict, WhyNot::Verdict::cannotRun);
        QVERIFY(!broken.result && std::holds_alternative<Error>(broken.reason));
        SearchOptions options;
        options.mappings =
            resolveMappings({{"old", MappingRule::forbid, MappingTarget::stages, {}, {}}}, cluster, asked.topology);
        const auto forbidden = whyNot(asked.pricer, plan, nullptr, options);
        QCOMPARE(forbidden.verdict, WhyNot::Verdict::breaksMapping);
        QCOMPARE(std::get<MappingBreach>(forbidden.reason).device, std::string("v:0"));
        SearchOptions frugal;
        frugal.maxPower = 1;
        const auto dear = whyNot(asked.pricer, plan, nullptr, frugal);
        QCOMPARE(dear.verdict, WhyNot::Verdict::overBudget);
        QCOMPARE(dear.maxPower, std::optional(1.0));
    }
    void theBestPlanIsAsFastAsItself()
    {
        test::PlannerCase asked(test::a100AndV100(2, 2), test::smallGpt(10, 1024, 16));
        const auto search = searchPlans(asked.topology, asked.workload, {});
        const auto &best = search->plans.front();
        const auto why = whyNot(asked.pricer, best.plan, best.result.get(), {});
        QCOMPARE(why.verdict, WhyNot::Verdict::asFast);
        QCOMPARE(why.slower, 0.0);
        // Compared with a slower one it is faster, and says so.
        const auto &last = search->plans.back();
        QCOMPARE(whyNot(asked.pricer, best.plan, last.result.get(), {}).verdict, WhyNot::Verdict::faster);
    }
    void theTermsOfEveryStepAddUp()
    {
        HETEROSCOPE_PROPERTY("sum of terms == step time", [] {
            test::PlannerCase asked(test::randomCluster(6), test::randomWorkload(6));
            const auto result = searchPlans(asked.topology, asked.workload, {.top = 3, .threads = 1});
            for (const auto &plan : result->plans) {
                double sum = 0;
                for (const auto &term : stepTerms(*plan.result))
                    sum += term.seconds;
                const double time = toSeconds(plan.result->stepTime).value;
                RC_ASSERT(std::abs(sum - time) < 1e-9 * time + 1e-12);
            }
        });
    }
};

QTEST_GUILESS_MAIN(WhyNotTest)
#include "why_not_test.moc"
