// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/space.h"

#include "strategy/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace heteroscope {

bool Family::sequenceParallel() const
{
    return others.sequenceParallel ||
           std::any_of(parts.begin(), parts.end(), [](const FamilyPart &part) { return part.tp > 1; });
}

bool Family::isVee() const { return chunks == 2 && scheduleOf(schedule).facts().path == ChunkPath::vee; }

namespace {

/// Number of groups of blocks that are cut between.
int blockGroups(const Model &model) { return std::min(model.layers, maxBlockGroups); }

/// The first layer of a unit of a family with one chunk; the groups differ by one block at most.
int firstLayerOf(const Model &model, int unit)
{
    const int groups = blockGroups(model);
    if (unit == 0)
        return 0;
    if (unit > groups)
        return unit == groups + 1 ? model.layers + 1 : model.planLayers();
    return 1 + static_cast<int>(static_cast<std::int64_t>(unit - 1) * model.layers / groups);
}

} // namespace

int maxStagesOf(const Model &model) { return blockGroups(model) + 2; }

int cutUnits(const Family &family, const Model &model)
{
    return family.chunks == 1 ? blockGroups(model) + 2 : model.layers / family.chunks;
}

std::vector<int> layersOfUnit(const Family &family, const Model &model, int unit)
{
    std::vector<int> layers;
    if (family.chunks == 1) {
        layers.resize(static_cast<std::size_t>(firstLayerOf(model, unit + 1) - firstLayerOf(model, unit)));
        std::iota(layers.begin(), layers.end(), firstLayerOf(model, unit));
        return layers;
    }
    const int units = cutUnits(family, model);
    if (unit == 0)
        layers.push_back(0);
    if (family.isVee()) {
        layers.insert(layers.end(), {1 + unit, model.layers - unit});
    } else {
        for (int chunk = 0; chunk < family.chunks; ++chunk)
            layers.push_back(1 + chunk * units + unit);
    }
    if (unit == (family.isVee() ? 0 : units - 1))
        layers.push_back(model.layers + 1);
    return layers;
}

UnitPlace unitPlaceOf(const Model &model, int layer)
{
    const int units = blockGroups(model) + 2;
    if (layer > model.layers)
        return {units - (model.planLayers() - layer), 0};
    int unit = layer == 0 ? 0 : 1 + static_cast<int>(std::int64_t{layer - 1} * blockGroups(model) / model.layers);
    while (firstLayerOf(model, unit + 1) <= layer) // rounding may be one unit short
        ++unit;
    const int first = firstLayerOf(model, unit);
    return {unit, static_cast<double>(layer - first) / (firstLayerOf(model, unit + 1) - first)};
}

std::vector<LayerRange> chunksOf(const Family &family, const Model &model, int first, int last)
{
    if (family.chunks == 1) {
        const int layer = firstLayerOf(model, first);
        return {{layer, firstLayerOf(model, last) - layer}};
    }
    std::vector<LayerRange> chunks;
    chunks.reserve(static_cast<std::size_t>(family.chunks));
    const int units = cutUnits(family, model);
    const bool vee = family.isVee();
    for (int chunk = 0; chunk < family.chunks; ++chunk)
        chunks.push_back({vee && chunk == 1 ? model.layers - last + 1 : 1 + chunk * units + first, last - first});
    if (first == 0) {
        chunks.front().first = 0;
        ++chunks.front().count;
    }
    if (vee ? first == 0 : last == units)
        ++chunks.back().count;
    return chunks;
}

