// SPDX-License-Identifier: GPL-3.0-or-later
//
// Constants of the cost model, read from resources/calibration. They describe causes: the share of the peak that a
// matrix product of a given shape reaches, the time of a kernel launch, the behaviour of a send. Each set of constants
// states its source there. `hscope calibrate` fits them to measured steps. core/cost/README.md has the formulas that
// use them.
#pragma once

#include "base/result.h"
#include "cluster/cluster.h"
#include "cost/layer_profile.h"
#include "strategy/schedule_kind.h"
#include "workload/layer_work.h"
#include "workload/workload.h"
#include "json/json.h"
#include "json/object_reader.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace heteroscope {

/// Efficiency of a class of devices: the share of its peak rates that kernels reach.
///
/// A matrix product (m x k)(k x n) reaches gemm (w / ceil(w))^waveLoss / [(1 + m0/m)(1 + n0/n)(1 + k0/k)] of the peak,
/// where w is the number of waves in which its output tiles run on the processors. The last wave is rarely full.
struct EfficiencyCurves
{
    std::string computeClass;
    std::array<double, precisionNames.size()> gemm{}; ///< share of the peak that large products reach, by precision
    double m0 = 0, n0 = 0, k0 = 0;                    ///< dimension at which its factor above is 1/2
    /// Rate of fp8 and fp4 products by what is scaled together, relative to gemm of their precision; by NarrowRecipe.
    std::array<double, narrowRecipeNames.size()> recipes{1, 1, 1, 1};
    double waveLoss = 0;    ///< 1: a wave that is not full takes as long as a full one
    double processors = 1;  ///< number of processors; each computes one tile at a time
    double groupedRows = 0; ///< rows of an expert at which the products of several experts in one launch reach half of
                            ///< the rate of one product
    double misalignedGemm =
        1;                   ///< efficiency of a product whose width is not a multiple of 8, relative to an aligned one
    double flashForward = 0; ///< share of the 16-bit peak of the vendor's fused attention kernel, long sequences
    double flashBackward = 0;
    double openAttention = 1;     ///< efficiency of FlashAttention-2, relative to the vendor's kernels
    double flashHalfSequence = 0; ///< sequence length at which a fused attention kernel reaches half of its max share
    double flashHalfQueries = 0;  ///< likewise the number of queries of all heads; fewer do not fill the processors
    double batchedGemm = 0;       ///< share of the peak of unfused attention products
    double memory = 0;            ///< share of the memory bandwidth that a streaming kernel reaches
    Seconds launch;               ///< gap between dependent kernels
    double uncertainty = 0;       ///< expected relative error of a step on this class
    std::string source;
    Extensions extensions;
};

/// Constants of transfers over links of one technology.
struct LinkConstants
{
    LinkTechnology technology = LinkTechnology::other;
    double efficiency = 1; ///< share of the line rate that a long transfer reaches
    Seconds hop;           ///< latency per ring step over such a link, in addition to the latency of the route
    std::string source;
    Extensions extensions;
    double inSwitch = 0; ///< share of the line rate that all-reduces in the switches of a node reach; 0: these do not
                         ///< add up
    double pairs = 1;    ///< rate of sends between pairs of devices (all-to-all), relative to that of a ring
    // hop with the protocols for short messages (cost/network.h); 0: these are not faster.
    Seconds hopLL128{};
    Seconds hopLL{};
    Seconds inSwitchFill{}; ///< what a long message waits in addition where the switches of a node add up
};

/// When the send of a pipeline stage can begin and whether it stops the sender. In a rendezvous the transfer begins
/// when both the send and the receive are posted.
///   blocking           rendezvous; the receiver posts the receive when its previous pass ends, and the sender computes
///                      nothing until the data has arrived
///   receivePrefetched  rendezvous; the receiver posts the receive when its previous pass begins, and the sender
///                      continues to compute
///   asynchronous       the receive is always posted early enough; the transfer begins when the data is ready
enum class SendMode { blocking, receivePrefetched, asynchronous };
inline constexpr std::array<std::string_view, 3> sendModeNames = {"blocking", "receivePrefetched", "asynchronous"};

/// The fused attention kernels that a stack calls: the hardware vendor's, FlashAttention-2, or the first
/// FlashAttention, also in Triton, which takes twice the time of the second (arXiv 2307.08691, section 4.1).
enum class AttentionKernels { vendor, open, first };
inline constexpr std::array<std::string_view, 3> attentionKernelNames = {"vendor", "open", "first"};

