// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan as launch files say it: one set of degrees for all of it, and a device for each rank. Ranks are numbered with
// tensor parallelism innermost, then context, data and pipeline parallelism, as Megatron-LM, torchtitan and DeepSpeed
// do.
#pragma once

#include "strategy/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::launch {

/// What a stage recomputes.
struct StageRecompute
{
    Recompute kind = Recompute::none;
    std::optional<int> layers{}; ///< Stage::recomputeLayers
    RecomputeModules modules{};  ///< Stage::recomputeModules

    StageRecompute(Recompute recompute = Recompute::none, std::optional<int> number = {})
        : kind(recompute), layers(number)
    {}
    friend bool operator==(const StageRecompute &, const StageRecompute &) = default;
};

struct RankPlan
{
    int tp = 1;
    int cp = 1;
    int ep = 1;
    int dp = 1;
    int pp = 1;
    int microBatch = 1;   ///< samples
    int microBatches = 1; ///< of a pipeline in a step
    /// Layers of each virtual stage in the order of the pipeline, embedding and head among them; a multiple of pp.
    std::vector<int> layers;
    bool turns = false;                 ///< every second row of virtual stages runs backwards (ZB-V, DualPipeV)
    std::vector<StageRecompute> stages; ///< recompute of each stage; written with a number only if not all are meant
    std::vector<std::string> ranks;
    /// The ranks of a pipeline lie together, with data parallelism outermost.
    bool dataOutermost = false;

    int world() const { return tp * cp * dp * pp; }
    int chunks() const { return pp > 0 ? static_cast<int>(layers.size()) / pp : 1; }
};

/// "stage 2 has", "stages 2 and 3 have", for indices from 0.
std::string stagesHave(const std::vector<std::size_t> &stages);

/// What one set of degrees can say of a plan. Adds a sentence to `changes` for each way in which the plan differs from
/// it: devices left out of a node, an order of ranks that is not the cluster's, recompute that differs between
/// pipelines. tool: name for the sentences. Errors: a plan without stages; stages that differ in TP or CP; pipelines
/// that differ in stages, layers, degrees or micro-batches; stages of several TP groups or with a micro-batch size of
/// their own; virtual stages in an order that is neither round the stages nor back and forth.
Result<RankPlan> rankPlanOf(const Plan &plan, const Topology &topology, std::string_view tool,
                            std::vector<std::string> &changes, bool dataOutermost = false);

/// Sentences about the devices of the ranks alone.
void addRankChanges(const std::vector<std::string> &ranks, const Topology &topology, std::string_view tool,
                    std::vector<std::string> &changes);

/// Whether it matters that stages overlap their sends with computing (OverlapOptions::pp).
bool mayWaitForSends(const Plan &plan);

/// How the states of a plan are shared and offloaded, as far as no option of a tool says it.
struct SharingOptions
{
    bool group = false;
    bool keptWeights = false; ///< StateSharing::reshards
    bool optimizer = false;   ///< Offload::optimizer
    bool parameters = false;
    bool bucket = false;
    bool contextExchange = false; ///< Plan::contextExchange
    bool sends = false;           ///< OverlapOptions::pp
};
/// Adds a sentence for each of these that the plan has and the tool's file cannot say.
void addSharingChanges(const Plan &plan, std::string_view tool, const SharingOptions &said,
                       std::vector<std::string> &changes);

/// Whether a plan on this cluster may offload: every node states its hostBandwidth. Else a note says what is left out.
bool mayOffload(const Topology &cluster, std::string_view what, std::vector<std::string> &notes);

/// What each stage recomputes, in the pipeline that needs the least memory for it, with a sentence if others differ;
/// without a number where the number says all blocks. planLayers: Model::planLayers. Requires pipelines of equal
/// stages.
std::vector<StageRecompute> recomputesOfStages(const Plan &plan, int planLayers, std::string_view tool,
                                               std::vector<std::string> &changes);

/// The one recompute to write for all stages, the one that needs the least memory; of some blocks of a stage is written
/// as of all. Adds a sentence if the stages differ from it.
Recompute oneRecompute(const RankPlan &degrees, std::string_view tool, std::vector<std::string> &changes);

/// The plan of the degrees: `shell` with pipelines, degrees and micro-batch size. Requires a device for each rank.
Plan planOnRanks(const RankPlan &degrees, Plan shell);

/// planLayers layers over `parts` virtual stages as evenly as possible, the larger ones first: torchtitan's cut.
/// Requires parts <= planLayers.
std::vector<int> evenLayers(int planLayers, int parts);
/// `blocks` blocks over the parts, the larger ones first; embedding and head come on top of the first and last one.
std::vector<int> evenBlocks(int blocks, int parts);

} // namespace heteroscope::launch
