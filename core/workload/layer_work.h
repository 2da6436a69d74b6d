// SPDX-License-Identifier: GPL-3.0-or-later
//
// The work of one layer for one micro-batch on one device of a TP group: matrix products with their shape, memory-bound
// operations with their bytes, and the collectives between them.
//
// Experts: routing is taken as balanced. A device with e of the experts, whose tensors x devices share, computes e
// products of T topK x / (tp e) rows. With sequence parallelism each device dispatches its own T / tp tokens, exchanges
// their topK copies with its EP group and gathers those of the x devices that share its experts, as the all-to-all
// dispatcher of Megatron-LM does.
//
// Adapters (TrainingJob::adapterRank) add two products beside each product (m x k)(k x n) that has one, with the sizes
// on the device: of a product that TP splits by columns the first is on every device whole, of one that TP splits by
// rows the second. Their results are added before the collectives that are there anyway. Quantised base weights are
// written out in 16 bits before each product. Both: Dettmers et al. 2023 (arXiv 2305.14314). Each routed expert has
// adapters of its own, which are grouped products like its own.
//
// Context parallelism (Sharding::context). Ring (Liu et al. 2023, arXiv 2310.01889): cp - 1 times the keys and values
// of a slice go to the next device, backwards with their gradients too. All-gather (Llama 3, arXiv 2407.21783, section
// 3.3.2): the keys and values of all slices at once. Ulysses (Jacobs et al. 2023, arXiv 2309.14509): queries, keys,
// values and results change between slices of tokens and of heads.
//
// Mixers other than attention. A sliding window w of a sequence s has s w - w^2 / 2 of the s^2 scores. The gated delta
// rule is computed in chunks of C = 64 tokens (Yang et al. 2024, arXiv 2406.06484 and 2412.06464): for each token and
// value head C (3 keyDim + 2 valueDim) + 3 keyDim valueDim multiplications, of half the chunks' products because they
// are causal. Mamba 2 in chunks of Q tokens (Dao and Gu 2024, arXiv 2405.21060, section 6): Q state for each group and
// Q headDim + 2 headDim state for each head, the first two halved likewise. With context parallelism their
// devices exchange tokens for heads before and after, so that each has whole sequences.
//
// Shapes are per device after sharding. T = samples * sequence / cp tokens. Forward GEMMs of a block (Megatron-LM,
// arXiv 1909.08053): QKV (T, (heads + 2 kvHeads) headDim / tp, h), projection (T, h, heads headDim / tp), MLP up
// (T, c ffn / tp, h) with c = 2 when gated, down (T, h, ffn / tp). Backward does the input gradient and the weight
// gradient, each as many FLOPs as forward.
#pragma once

#include "base/units.h"
#include "workload/recompute_modules.h"
#include "workload/workload.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace heteroscope {

/// What context parallelism exchanges for attention; see above.
enum class ContextExchange : std::uint8_t { ring, allGather, ulysses };
inline constexpr std::array<std::string_view, 3> contextExchangeNames = {"ring", "allGather", "ulysses"};

/// The parallel degrees by which one layer is split over devices.
struct Sharding
{
    int tp = 1;
    int cp = 1;
    int ep = 1;
    bool sequenceParallel = false;
    int expertTp = 0;                         ///< devices that share the tensors of one routed expert; 0: tp
    std::optional<ContextExchange> context{}; ///< nullopt: the software stack's, where there is one, else a ring
    int expertTensors() const { return expertTp > 0 ? expertTp : tp; }
    friend bool operator==(const Sharding &, const Sharding &) = default;
};

/// What an operation of a layer computes.
enum class OperationName : std::uint8_t {
    embedding,
    queryDown, ///< of latent attention: into the low rank
    queryUp,
    query,
    keyValueDown,
    keyValueUp,
    queryKeyValue, ///< in one product
    attentionOutput,
    fusedAttention,
    attention, ///< scores and values as products of their own
    softmax,   ///< and dropout
    attentionNorm,
    rotaryEmbedding,
    mixerInput,  ///< of linear attention and state-space layers: all projections in one product
    convolution, ///< short, over the last tokens, with its activation function
    deltaRule,
    stateScan,
    gatedNorm,
    mixerOutput,
    mlpNorm,
    mlpUp,
    activationFunction,
    mlpDown,
    router,
    permute, ///< tokens to experts and back
    expertsUp,
    expertActivation,
    expertsDown,
    crossNorm, ///< of the attention of a decoder to its encoder
    crossQuery,
    crossKeyValue,
    crossAttention,
    crossOutput,
    patchEmbedding, ///< of a vision tower
    projector,      ///< from patches to tokens
    adapterDown,    ///< into the rank of adapters, all of the layer
    adapterUp,
    dequantize, ///< frozen weights that are held in few bits
    predictionNorms,
    predictionProjection, ///< of hidden state and embedding, before the block for a further token
    finalNorm,
    logits,
    loss,
};
inline constexpr std::size_t operationNameCount = static_cast<std::size_t>(OperationName::loss) + 1;