/// What a training framework holds in a device's memory beyond what the plan itself says. Without an entry in the file
/// everything is as in the papers: core/cost/README.md.
struct StackMemory
{
    double logitBytes = 0;        ///< held for each logit at the loss; 0: one in the model's precision and one in fp32
    double gatedTensors = 3;      ///< tensors of a gated MLP's inner width that its backward pass needs
    bool narrowInputs = false;    ///< inputs of fp8 and fp4 products are kept in that precision
    double gradientCopies = 0;    ///< gradients in the weights' precision beside the accumulated ones
    bool shardsGradients = false; ///< ZeRO-2 shards gradients; otherwise they accumulate in full
    Bytes communicator;           ///< buffers of each communicator (TP, CP, EP, pipeline, DP) that a device is in
    /// Copies of the weights of blocks that fp8 products read, in 8 bits, kept over the micro-batches: 2 where both
    /// orders are. Beside 16-bit weights, or with TrainingJob::narrowWeights all that there is (then at least 1).
    double narrowCopies = 0;
    double fragmentation = 0; ///< what the allocator loses beside activations, logits and buffers, as a share of them
    double uncertainty = 0;   ///< expected relative error of the peak; the headroom of a job that sets none
    std::string source;
    Extensions extensions;
    friend bool operator==(const StackMemory &, const StackMemory &) = default;
};

/// How fast the kernels of a stack are on one device class, where measured steps of this pair say so.
struct StackOnClass
{
    std::string computeClass;
    double gemm = 1;      ///< of matrix products, beside SoftwareStack::gemm
    double attention = 1; ///< of fused attention, beside that of the stack's kind of kernels
    std::string source;
    Extensions extensions;
    friend bool operator==(const StackOnClass &, const StackOnClass &) = default;
};

/// The releases of another stack that an entry stands for, from one to another; an empty end is open.
struct StackReleases
{
    std::string of; ///< SoftwareStack::name
    std::string from;
    std::string until;
    friend bool operator==(const StackReleases &, const StackReleases &) = default;

    /// Numbers are compared one by one: 26.6 and 26.06 are one release, 2.10 is later than 2.9.
    bool has(std::string_view release) const;
};

/// Properties of a training framework: its kernels, sends and memory.
struct SoftwareStack
{
    std::string name;
    std::optional<StackReleases> releases{};
    SendMode sendMode = SendMode::blocking;
    AttentionKernels attention = AttentionKernels::vendor;
    ContextExchange contextExchange = ContextExchange::ring; ///< of a plan that names none
    ExpertDispatch expertDispatch = ExpertDispatch::pairs;   ///< of a job that names none, like expertOverlap
    ExpertOverlap expertOverlap = ExpertOverlap::none;
    /// Tokens and gradients go to fp8 experts in 8 bits with a scale for each 128, and come back in 16 (DeepSeek-V3,
    /// arXiv 2412.19437, section 3.3.3; the setting in which DeepEP's normal kernels are measured).
    bool narrowDispatch = false;
    bool overlapsGradients = false; ///< reduces gradients during the backward pass
    bool padsVocabulary = true;     ///< to a multiple of 128 x TP; otherwise odd widths are slow without TP

    double scale = 1;         ///< factor of every duration; differs from 1 in a user's own calibration only
    double gemm = 1;          ///< efficiency of matrix products, relative to that of the device class
    double elementwise = 1;   ///< memory traffic of norms, activations and residuals, relative to the min possible
    double scoreBytes = 0;    ///< traffic per attention score of unfused softmax and dropout, forward
    double quantizeBytes = 0; ///< traffic per input element of an fp8 or fp4 product: scaling and casting
    double permutePasses = 0; ///< memory passes of a routed token between router and experts and back, forward

    Seconds hostLayer;         ///< min time of the forward pass of a block: the host issues its kernels
    Seconds hostExperts;       ///< addition to hostLayer if the block has experts
    double hostBackward = 1;   ///< min time of the backward pass, relative to the forward pass
    double hostExponent = 8;   ///< exponent of the soft maximum of device time and host time
    double hostExponentTp = 8; ///< the same with TP: collectives let the host fall behind and catch up
    double hostTensorParallel =
        0; ///< growth of hostLayer from TP 1 to TP 8, because all devices wait for the slowest host thread
    Seconds hostMicroBatch; ///< per micro-batch and stage
    Seconds hostStep;       ///< per step; never hidden

