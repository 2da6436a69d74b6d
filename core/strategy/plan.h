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
#include "workload/layer_work.h"
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
    RecomputeModules recomputeModules; ///< with selective recompute: what is repeated; empty: the attention core
    int microBatchSize = 0;            ///< 0 = the plan's
    std::vector<LayerRange> chunks;    ///< one per virtual stage
    std::vector<TensorGroup> groups;   ///< the sum of their samples is the micro-batch size
    Extensions extensions;
    friend bool operator==(const Stage &, const Stage &) = default;
};

/// Default of PyTorch's DistributedDataParallel (bucket_cap_mb): 25 MiB.
inline constexpr Bytes ddpGradientBucket(25.0 * 1024 * 1024);

/// What of a block of a chunk is recomputed. block: its layer; embedding and head are no blocks.
Recompute recomputeOf(const Stage &stage, const LayerRange &chunk, int block);

/// What selective recompute of the stage repeats: the attention core where it names nothing; empty if the stage has
/// another recompute.
RecomputeModules repeatedModules(const Stage &stage);

/// The number of blocks of a chunk: its layers without embedding and head. planLayers: Model::planLayers.
int blocksOf(const LayerRange &chunk, int planLayers);

/// The number of blocks of a chunk of the stage that it recomputes whole. planLayers: Model::planLayers.
int blocksRecomputed(const Stage &stage, const LayerRange &chunk, int planLayers);

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

/// How replicas share the states of parameters, beside Plan::zeroStage. The names in brackets are those of PyTorch
/// FSDP2. Without any of it states are shared by all replicas, and ZeRO-3's gathers hide behind computation as the
/// software stack's constants say.
struct StateSharing
{
    /// Devices over which states are sharded: neighbouring replicas in the order of the plan. Between such groups the
    /// shards of the gradients are all-reduced (HSDP). 0: over all replicas.
    int group = 0;
    /// ZeRO-3: gather weights for each pass anew (reshard_after_forward). Without it weights are gathered once a step
    /// and kept, gradients are kept in full and scattered once.
    bool reshards = true;
    /// ZeRO-3: how many blocks ahead weights are gathered while another block computes; 0: none. nullopt: as if all
    /// gathers of a pass could be hidden behind all of its computation.
    std::optional<int> prefetch;
    std::optional<Precision> gatherPrecision; ///< of gathered weights; nullopt: that of the weights
    bool isDefault() const { return *this == StateSharing(); }
    friend bool operator==(const StateSharing &, const StateSharing &) = default;
};

/// What lies in the memory of the hosts instead of the devices' (ZeRO-Offload, arXiv 2101.06840).
struct Offload
{
    bool optimizer = false;  ///< optimizer states; the hosts' processors run the optimizer
    bool parameters = false; ///< ZeRO-3: the shards of the weights, copied to the device before each gather
    /// What blocks keep from forward to backward: copied out beside the forward pass and back beside the backward pass.
    bool activations = false;
    friend bool operator==(const Offload &, const Offload &) = default;
};

struct Plan
{
    ScheduleKind schedule = ScheduleKind::oneFOneB;
    ScheduleOptions scheduleOptions;
    int microBatchSize = 1;
    int zeroStage = 0;
    StateSharing sharing;
    Offload offload;
    /// Gradients that are reduced in one call if they overlap the backward pass (overlap.dp), in bytes on a device.
    /// Each bucket then pays the latency of a call. 0: the software stack's.
    Bytes gradientBucket;
    bool sequenceParallel = false;
    int contextParallel = 1;
    std::optional<ContextExchange> contextExchange; ///< nullopt: the software stack's
    int expertParallel = 1; ///< over neighbouring pipelines that are alike first (expert_layout.h)
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

/// Whether one setting says what all stages recompute: so many blocks of each chunk, or all, or the same modules.
bool stagesRecomputeAlike(const Plan &plan);

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
    int shardGroup = 0;                    ///< StateSharing::group
    Recompute recompute = Recompute::none; ///< max over the stages
    /// With full recompute of some blocks only, how many of a chunk are recomputed, by stage; nullopt: all of them.
    std::optional<IntRange> recomputeLayers{};
    RecomputeModules recomputeModules{}; ///< repeatedModules of all stages
    friend bool operator==(const PlanName &, const PlanName &) = default;
};
PlanName planName(const Plan &plan);
/// Whether it is more than the attention core that selective recompute repeats.
bool namesModules(const PlanName &name);
/// The end of a label: " · recompute", of some blocks " · recompute 3" or " · recompute 0-3" with their number in a
/// chunk; " · R sel" of the attention core, " · recompute layernorm+moe_act" of other modules; empty without recompute.
std::string recomputeLabel(const PlanName &name);
/// A short label, as files and the command line write it: "TP4 PP4 DP2 · 1F1B m16 · ZeRO-1" (m: micro-batches), then
/// recomputeLabel.
std::string planLabel(const Plan &plan);

/// Finds everything that makes a plan impossible on this cluster for this workload, except lack of memory: unknown or
/// duplicate devices, layers not covered exactly once and in order, samples that do not add up, a batch that is not
/// divisible, a TP degree that does not divide the heads, features that the simulator does not support. Error paths
/// begin with `path`. After a stop not all is looked at.
Findings findPlanMistakes(const Plan &plan, const Topology &topology, const Workload &workload, const std::string &path,
                          const StopToken &stop = {});

/// Warnings, with paths that begin with `path`: stages that recompute more blocks than they have. One number for stages
/// of unlike length, as Megatron-LM takes it, is right if one of them has that many.
std::vector<Error> findExcessRecompute(const Plan &plan, const std::string &path);

} // namespace heteroscope
