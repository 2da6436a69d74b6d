// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/compute.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Fused kernels lose on narrow heads: rate (d / 128)^0.15 below 128. From the accuracy study of 2026 (weak effect).
constexpr double fullHead = 128;
constexpr double headExponent = 0.15;
/// The backward pass streams the scores a little more often than the forward pass (accuracy study of 2026).
constexpr double scoreBackward = 1.15;

/// Output tile of the large products in common libraries.
constexpr double tileRows = 128;
constexpr double tileColumns = 256;

/// The device at work: rates that all operations share.
class Pricer
{
public:
    Pricer(const Operation &operation, const ComputeContext &context)
        : m_operation(operation),
          m_curves(*context.curves),
          m_stack(*context.stack),
          m_device(*context.device),
          m_bandwidth(context.device->memoryBandwidth * context.curves->memory),
          m_launch(context.curves->launch * static_cast<double>(operation.kernels))
    {
        // Attention, router and head stay in 16 bits where products are fp8 or fp4.
        const bool narrow = context.precision == Precision::fp8 || context.precision == Precision::fp4;
        m_quantized = narrow && isProduct() && !operation.keepsPrecision;
        m_precision = narrow && !m_quantized ? Precision::bf16 : context.precision;
        m_peak = m_device.peakAt(m_precision).value_or(m_device.peakAt(context.precision).value_or(FlopPerSecond(1)));
    }

    ComputeTimes times() const
    {
        ComputeTimes times;
        times.forwardFlops = m_operation.forward.value;
        switch (m_operation.kind) {
        case Operation::Kind::gemm:
        case Operation::Kind::groupedGemm:
            product(times);
            break;
        case Operation::Kind::flashAttention:
            fusedAttention(times);
            break;
        case Operation::Kind::unfusedAttention:
            unfusedAttention(times);
            break;
        case Operation::Kind::softmax:
            times.forward = stream(Bytes(m_operation.elements * m_stack.scoreBytes)) + m_launch;
            times.inputGradient = stream(Bytes(m_operation.elements * m_stack.scoreBytes * scoreBackward)) + m_launch;
            break;
        case Operation::Kind::permute:
            times.forward = stream(m_operation.forwardBytes * m_stack.permutePasses) + m_launch;
            times.inputGradient = stream(m_operation.backwardBytes * m_stack.permutePasses) + m_launch;
            break;
        case Operation::Kind::elementwise:
            times.forward = stream(m_operation.forwardBytes * m_stack.elementwise) + m_launch;
            times.inputGradient = stream(m_operation.backwardBytes * m_stack.elementwise) + m_launch;
            break;
        }
        return times;
    }

private:
    bool isProduct() const
    {
        return m_operation.kind == Operation::Kind::gemm || m_operation.kind == Operation::Kind::groupedGemm;
    }
    Seconds stream(Bytes bytes) const { return bytes / m_bandwidth; }
    Seconds roofline(Flop flops, double share, Bytes bytes) const
    {
        return std::max(flops.value > 0 ? flops / (m_peak * share) : Seconds(0), stream(bytes));
    }

    void product(ComputeTimes &times) const
    {
        double factor = m_stack.gemm;
        if (m_operation.kind == Operation::Kind::groupedGemm)
            factor *= m_curves.groupedGemm;
        if (m_operation.odd && !m_stack.padsVocabulary)
            factor *= m_curves.misalignedGemm;
        const auto share = [&](double m, double n, double k) {
            return factor * gemmEfficiency(m_curves, m_precision, m, n, k, m_operation.count);
        };
        const auto &o = m_operation;
        const Bytes half = o.backwardBytes / 2;
        times.forward = roofline(o.forward, share(o.m, o.n, o.k), o.forwardBytes) + m_launch;
        times.inputGradient = roofline(o.inputGradient, share(o.m, o.k, o.n), half) + m_launch;
        const bool learns = o.weightGradient.value > 0;
        if (learns)
            times.weightGradient = roofline(o.weightGradient, share(o.k, o.n, o.m), half) + m_launch;
        if (m_quantized) {
            // Activations and weights forwards; gradients, and both inputs transposed, backwards.
            const auto cast = [&](double elements) {
                return stream(Bytes(elements * o.count * m_stack.quantizeBytes));
            };
            times.forward += cast(o.m * o.k);
            times.inputGradient += cast(o.m * o.n);
            times.weightGradient += cast(learns ? 0.5 * (o.m * o.k + o.m * o.n) : 0);
        }
    }