enum class CollectiveName : std::uint8_t {
    embedding,
    tpAllGather,
    tpReduceScatter,
    tpAllReduce,
    expertAllToAll,
    ringAttention,
    contextAllGather,
    contextAllToAll,
    sequenceExchange, ///< of linear attention and state-space layers with context parallelism
};
inline constexpr std::size_t collectiveNameCount = static_cast<std::size_t>(CollectiveName::sequenceExchange) + 1;

/// A layer is passed forwards, where it is recomputed once more, and backwards in two parts.
enum class LayerPass : std::uint8_t { forward, recompute, inputGradient, weightGradient };
inline constexpr std::size_t layerPassCount = 4;

/// An operation in one pass.
struct LayerOperation
{
    OperationName name = OperationName::embedding;
    LayerPass pass = LayerPass::forward;
    friend bool operator==(const LayerOperation &, const LayerOperation &) = default;
};

struct Operation
{
    /// The memory traffic of softmax, permute and elementwise operations is multiplied by factors of the software stack
    /// (scoreBytes, permutePasses and elementwise of SoftwareStack in core/cost).
    enum class Kind { gemm, groupedGemm, flashAttention, unfusedAttention, softmax, permute, elementwise };

    OperationName name = OperationName::embedding;
    Kind kind = Kind::elementwise;
    double m = 0, n = 0,
           k = 0; ///< gemm: one product (m x k)(k x n); attention: m = head sequences, n = query length, k = head dim
    double count = 1; ///< number of products of this shape (grouped: experts on the device)
    Flop forward;     ///< FLOPs of the forward pass
    Flop inputGradient;
    Flop weightGradient;
    Bytes forwardBytes;          ///< memory traffic of the forward pass
    Bytes backwardBytes;         ///< of the backward pass; of products without the weight gradient
    Bytes weightBytes;           ///< products: of the weight gradient
    int kernels = 1;             ///< kernel launches of the forward pass
    double elements = 0;         ///< softmax: number of attention scores
    bool attentionCore = false;  ///< repeated by selective recompute (selectModules may name other operations)
    bool keepsPrecision = false; ///< stays in 16 bits if other products use fp8 or fp4: router and head
    bool odd = false;            ///< a product on a single device whose width is not a multiple of 8
};

/// A collective inside a layer, on the critical path of its pass.
struct LayerCollective
{
    enum class Kind { allReduce, allGather, reduceScatter, allToAll, ring };
    CollectiveName name = CollectiveName::tpAllReduce;
    Kind kind = Kind::allReduce;
    enum class Group { tp, cp, ep } group = Group::tp;
    Bytes bytes; ///< whole tensor: the input of all-reduce and reduce-scatter, the output of all-gather
    int forwardCount = 0;
    int backwardCount = 0;
};

/// What of LayerWork's activations is not kept if a module is recomputed.
struct ModuleActivations
{
    Bytes activations;
    Bytes gatedTensor;  ///< of LayerWork::gatedTensor
    Bytes narrowInputs; ///< of LayerWork::narrowInputs
};

struct LayerWork
{
    bool isBlock = false;
    bool hasExperts = false;
    double parameters = 0;     ///< on this device
    double adapters = 0;       ///< parameters of adapters on this device, not among those, but of routed experts
    double expertAdapters = 0; ///< of the adapters of routed experts on this device
    int predictionBlocks = 0;  ///< blocks for further tokens inside the head
    double gradientBytes = 2;  ///< of one accumulated gradient
    std::vector<Operation> operations;
    std::vector<LayerCollective> collectives;
    /// Activations kept from forward to backward, per device: without recompute, with selective recompute (of the
    /// attention core) and with full recompute.
    Bytes activations;
    Bytes activationsSelective;
    Bytes activationsFull;
    // Parts of the first two that software stacks keep in other ways: one tensor of the inner width of a gated MLP
    // (three are counted), and the inputs of products that precisions below 16 bits narrow.
    Bytes gatedTensor;
    Bytes narrowInputs;
    Bytes selectiveGatedTensor; ///< of activationsSelective; set by layerWork, changed by selectModules
    Bytes selectiveNarrowInputs;
    std::array<ModuleActivations, recomputeModuleNames.size()> modules{}; ///< by RecomputeModule, each alone
    /// Output tensor of the layer, per TP group (the whole hidden state of the micro-batch).
    Bytes output;
};

/// Makes selective recompute repeat these modules instead of the attention core: marks their operations and takes what
/// they need not keep from the activations. A module inside another one is counted once.
void selectModules(LayerWork &work, RecomputeModules modules);

/// Whether a collective of a layer is part of these modules, so that it is repeated with them; how many of its calls.
int repeatedCalls(const LayerCollective &collective, const LayerWork &work, RecomputeModules modules);

/// Parameters of a layer's adapters on one device; those of routed experts apart.
LayerParameters adapterParameters(const Workload &workload, int layer, const Sharding &sharding);

/// The work of `layer` (0: embedding, 1 to model.layers: blocks, model.layers + 1: head) for `samples` sequences, which
/// may be any positive number.
LayerWork layerWork(const Workload &workload, int layer, const Sharding &sharding, double samples);

} // namespace heteroscope
