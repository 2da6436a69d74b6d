// SPDX-License-Identifier: GPL-3.0-or-later
//
// A question to the planner with everything its parts need.
#pragma once

#include "cost/job_software.h"
#include "planner/bounds/layout_model.h"
#include "planner/space/apart.h"
#include "planner/space/sample_shares.h"
#include "simulator/predict_step.h"
#include "strategy/schedule.h"
#include "support/clusters.h"
#include "support/property.h"

#include <cmath>

namespace heteroscope::test {

struct PlannerCase
{
    Topology topology;
    Workload workload;
    SearchSpace searched = defaultSpace;
    TensorGroups groups{topology, {}, groupExtent(searched)};
    StopToken stop;
    GroupPricer pricer{topology, workload, Seconds(0), nullptr, stop};
    const SoftwareStack stack = *jobSoftware(builtinCalibration(), workload.job);
    PriceBook book{pricer, groups, stack};
    FamilySpace space = enumerateFamilies(topology, groups, workload, stack, searched);

    PlannerCase(const Cluster &cluster, Workload job, StopToken stopped = {}, SearchSpace asked = defaultSpace)
        : topology(test::topology(cluster)), workload(std::move(job)), searched(asked), stop(std::move(stopped))
    {}
    PlannerCase(const Cluster &cluster, Workload job, SearchSpace asked)
        : PlannerCase(cluster, std::move(job), StopToken(), asked)
    {}

    Plan plan(const Family &family, const std::vector<int> &placed, const Cut &cut)
    {
        const auto recomputed = LayoutModel::recomputedParts(family, placed, cut, book);
        return planOf(family, placed, cut, recomputed ? *recomputed : std::vector<RecomputedPart>(cut.size()), groups,
                      topology, workload, stack);
    }

