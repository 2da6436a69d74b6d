// SPDX-License-Identifier: GPL-3.0-or-later
//
// The workload: the model to be trained and the training job.
#pragma once

#include "cluster/device_type.h"
#include "workload/model.h"
#include "workload/software_ticks.h"

namespace heteroscope {

enum class Optimizer { adam, sgd };
inline constexpr std::array<std::string_view, 2> optimizerNames = {"adam", "sgd"};

/// Largest share of a device's memory that a job may leave free.
inline constexpr double maxMemoryHeadroom = 0.5;

/// Scaling of fp8 and fp4 products: what is quantised together.
///   perTensor  one scale for each tensor, from its history (Micikevicius et al. 2022, arXiv 2209.05433)
///   blockwise  tiles of 1 x 128 and blocks of 128 x 128 (DeepSeek-V3, arXiv 2412.19437, section 3.3)
///   mxfp8      32 numbers with a scale of 8 bits (OCP Microscaling Formats 1.0)
///   nvfp4      16 numbers of 4 bits with a scale of 8 bits, and one scale for each tensor (arXiv 2509.25149)
enum class NarrowRecipe : std::uint8_t { perTensor, blockwise, mxfp8, nvfp4 };
inline constexpr std::array<std::string_view, 4> narrowRecipeNames = {"perTensor", "blockwise", "mxfp8", "nvfp4"};

/// Memory traffic of quantising one 16-bit number for products of its rows and of its columns: read it (nvfp4: twice,
/// first for the scale of the tensor), write it in both orders with its share of the scales.
double quantizeTraffic(NarrowRecipe recipe);

/// Whether a device's units scale products so. mxfp8 needs units for blocks that share a scale; they came with those of
/// 4 bits (NVIDIA: tcgen05.mma with block_scale of sm_100, PTX ISA 8.6; AMD: CDNA 4), so a device that computes in fp4
/// has them. nvfp4 is NVIDIA's own. Software scales the others.
bool scales(const DeviceType &device, NarrowRecipe recipe);

/// Which products of a block have an adapter.
///   attention  those of attention and of the other mixers
///   all        these and the ones of dense MLPs and shared experts
///   experts    these and the ones of routed experts, each of which has its own
enum class AdapterTargets : std::uint8_t { attention, all, experts };
inline constexpr std::array<std::string_view, 3> adapterTargetNames = {"attention", "all", "experts"};

/// How frozen weights of blocks are held. int8: one byte; nf4: 4 bits and double-quantised scales, 4.127 bits (Dettmers
/// et al. 2023, QLoRA, arXiv 2305.14314, section 3). Each product first writes them out in 16 bits.
enum class BaseWeights : std::uint8_t { full, int8, nf4 };
inline constexpr std::array<std::string_view, 3> baseWeightNames = {"full", "int8", "nf4"};
/// Bytes of a weight; `full` gives the bytes of a full one.
double baseWeightBytes(BaseWeights weights, double full);

/// How the copies of a token reach its experts on other devices.
///   pairs  each copy goes to its expert's device by itself (all-to-all of the common library)
///   nodes  a token goes to each node that holds experts of it once, and inside the node to their devices; results are
///          added up in each node before they go back (DeepSeek-V3, arXiv 2412.19437, section 3.2.2; DeepEP's normal
///          kernels)
enum class ExpertDispatch : std::uint8_t { pairs, nodes };
inline constexpr std::array<std::string_view, 2> expertDispatchNames = {"pairs", "nodes"};

/// What a device computes while these copies travel.
///   none           nothing
///   sharedExperts  the shared experts of the same block (Megatron-LM: --moe-shared-expert-overlap)
///   passes         the pass of the same blocks in the other direction, for another micro-batch (DeepSeek-V3's
///   DualPipe,
///                  section 3.2.1; Megatron-LM: --overlap-moe-expert-parallel-comm)
enum class ExpertOverlap : std::uint8_t { none, sharedExperts, passes };
inline constexpr std::array<std::string_view, 3> expertOverlapNames = {"none", "sharedExperts", "passes"};

struct TrainingJob
{
    int sequenceLength = 2048;
    int globalBatch = 32;         ///< sequences per step
    bool globalBatchFree = false; ///< the planner may change globalBatch
    Precision precision = Precision::bf16;
    Precision gradientPrecision = Precision::fp32; ///< precision of accumulation and reduction of gradients
    Optimizer optimizer = Optimizer::adam;
    bool flashAttention = true;
    bool frozenBase = false; ///< fine-tuning of an adapter (LoRA): the weights of the model itself are not trained
    /// Rank of the adapters on frozen weights (Hu et al. 2021, LoRA, arXiv 2106.09685): beside a product (m x k)(k x n)
    /// the two (m x k)(k x rank) and (m x rank)(rank x n), which are trained. 0: adapters count nothing.
    int adapterRank = 0;
    AdapterTargets adapterTargets = AdapterTargets::all;
    BaseWeights baseWeights = BaseWeights::full;
    Precision momentPrecision = Precision::fp32; ///< of Adam's two moments
    Precision masterPrecision = Precision::fp32; ///< of the optimizer's copy of 16-bit weights
    /// Of fp8 and fp4 products; nullopt: as the software stack was measured.
    std::optional<NarrowRecipe> recipe;
    /// Weights of blocks are held and gathered in 8 bits (fp8 primary weights; Megatron-LM: --fp8-param-gather). For
    /// products in fp8; the optimizer's copy keeps masterPrecision.
    bool narrowWeights = false;
    /// Lengths in tokens of some documents, in the proportions of the data: sequences are packed with them, and
    /// attention stays inside each. Longer ones are cut at the sequence length. Empty: a document is a sequence.
    std::vector<int> documents;
    int images = 1; ///< in a sequence, for models with a vision tower
    /// Blocks are launched as recorded graphs (CUDA graphs), not kernel by kernel.
    bool cudaGraphs = false;
    std::string softwareStack = "Megatron-LM"; ///< name in resources/calibration/constants.json
    /// Release of this software, like "26.06"; empty: as the stack was measured. Entries of the calibration that stand
    /// for releases take the place of the stack (StackReleases in cost/calibration_values.h).
    std::string softwareRelease;
    std::optional<ExpertDispatch> expertDispatch; ///< nullopt: the software stack's
    std::optional<ExpertOverlap> expertOverlap;   ///< nullopt: the software stack's
    SoftwareTicks runs; ///< what this software can run, where it differs from the stack's default
    /// Share of each device's memory that plans leave free; nullopt: the error of the stack's memory (StackMemory).
    std::optional<double> memoryHeadroom;
    Extensions extensions;
    friend bool operator==(const TrainingJob &, const TrainingJob &) = default;

    double tokensPerStep() const { return static_cast<double>(globalBatch) * sequenceLength; }
};

/// Whether a device computes in the job's precision and scales by its recipe.
bool computes(const DeviceType &device, const TrainingJob &job);

struct Workload
{
    Model model;
    TrainingJob job;
    Extensions extensions;
    friend bool operator==(const Workload &, const Workload &) = default;
};

/// Causal attention of the documents packed into a sequence: of the pairs (query, key) of the whole sequence those that
/// are computed where a token sees at most `window` before it, and the keys that a document's tokens see, weighted by
/// tokens. One document of s tokens without window: 1/2 and s.
struct PackedAttention
{
    double share = 0.5;
    double keys = 1;
};
PackedAttention packedAttention(const TrainingJob &job, double window);

/// Model FLOPs of one step, the numerator of MFU: 3 times the forward FLOPs (forward, input gradient, weight gradient)
/// of every matrix product and of the attention core (half, because attention is causal), without recompute. Source:
/// Korthikanti et al. 2022 (arXiv 2205.05198), appendix A, with causal attention.
Flop modelFlopsPerStep(const Workload &workload);

} // namespace heteroscope
