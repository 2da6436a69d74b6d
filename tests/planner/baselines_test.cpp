// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/baselines/baseline.h"

#include "planner/baselines/best_uniform.h"
#include "planner/baselines/draft.h"
#include "planner/certificate/check_certificate.h"
#include "planner/search.h"
#include "planner/space_support.h"
#include "simulator/predict_step.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

namespace {

Baseline baselineOf(test::PlannerCase &asked, BaselineKind kind) { return makeBaseline(kind, asked.book, {}); }

/// Every baseline's plan is without mistakes and simulates to what is said, and the answer is not slower than any.
std::string whatIsWrongWithBaselines(const Topology &topology, const Workload &workload, const SearchResult &result)
{
    if (result.baselines.size() != baselineNames.size())
        return "not all baselines";
    for (const auto &baseline : result.baselines) {
        if (!baseline.result) {
            if (baseline.mayWin())
                return std::string(baseline.name()) + " says nothing";
            continue;
        }
        if (const auto mistakes = findPlanMistakes(*baseline.plan, topology, workload, ""); !mistakes.ok())
            return std::string(baseline.name()) + ": " + toString(mistakes.errors.front());
        const auto step = predictStep(topology, workload, *baseline.plan);
        if (!step || step->stepTime != baseline.result->stepTime)
            return std::string(baseline.name()) + " simulates to something else";
        if (baseline.mayWin() && result.plans.empty())
            return std::string(baseline.name()) + " runs, but the search has nothing";
        if (baseline.mayWin() && result.plans.front().result->stepTime > baseline.result->stepTime)
            return std::string(baseline.name()) + " is faster than the answer";
    }
    return {};
}

} // namespace

class BaselinesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theBestUniformPlanComesFirst()
    {
        QCOMPARE(baselineNames.front(), std::string_view("best uniform plan"));
        QCOMPARE(static_cast<int>(BaselineKind::bestUniform), 0);
    }
    void noBaselineWinsWithWhatIsNotTicked()
    {
        const auto cluster =
            test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)});
        auto workload = test::smallGpt(8, 2048, 16);
        for (const auto &ticks :
             {SoftwareTicks{}, SoftwareTicks{.schedules = std::vector<std::string>{}, .zeroStages = {}, .degrees = {}},
              SoftwareTicks{.schedules = {}, .zeroStages = {}, .degrees = SoftwareDegrees{false, false, false}}}) {
            workload.job.runs = ticks;
            test::PlannerCase asked(cluster, workload);
            const auto uniform = baselineOf(asked, BaselineKind::bestUniform);
            QVERIFY(uniform.plan && !softwareLack(*uniform.plan, asked.stack));
            const auto result = searchPlans(asked.topology, workload, {.top = 2});
            QVERIFY(result && !result->plans.empty());
            for (const auto &ranked : result->plans)
                QVERIFY(!softwareLack(ranked.plan, asked.stack));
            for (const auto &baseline : result->baselines) {
                if (baseline.plan && softwareLack(*baseline.plan, asked.stack))
                    QVERIFY(!baseline.mayWin() && std::get_if<MissingFeature>(&baseline.reason));
            }
        }
    }
    void theBestUniformPlanIsThatOfBruteForce()
    {
        static std::size_t grids = 0;
        HETEROSCOPE_PROPERTY("best uniform plan == the fastest of its grid", [] {
            auto workload = test::randomWorkload(8);
            workload.job.globalBatch = 1 << *rc::gen::inRange(0, 3);
            const auto count = *rc::gen::inRange<std::size_t>(1, 5);
            test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", count)}), workload);
            const auto found = baselineOf(asked, BaselineKind::bestUniform);
            UniformGrid grid(asked.book);
            const auto all = grid.all();
            if (all.size() > 150) // the effort may be spent before
                return;
            Ticks best(Ticks::max);
            for (const auto &degrees : all) {
                const auto plan = grid.plan(degrees);
                RC_ASSERT(findPlanMistakes(plan, asked.topology, asked.workload, "").ok());
                const auto step = predictStep(asked.pricer, plan);
                RC_ASSERT(bool(step));
                RC_ASSERT(degrees.computing <= toSeconds(step->stepTime).value * (1 + 1e-9));
                if (step->feasible)
                    best = std::min(best, step->stepTime);
                RC_ASSERT(!step->feasible || grid.fits(degrees));
            }
            if (best == Ticks(Ticks::max)) { // so little memory is left that no plan of the grid fits
                RC_ASSERT(!found.plan && !found.result && !found.mayWin());
                const auto *reason = std::get_if<PlainReason>(&found.reason);
                RC_ASSERT(reason && *reason == PlainReason::noPlanOfTheRulesFits);
                return;
            }
            RC_ASSERT(found.mayWin());
            RC_ASSERT(found.result->stepTime == best);
            ++grids;
        });
        QVERIFY2(grids >= 20, qPrintable(QString::number(grids)));
    }
    void theBestUniformPlanIsAlikeEverywhere()
    {
        auto workload = test::smallGpt(22, 2048, 32);
        workload.model.moe = MixtureOfExperts{8, 2, 0, 2048, 0};
        test::PlannerCase asked(
            test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)}), workload);
        const auto baseline = baselineOf(asked, BaselineKind::bestUniform);
        QVERIFY(baseline.plan && baseline.mayWin());
        const auto &first = baseline.plan->pipelines.front().stages.front();
        for (const auto &pipeline : baseline.plan->pipelines) {
            QCOMPARE(pipeline.stages.size(), baseline.plan->pipelines.front().stages.size());
            for (const auto &stage : pipeline.stages) {
                QCOMPARE(stage.groups.front().tp, first.groups.front().tp);
                QCOMPARE(stage.groups.front().cp, first.groups.front().cp);
                QCOMPARE(stage.groups.front().ep, first.groups.front().ep);
                QVERIFY(stage.recompute == first.recompute);
                QVERIFY(std::abs(stage.chunks.front().count - first.chunks.front().count) <= 2);
            }
        }
    }
    void layersAreSharedInProportion()
    {
        QCOMPARE(proportionalLayers({1, 1}, 10), (std::vector<int>{5, 5}));
        QCOMPARE(proportionalLayers({3, 1}, 8), (std::vector<int>{6, 2}));
        QCOMPARE(proportionalLayers({100, 1, 1}, 6), (std::vector<int>{4, 1, 1}));
        HETEROSCOPE_PROPERTY("all layers are given, at least one each, more to the faster", [] {
            const auto stages = *rc::gen::inRange<std::size_t>(1, 9);
            std::vector<double> speeds;
            for (std::size_t s = 0; s < stages; ++s)
                speeds.push_back(*rc::gen::inRange(1, 100) / 10.0);
            const int layers = *rc::gen::inRange(static_cast<int>(stages), 60);
            const auto counts = proportionalLayers(speeds, layers);
            RC_ASSERT(std::accumulate(counts.begin(), counts.end(), 0) == layers);
            for (std::size_t s = 0; s < stages; ++s) {
                RC_ASSERT(counts[s] >= 1);
                for (std::size_t other = 0; other < stages; ++other)
                    RC_ASSERT(speeds[s] < speeds[other] || counts[s] + 1 >= counts[other]);
            }
        });
    }
    void uniformTakesTheLeastModelParallelismThatFits()
    {
        // A model that one device holds: data parallelism alone (takeaway 2).
        test::PlannerCase small(test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)}),
                                test::smallGpt(8, 1024, 64));
        const auto alone = baselineOf(small, BaselineKind::uniform);
        QVERIFY(alone.plan && alone.mayWin());
        QCOMPARE(alone.plan->pipelines.size(), std::size_t(8));
        QCOMPARE(pipelineDegree(*alone.plan), 1);
        QCOMPARE(largestTensorDegree(*alone.plan), 1);
        // One that needs more than a node: TP fills the node, then come stages (takeaway 1).
        test::PlannerCase large(test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4),
                                            test::node("c", "A100-80GB SXM", 4), test::node("d", "A100-80GB SXM", 4)}),
                                test::smallGpt(48, 8192, 16));
        const auto split = baselineOf(large, BaselineKind::uniform);
        QVERIFY(split.plan && split.mayWin());
        QCOMPARE(largestTensorDegree(*split.plan), 4);
        QVERIFY(pipelineDegree(*split.plan) > 1);
        for (const auto &pipeline : split.plan->pipelines) {
            for (const auto &stage : pipeline.stages)
                QVERIFY(std::abs(stage.chunks[0].count - 50 / pipelineDegree(*split.plan)) <= 1);
        }
    }
    void proportionalGivesFastStagesMoreLayers()
    {
        test::PlannerCase asked(
            test::star({test::node("a", "A100-80GB SXM", 1), test::node("v", "V100-32GB SXM2/SXM3", 1)}),
            test::smallGpt(30, 1024, 16));
        const auto baseline = baselineOf(asked, BaselineKind::proportional);
        QVERIFY(baseline.plan && baseline.mayWin());
        const auto &stages = baseline.plan->pipelines.front().stages;
        QCOMPARE(stages.size(), std::size_t(2));
        QCOMPARE(stages[0].groups[0].devices.front(), std::string("a:0")); // most memory first
        QVERIFY(stages[0].chunks[0].count > stages[1].chunks[0].count);
    }
    void metisSharesSamplesBySpeedAndPrefersDataParallelism()
    {
        test::PlannerCase asked(
            test::star({test::node("a", "A100-80GB SXM", 1), test::node("v", "V100-32GB SXM2/SXM3", 1)}),
            test::smallGpt(4, 1024, 16));
        const auto baseline = baselineOf(asked, BaselineKind::metis);
        QVERIFY(baseline.plan && baseline.mayWin());
        QCOMPARE(largestTensorDegree(*baseline.plan), 1);
        for (const auto &stage : baseline.plan->pipelines.front().stages) {
            int samples = 0;
            for (const auto &group : stage.groups)
                samples += group.samples;
            QCOMPARE(samples, baseline.plan->microBatchSize);
            if (stage.groups.size() == 2) {
                const bool fastFirst = stage.groups[0].devices.front() == "a:0";
                QVERIFY(stage.groups[fastFirst ? 0 : 1].samples >= stage.groups[fastFirst ? 1 : 0].samples);
            }
        }
    }
    void sailorSplitsLayersEqually()
    {
        test::PlannerCase asked(
            test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)}),
            test::smallGpt(22, 2048, 32));
        const auto baseline = baselineOf(asked, BaselineKind::sailor);
        QVERIFY(baseline.plan && baseline.mayWin());
        const int stages = pipelineDegree(*baseline.plan);
        for (const auto &stage : baseline.plan->pipelines.front().stages)
            QVERIFY(std::abs(stage.chunks[0].count - 24 / stages) <= 1);
    }
    void aModelThatFitsNowhereHasNoBaseline()
    {
        test::PlannerCase asked(test::star({test::node("v", "V100-16GB SXM2", 1)}), test::smallGpt(96, 12288, 8));
        for (std::size_t kind = 0; kind < baselineNames.size(); ++kind)
            QVERIFY(!baselineOf(asked, static_cast<BaselineKind>(kind)).mayWin());
    }
    void thePlannerIsNeverSlowerOnRandomMixedClusters()
    {
        static std::size_t compared = 0;
        HETEROSCOPE_PROPERTY("answer <= every baseline", [] {
            const auto topology = test::topology(test::randomCluster(8));
            const auto workload = test::randomWorkload(8);
            SearchOptions options;
            options.top = 3;
            options.space = static_cast<SearchSpace>(*rc::gen::inRange(0, 5));
            options.threads = 1;
            const auto result = searchPlans(topology, workload, options);
            RC_ASSERT(bool(result));
            RC_ASSERT(whatIsWrongWithBaselines(topology, workload, *result) == std::string());
            for (const auto &baseline : result->baselines)
                compared += baseline.result && baseline.mayWin() ? 1 : 0;
        });
        QVERIFY2(compared >= 200, qPrintable(QString::number(compared)));
    }
    void thePlannerIsNeverSlowerOnRegularClusters()
    {
        for (const char *type : {"A100-80GB SXM", "H100-80GB SXM", "V100-32GB SXM2/SXM3"}) {
            const auto topology = test::topology(test::star({test::node("a", type, 8), test::node("b", type, 8)}));
            for (const auto &workload : {test::smallGpt(24, 2048, 64), test::smallGpt(32, 4096, 32)}) {
                const auto result = searchPlans(topology, workload, {});
                QVERIFY(result);
                const auto wrong = whatIsWrongWithBaselines(topology, workload, *result);
                QVERIFY2(wrong.empty(), wrong.c_str());
            }
        }
    }
    void aFasterBaselineBeyondTheSpaceIsTheAnswerAndSaysSo()
    {
        // Two unlike devices and a model that both hold: samples split by speed inside one stage are not in space C,
        // which asks nothing of the software. In space P the job has to tick it.
        const auto cluster =
            test::star({test::node("a", "A100-80GB SXM", 1), test::node("v", "V100-32GB SXM2/SXM3", 1)});
        const auto topology = test::topology(cluster);
        const auto workload = test::smallGpt(2, 2048, 128);
        const auto result = searchPlans(topology, workload, {.space = SearchSpace::C});
        QVERIFY(result && result->plans.size() > 1);
        const auto &best = result->plans.front();
        QCOMPARE(best.baseline, std::optional(BaselineKind::metis));
        QCOMPARE(best.family, planLabel(best.plan));
        QCOMPARE(result->bestValue, toSeconds(best.result->stepTime).value);
        QVERIFY(result->lowerValue <= result->bestValue);
        for (std::size_t i = 1; i < result->plans.size(); ++i) {
            QVERIFY(result->plans[i].baseline == std::nullopt);
            QVERIFY(result->plans[i].result->stepTime > best.result->stepTime);
        }
        // What is certified holds with such an answer too.
        const auto fingerprint = projectFingerprint(cluster, workload, {});
        const auto findings = checkCertificate(makeCertificate(*result, fingerprint), cluster, topology, workload, {});
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
        SearchOptions alone;
        alone.space = SearchSpace::C;
        alone.baselines = false;
        const auto practical = searchPlans(topology, workload, {});
        QVERIFY(practical && practical->proved && !practical->plans.front().baseline);
        const auto *missing =
            std::get_if<MissingFeature>(&practical->baselines[static_cast<std::size_t>(BaselineKind::metis)].reason);
        QVERIFY(missing && missing->lack == SoftwareLack::unlikePipelines);
        const auto ofSpace = searchPlans(topology, workload, alone);
        QVERIFY(ofSpace && ofSpace->proved && ofSpace->baselines.empty());
        QVERIFY(ofSpace->plans.front().result->stepTime > best.result->stepTime);
    }
    void aBaselineThatBreaksAMappingDoesNotWin()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 2)});
        cluster.deviceGroups = {{"fast", {"a"}, {}}};
        const auto topology = test::topology(cluster);
        SearchOptions options;
        options.mappings =
            resolveMappings({{"fast", MappingRule::forbid, MappingTarget::stages, {}, {}}}, cluster, topology);
        const auto result = searchPlans(topology, test::smallGpt(6, 1024, 16), options);
        QVERIFY(result && !result->plans.empty());
        QVERIFY(result->plans.front().baseline == std::nullopt);
        for (const auto &baseline : result->baselines)
            QVERIFY(!baseline.mayWin());
    }
};

QTEST_GUILESS_MAIN(BaselinesTest)
#include "baselines_test.moc"