    Result<StepResult> simulate(const Family &family, const std::vector<int> &placed, const Cut &cut)
    {
        return predictStep(pricer, plan(family, placed, cut), {.timeline = false});
    }
};

inline Cut evenCut(int units, int stages)
{
    Cut cut;
    for (int s = 1; s <= stages; ++s)
        cut.push_back(units * s / stages);
    return cut;
}

/// Every cut of so many units over so many stages.
template<class Visit>
void forEachCut(int units, int stages, const Visit &visit, Cut cut = {})
{
    if (static_cast<int>(cut.size()) == stages - 1) {
        cut.push_back(units);
        visit(cut);
        return;
    }
    const int first = cut.empty() ? 0 : cut.back();
    const int after = stages - 1 - static_cast<int>(cut.size());
    for (int last = first + 1; last <= units - after; ++last) {
        cut.push_back(last);
        forEachCut(units, stages, visit, cut);
        cut.pop_back();
    }
}

/// What a plan of the space came to; it fits.
struct TriedPlan
{
    Ticks stepTime;
    double energy = 0;
    double cost = 0;
    double seconds() const { return toSeconds(stepTime).value; }
    double watts() const { return energy / seconds(); }
};

/// A plan of an apart family, with as little recompute as fits. cuts: by part.
inline Plan apartPlan(PlannerCase &asked, const Family &family, const ApartLayout &layout, const std::vector<Cut> &cuts)
{
    const auto alone = aloneFamilies(family, layout, asked.groups, asked.topology);
    std::vector<PartCut> parts;
    for (std::size_t part = 0; part < layout.size(); ++part) {
        auto recomputed = LayoutModel::recomputedParts(
            alone[part], placedApart(family, part, layout[part], asked.groups), cuts[part], asked.book);
        parts.push_back({cuts[part], recomputed ? *recomputed : std::vector<RecomputedPart>(cuts[part].size())});
    }
    return apartPlanOf(family, layout, parts, asked.groups, asked.topology, asked.workload, asked.stack);
}

/// A plan of a shares family.
inline Plan sharesPlan(PlannerCase &asked, const Family &family, const SampleShares &shares, const Cut &cut)
{
    const int stages = static_cast<int>(cut.size());
    const int nodes = asked.book.nodesOf(placedShares(family, stages, asked.groups));
    std::vector<Family> ranks;
    for (std::size_t part = 0; part < shares.size(); ++part)
        ranks.push_back(ranksOf(family, part, stages, shares[part], asked.groups, nodes));
    std::vector<std::vector<StageRecompute>> types(cut.size());
    for (const auto &each : ranks) {
        const auto model = LayoutModel::build(each, {{0, stages}}, asked.book);
        for (int stage = 0; model && stage < stages; ++stage)
            types[static_cast<std::size_t>(stage)].push_back(*model->stage(stage).recompute);
    }
    std::vector<RecomputedPart> recomputed;
    for (std::size_t stage = 0; stage < cut.size(); ++stage)
        recomputed.push_back(recomputedPart(repeatedTogether(types[stage], stage == 0 ? 0 : cut[stage - 1], cut[stage]),
                                            asked.book.ladder()));
    return sharesPlanOf(family, shares, cut, recomputed, asked.groups, asked.topology, asked.workload, asked.stack);
}

/// Calls visit with every choice of a cut for each part of a layout that begins with these.
template<class Visit>
void forEachCutOfParts(int units, const ApartLayout &layout, std::vector<Cut> &cuts, const Visit &visit)
{
    if (cuts.size() == layout.size()) {
        visit(cuts);
        return;
    }
    forEachCut(units, layout[cuts.size()].stages, [&](const Cut &cut) {
        cuts.push_back(cut);
        forEachCutOfParts(units, layout, cuts, visit);
        cuts.pop_back();
    });
}

/// Calls visit with every layout of an apart family and every cut of all types, until it returns false.
template<class Visit>
void forEachApartPlan(PlannerCase &asked, const Family &family, const Visit &visit)
{
    const int units = cutUnits(family, asked.workload.model);
    forEachApartLayout(family, asked.groups, [&](const ApartLayout &layout) {
        bool goesOn = true;
        std::vector<Cut> cuts;
        forEachCutOfParts(units, layout, cuts,
                          [&](const std::vector<Cut> &each) { goesOn = goesOn && visit(layout, each); });
        return goesOn;
    });
}

/// Calls visit with every way to share the samples of a shares family and every cut, until it returns false.
template<class Visit>
void forEachSharesPlan(PlannerCase &asked, const Family &family, const Visit &visit)
{
    bool goesOn = true;
    for (int stages = family.fewestStages; stages <= family.maxStages && goesOn; ++stages) {
        if (!allowsStages(family, stages))
            continue;
        forEachShares(family, stages, asked.groups, [&](const SampleShares &shares) {
            forEachCut(cutUnits(family, asked.workload.model), stages,
                       [&](const Cut &cut) { goesOn = goesOn && visit(shares, cut); });
            return goesOn;
        });
    }
}

/// Brute force: every plan of the space, simulated. None when there are more than `most`.
inline std::optional<std::vector<TriedPlan>> everyPlan(PlannerCase &asked, std::size_t most)
{
    std::size_t plans = 0;
    std::vector<std::tuple<const Family *, std::vector<int>, Cut>> all;
    std::vector<std::tuple<const Family *, ApartLayout, std::vector<Cut>>> apart;
    std::vector<std::tuple<const Family *, SampleShares, Cut>> shares;
    for (const auto &family : asked.space.families) {
        if (family.kind == FamilyKind::apart)
            forEachApartPlan(asked, family, [&](const ApartLayout &layout, const std::vector<Cut> &cuts) {
                if (++plans <= most)
                    apart.emplace_back(&family, layout, cuts);
                return plans <= most;
            });
        if (family.kind == FamilyKind::shares)
            forEachSharesPlan(asked, family, [&](const SampleShares &each, const Cut &cut) {
                shares.emplace_back(&family, each, cut);
                return ++plans <= most;
            });
        forEachLayout(family, asked.groups, [&](const Layout &layout) {
            const auto placed = placedGroups(family, layout, asked.groups);
            forEachCut(cutUnits(family, asked.workload.model), stageCount(layout), [&](const Cut &cut) {
                if (++plans <= most)
                    all.emplace_back(&family, placed, cut);
            });
            return plans <= most;
        });
        if (plans > most)
            return std::nullopt;
    }
    std::vector<TriedPlan> tried;
    for (const auto &[family, placed, cut] : all) {
        const auto step = asked.simulate(*family, placed, cut);
        if (step && step->feasible)
            tried.push_back({step->stepTime, step->energy, step->cost});
    }
    for (const auto &[family, layout, cuts] : apart) {
        const auto step = predictStep(asked.pricer, apartPlan(asked, *family, layout, cuts), {.timeline = false});
        if (step && step->feasible)
            tried.push_back({step->stepTime, step->energy, step->cost});
    }
    for (const auto &[family, each, cut] : shares) {
        const auto plan = sharesPlan(asked, *family, each, cut);
        const auto step = predictStep(asked.pricer, plan, {.timeline = false});
        if (step && step->feasible)
            tried.push_back({step->stepTime, step->energy, step->cost});
    }
    return tried;
}

/// Up to three nodes of random types and sizes on one switch; some devices slowed, some links narrow or changing, some
/// hosts and switches with power.
inline Cluster randomCluster(int mostDevices)
{
    const std::vector<std::string> types = {"A100-80GB SXM", "V100-32GB SXM2/SXM3", "H100-80GB SXM", "RTX 3090"};
    std::vector<Node> nodes;
    int left = mostDevices;
    const int count = *rc::gen::inRange(1, 4);
    const bool alike = *rc::gen::inRange(0, 4) == 0; // nodes of one type, as large as each other
    const std::string common = types[*rc::gen::inRange<std::size_t>(0, types.size())];
    for (int i = 0; i < count && left > 0; ++i) {
        const int devices =
            alike ? std::max(1, std::min(mostDevices / count, 4)) : *rc::gen::inRange(1, std::min(left, 4) + 1);
        left -= devices;
        nodes.push_back(node(
            "n" + std::to_string(i), alike ? common : types[*rc::gen::inRange<std::size_t>(0, types.size())],
            static_cast<std::size_t>(devices), BytesPerSecond(3e11), BytesPerSecond(*rc::gen::inRange(1, 100) * 1e9)));
        if (*rc::gen::inRange(0, 4) == 0)
            nodes.back().devices[0].speed.points = {{Seconds(0), *rc::gen::inRange(1, 10) / 10.0}};
        if (*rc::gen::inRange(0, 6) == 0)
            nodes.back().devices[0].speed.points = {{Seconds(0), 0.5}, {Seconds(0.05), 1.0}};
    }
    auto cluster = star(nodes, BytesPerSecond(*rc::gen::inRange(1, 400) * 1e8));
    if (*rc::gen::inRange(0, 5) == 0)
        cluster.links[0].rate.points = {{Seconds(0), 0.3}, {Seconds(0.02), 1.0}};
    cluster.switches.front().reduces = *rc::gen::arbitrary<bool>();
    if (*rc::gen::inRange(0, 3) == 0) {
        for (auto &one : cluster.nodes)
            one.power = *rc::gen::inRange(0, 2000);
        cluster.switches.front().power = *rc::gen::inRange(0, 300);
        cluster.powerUsageEffectiveness = 1 + *rc::gen::inRange(0, 100) / 100.0;
    }
    return cluster;
}

/// A software that runs all that space P may have.
inline SoftwareTicks everyTick()
{
    SoftwareTicks ticks;
    ticks.schedules.emplace();
    for (const ScheduleKind kind : practicalSchedules)
        ticks.schedules->emplace_back(scheduleName(kind));
    ticks.zeroStages = {1, 2, 3};
    ticks.degrees = SoftwareDegrees{true, true, true, true, true, true, true};
    ticks.recomputeModules = RecomputeModules::all();
    return ticks;
}

/// What users ask, and the part of it that leaves out how experts, sequences and states are shared.
inline SearchSpace randomSpace() { return *rc::gen::inRange(0, 3) == 0 ? SearchSpace::C : SearchSpace::P; }

/// Ticks what no software has by default: TP and recompute by stage.
inline Workload withStagesThatDiffer(Workload workload)
{
    const auto software = *jobSoftware(builtinCalibration(), workload.job);
    auto &degrees = workload.job.runs.degrees.emplace(software.degrees);
    degrees.tpByStage = degrees.recomputeByStage = true;
    return workload;
}

/// Mostly with stages that may differ.
inline Workload randomWorkload(int maxLayers)
{
    auto workload = smallGpt(*rc::gen::inRange(1, maxLayers + 1), 512, 1 << *rc::gen::inRange(0, 5));
    workload.model.tiedEmbeddings = *rc::gen::inRange(0, 3) == 0;
    if (*rc::gen::inRange(0, 4) == 0)
        workload.model.moe = MixtureOfExperts{4, 2, *rc::gen::inRange(0, 2), 512, *rc::gen::inRange(0, 2)};
    if (*rc::gen::inRange(0, 2) == 0)
        workload.job.expertDispatch = static_cast<ExpertDispatch>(*rc::gen::inRange(0, 2));
    if (*rc::gen::inRange(0, 2) == 0)
        workload.job.expertOverlap = static_cast<ExpertOverlap>(*rc::gen::inRange(0, 3));
    if (*rc::gen::inRange(0, 8) == 0) {
        workload.job.frozenBase = true;
        workload.job.adapterRank = *rc::gen::inRange(0, 32);
        workload.job.adapterTargets = static_cast<AdapterTargets>(*rc::gen::inRange(0, 3));
    }
    const std::vector<std::string> stacks = {"Megatron-LM",   "NeMo",       "PyTorch FSDP",
                                             "Megatron-Core", "torchtitan", "InternEvo"};
    workload.job.softwareStack = stacks[*rc::gen::inRange<std::size_t>(0, stacks.size())];
    if (*rc::gen::inRange(0, 2) == 0) { // so that some stages have to recompute
        workload.job.sequenceLength = workload.model.maxSequence = 8192;
        // Of any order of magnitude is left, so that there are devices that just do not hold everything.
        workload.job.memoryHeadroom = 1 - std::pow(10.0, -*rc::gen::inRange(0, 200) / 100.0);
    }
    workload.job.flashAttention = *rc::gen::inRange(0, 2) == 0;
    return workload.model.layers % 4 == 3 ? workload : withStagesThatDiffer(workload);
}

/// Of a model whose blocks the schedule can divide into chunks, if it has several, with micro-batches for two pipelines
/// of at least two stages.
inline Workload randomWorkloadFor(ScheduleKind schedule, int maxLayers)
{
    auto workload = randomWorkload(maxLayers);
    if (schedule == ScheduleKind::interleaved || scheduleOf(schedule).facts().path == ChunkPath::vee) {
        workload.model.layers = *rc::gen::element(4, 6, 8, 8);
        workload.model.tiedEmbeddings = schedule == ScheduleKind::interleaved && workload.model.tiedEmbeddings;
        if (!workload.model.hasOneKindOfBlock())
            workload.model.moe.reset();
        workload.job.globalBatch = *rc::gen::element(8, 10, 12, 16);
    }
    return workload;
}

/// One of the first fifty layouts of a family.
inline Layout randomLayout(const Family &family, const TensorGroups &groups)
{
    std::vector<Layout> layouts;
    forEachLayout(family, groups, [&](const Layout &layout) {
        layouts.push_back(layout);
        return layouts.size() < 50;
    });
    RC_ASSERT(!layouts.empty());
    return layouts[*rc::gen::inRange<std::size_t>(0, layouts.size())];
}

} // namespace heteroscope::test
