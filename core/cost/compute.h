// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time of computation on one device: a roofline with shape-dependent efficiency.
//
//     time = max(FLOP / (peak * efficiency(shape, precision)), bytes / (memory bandwidth * efficiency)) + kernels *
//     launch
//
// A block's forward pass never runs faster than the host issues its kernels: times of device g and host c combine as
// the soft maximum (g^q + c^q)^(1/q).
#pragma once

#include "cost/calibration_values.h"
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

/// Share of the peak that a product (m x k)(k x n) reaches.
double gemmEfficiency(const EfficiencyCurves &curves, Precision precision, double m, double n, double k);

/// One operation without the host floor.
ComputeTimes operationTimes(const Operation &operation, const ComputeContext &context);

/// All operations of a layer; isBlock applies the host floor, which the embedding and the head do not have.
ComputeTimes layerTimes(const LayerWork &work, const ComputeContext &context, bool isBlock);

/// Optimizer step over the parameters this device owns.
Seconds optimizerTime(double parameters, const ComputeContext &context);

} // namespace heteroscope
