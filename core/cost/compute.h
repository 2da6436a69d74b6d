// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time of computation on one device: a roofline with shape-dependent efficiency.
//
//     product     time = max(FLOP / (peak * efficiency(shape, precision)), bytes / streaming rate) + kernels * launch
//     attention   fused: FLOP / (peak * share / (1 + halfSequence / s)); unfused: batched products, then scoreBytes of
//                 traffic for each score (scale, mask, softmax, dropout)
//     other       bytes * elementwise / streaming rate + kernels * launch
//
// streaming rate = memory bandwidth * share. fp8 and fp4 products also scale and cast their inputs (quantizeBytes
// each). A block's pass never runs faster than the host issues its kernels, those of its collectives among them: times
// of device g and host c combine as the soft maximum (g^q + c^q)^(1/q).
#pragma once

#include "cost/calibration_values.h"
#include "cost/kernel_time.h"
#include "workload/layer_work.h"

namespace heteroscope {

/// Where and with what an operation runs.
struct ComputeContext
{
    const DeviceType *device = nullptr;
    const EfficiencyCurves *curves = nullptr;
    const SoftwareStack *stack = nullptr;
    Precision precision = Precision::bf16;
};

/// One pass each; recompute is the forward work done again in the backward pass.
struct ComputeTimes
{
    Seconds forward;
    Seconds inputGradient;
    Seconds weightGradient;
    Seconds recomputeSelective; ///< the attention core
    Seconds recomputeFull;
    double forwardFlops = 0; ///< executed ones, per device
    double selectiveFlops = 0;
};

/// An operation's passes as terms. A pass that does not happen has seconds() 0.
struct OperationTerms
{
    Precision precision = Precision::bf16; ///< of its products
    KernelTime forward;
    KernelTime inputGradient;
    KernelTime weightGradient;
};
OperationTerms operationTerms(const Operation &operation, const ComputeContext &context);

/// Share of the peak that `count` products (m x k)(k x n) reach together.
Efficiency gemmEfficiencyTerms(const EfficiencyCurves &curves, Precision precision, double m, double n, double k,
                               double count = 1);
double gemmEfficiency(const EfficiencyCurves &curves, Precision precision, double m, double n, double k,
                      double count = 1);

/// One operation without the host floor.
ComputeTimes operationTimes(const Operation &operation, const ComputeContext &context);

/// Least time of a block's forward pass: the host issues its kernels. Zero for the embedding and the head.
Seconds hostFloor(const LayerWork &work, const SoftwareStack &stack, int tp);

/// All operations of a layer, and what the software adds to them.
struct LayerTerms
{
    LayerWork work;
    std::vector<OperationTerms> operations; ///< of work.operations
    Seconds accumulate;                     ///< adds the weight gradients up in kernels of their own
    Seconds host;                           ///< hostFloor
    double hostBackward = 1;
    double hostExponent = 8; ///< of the soft maximum of device and host time
    /// Sums of the device alone, without the host floor.
    ComputeTimes deviceTimes() const;
    ComputeTimes times() const;
    /// What the device takes by itself in a forward pass, or in both gradients, as the host lets it.
    Seconds besideHost(Seconds device, bool backward) const;
};
/// tp is the degree of the layer's group.
LayerTerms layerTerms(LayerWork work, const ComputeContext &context, int tp);

/// layerTerms(...).times().
ComputeTimes layerTimes(const LayerWork &work, const ComputeContext &context, int tp);

/// Optimizer step over the parameters this device owns.
Seconds optimizerTime(double parameters, const ComputeContext &context);

} // namespace heteroscope
