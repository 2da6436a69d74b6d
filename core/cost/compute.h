// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computation time on one device: a roofline model with shape-dependent efficiency.
//
//     product     time = max(FLOP / (peak * efficiency(shape, precision)), bytes / streaming rate) + kernels * launch
//                 fp8 and fp4: the efficiency times that of the job's recipe (EfficiencyCurves::recipes)
//     attention   fused: FLOP / (peak * share / (1 + halfSequence / s)); unfused: batched products, then scoreBytes of
//                 traffic for each score (scale, mask, softmax, dropout)
//     other       bytes * elementwise / streaming rate + kernels * launch
//
// streaming rate = memory bandwidth * share. Products in fp8 and fp4 also scale and cast their inputs (quantizeBytes
// per input element). The pass of a block takes at least the time in which the host issues its kernels, including those
// of its collectives: device time g and host time c combine as the soft maximum (g^q + c^q)^(1/q). Where blocks are
// launched as recorded graphs, the host's time is that of launching one: 2.5 us + 1 ns for each kernel (straight-line
// graphs in CUDA 12.6; NVIDIA's technical blog on constant-time launches, 2024, from memory).
#pragma once

#include "cost/calibration_values.h"
#include "cost/kernel_time.h"
#include "workload/layer_work.h"

namespace heteroscope {

/// Output tile of the large products in common libraries.
inline constexpr int tileRows = 128;
inline constexpr int tileColumns = 256;
/// Fused attention kernels lose on narrow heads: their rate is (d / fullHead)^headExponent below fullHead. From the
/// accuracy study of 2026 (weak effect).
inline constexpr int fullHead = 128;
inline constexpr double headExponent = 0.15;

/// The device, its efficiency curves, the software stack and the precision that an operation runs with.
struct ComputeContext
{
    const DeviceType *device = nullptr;
    const EfficiencyCurves *curves = nullptr;
    const SoftwareStack *stack = nullptr;
    Precision precision = Precision::bf16;
    std::optional<NarrowRecipe> recipe{}; ///< TrainingJob::recipe
    double casts = 1; ///< traffic of quantising by the job's recipe, relative to what the stack was measured with
    double optimizerTraffic = 1; ///< of the optimizer with the job's state precisions, relative to fp32
    bool graphs = false;         ///< TrainingJob::cudaGraphs
};

/// Times of the passes of one layer or operation. Recompute is the forward work repeated in the backward pass.
struct ComputeTimes
{
    Seconds forward;
    Seconds inputGradient;
    Seconds weightGradient;
    Seconds recomputeSelective; ///< the attention core
    Seconds recomputeFull;
    double forwardFlops = 0; ///< executed FLOPs per device
    double selectiveFlops = 0;
};

/// The terms of an operation's passes. seconds() is 0 for a pass that the operation does not have.
struct OperationTerms
{
    Precision precision = Precision::bf16; ///< precision of its products
    KernelTime forward;
    KernelTime inputGradient;
    KernelTime weightGradient;
};
OperationTerms operationTerms(const Operation &operation, const ComputeContext &context);

/// Share of the peak that `count` products (m x k)(k x n) in one launch reach.
Efficiency gemmEfficiencyTerms(const EfficiencyCurves &curves, Precision precision, double m, double n, double k,
                               double count = 1);
double gemmEfficiency(const EfficiencyCurves &curves, Precision precision, double m, double n, double k,
                      double count = 1);

/// Times of one operation, without the min time of the host.
ComputeTimes operationTimes(const Operation &operation, const ComputeContext &context);

/// Min time of a block's forward pass, in which the host issues its kernels. Zero for the embedding and for a head
/// without blocks.
Seconds hostFloor(const LayerWork &work, const SoftwareStack &stack, int tp);
/// The same where the host launches one graph for the block.
Seconds graphLaunch(const LayerWork &work);

/// Memory traffic per parameter and micro-batch of the kernels that accumulate gradients; 0 without such kernels.
double accumulatedBytes(const LayerWork &work, const SoftwareStack &stack);

/// The times of all operations of a layer and of the software around them.
struct LayerTerms
{
    LayerWork work;
    std::vector<OperationTerms> operations; ///< parallel to work.operations
    Seconds accumulate;                     ///< separate kernels that accumulate the weight gradients
    Seconds host;                           ///< hostFloor
    double hostBackward = 1;
    double hostExponent = 8; ///< exponent of the soft maximum of device time and host time
    /// Times of the device alone, without the min time of the host.
    ComputeTimes deviceTimes() const;
    ComputeTimes times() const;
    /// The soft maximum of `device` seconds in the forward pass (or in both gradients) and the host's time.
    Seconds besideHost(Seconds device, bool backward) const;
};
/// tp is the TP degree of the layer's group.
LayerTerms layerTerms(LayerWork work, const ComputeContext &context, int tp);

/// layerTerms(...).times().
ComputeTimes layerTimes(const LayerWork &work, const ComputeContext &context, int tp);

/// Time of the optimizer step over `parameters`, those whose optimizer state the device holds.
Seconds optimizerTime(double parameters, const ComputeContext &context);

} // namespace heteroscope
