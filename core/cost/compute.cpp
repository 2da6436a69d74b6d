// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/compute.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// The backward pass streams the scores a little more often than the forward pass (accuracy study of 2026).
constexpr double scoreBackward = 1.15;

/// Writes down what each pass of one operation costs.
class TermWriter
{
public:
    TermWriter(const Operation &operation, const ComputeContext &context)
        : m_operation(operation),
          m_curves(*context.curves),
          m_stack(*context.stack),
          m_rate(context.device->memoryBandwidth * context.curves->memory),
          m_casts(context.stack->quantizeBytes * context.casts),
          m_recipe(context.recipe)
    {
        // Attention, router and head stay in 16 bits where products are fp8 or fp4.
        const bool narrow = context.precision == Precision::fp8 || context.precision == Precision::fp4;
        m_quantized = narrow && isProduct() && !operation.keepsPrecision;
        m_precision = narrow && !m_quantized ? Precision::bf16 : context.precision;
        m_peak = context.device->peakAt(m_precision)
                     .value_or(context.device->peakAt(context.precision).value_or(FlopPerSecond(1)));
    }

    OperationTerms terms() const
    {
        OperationTerms terms;
        terms.precision = m_precision;
        const auto &o = m_operation;
        switch (o.kind) {
        case Operation::Kind::gemm:
        case Operation::Kind::groupedGemm:
            product(terms);
            break;
        case Operation::Kind::flashAttention:
            terms.forward = kernel(o.forward, fused(m_curves.flashForward), o.forwardBytes);
            terms.inputGradient = kernel(o.inputGradient, fused(m_curves.flashBackward), o.backwardBytes, 1, 2);
            break;
        case Operation::Kind::unfusedAttention:
            terms.forward = kernel(o.forward, unfused(), o.forwardBytes);
            terms.inputGradient = kernel(o.inputGradient, unfused(), o.backwardBytes, 1, 2);
            break;
        case Operation::Kind::softmax:
            stream(terms, Bytes(o.elements), Bytes(o.elements * scoreBackward), m_stack.scoreBytes);
            break;
        case Operation::Kind::permute:
            stream(terms, o.forwardBytes, o.backwardBytes, m_stack.permutePasses);
            break;
        case Operation::Kind::elementwise:
            stream(terms, o.forwardBytes, o.backwardBytes, m_stack.elementwise);
            break;
        }
        return terms;
    }

private:
    bool isProduct() const
    {
        return m_operation.kind == Operation::Kind::gemm || m_operation.kind == Operation::Kind::groupedGemm;
    }
    KernelTime kernel(Flop flops, const Efficiency &efficiency, Bytes bytes, double traffic = 1,
                      double launches = 1) const
    {
        KernelTime time;
        time.flops = flops;
        time.peak = m_peak;
        time.efficiency = efficiency;
        time.bytes = bytes;
        time.traffic = traffic;
        time.rate = m_rate;
        time.kernels = launches * m_operation.kernels;
        time.launch = m_curves.launch;
        return time;
    }
    void stream(OperationTerms &terms, Bytes forward, Bytes backward, double traffic) const
    {
        terms.forward = kernel(Flop(0), {}, forward, traffic);
        terms.inputGradient = kernel(Flop(0), {}, backward, traffic);
    }

    Efficiency share(double m, double n, double k) const
    {
        auto share = gemmEfficiencyTerms(m_curves, m_precision, m, n, k, m_operation.count);
        if (m_quantized && m_recipe)
            share.add(EfficiencyCause::recipe, m_curves.recipes[static_cast<std::size_t>(*m_recipe)]);
        share.add(EfficiencyCause::stack, m_stack.gemmOn(m_curves.computeClass));
        // One expert alone is a plain product.
        if (m_operation.kind == Operation::Kind::groupedGemm && m_operation.count > 1)
            share.add(EfficiencyCause::grouped, 1 / (1 + m_curves.groupedRows / m_operation.m));
        if (m_operation.odd && !m_stack.padsVocabulary)
            share.add(EfficiencyCause::misaligned, m_curves.misalignedGemm);
        return share;
    }