std::string spaceDescription(SearchSpace searched)
{
    constexpr std::string_view ends =
        "every order of device types and TP, every number of stages of each, every cut of "
        "the layers";
    constexpr std::string_view degrees =
        "TP in one node and of one type, one for each type or, on up to 128 devices, by stage, PP, DP";
    constexpr std::string_view degreesOfSoftware =
        "TP in one node and of one type, where the software of the job has it one for each type or, on up to 128 "
        "devices, by stage, PP, DP";
    if (searched == SearchSpace::P)
        return fmt::format(
            "{}, micro-batches of every divisor up to 64, {}; what the software of the job runs, and the model can be "
            "cut for, of 1F1B, interleaved 1F1B with 2 or 4 equal chunks, GPipe, eager 1F1B, ZB-H1, ZB-H2, ZB-V, "
            "DualPipeV (with TP by stage on more than 32 devices the first two only) and ZeRO 0 to 3; in each stage "
            "what fits and takes least, in all of them the same where the software has no other setting, of no "
            "recompute, full recompute of some blocks and recompute of parts of all blocks; CP inside nodes and over "
            "up to 64 devices, with one TP, one for each of two types, of three on up to 128 devices, or by stage on "
            "up to 64; EP, ZeRO 2 and 3, and ZeRO 1 to 3 over the replicas of a part of a node or of some nodes "
            "(HSDP) with one TP or, on up to 128 devices, one for each of two or three types, or on up to 32 by "
            "stage; where all types have one TP, TP over two nodes and stages that mix types too, these with CP, EP "
            "and HSDP on up to 128 devices; where the software runs pipelines that differ, two or three types with "
            "pipelines of their own too (ZeRO 0 to 2; several chunks a stage, and EP inside nodes and across them, "
            "where the cluster has two types or up to 128 devices; CP inside nodes and over up to 64 devices on up to "
            "128), and types that share the samples of one stage or, with ZeRO 0 to 2 on up to 128 devices, of each "
            "of several",
            degreesOfSoftware, ends);
    const std::string common = fmt::format("{}, micro-batch 1 to 16, {}", degrees, ends);
    if (searched == SearchSpace::C)
        return common + "; 1F1B, interleaved 1F1B with 2 or 4 equal chunks, recompute, ZeRO 0/1";
    return fmt::format("{}; 1F1B, no recompute, no ZeRO: the part of space {} with alike pipelines", common,
                       searchSpaceNames[static_cast<std::size_t>(searched)]);
}

int firstKept(const Family &family, const Model &model, const LayerRange &chunk, int recomputed)
{
    if (family.chunks > 1) // of which each unit has one block
        return std::max(1, chunk.first) + recomputed;
    return firstLayerOf(model, unitPlaceOf(model, chunk.first).unit + recomputed);
}

int blocksRepeated(const Family &family, const Model &model, int first, int units)
{
    const auto chunk = chunksOf(family, model, first, first + units).front();
    return blocksOf(chunk, model.planLayers());
}

int unitsRepeated(const Family &family, const Model &model, int first, int last, int blocks)
{
    if (model.layers > maxBlockGroups)
        return last - first;
    const bool beginsWithEmbedding = first == 0 && family.chunks == 1;
    return std::min(last - first, blocks + (beginsWithEmbedding ? 1 : 0));
}

namespace {

bool isVeeSchedule(ScheduleKind kind) { return scheduleOf(kind).facts().path == ChunkPath::vee; }

} // namespace

std::optional<UncutSchedule> whyUncut(ScheduleKind kind, const Model &model)
{
    const bool vee = isVeeSchedule(kind);
    const auto uncut = [kind](UncutSchedule::Obstacle obstacle) { return UncutSchedule{kind, obstacle}; };
    if (!vee && kind != ScheduleKind::interleaved)
        return std::nullopt;
    if (!model.hasOneKindOfBlock())
        return uncut(UncutSchedule::Obstacle::unlikeBlocks);
    if (model.layers > maxBlockGroups)
        return uncut(UncutSchedule::Obstacle::manyBlocks);
    if (vee && model.sharesEmbedding())
        return uncut(UncutSchedule::Obstacle::sharedTable);
    if (model.layers % 2 != 0) // nor by four
        return uncut(UncutSchedule::Obstacle::unequalChunks);
    return std::nullopt;
}

std::vector<int> chunksOfSchedule(ScheduleKind kind, const Model &model)
{
    const bool vee = isVeeSchedule(kind);
    if (!vee && kind != ScheduleKind::interleaved)
        return {1};
    if (whyUncut(kind, model))
        return {};
    std::vector<int> chunks = vee ? std::vector<int>{2} : std::vector<int>{2, 4};
    std::erase_if(chunks, [&model](int count) { return model.layers % count != 0; });
    return chunks;
}