    void fusedAttention(ComputeTimes &times) const
    {
        const auto &o = m_operation;
        const double head = std::pow(std::min(1.0, o.k / fullHead), headExponent);
        const double family = m_stack.attention == AttentionKernels::open ? m_curves.openAttention : 1.0;
        const double queries = std::max(1.0, o.m * o.n / m_operation.count);
        const double factor =
            family * head /
            ((1 + m_curves.flashHalfSequence / std::max(1.0, o.n)) * (1 + m_curves.flashHalfQueries / queries));
        times.forward = roofline(o.forward, m_curves.flashForward * factor, o.forwardBytes) + m_launch;
        times.inputGradient =
            roofline(o.inputGradient, m_curves.flashBackward * factor, o.backwardBytes) + 2.0 * m_launch;
    }

    void unfusedAttention(ComputeTimes &times) const
    {
        const auto &o = m_operation;
        times.forward = roofline(o.forward, m_curves.batchedGemm, o.forwardBytes) + m_launch;
        times.inputGradient = roofline(o.inputGradient, m_curves.batchedGemm, o.backwardBytes) + 2.0 * m_launch;
    }

    const Operation &m_operation;
    const EfficiencyCurves &m_curves;
    const SoftwareStack &m_stack;
    const DeviceType &m_device;
    BytesPerSecond m_bandwidth;
    Seconds m_launch;
    Precision m_precision = Precision::bf16;
    FlopPerSecond m_peak;
    bool m_quantized = false;
};

Seconds softMaximum(Seconds device, Seconds host, double exponent)
{
    const double larger = std::max(device.value, host.value);
    if (larger <= 0)
        return Seconds(0);
    const double ratio = std::min(device.value, host.value) / larger;
    return Seconds(larger * std::pow(1 + std::pow(ratio, exponent), 1 / exponent));
}

} // namespace

double gemmEfficiency(const EfficiencyCurves &curves, Precision precision, double m, double n, double k, double count)
{
    const double waves = count * std::ceil(m / tileRows) * std::ceil(n / tileColumns) / curves.processors;
    return curves.gemm[static_cast<std::size_t>(precision)] * std::pow(waves / std::ceil(waves), curves.waveLoss) /
           ((1 + curves.m0 / m) * (1 + curves.n0 / n) * (1 + curves.k0 / k));
}

ComputeTimes operationTimes(const Operation &operation, const ComputeContext &context)
{
    return Pricer(operation, context).times();
}

Seconds hostFloor(const LayerWork &work, const SoftwareStack &stack, int tp)
{
    if (!work.isBlock)
        return Seconds(0);
    const double more = (tp - 1) / 7.0;
    return (stack.hostLayer + (work.hasExperts ? stack.hostExperts : Seconds(0))) *
           (1 + stack.hostTensorParallel * more * more);
}

ComputeTimes layerTimes(const LayerWork &work, const ComputeContext &context, int tp)
{
    ComputeTimes sum;
    for (const auto &operation : work.operations) {
        const auto times = operationTimes(operation, context);
        sum.forward += times.forward;
        sum.inputGradient += times.inputGradient;
        sum.weightGradient += times.weightGradient;
        sum.forwardFlops += times.forwardFlops;
        if (operation.attentionCore) {
            sum.recomputeSelective += times.forward;
            sum.selectiveFlops += times.forwardFlops;
        }
    }
    const auto &stack = *context.stack;
    sum.weightGradient +=
        Bytes(work.parameters * stack.accumulateBytes) / (context.device->memoryBandwidth * context.curves->memory);
    if (const Seconds host = hostFloor(work, stack, tp); host > Seconds(0)) {
        const double exponent = tp > 1 ? stack.hostExponentTp : stack.hostExponent;
        sum.forward = softMaximum(sum.forward, host, exponent);
        const Seconds backward = sum.inputGradient + sum.weightGradient;
        const double stretch = softMaximum(backward, host * stack.hostBackward, exponent) / backward;
        sum.inputGradient = sum.inputGradient * stretch;
        sum.weightGradient = sum.weightGradient * stretch;
    }
    sum.recomputeFull = sum.forward;
    return sum;
}

Seconds optimizerTime(double parameters, const ComputeContext &context)
{
    return Bytes(parameters * context.stack->optimizerBytes) /
           (context.device->memoryBandwidth * context.curves->memory);
}

} // namespace heteroscope
