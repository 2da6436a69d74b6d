// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of a language model (attention, linear attention or state space; dense or mixture of experts) and the
// built-in models of resources/catalog/models.json.
//
// Plans number the layers of a model so: layer 0 is the embedding, layers 1 to `layers` are blocks, and
// layer `layers` + 1 is the output head with the final norm and the loss.
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "base/units.h"
#include "workload/block.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Mixture of experts: each token is processed by topK of `experts` routed experts and by every shared expert.
struct MixtureOfExperts
{
    int experts = 0;
    int topK = 0;
    int sharedExperts = 0;
    int expertFfn = 0;   ///< inner width of one expert
    int denseLayers = 0; ///< number of first blocks that have a dense MLP of width Model::ffn in place of experts
    /// Limited routing (DeepSeek-V2, arXiv 2405.04434, section 2.2.2): experts fall into `groups` groups, spread over
    /// the devices in order, and those of a token are of at most groupLimit of them. 0: all experts may be chosen.
    int groups = 0;
    int groupLimit = 0;
    friend bool operator==(const MixtureOfExperts &, const MixtureOfExperts &) = default;
};

/// Multi-head latent attention (DeepSeek-V2): low-rank query and key-value projections.
struct LatentAttention
{
    int queryRank = 0; ///< 0 = queries are not compressed
    int kvRank = 0;
    int nopeDim = 0; ///< per head, without rotary position
    int ropeDim = 0; ///< per head, with rotary position; keys share it over all heads
    int valueDim = 0;
    friend bool operator==(const LatentAttention &, const LatentAttention &) = default;
};

struct Model
{
    std::string name;
    std::string family;
    int layers = 0; ///< blocks, with those of an encoder and a vision tower (files count these apart)
    int hidden = 0;
    int heads = 0;
    int kvHeads = 0; ///< less than heads: grouped-query attention; 1: multi-query attention
    int headDim = 0;
    int ffn = 0;
    int vocab = 0;
    int maxSequence = 0;
    bool gatedMlp = false; ///< gated MLP such as SwiGLU: three matrices instead of two
    bool tiedEmbeddings = false;
    bool learnedPositions = false;
    bool biases = false; ///< linear layers have a bias, and norms are LayerNorm instead of RMSNorm
    std::optional<MixtureOfExperts> moe;
    std::optional<LatentAttention> mla;
    int window = 0; ///< tokens that blocks with a sliding window look at
    std::optional<LinearAttention> linearAttention;
    std::optional<StateSpace> stateSpace;
    std::vector<BlockRun> blocks; ///< repeats; empty: all attention, each with experts if the model has them
    std::optional<Encoder> encoder;
    std::optional<VisionTower> vision;
    /// Further tokens that are predicted at each position (DeepSeek-V3, arXiv 2412.19437, section 2.2): so many times
    /// two norms, a product that joins hidden state and embedding, a block like the last and the head once more. They
    /// are part of the head's layer and share its tables.
    int predictionModules = 0;
    double parameters = 0; ///< published number of parameters; for comparison only
    std::string source;
    bool fromMemory = false;
    std::string notes;
    Extensions extensions;

    int planLayers() const { return layers + 2; } ///< number of layers including embedding and head
    int towerLayers() const { return vision ? vision->layers : 0; }
    int encoderLayers() const { return encoder ? encoder->layers : 0; }
    /// Whether the head's device needs the table of the embedding, and its gradient from both.
    bool sharesEmbedding() const { return tiedEmbeddings || predictionModules > 0; }
    /// What layer 1 <= layer <= layers is made of.
    ModelBlock block(int layer) const;
    bool isMoeBlock(int layer) const { return layer >= 1 && layer <= layers && block(layer).feed == Feed::experts; }
    /// Whether any block has it.
    bool uses(Mixer mixer) const;
    bool uses(Feed feed) const;
    /// Whether all blocks cost the same.
    bool hasOneKindOfBlock() const;
    friend bool operator==(const Model &, const Model &) = default;
};

/// Mean number of nodes that hold the experts of a token, if these are spread evenly over `nodes` nodes and all are
/// equally likely: N (1 - (1 - 1/N)^topK) with N the nodes that limited routing leaves. At least 1.
double nodesOfToken(const MixtureOfExperts &moe, int nodes);

/// What TP has to divide besides the heads of attention and the widths of MLPs: the heads of other mixers, and the
/// heads and the width of a vision tower.
std::vector<int> mixerHeads(const Model &model);

/// The model whose blocks are those of the vision tower, which the model must have.
Model towerModel(const Model &model);

/// Number of parameters of one layer. Routed experts are counted apart, because expert parallelism shards only them.
/// Tied embeddings are counted in layer 0 only.
struct LayerParameters
{
    double dense = 0;
    double experts = 0;
    double total() const { return dense + experts; }
};
LayerParameters layerParameters(const Model &model, int layer);
double totalParameters(const Model &model); ///< as published sizes are counted: without the modules for further tokens
/// Parameters used per token: routed experts count with the factor topK / experts.
double activeParameters(const Model &model);

const std::vector<Model> &builtinModels();
const Findings &builtinModelFindings();
const Model *findModel(std::string_view name);

} // namespace heteroscope
