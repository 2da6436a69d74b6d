// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of a transformer, dense or mixture of experts, and the presets of resources/catalog/models.json.
//
// Layers of a model as plans count them: layer 0 is the embedding, 1 .. layers are transformer blocks, layers + 1 is
// the output head with the final norm and the loss.
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "base/units.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Mixture of experts: each token goes to topK of `experts` routed experts and to every shared one.
struct MixtureOfExperts
{
    int experts = 0;
    int topK = 0;
    int sharedExperts = 0;
    int expertFfn = 0;   ///< inner width of one expert
    int denseLayers = 0; ///< the first blocks that have a plain MLP of width Model::ffn instead
    friend bool operator==(const MixtureOfExperts &, const MixtureOfExperts &) = default;
};

/// Multi-head latent attention (DeepSeek-V2): low-rank query and key-value projections.
struct LatentAttention
{
    int queryRank = 0; ///< 0 = queries are not compressed
    int kvRank = 0;
    int nopeDim = 0; ///< per head, without rotary position
    int ropeDim = 0; ///< rotary part; shared by all heads for keys
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
    int kvHeads = 0; ///< < heads: grouped-query, 1: multi-query
    int headDim = 0;
    int ffn = 0;
    int vocab = 0;
    int maxSequence = 0;
    bool gatedMlp = false; ///< SwiGLU and its like: three matrices instead of two
    bool tiedEmbeddings = false;
    bool learnedPositions = false;
    bool biases = false; ///< linear layers with bias, LayerNorm instead of RMSNorm
    std::optional<MixtureOfExperts> moe;
    std::optional<LatentAttention> mla;
    double parameters = 0; ///< published count; only for comparison
    std::string source;
    bool fromMemory = false;
    std::string notes;
    Extensions extensions;

    int planLayers() const { return layers + 2; } ///< with embedding and head
    bool isMoeBlock(int layer) const { return moe && layer >= 1 + moe->denseLayers && layer <= layers; }
    friend bool operator==(const Model &, const Model &) = default;
};

/// Parameters of one layer (0 embedding, 1..layers blocks, layers+1 head), split into those of the routed experts and
/// the rest, because expert parallelism shards the former. Tied embeddings count in layer 0 only.
struct LayerParameters
{
    double dense = 0;
    double experts = 0;
    double total() const { return dense + experts; }
};
LayerParameters layerParameters(const Model &model, int layer);
double totalParameters(const Model &model);
/// Parameters a token meets: routed experts count topK / experts.
double activeParameters(const Model &model);

const std::vector<Model> &builtinModels();
const Findings &builtinModelFindings();
const Model *findModel(std::string_view name);

} // namespace heteroscope