    double optimizerBytes = 0; ///< memory traffic of the optimizer per parameter
    /// Per parameter and micro-batch, if separate kernels accumulate gradients in 16 bits; otherwise 0. Each further
    /// byte of the accumulator is read and written.
    double accumulateBytes = 0;
    double tpExposed = 1; ///< exposed share of TP communication if the plan overlaps it
    /// Share of the device's processors that the experts' all-to-all takes from what computes beside it
    /// (ExpertOverlap): DeepSeek-V3 gives 20 of 132 to it.
    double exchangeContention = 0;
    double gatherContention = 1; ///< ZeRO-3: exposed share of the shorter of computation and gathering
    double nodeJitter = 0;       ///< growth of all durations per doubling of the nodes that wait for each other
    Seconds collectiveBase;      ///< software time of each collective call
    // While a device computes and reduces gradients at the same time, the first divides its compute rate, the second
    // the rate of the transfer.
    double overlapComputeSlowdown = 1;
    double overlapTransferSlowdown = 1;
    Bytes gradientBucket; ///< gradients per device reduced in one call if they overlap the backward pass
    Bytes reserve;        ///< memory of context, runtime and allocator
    StackMemory memory;
    std::vector<StackOnClass> onClasses;
    std::vector<int> zeroStages;       ///< supported ZeRO stages
    int zeroWithStages = maxZeroStage; ///< the highest of them that goes with several pipeline stages
    /// Pipeline schedules that it can run; without an entry in the file those that pipeline frameworks usually have.
    std::vector<ScheduleKind> schedules{ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::interleaved};
    /// The kinds of parallelism and sharding that it has; without an entry in the file all. Space P of the planner
    /// asks for them (planner/space/space.h); a plan of the user's with more is predicted all the same.
    SoftwareDegrees degrees;
    /// What of a block it can recompute beside whole blocks; without an entry in the file the attention core.
    RecomputeModules recomputeModules = RecomputeModules::of(RecomputeModule::coreAttention);
    std::string runsSource; ///< where it is said that it has all this; may be empty
    /// Relative error of a step; combined with the device class's error as the root of the sum of squares.
    double uncertainty = 0;
    std::string source;
    Extensions extensions;

    double gemmOn(std::string_view computeClass) const;
    /// StackOnClass::attention, 1 without an entry.
    double attentionOn(std::string_view computeClass) const;
};

struct CalibrationValues
{
    std::vector<EfficiencyCurves> curves;
    std::vector<LinkConstants> links;
    std::vector<SoftwareStack> stacks;
    std::shared_ptr<const LayerProfiles> profiles; ///< measured layers that replace the curves; may be null

    /// The curves of a class; the curves of class "default" if the class is not calibrated.
    const EfficiencyCurves &curvesOf(const std::string &computeClass) const;
    const LinkConstants &linkOf(LinkTechnology technology) const;
    const SoftwareStack *findStack(std::string_view name) const;
    /// The entry for a release of the stack, else the stack's own. Null without either.
    const SoftwareStack *findStack(std::string_view name, std::string_view release) const;
    bool isCalibrated(const std::string &computeClass) const;
};

/// A number of the struct T with its JSON name and allowed range.
template<class T>
struct CalibrationField
{
    std::string_view name;
    double &(*of)(T &);
    NumberRange range;
    bool required = true; ///< otherwise a file may leave it out
};
std::span<const CalibrationField<EfficiencyCurves>> curveFields(); ///< without the array EfficiencyCurves::gemm
std::span<const CalibrationField<LinkConstants>> linkFields();
std::span<const CalibrationField<SoftwareStack>> stackFields();
std::span<const CalibrationField<StackMemory>> stackMemoryFields(); ///< without the switches; each may be left out
/// Allowed range of every share of a peak.
inline constexpr NumberRange efficiencyRange{.minimum = 0.001, .maximum = 1};

/// The shipped constants, read once.
const CalibrationValues &builtinCalibration();
const Findings &builtinCalibrationFindings();

/// Reads the JSON of one calibration file; used for the shipped files and by lint.
CalibrationValues readCalibration(const Json &json, const std::string &path, Findings &findings);
Json toJson(const CalibrationValues &values);

/// The shipped constants, changed by the files: a class, technology or stack of a file replaces the shipped one of the
/// same name.
Result<CalibrationValues> loadCalibration(const std::vector<std::string> &files);

} // namespace heteroscope