    void product(OperationTerms &terms) const
    {
        const auto &o = m_operation;
        const bool learns = o.weightGradient.value > 0;
        terms.forward = kernel(o.forward, share(o.m, o.n, o.k), o.forwardBytes);
        terms.inputGradient = kernel(o.inputGradient, share(o.m, o.k, o.n), o.backwardBytes);
        if (learns)
            terms.weightGradient = kernel(o.weightGradient, share(o.k, o.n, o.m), o.weightBytes);
        if (m_quantized) {
            // Activations and weights forwards; gradients, and both inputs transposed, backwards.
            const auto cast = [&](double elements) { return Bytes(elements * o.count * m_casts); };
            terms.forward.cast = cast(o.m * o.k);
            terms.inputGradient.cast = cast(o.m * o.n);
            terms.weightGradient.cast = cast(learns ? 0.5 * (o.m * o.k + o.m * o.n) : 0);
        }
    }

    Efficiency fused(double asymptote) const
    {
        const auto &o = m_operation;
        const double queries = std::max(1.0, o.m * o.n / o.count);
        Efficiency share;
        share.add(EfficiencyCause::asymptote, asymptote);
        share.add(EfficiencyCause::kernels, attentionKernels() * m_stack.attentionOn(m_curves.computeClass));
        share.add(EfficiencyCause::headWidth, std::pow(std::min(1.0, o.k / fullHead), headExponent));
        share.add(EfficiencyCause::sequence, 1 / (1 + m_curves.flashHalfSequence / std::max(1.0, o.n)));
        share.add(EfficiencyCause::queries, 1 / (1 + m_curves.flashHalfQueries / queries));
        return share;
    }

    /// Relative to the vendor's.
    double attentionKernels() const
    {
        constexpr double firstToSecond = 0.5; // arXiv 2307.08691, section 4.1
        switch (m_stack.attention) {
        case AttentionKernels::open:
            return m_curves.openAttention;
        case AttentionKernels::first:
            return m_curves.openAttention * firstToSecond;
        case AttentionKernels::vendor:
            break;
        }
        return 1;
    }

    Efficiency unfused() const
    {
        Efficiency share;
        share.add(EfficiencyCause::asymptote, m_curves.batchedGemm);
        return share;
    }

