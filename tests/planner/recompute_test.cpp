// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families that recompute as needed: each stage recomputes what fits in its memory and takes least, and the bounds, the
// clock and the search reckon with just that.
#include "planner/bounds/pipeline_clock.h"
#include "planner/certificate/check_certificate.h"
#include "planner/search.h"
#include "planner/space/module_ladder.h"

#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// A model whose activations fill most of the memory that is left to them.
Workload tightWorkload(double headroom)
{
    auto workload = test::smallGpt(10, 4096, 32);
    workload.job.sequenceLength = workload.model.maxSequence = 8192;
    workload.job.softwareStack = "InternEvo";
    workload.job.flashAttention = true;
    workload.job.memoryHeadroom = headroom;
    return test::withStagesThatDiffer(workload);
}

Cluster a100AndH100() { return test::star({test::node("a", "A100-80GB SXM", 2), test::node("h", "H100-80GB SXM", 2)}); }

bool isPartly(const Plan &plan)
{
    const auto &stages = plan.pipelines.front().stages;
    return std::any_of(stages.begin(), stages.end(),
                       [](const Stage &stage) { return stage.recomputeLayers.value_or(0) > 0; });
}

bool isSelective(const Plan &plan)
{
    const auto &stages = plan.pipelines.front().stages;
    return std::any_of(stages.begin(), stages.end(),
                       [](const Stage &stage) { return stage.recompute == Recompute::selective; });
}

/// The same with every part of a block that can be recomputed alone.
Workload withModules(Workload workload)
{
    workload.job.runs.recomputeModules = RecomputeModules::all();
    return workload;
}

/// What Stage says in blocks of a chunk.
int blocksAgain(const Stage &stage, const Model &model)
{
    if (stage.recompute != Recompute::full)
        return 0;
    return stage.recomputeLayers.value_or(blocksOf(stage.chunks.front(), model.planLayers()));
}

} // namespace

class RecomputeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void noStageRecomputesMoreThanItNeeds()
    {
        int partly = 0, misfits = 0;
        for (const double headroom : {0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85}) {
            auto workload = tightWorkload(headroom);
            workload.job.runs.zeroStages = {1, 2, 3};
            workload.job.runs.recomputeModules = RecomputeModules(); // whole blocks only
            test::PlannerCase asked(a100AndH100(), workload);
            for (std::size_t i = 0; i < asked.space.families.size(); i += 7) {
                const Family &family = asked.space.families[i];
                if (!family.recomputesAsNeeded || family.kind == FamilyKind::byStage)
                    continue;
                Layout layout;
                forEachLayout(family, asked.groups, [&](const Layout &one) { return (layout = one, false); });
                const auto placed = placedGroups(family, layout, asked.groups);
                const auto plan = asked.plan(family, placed,
                                             test::evenCut(cutUnits(family, asked.workload.model), stageCount(layout)));
                const auto step = predictStep(asked.pricer, plan, {.timeline = false});
                QVERIFY(step);
                partly += isPartly(plan) ? 1 : 0;
                if (!step->feasible) { // then no other choice is
                    ++misfits;
                    auto whole = plan;
                    for (auto &pipeline : whole.pipelines) {
                        for (auto &stage : pipeline.stages) {
                            stage.recompute = Recompute::full;
                            stage.recomputeLayers = std::nullopt;
                        }
                    }
                    const auto fullest = predictStep(asked.pricer, whole, {.timeline = false});
                    QVERIFY(fullest);
                    QVERIFY2(!fullest->feasible, planLabel(plan).c_str());
                }
                // With one block less in any stage it does not fit.
                for (std::size_t s = 0; s < plan.pipelines.front().stages.size() && step->feasible; ++s) {
                    const int blocks = blocksAgain(plan.pipelines.front().stages[s], asked.workload.model);
                    if (blocks == 0)
                        continue;
                    auto less = plan;
                    for (auto &pipeline : less.pipelines)
                        pipeline.stages[s].recomputeLayers = blocks - 1;
                    const auto tighter = predictStep(asked.pricer, less, {.timeline = false});
                    QVERIFY(tighter);
                    QVERIFY2(!tighter->feasible, planLabel(plan).c_str());
                }
            }
        }
        QVERIFY2(partly >= 20, qPrintable(QString::number(partly)));
        QVERIFY2(misfits >= 20, qPrintable(QString::number(misfits)));
    }

    void noOtherWayThatFitsIsFaster()
    {
        int selective = 0, full = 0;
        for (const double headroom : {0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8}) {
            test::PlannerCase asked(a100AndH100(), withModules(tightWorkload(headroom)));
            const auto &steps = asked.book.ladder();
            QVERIFY(steps.size() >= 3);
            for (std::size_t i = 0; i < asked.space.families.size(); i += 5) {
                const Family &family = asked.space.families[i];
                // Of one pipeline: others may slow each other down.
                if (family.dp > 1 || family.kind != FamilyKind::pure || family.chunks > 1)
                    continue;
                Layout layout;
                forEachLayout(family, asked.groups, [&](const Layout &one) { return (layout = one, false); });
                const auto plan = asked.plan(family, placedGroups(family, layout, asked.groups),
                                             test::evenCut(cutUnits(family, asked.workload.model), stageCount(layout)));
                const auto step = predictStep(asked.pricer, plan, {.timeline = false});
                QVERIFY(step);
                if (!step->feasible)
                    continue;
                selective += isSelective(plan) ? 1 : 0;
                full += isPartly(plan) ? 1 : 0;
                for (std::size_t s = 0; s < plan.pipelines.front().stages.size(); ++s) {
                    auto other = plan;
                    Stage &stage = other.pipelines.front().stages[s];
                    const auto isNotFaster = [&](Recompute recompute, RecomputeModules modules,
                                                 std::optional<int> blocks) {
                        stage.recompute = recompute;
                        stage.recomputeModules = modules;
                        stage.recomputeLayers = blocks;
                        const auto again = predictStep(asked.pricer, other, {.timeline = false});
                        return again && (!again->feasible || again->stepTime >= step->stepTime);
                    };
                    QVERIFY2(isNotFaster(Recompute::none, {}, {}), planLabel(plan).c_str());
                    for (const RecomputeModules modules : steps)
                        QVERIFY2(isNotFaster(Recompute::selective, modules, {}), planLabel(plan).c_str());
                    for (int blocks = 1; blocks <= blocksOf(stage.chunks.front(), 12); ++blocks)
                        QVERIFY2(isNotFaster(Recompute::full, {}, blocks), planLabel(plan).c_str());
                }
            }
        }
        QVERIFY2(selective >= 20 && full >= 5, qPrintable(QStringLiteral("%1 %2").arg(selective).arg(full)));
    }

    void theLadderIsWhatNoOtherSetBeats()
    {
        auto workload = tightWorkload(0);
        const auto ladderOf = [&](const char *name) {
            return moduleLadder(workload, *builtinCalibration().findStack(name));
        };
        const auto core = RecomputeModules::of(RecomputeModule::coreAttention);
        // Fused attention keeps no scores.
        QVERIFY(ladderOf("NeMo").empty());
        QVERIFY(!ladderOf("Megatron-Core").empty());
        workload.job.flashAttention = false;
        QVERIFY(ladderOf("NeMo") == std::vector{core});
        for (const char *name : {"Llama 3.1 8B", "Mixtral 8x7B", "DeepSeek-V3 671B"}) {
            workload.model = *findModel(name);
            workload.job.flashAttention = true;
            SoftwareStack stack = *builtinCalibration().findStack("NeMo");
            stack.recomputeModules = RecomputeModules::all();
            const auto steps = moduleLadder(workload, stack);
            QVERIFY(steps.size() >= 3);
            // Time in bytes that are moved meanwhile, and bytes that are freed, of the blocks.
            const auto valuesOf = [&](RecomputeModules modules) {
                double time = 0, freed = 0;
                for (int layer = 1; layer <= workload.model.layers; ++layer) {
                    LayerWork work = layerWork(workload, layer, Sharding(), 1);
                    selectModules(work, modules);
                    freed += (work.activations - work.activationsSelective).value;
                    for (const auto &operation : work.operations)
                        time += operation.attentionCore
                                    ? operation.forward.value / productsPerByte + operation.forwardBytes.value
                                    : 0.0;
                }
                return std::pair(time, freed);
            };
            std::vector<std::pair<double, double>> known;
            for (const auto modules : steps) {
                known.push_back(valuesOf(modules));
                QVERIFY(known.size() < 2 || known.back() > known[known.size() - 2]);
            }
            for (int bits = 1; bits < 256; ++bits) {
                const auto [time, freed] = valuesOf({static_cast<std::uint8_t>(bits)});
                for (const auto &[stepTime, stepFreed] : known)
                    QVERIFY2(time >= stepTime * (1 - 1e-9) || freed < stepFreed * 1.011, name);
            }
        }
    }

    void boundsAndClockKnowWhatIsRecomputed()
    {
        int partly = 0, selective = 0;
        for (const double headroom : {0.3, 0.5, 0.6, -0.3, -0.5, -0.6}) {
            const auto workload = tightWorkload(std::abs(headroom));
            test::PlannerCase asked(a100AndH100(), headroom < 0 ? withModules(workload) : workload);
            for (std::size_t i = 0; i < asked.space.families.size(); i += 11) {
                const Family &family = asked.space.families[i];
                if (family.kind == FamilyKind::byStage)
                    continue;
                Layout layout;
                forEachLayout(family, asked.groups, [&](const Layout &one) { return (layout = one, false); });
                auto model = LayoutModel::build(family, layout, asked.book);
                QVERIFY(model);
                const auto cut = test::evenCut(cutUnits(family, asked.workload.model), model->stages());
                const auto plan = asked.plan(family, model->placed(), cut);
                const auto step = predictStep(asked.pricer, plan, {.timeline = false});
                PipelineClock clock(asked.book);
                const auto time = clock.time(family, *model, cut);
                QVERIFY(step && time);
                partly += isPartly(plan) ? 1 : 0;
                selective += isSelective(plan) ? 1 : 0;
                QVERIFY2(*time <= step->stepTime, planLabel(plan).c_str());
                QVERIFY2(model->boundOf(cut) <= toSeconds(*time).value * (1 + 1e-9), planLabel(plan).c_str());
                if (!step->feasible)
                    continue;
                const double limit = toSeconds(step->stepTime).value * (1 + 1e-6);
                QVERIFY2(model->mayBeat(limit), planLabel(plan).c_str());
                bool found = false;
                double below = limit;
                std::size_t nodes = 0;
                QVERIFY(model->forEachCut(below, 1'000'000, nodes, [&](const Cut &other) {
                    found = found || other == cut;
                    return true;
                }));
                QVERIFY2(found, planLabel(plan).c_str());
            }
        }
        QVERIFY2(partly >= 20 && selective >= 20, qPrintable(QStringLiteral("%1 %2").arg(partly).arg(selective)));
    }

    void theBestPlanIsProvedAndVerified_data()
    {
        QTest::addColumn<bool>("modules");
        QTest::addColumn<bool>("alike");
        QTest::newRow("whole blocks") << false << false;
        QTest::newRow("parts of blocks too") << true << false;
        QTest::newRow("whole blocks, all stages alike") << false << true;
        QTest::newRow("parts of blocks too, all stages alike") << true << true;
    }
    void theBestPlanIsProvedAndVerified()
    {
        QFETCH(const bool, modules);
        QFETCH(const bool, alike);
        int partly = 0, selective = 0;
        for (double headroom = 0.3; headroom < 0.9; headroom += 0.02) {
            const auto topology = test::topology(a100AndH100());
            auto workload = tightWorkload(headroom);
            workload.job.softwareStack = "nanotron"; // without context parallelism and sharded gradients
            workload.job.runs.degrees.reset();
            if (!alike)
                workload = test::withStagesThatDiffer(workload);
            if (modules)
                workload = withModules(workload);
            const auto found = searchPlans(topology, workload, {.top = 3, .threads = 1});
            QVERIFY(found);
            if (found->plans.empty())
                continue;
            QVERIFY(found->proved);
            const auto &best = found->plans.front();
            partly += isPartly(best.plan) ? 1 : 0;
            selective += isSelective(best.plan) ? 1 : 0;
            QVERIFY2(!alike || stagesRecomputeAlike(best.plan), best.family.c_str());
            const auto checked =
                checkCertificate(makeCertificate(*found, projectFingerprint(a100AndH100(), workload, {})),
                                 a100AndH100(), topology, workload, {});
            QVERIFY2(checked.ok(), checked.errors.empty() ? "" : toString(checked.errors.front()).c_str());
            // No uniform choice of recompute is better.
            for (const Recompute all : {Recompute::none, Recompute::full}) {
                auto plan = best.plan;
                for (auto &pipeline : plan.pipelines) {
                    for (auto &stage : pipeline.stages) {
                        stage.recompute = all;
                        stage.recomputeLayers.reset();
                        stage.recomputeModules = {};
                    }
                }
                const auto step = predictStep(topology, workload, plan);
                QVERIFY(step && (!step->feasible || step->stepTime >= best.result->stepTime));
            }
        }
        QVERIFY2((modules ? selective : partly) >= 1, qPrintable(QString::number(partly)));
    }
};

QTEST_GUILESS_MAIN(RecomputeTest)
#include "recompute_test.moc"
