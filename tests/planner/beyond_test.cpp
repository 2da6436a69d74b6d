// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/beyond/beyond.h"

#include "planner/beyond/neighbours.h"
#include "planner/beyond/unlike_pipelines.h"
#include "planner/beyond/variations.h"
#include "planner/explain/why_not.h"
#include "planner/search.h"
#include "planner/space_support.h"
#include "simulator/predict_step.h"
#include "strategy/plan_json.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <numeric>
#include <set>

using namespace heteroscope;

namespace {

Cluster twoTypes(std::size_t devices = 4)
{
    return test::star({test::node("a", "A100-80GB SXM", devices), test::node("v", "V100-16GB SXM2", devices)});
}

SearchResult looked(const Topology &topology, const Workload &workload, SearchOptions options = {},
                    const BeyondEffort &effort = {}, StopToken stop = {})
{
    auto result = searchPlans(topology, workload, options);
    if (!result || result->plans.empty())
        qFatal("no plan");
    if (const auto done = lookBeyond(topology, workload, options, *result, stop, nullptr, effort); !done)
        qFatal("%s", toString(done.error()).c_str());
    return std::move(*result);
}

bool has(const std::vector<PlanChange> &changes, VariationKind kind)
{
    return std::any_of(changes.begin(), changes.end(),
                       [kind](const PlanChange &change) { return change.kind == kind; });
}

bool hasSchedule(const SearchResult &result, ScheduleKind schedule)
{
    return std::any_of(result.beyond.begin(), result.beyond.end(), [&](const BeyondPlan &plan) {
        return has(plan.changes, VariationKind::schedule) && plan.changes.front().schedule == schedule;
    });
}

/// Every plan is possible, fits and takes what is said; best first.
std::string whatIsWrongBeyond(const Topology &topology, const Workload &workload, const SearchResult &result)
{
    Ticks last{0};
    for (const auto &plan : result.beyond) {
        const std::string label = changeLabel(plan.changes);
        if (label.empty())
            return "a plan without a change";
        if (const auto mistakes = findPlanMistakes(plan.plan, topology, workload, ""); !mistakes.ok())
            return label + ": " + toString(mistakes.errors.front());
        const auto step = predictStep(topology, workload, plan.plan);
        if (!step || step->stepTime != plan.result->stepTime)
            return label + " simulates to something else";
        if (!step->feasible)
            return label + " does not fit";
        if (step->stepTime < last)
            return label + " is out of order";
        last = step->stepTime;
    }
    return {};
}

std::vector<std::string> devicesOf(const Plan &plan)
{
    std::vector<std::string> devices = plan.unusedDevices;
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages) {
            for (const auto &group : stage.groups)
                devices.insert(devices.end(), group.devices.begin(), group.devices.end());
        }
    }
    std::sort(devices.begin(), devices.end());
    return devices;
}

std::vector<Plan> of(const std::vector<VariedPlan> &plans, VariationKind kind)
{
    std::vector<Plan> found;
    for (const auto &each : plans) {
        if (has(each.changes, kind))
            found.push_back(each.plan);
    }
    return found;
}

} // namespace

class BeyondTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatIsFoundIsPossibleAndTakesWhatIsSaid()
    {
        HETEROSCOPE_PROPERTY("plans beyond the space are simulated as listed", [] {
            const auto topology = test::topology(test::randomCluster(6));
            const auto workload = test::randomWorkload(6);
            auto result = searchPlans(topology, workload, {});
            if (!result)
                return;
            BeyondEffort effort;
            effort.simulations = 60;
            RC_ASSERT(bool(lookBeyond(topology, workload, {}, *result, {}, nullptr, effort)));
            RC_ASSERT(result->beyondSimulated <= 60 + 40);
            for (const auto &plan : result->beyond)
                RC_ASSERT(plan.changes != std::vector<PlanChange>{{VariationKind::tensorByStage}} ||
                          result->plans.empty() || plan.result->stepTime < result->plans.front().result->stepTime);
            const auto wrong = whatIsWrongBeyond(topology, workload, *result);
            if (!wrong.empty())
                RC_FAIL(wrong);
        });
    }

    void itIsTheSameForAnyNumberOfThreads()
    {
        const auto topology = test::topology(twoTypes());
        const auto workload = test::smallGpt(10, 1024, 32);
        SearchOptions options;
        options.threads = 1;
        const auto one = looked(topology, workload, options);
        QVERIFY(!one.beyond.empty());
        for (const unsigned threads : {2U, 5U}) {
            options.threads = threads;
            const auto other = looked(topology, workload, options);
            QCOMPARE(other.beyond.size(), one.beyond.size());
            QCOMPARE(other.beyondSimulated, one.beyondSimulated);
            for (std::size_t i = 0; i < one.beyond.size(); ++i) {
                QVERIFY(other.beyond[i].plan == one.beyond[i].plan);
                QVERIFY(other.beyond[i].changes == one.beyond[i].changes);
            }
        }
    }

    // The weight gradients fill the gaps that 1F1B leaves.
    void aSplitBackwardIsFasterWhereStagesWait()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 4)}));
        auto workload = test::smallGpt(14, 2048, 8);
        const auto result = looked(topology, workload, {.space = SearchSpace::C});
        QCOMPARE(whatIsWrongBeyond(topology, workload, result), std::string());
        QVERIFY(hasSchedule(result, ScheduleKind::zbH1) || hasSchedule(result, ScheduleKind::zbH2));
    }

    // After a search of space P, which asks for the ticks of the job and has all schedules that are tried.
    void whatIsNotTickedIsNotTried()
    {
        const auto topology = test::topology(twoTypes());
        auto workload = test::smallGpt(10, 1024, 32);
        workload.job.runs.schedules = {"1f1b"};
        workload.job.runs.zeroStages = {1};
        const auto stack = jobSoftware(builtinCalibration(), workload.job);
        const auto result = looked(topology, workload);
        QVERIFY(!result.beyond.empty());
        for (const auto &plan : result.beyond) {
            QVERIFY(!has(plan.changes, VariationKind::schedule));
            const auto lack = softwareLack(plan.plan, *stack);
            QVERIFY(!lack || noSoftwareHas(*lack));
        }
    }

    // However long the list is that the search was asked for.
    void theAnswerDoesNotDependOnTheLengthOfTheRanking()
    {
        const auto topology = test::topology(twoTypes());
        const auto workload = test::smallGpt(10, 1024, 32);
        const auto few = looked(topology, workload, {.top = rankedForAnswer});
        const auto many = looked(topology, workload, {.top = 4 * rankedForAnswer});
        QVERIFY(many.plans.size() > few.plans.size() && !few.beyond.empty());
        QVERIFY(few.plans.front().plan == many.plans.front().plan);
        QCOMPARE(many.beyond.size(), few.beyond.size());
        for (std::size_t i = 0; i < few.beyond.size(); ++i)
            QVERIFY(many.beyond[i].plan == few.beyond[i].plan);
        QVERIFY(std::none_of(few.plans.begin(), few.plans.end(), [](const RankedPlan &plan) { return plan.isFiller; }));
        QVERIFY(
            std::any_of(many.plans.begin(), many.plans.end(), [](const RankedPlan &plan) { return plan.isFiller; }));
    }

    void expertsAreSharedBetweenReplicas()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 8)}));
        auto workload = test::smallGpt(4, 2048, 32);
        workload.model.moe = MixtureOfExperts{8, 2, 0, 4096, 0};
        const auto result = looked(topology, workload, {.space = SearchSpace::C});
        QCOMPARE(whatIsWrongBeyond(topology, workload, result), std::string());
        QVERIFY(std::any_of(result.beyond.begin(), result.beyond.end(),
                            [](const BeyondPlan &plan) { return has(plan.changes, VariationKind::expertParallel); }));
        // Space P has them: what was searched is not told again as something beyond, unless it is faster.
        const auto practical = looked(topology, workload);
        const double best = toSeconds(practical.plans.front().result->stepTime).value;
        for (const auto &plan : practical.beyond) {
            const bool isSearched = std::all_of(plan.changes.begin(), plan.changes.end(), [](const PlanChange &change) {
                return change.kind == VariationKind::expertParallel || change.kind == VariationKind::contextParallel ||
                       change.kind == VariationKind::zero;
            });
            QVERIFY2(!isSearched || toSeconds(plan.result->stepTime).value < best, changeLabel(plan.changes).c_str());
        }
    }

    // Links so slow that no pipeline pays: each type has its own, and the fast one takes more micro-batches. They are
    // outside of space C; in space P only what the software runs is tried.
    void unlikeTypesTakeMicroBatchesByTheirPace()
    {
        const auto topology = test::topology(test::star(
            {test::node("a", "A100-80GB SXM", 1), test::node("v", "V100-16GB SXM2", 1)}, BytesPerSecond(2e8)));
        const auto workload = test::smallGpt(2, 512, 64);
        const auto untold = looked(topology, workload);
        QVERIFY(std::none_of(untold.beyond.begin(), untold.beyond.end(),
                             [](const BeyondPlan &plan) { return has(plan.changes, VariationKind::unlikePipelines); }));
        const auto result = looked(topology, workload, {.space = SearchSpace::C});
        const auto unlike = std::find_if(result.beyond.begin(), result.beyond.end(), [](const BeyondPlan &plan) {
            return has(plan.changes, VariationKind::unlikePipelines);
        });
        QVERIFY(unlike != result.beyond.end());
        const auto &pipelines = unlike->plan.pipelines;
        QCOMPARE(pipelines.size(), std::size_t(2));
        QCOMPARE(pipelines[0].stages.size(), std::size_t(1));
        const bool first = pipelines[0].stages[0].groups[0].devices[0].starts_with("a:");
        QVERIFY(first ? pipelines[0].microBatches > pipelines[1].microBatches
                      : pipelines[1].microBatches > pipelines[0].microBatches);
        // No way to share the batch between these two is faster.
        Plan plan = unlike->plan;
        const int all = pipelines[0].microBatches + pipelines[1].microBatches;
        for (int own = 1; own < all; ++own) {
            plan.pipelines[0].microBatches = own;
            plan.pipelines[1].microBatches = all - own;
            const auto step = predictStep(topology, workload, plan);
            QVERIFY(!step || !step->feasible || step->stepTime >= unlike->result->stepTime);
        }
    }

    void mappingsAndBudgetsHold()
    {
        const auto cluster = twoTypes();
        const auto topology = test::topology(cluster);
        const auto workload = test::smallGpt(10, 1024, 32);
        SearchOptions options{.space = SearchSpace::C};
        ResolvedMapping unused;
        unused.mapping = {"old", MappingRule::forbid, MappingTarget::stages, {}, {}};
        unused.inGroup.resize(topology.devices().size());
        for (std::size_t i = 0; i < unused.inGroup.size(); ++i)
            unused.inGroup[i] = topology.devices()[i].name.starts_with("v:");
        options.mappings = {unused};
        const auto obeyed = looked(topology, workload, options);
        QVERIFY(!obeyed.beyond.empty());
        for (const auto &each : obeyed.beyond)
            QVERIFY(!findBreach(options.mappings, topology, placesOf(each.plan, topology)));

        const auto free = looked(topology, workload, {.space = SearchSpace::C});
        options.mappings.clear();
        options.maxPower = free.plans.back().result->energy / toSeconds(free.plans.back().result->stepTime).value;
        for (const auto &each : looked(topology, workload, options).beyond)
            QVERIFY(each.result->energy / toSeconds(each.result->stepTime).value <= *options.maxPower);
    }

    // One head, so no TP; two blocks, so few stages: only sharded states fit.
    void whatFitsNowhereInTheSpaceMayFitBeyondIt()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 8)}));
        auto workload = test::smallGpt(2, 28672, 8);
        workload.model.heads = workload.model.kvHeads = 1;
        workload.model.headDim = 28672;
        workload.model.vocab = 1024;
        workload.job.softwareStack = "PyTorch FSDP";
        workload.job.memoryHeadroom = 0;
        const SearchOptions options{.space = SearchSpace::C};
        auto result = searchPlans(topology, workload, options);
        QVERIFY(result);
        QVERIFY(std::all_of(result->plans.begin(), result->plans.end(),
                            [](const RankedPlan &plan) { return plan.baseline.has_value(); }));
        result->plans.clear(); // as where no baseline fits either
        QVERIFY(lookBeyond(topology, workload, options, *result));
        QCOMPARE(whatIsWrongBeyond(topology, workload, *result), std::string());
        QVERIFY(std::any_of(result->beyond.begin(), result->beyond.end(), [](const BeyondPlan &plan) {
            return std::any_of(plan.changes.begin(), plan.changes.end(),
                               [](const PlanChange &change) { return change.kind == VariationKind::zero; });
        }));
    }

    void aStopLeavesItEmpty()
    {
        std::stop_source source;
        source.request_stop();
        const auto result = looked(test::topology(twoTypes()), test::smallGpt(6, 1024, 8), {}, {}, source.get_token());
        QVERIFY(result.beyond.empty());
        QVERIFY(!result.plans.empty());
    }

    void variationsKeepLayersDevicesAndTheBatch()
    {
        HETEROSCOPE_PROPERTY("a variation of a plan is a plan for the same job on the same devices", [] {
            const auto step = test::randomStep();
            const auto topology = test::topology(step.cluster);
            if (!findPlanMistakes(step.plan, topology, step.workload, "").ok())
                return;
            const auto &stack = **findSoftwareStack(builtinCalibration(), step.workload.job);
            const auto devices = devicesOf(step.plan);
            for (const auto &varied : variationsOf({{}, step.plan}, topology, step.workload, stack)) {
                RC_ASSERT(!varied.changes.empty());
                RC_ASSERT(!changeLabel(varied.changes).empty());
                RC_ASSERT(devicesOf(varied.plan) == devices);
                const auto samples = [](const Plan &plan) {
                    return std::accumulate(plan.pipelines.begin(), plan.pipelines.end(), 0,
                                           [&](int sum, const Pipeline &pipeline) {
                                               return sum + pipeline.microBatches * plan.microBatchSize;
                                           });
                };
                RC_ASSERT(samples(varied.plan) == samples(step.plan));
                // What is wrong with it may only be that a degree does not divide or a schedule wants more.
                for (const auto &error : findPlanMistakes(varied.plan, topology, step.workload, "").errors)
                    RC_ASSERT(error.expected.find("layer ") == std::string::npos &&
                              error.expected.find("each device") == std::string::npos);
            }
        });
    }

    void stagesAreJoinedToTwiceTheDegreeAndSplitToHalf()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 8)}));
        const auto workload = test::smallGpt(6, 1024, 8);
        Plan plan;
        plan.sequenceParallel = true;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"a:2", "a:3"}, {"a:4", "a:5"}}, {3, 3, 2}, 8)};
        plan.unusedDevices = {"a:6", "a:7"};
        QVERIFY(findPlanMistakes(plan, topology, workload, "").ok());
        const auto &stack = **findSoftwareStack(builtinCalibration(), workload.job);
        const auto varied = of(variationsOf({{}, plan}, topology, workload, stack), VariationKind::tensorByStage);
        std::vector<std::vector<int>> degrees, layers;
        for (const auto &each : varied) {
            degrees.emplace_back();
            layers.emplace_back();
            for (const auto &stage : each.pipelines.front().stages) {
                degrees.back().push_back(stage.groups.front().tp);
                layers.back().push_back(stage.chunks.front().count);
            }
            QVERIFY(findPlanMistakes(each, topology, workload, "").ok());
        }
        const std::vector<std::vector<int>> wanted = {{4, 2}, {2, 4}, {1, 1, 2, 2}, {2, 1, 1, 2}, {2, 2, 1, 1}};
        QCOMPARE(degrees, wanted);
        const std::vector<std::vector<int>> cuts = {{6, 2}, {3, 5}, {2, 1, 3, 2}, {3, 2, 1, 2}, {3, 3, 1, 1}};
        QCOMPARE(layers, cuts);
    }

    void samplesGoByPeakRate()
    {
        const auto topology = test::topology(twoTypes(2));
        Stage stage;
        TensorGroup fast, slow;
        fast.devices = {"a:0"}; // 312 TFLOP/s
        slow.devices = {"v:0"}; // 125
        stage.groups = {fast, slow};
        QVERIFY(shareBySpeed(stage, 7, topology, Precision::fp16));
        QCOMPARE(stage.groups[0].samples, 5);
        QCOMPARE(stage.groups[1].samples, 2);
        QVERIFY(!shareBySpeed(stage, 1, topology, Precision::fp16));
    }

    void neighboursMoveOneThingAndKeepTheRest()
    {
        const auto topology = test::topology(twoTypes(4));
        const auto workload = test::smallGpt(6, 1024, 16);
        Plan plan;
        plan.microBatchSize = 2;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 5, 2), test::pipeline({{"v:0"}}, {8}, 3, 2)};
        QVERIFY(findPlanMistakes(plan, topology, workload, "").ok());
        const auto around = neighboursOf(plan, topology, 100);
        // Micro-batches: one there, one back (four leave too few behind, or one); the border both ways.
        QCOMPARE(around.size(), std::size_t(5));
        QCOMPARE(around[0].pipelines[0].microBatches, 4);
        QCOMPARE(around[0].pipelines[1].microBatches, 4);
        QCOMPARE(around[1].pipelines[0].microBatches, 1);
        QCOMPARE(around[2].pipelines[1].microBatches, 2);
        QCOMPARE(around[3].pipelines[0].stages[0].chunks.front().count, 5);
        QCOMPARE(around[4].pipelines[0].stages[0].chunks.front().count, 3);
        for (const auto &each : around)
            QVERIFY(findPlanMistakes(each, topology, workload, "").ok());
        QCOMPARE(neighboursOf(plan, topology, 2).size(), std::size_t(2));

        Plan shared = plan;
        shared.pipelines = {test::pipeline({{"a:0"}}, {8}, 4, 3)};
        shared.microBatchSize = 4;
        TensorGroup slow;
        slow.devices = {"v:0"};
        shared.pipelines[0].stages[0].groups.push_back(slow);
        const auto samples = neighboursOf(shared, topology, 100);
        QCOMPARE(samples.size(), std::size_t(1));
        QCOMPARE(samples[0].pipelines[0].stages[0].groups[0].samples, 2);
        QCOMPARE(samples[0].pipelines[0].stages[0].groups[1].samples, 2);
    }

    void draftedPipelinesAreOfOneTypeEach()
    {
        test::PlannerCase asked(twoTypes(4), test::smallGpt(10, 1024, 32));
        const auto plans = draftUnlikePipelines(asked.book, 6);
        QCOMPARE(plans.size(), std::size_t(6));
        for (const auto &plan : plans) {
            QVERIFY(findPlanMistakes(plan, asked.topology, asked.workload, "").ok());
            QCOMPARE(devicesOf(plan).size(), std::size_t(8));
            for (const auto &pipeline : plan.pipelines) {
                for (const auto &stage : pipeline.stages)
                    QCOMPARE(stage.groups[0].devices[0][0], pipeline.stages[0].groups[0].devices[0][0]);
            }
        }
        test::PlannerCase alike(test::star({test::node("a", "A100-80GB SXM", 4)}), test::smallGpt(10, 1024, 32));
        QVERIFY(draftUnlikePipelines(alike.book, 6).empty());
    }
};

QTEST_GUILESS_MAIN(BeyondTest)
#include "beyond_test.moc"