    const Operation &m_operation;
    const EfficiencyCurves &m_curves;
    const SoftwareStack &m_stack;
    BytesPerSecond m_rate;
    double m_casts; // bytes of quantising a number
    std::optional<NarrowRecipe> m_recipe;
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

Efficiency gemmEfficiencyTerms(const EfficiencyCurves &curves, Precision precision, double m, double n, double k,
                               double count)
{
    const double waves = count * std::ceil(m / tileRows) * std::ceil(n / tileColumns) / curves.processors;
    Efficiency share;
    share.add(EfficiencyCause::asymptote, curves.gemm[static_cast<std::size_t>(precision)]);
    share.add(EfficiencyCause::waves, std::pow(waves / std::ceil(waves), curves.waveLoss));
    share.add(EfficiencyCause::rows, 1 / (1 + curves.m0 / m));
    share.add(EfficiencyCause::columns, 1 / (1 + curves.n0 / n));
    share.add(EfficiencyCause::depth, 1 / (1 + curves.k0 / k));
    return share;
}

double gemmEfficiency(const EfficiencyCurves &curves, Precision precision, double m, double n, double k, double count)
{
    return gemmEfficiencyTerms(curves, precision, m, n, k, count).value();
}

OperationTerms operationTerms(const Operation &operation, const ComputeContext &context)
{
    return TermWriter(operation, context).terms();
}

ComputeTimes operationTimes(const Operation &operation, const ComputeContext &context)
{
    const auto terms = operationTerms(operation, context);
    ComputeTimes times;
    times.forward = terms.forward.seconds();
    times.inputGradient = terms.inputGradient.seconds();
    times.weightGradient = terms.weightGradient.seconds();
    times.forwardFlops = operation.forward.value;
    return times;
}

Seconds hostFloor(const LayerWork &work, const SoftwareStack &stack, int tp)
{
    const int blocks = work.isBlock ? 1 : work.predictionBlocks;
    if (blocks == 0)
        return Seconds(0);
    constexpr int largestQuadratic = 16;
    const double more = (std::min(tp, largestQuadratic) - 1) / 7.0;
    const double beyond = std::max(1.0, static_cast<double>(tp) / largestQuadratic);
    return (stack.hostLayer + (work.hasExperts ? stack.hostExperts : Seconds(0))) *
           (1 + stack.hostTensorParallel * more * more) * beyond * blocks;
}

Seconds graphLaunch(const LayerWork &work)
{
    const int blocks = work.isBlock ? 1 : work.predictionBlocks;
    if (blocks == 0)
        return Seconds(0);
    int kernels = 0;
    for (const auto &operation : work.operations)
        kernels += operation.kernels;
    for (const auto &collective : work.collectives)
        kernels += collective.forwardCount;
    return Seconds(2.5e-6 * blocks + 1e-9 * kernels);
}

double accumulatedBytes(const LayerWork &work, const SoftwareStack &stack)
{
    constexpr double narrow = 2;
    return stack.accumulateBytes > 0 ? stack.accumulateBytes + 2 * std::max(0.0, work.gradientBytes - narrow) : 0;
}

LayerTerms layerTerms(LayerWork work, const ComputeContext &context, int tp)
{
    const auto &stack = *context.stack;
    LayerTerms terms;
    terms.operations.reserve(work.operations.size());
    for (const auto &operation : work.operations)
        terms.operations.push_back(operationTerms(operation, context));
    terms.accumulate = Bytes(work.parameters * accumulatedBytes(work, stack)) /
                       (context.device->memoryBandwidth * context.curves->memory);
    terms.host = context.graphs ? graphLaunch(work) : hostFloor(work, stack, tp);
    terms.hostBackward = stack.hostBackward;
    terms.hostExponent = tp > 1 ? stack.hostExponentTp : stack.hostExponent;
    terms.work = std::move(work);
    return terms;
}

ComputeTimes LayerTerms::deviceTimes() const
{
    ComputeTimes sum;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const auto &operation = work.operations[i];
        const Seconds forward = operations[i].forward.seconds();
        sum.forward += forward;
        sum.inputGradient += operations[i].inputGradient.seconds();
        sum.weightGradient += operations[i].weightGradient.seconds();
        sum.forwardFlops += operation.forward.value;
        if (operation.attentionCore) {
            sum.recomputeSelective += forward;
            sum.selectiveFlops += operation.forward.value;
        }
    }
    sum.weightGradient += accumulate;
    sum.recomputeFull = sum.forward;
    return sum;
}

Seconds LayerTerms::besideHost(Seconds device, bool backward) const
{
    return host > Seconds(0) ? softMaximum(device, backward ? host * hostBackward : host, hostExponent) : device;
}

ComputeTimes LayerTerms::times() const
{
    ComputeTimes sum = deviceTimes();
    if (host > Seconds(0)) {
        sum.forward = besideHost(sum.forward, false);
        const Seconds backward = sum.inputGradient + sum.weightGradient;
        const double stretch = besideHost(backward, true) / backward;
        sum.inputGradient = sum.inputGradient * stretch;
        sum.weightGradient = sum.weightGradient * stretch;
    }
    sum.recomputeFull = sum.forward;
    return sum;
}

ComputeTimes layerTimes(const LayerWork &work, const ComputeContext &context, int tp)
{
    return layerTerms(work, context, tp).times();
}

Seconds optimizerTime(double parameters, const ComputeContext &context)
{
    return Bytes(parameters * context.stack->optimizerBytes * context.optimizerTraffic) /
           (context.device->memoryBandwidth * context.curves->memory);
}

} // namespace heteroscope