std::vector<ScheduleKind> schedulesOf(const std::vector<Family> &families)
{
    std::vector<ScheduleKind> schedules;
    for (const Family &family : families) {
        if (std::find(schedules.begin(), schedules.end(), family.schedule) == schedules.end())
            schedules.push_back(family.schedule);
    }
    return schedules;
}

ScheduleOptions scheduleOptionsOf(const Family &family, int stages)
{
    // The whole longer warm-up: without a number its length would follow from the times of a plan.
    ScheduleOptions options;
    if (family.schedule == ScheduleKind::eager)
        options.numbers["extraWarmUp"] = stages;
    return options;
}

namespace {

/// The number of blocks of each chunk that stands in the plan where stages recompute them whole, by stage; nullopt:
/// all. If all stages recompute the same one number stands for all, though some have fewer blocks.
std::vector<std::optional<int>> recomputedLayers(const Family &family, const Model &model, const Cut &cut,
                                                 const std::vector<RecomputedPart> &recomputed)
{
    std::vector<std::optional<int>> layers(cut.size());
    int most = 0;
    bool keepsSome = false;
    for (std::size_t s = 0; s < cut.size() && family.recomputesAsNeeded; ++s) {
        const int first = s == 0 ? 0 : cut[s - 1];
        const int blocks = blocksRepeated(family, model, first, recomputed[s].units);
        most = std::max(most, blocks);
        if (recomputed[s].units > 0 && blocks < blocksRepeated(family, model, first, cut[s] - first)) {
            layers[s] = blocks;
            keepsSome = true;
        }
    }
    if (family.recomputesAlike && keepsSome)
        layers.assign(cut.size(), most);
    return layers;
}

void setRecompute(Stage &stage, const RecomputedPart &part, std::optional<int> layers)
{
    stage.recompute = !part.modules.isEmpty() ? Recompute::selective
                      : part.units > 0        ? Recompute::full
                                              : Recompute::none;
    stage.recomputeModules = part.modules;
    if (part.units > 0)
        stage.recomputeLayers = layers;
}

} // namespace

Plan planOf(const Family &family, const std::vector<int> &placed, const Cut &cut,
            const std::vector<RecomputedPart> &recomputed, const TensorGroups &groups, const Topology &topology,
            const Workload &workload, const SoftwareStack &stack)
{
    Plan plan;
    plan.schedule = family.schedule;
    plan.scheduleOptions = scheduleOptionsOf(family, static_cast<int>(cut.size()));
    plan.microBatchSize = family.microBatchSize;
    plan.zeroStage = family.zeroStage;
    plan.sharing.group = family.shardGroup;
    plan.sequenceParallel = family.sequenceParallel();
    plan.contextParallel = family.cp;
    plan.expertParallel = family.ep;
    plan.overlap = stackOverlap(stack);
    const auto layers = recomputedLayers(family, workload.model, cut, recomputed);
    std::vector<bool> used(topology.devices().size());
    for (int d = 0; d < family.dp; ++d) {
        Pipeline pipeline;
        pipeline.microBatches = family.microBatches;
        int first = 0;
        for (std::size_t s = 0; s < cut.size(); ++s) {
            const auto &choice = groups[placed[s * static_cast<std::size_t>(family.dp) + static_cast<std::size_t>(d)]];
            TensorGroup group;
            group.cp = family.cp;
            group.tp = choice.size / family.cp;
            group.ep = family.ep;
            group.samples = family.microBatchSize;
            for (const DeviceId id : choice.devices) {
                group.devices.push_back(topology.device(id).name);
                used[id.index()] = true;
            }
            Stage stage;
            stage.recompute = family.recompute;
            stage.recomputeModules = family.recomputeModules;
            stage.chunks = chunksOf(family, workload.model, first, cut[s]);
            if (family.recomputesAsNeeded)
                setRecompute(stage, recomputed[s], layers[s]);
            stage.groups.push_back(std::move(group));
            pipeline.stages.push_back(std::move(stage));
            first = cut[s];
        }
        plan.pipelines.push_back(std::move(pipeline));
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            plan.unusedDevices.push_back(topology.devices()[i].name);
    }
    return plan;
}

} // namespace heteroscope
