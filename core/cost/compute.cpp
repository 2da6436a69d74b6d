// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/compute.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// A fused attention kernel reaches half of its asymptote at this sequence length.
constexpr double flashRampTokens = 600;

Seconds roofline(Flop flops, FlopPerSecond rate, Bytes bytes, BytesPerSecond bandwidth)
{
    const Seconds compute = flops.value > 0 ? flops / rate : Seconds(0);
    const Seconds memory = bytes.value > 0 ? bytes / bandwidth : Seconds(0);
    return std::max(compute, memory);
}

Seconds softMaximum(Seconds device, Seconds host, double exponent)
{
    const double larger = std::max(device.value, host.value);
    if (larger <= 0)
        return Seconds(0);
    const double ratio = std::min(device.value, host.value) / larger;
    return Seconds(larger * std::pow(1 + std::pow(ratio, exponent), 1 / exponent));
}

} // namespace

double gemmEfficiency(const EfficiencyCurves &curves, Precision precision, double m, double n, double k)
{
    return curves.gemm[static_cast<std::size_t>(precision)] /
           ((1 + curves.m0 / m) * (1 + curves.n0 / n) * (1 + curves.k0 / k));
}

ComputeTimes operationTimes(const Operation &operation, const ComputeContext &context)
{
    const auto &curves = *context.curves;
    const double peak = context.device->peakAt(context.precision).value_or(FlopPerSecond(1)).value;
    // Attention kernels run in the activations' 16-bit format even where products are fp8 or fp4.
    const Precision core = context.precision == Precision::fp8 || context.precision == Precision::fp4
                               ? Precision::bf16
                               : context.precision;
    const double corePeak = context.device->peakAt(core).value_or(FlopPerSecond(peak)).value;
    const BytesPerSecond bandwidth = context.device->memoryBandwidth * curves.memory;
    const Seconds launch = curves.launch * static_cast<double>(operation.kernels);

    ComputeTimes times;
    times.forwardFlops = operation.forward.value;
    switch (operation.kind) {
    case Operation::Kind::gemm:
    case Operation::Kind::groupedGemm: {
        const auto rate = [&](double m, double n, double k) {
            return FlopPerSecond(peak * gemmEfficiency(curves, context.precision, m, n, k));
        };
        const Bytes half = operation.backwardBytes / 2;
        times.forward = roofline(operation.forward, rate(operation.m, operation.n, operation.k), operation.forwardBytes,
                                 bandwidth) +
                        launch;
        times.inputGradient =
            roofline(operation.inputGradient, rate(operation.m, operation.k, operation.n), half, bandwidth) + launch;
        times.weightGradient =
            roofline(operation.weightGradient, rate(operation.k, operation.n, operation.m), half, bandwidth) + launch;
        break;
    }
    case Operation::Kind::flashAttention: {
        const double ramp = 1 + flashRampTokens / std::max(1.0, operation.n);
        times.forward = roofline(operation.forward, FlopPerSecond(corePeak * curves.flashForward / ramp),
                                 operation.forwardBytes, bandwidth) +
                        launch;
        times.inputGradient = roofline(operation.inputGradient, FlopPerSecond(corePeak * curves.flashBackward / ramp),
                                       operation.backwardBytes, bandwidth) +
                              2.0 * launch;
        break;
    }
    case Operation::Kind::unfusedAttention: {
        const FlopPerSecond rate(corePeak * curves.batchedGemm);
        times.forward = roofline(operation.forward, rate, operation.forwardBytes, bandwidth) + launch;
        times.inputGradient =
            roofline(operation.inputGradient, rate, operation.backwardBytes, bandwidth) + 2.0 * launch;
        break;
    }
    case Operation::Kind::elementwise:
        times.forward = operation.forwardBytes * context.stack->elementwise / bandwidth + launch;
        times.inputGradient = operation.backwardBytes * context.stack->elementwise / bandwidth + launch;
        break;
    }
    return times;
}

ComputeTimes layerTimes(const LayerWork &work, const ComputeContext &context, bool isBlock)
{
    ComputeTimes sum;
    for (const auto &operation : work.operations) {
        const auto times = operationTimes(operation, context);
        sum.forward += times.forward;
        sum.inputGradient += times.inputGradient;
        sum.weightGradient += times.weightGradient;
        sum.forwardFlops += times.forwardFlops;
        if (operation.kind == Operation::Kind::unfusedAttention || operation.name == "softmax and dropout") {
            sum.recomputeSelective += times.forward;
            sum.selectiveFlops += times.forwardFlops;
        }
    }
    sum.recomputeFull = sum.forward;
    if (isBlock) {
        const auto &stack = *context.stack;
        sum.forward = softMaximum(sum.forward, stack.hostLayer, stack.hostExponent);
        sum.recomputeFull = sum.forward;
        const Seconds backward = sum.inputGradient + sum.weightGradient;
        const double stretch =
            softMaximum(backward, stack.hostLayer * stack.hostBackward, stack.hostExponent) / backward;
        sum.inputGradient = sum.inputGradient * stretch;
        sum.weightGradient = sum.weightGradient * stretch;
    }
    return sum;
}

Seconds optimizerTime(double parameters, const ComputeContext &context)
{
    return Bytes(parameters * context.stack->optimizerBytes) /
           (context.device->memoryBandwidth * context.curves->memory);
}

} // namespace heteroscope
