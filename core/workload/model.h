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
    int layers = 0; ///< transformer blocks
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
    double parameters = 0;        ///< published number of parameters; for comparison only
    std::string source;
    bool fromMemory = false;
    std::string notes;
    Extensions extensions;

    int planLayers() const { return layers + 2; } ///< number of layers including embedding and head
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

/// The counts of heads besides those of attention that TP has to divide.
std::vector<int> mixerHeads(const Model &model);

/// Number of parameters of one layer. Routed experts are counted apart, because expert parallelism shards only them.
/// Tied embeddings are counted in layer 0 only.
struct LayerParameters
{
    double dense = 0;
    double experts = 0;
    double total() const { return dense + experts; }
};
LayerParameters layerParameters(const Model &model, int layer);
double totalParameters(const Model &model);
/// Parameters used per token: routed experts count with the factor topK / experts.
double activeParameters(const Model &model);

const std::vector<Model> &builtinModels();
const Findings &builtinModelFindings();
const Model *findModel(std::string_view name);

} // namespace heteroscope
