// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan: the complete assignment of a training step to devices. Its JSON format is resources/schema/plan.schema.json
// (plan_json.h).
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "base/stop_token.h"
#include "cluster/topology.h"
#include "strategy/schedule_kind.h"
#include "workload/workload.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// Options of schedules.
struct ScheduleOptions
{
    std::map<std::string, int> numbers; ///< by name (ScheduleFacts::options)
    bool postValidation = false;        ///< every schedule: the optimizer does not wait for the global gradient norm
    std::vector<std::string> actions;   ///< custom: the actions of each stage in PyTorch's notation, "0F0 0F1 0B0 ..."
    friend bool operator==(const ScheduleOptions &, const ScheduleOptions &) = default;
};

enum class Recompute { none, selective, full };
inline constexpr std::array<std::string_view, 3> recomputeNames = {"none", "selective", "full"};

/// Layers [first, first + count). Layer 0 is the embedding.
struct LayerRange
{
    int first = 0;
    int count = 0;
    friend bool operator==(const LayerRange &, const LayerRange &) = default;
};

/// Devices that share one layer's tensors.
struct TensorGroup
{
    std::vector<std::string> devices; ///< tp * cp names "node:index"
    int tp = 1;
    int cp = 1;
    int ep = 1;
    int samples = 1; ///< samples of each micro-batch that this group computes
    Extensions extensions;
    friend bool operator==(const TensorGroup &, const TensorGroup &) = default;
};

struct Stage
{
    Recompute recompute = Recompute::none;
    /// With full recompute: only the first so many blocks of each chunk are recomputed, the others keep all their
    /// activations; nullopt: all blocks. More than a chunk has means all of it. (Megatron-LM: --recompute-method block
    /// --recompute-num-layers n.)
    std::optional<int> recomputeLayers;
    int microBatchSize = 0;          ///< 0 = the plan's
    std::vector<LayerRange> chunks;  ///< one per virtual stage
    std::vector<TensorGroup> groups; ///< the sum of their samples is the micro-batch size
    Extensions extensions;
    friend bool operator==(const Stage &, const Stage &) = default;
};

/// What of a block of a chunk is recomputed. block: its layer; embedding and head are no blocks.
Recompute recomputeOf(const Stage &stage, const LayerRange &chunk, int block);

/// The number of blocks of a chunk: its layers without embedding and head. planLayers: Model::planLayers.
int blocksOf(const LayerRange &chunk, int planLayers);

/// Whether every block of the stage has the same recompute. planLayers: Model::planLayers.
bool recomputesAlike(const Stage &stage, int planLayers);

/// "none", "full", "full 3" with the number of blocks, as tables and sentences of launch files write it.
std::string recomputeText(Recompute recompute, const std::optional<int> &layers);

/// An ordered list of stages. Each data-parallel replica is a pipeline; pipelines may differ.
struct Pipeline
{
    int microBatches = 1;
    std::vector<Stage> stages;
    Extensions extensions;
    friend bool operator==(const Pipeline &, const Pipeline &) = default;
};

struct OverlapOptions
{
    bool tp = false;
    bool dp = false;
    bool pp = false;
    friend bool operator==(const OverlapOptions &, const OverlapOptions &) = default;
};

struct Plan
{
    ScheduleKind schedule = ScheduleKind::oneFOneB;
    ScheduleOptions scheduleOptions;
    int microBatchSize = 1;
    int zeroStage = 0;
    bool sequenceParallel = false;
    int contextParallel = 1;
    int expertParallel = 1;
    OverlapOptions overlap;
    std::vector<std::string> unusedDevices;
    std::vector<Pipeline> pipelines;
    Extensions extensions;
    friend bool operator==(const Plan &, const Plan &) = default;
};

/// A virtual stage: chunk `chunk` of stage `stage`.
struct VirtualStage
{
    int stage = 0;
    int chunk = 0;
    friend bool operator==(const VirtualStage &, const VirtualStage &) = default;
};

/// The order in which a micro-batch visits the chunks of a pipeline: the order of their layers.
std::vector<VirtualStage> virtualStageOrder(const Pipeline &pipeline);

/// The order that a schedule requires (ScheduleFacts::path); empty if every plan has its own.
std::vector<VirtualStage> virtualStageOrder(ScheduleKind kind, int stages, int chunks);

int pipelineDegree(const Plan &plan); ///< max number of stages of a pipeline
int largestTensorDegree(const Plan &plan);
int virtualStages(const Plan &plan); ///< chunks per stage of the first pipeline
int deviceCount(const Plan &plan);

/// Min and max of some numbers; both 0 when there are none.
struct IntRange
{
    int low = 0;
    int high = 0;
    friend bool operator==(const IntRange &, const IntRange &) = default;
};
/// "4", or "2-8".
std::string toString(const IntRange &range);

/// What a plan is named by: its degrees, as ranges where stages or pipelines differ.
struct PlanName
{
    IntRange tp;
    IntRange stages; ///< of a pipeline
    int replicas = 0;
    IntRange cp;
    IntRange ep;
    int chunks = 1; ///< of a stage
    ScheduleKind schedule = ScheduleKind::oneFOneB;
    IntRange microBatches; ///< of a pipeline
    int zeroStage = 0;
    Recompute recompute = Recompute::none; ///< max over the stages
    /// With full recompute of some blocks only, how many of a chunk are recomputed, by stage; nullopt: all of them.
    std::optional<IntRange> recomputeLayers{};
    friend bool operator==(const PlanName &, const PlanName &) = default;
};
PlanName planName(const Plan &plan);
/// A short label, as files and the command line write it: "TP4 PP4 DP2 · 1F1B m16 · ZeRO-1" (m: micro-batches). Full
/// recompute of some blocks only has their number in a chunk: "recompute 3", or "recompute 0-3".
std::string planLabel(const Plan &plan);

/// Finds everything that makes a plan impossible on this cluster for this workload, except lack of memory: unknown or
/// duplicate devices, layers not covered exactly once and in order, samples that do not add up, a batch that is not
/// divisible, a TP degree that does not divide the heads, features that the simulator does not support. Error paths
/// begin with `path`. After a stop not all is looked at.
Findings findPlanMistakes(const Plan &plan, const Topology &topology, const Workload &workload, const std::string &path,
                          const StopToken &stop = {});

} // namespace heteroscope
