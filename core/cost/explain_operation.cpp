// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/explain_operation.h"

namespace heteroscope {

namespace {

/// A product (m x k)(k x n) of the pass: gradients are products of the same three sizes in another order.
struct Shape
{
    double m = 0, n = 0, k = 0;
};

Shape shapeOf(const Operation &operation, LayerPass pass)
{
    if (pass == LayerPass::inputGradient)
        return {operation.m, operation.k, operation.n};
    if (pass == LayerPass::weightGradient)
        return {operation.k, operation.n, operation.m};
    return {operation.m, operation.n, operation.k};
}

bool isProduct(const Operation &operation)
{
    return operation.kind == Operation::Kind::gemm || operation.kind == Operation::Kind::groupedGemm;
}

/// The factors of an operation's efficiency as terms.
class EfficiencyExplainer
{
public:
    EfficiencyExplainer(const Operation &operation, const OperationTerms &terms, LayerPass pass,
                        const ComputeContext &context)
        : m_operation(operation),
          m_precision(terms.precision),
          m_shape(shapeOf(operation, pass)),
          m_context(context),
          m_curves(*context.curves)
    {}

    CostTerm factor(const Efficiency::Factor &factor) const
    {
        CostTerm term{FactorTerm{factor.cause, isProduct(m_operation), m_precision}};
        term.unit = TermUnit::share;
        term.value = factor.value;
        fill(term, factor);
        return term;
    }

private:
    void fill(CostTerm &term, const Efficiency::Factor &factor) const
    {
        switch (factor.cause) {
        case EfficiencyCause::asymptote:
            return constant(term, TermSymbol::asymptote, factor.value);
        case EfficiencyCause::waves:
            return waves(term);
        case EfficiencyCause::rows:
            return half(term, TermSymbol::m, m_shape.m, TermSymbol::m0, m_curves.m0);
        case EfficiencyCause::columns:
            return half(term, TermSymbol::n, m_shape.n, TermSymbol::n0, m_curves.n0);
        case EfficiencyCause::depth:
            return half(term, TermSymbol::k, m_shape.k, TermSymbol::k0, m_curves.k0);
        case EfficiencyCause::recipe:
            return constant(term, TermSymbol::recipe, factor.value);
        case EfficiencyCause::stack:
            term.formula = TermFormula::firstInput;
            term.input(TermSymbol::gemm, factor.value, TermUnit::share, TermSource::calibration,
                       stackEntry(*m_context.stack));
            return;
        case EfficiencyCause::grouped:
            return half(term, TermSymbol::m, m_operation.m, TermSymbol::groupedRows, m_curves.groupedRows);
        case EfficiencyCause::misaligned:
            return constant(term, TermSymbol::misalignedGemm, factor.value);
        case EfficiencyCause::kernels:
            // What the stack says of its own kernels is not told apart from what the class says of such kernels.
            if (factor.value != 1 && factor.value != m_curves.openAttention) {
                term.formula = TermFormula::firstInput;
                term.input(TermSymbol::openAttention, factor.value, TermUnit::share, TermSource::calibration,
                           stackEntry(*m_context.stack));
                return;
            }
            constant(term, TermSymbol::openAttention, m_curves.openAttention);
            term.formula = TermFormula::openAttention;
            return;
        case EfficiencyCause::headWidth:
            term.formula = TermFormula::headWidth;
            term.input(TermSymbol::headWidth, m_operation.k, TermUnit::count, TermSource::model);
            return;
        case EfficiencyCause::sequence:
            half(term, TermSymbol::sequence, m_operation.n, TermSymbol::flashHalfSequence, m_curves.flashHalfSequence);
            term.inputs.front().source = TermSource::job;
            return;
        case EfficiencyCause::queries:
            return half(term, TermSymbol::queries, std::max(1.0, m_operation.m * m_operation.n / m_operation.count),
                        TermSymbol::flashHalfQueries, m_curves.flashHalfQueries);
        }
    }
    void constant(CostTerm &term, TermSymbol symbol, double value) const
    {
        term.formula = TermFormula::firstInput;
        term.input(symbol, value, TermUnit::share, TermSource::calibration, classEntry(m_context));
    }
    void half(CostTerm &term, TermSymbol size, double of, TermSymbol point, double at) const
    {
        term.formula = TermFormula::halfSaturation;
        term.input(size, of, TermUnit::count, TermSource::model)
            .input(point, at, TermUnit::count, TermSource::calibration, classEntry(m_context));
    }
    void waves(CostTerm &term) const
    {
        term.formula = TermFormula::waves;
        term.input(TermSymbol::products, m_operation.count, TermUnit::count, TermSource::model)
            .input(TermSymbol::m, m_shape.m, TermUnit::count, TermSource::model)
            .input(TermSymbol::n, m_shape.n, TermUnit::count, TermSource::model)
            .input(TermSymbol::processors, m_curves.processors, TermUnit::count, TermSource::calibration,
                   classEntry(m_context))
            .input(TermSymbol::waveLoss, m_curves.waveLoss, TermUnit::count, TermSource::calibration,
                   classEntry(m_context));
    }

    const Operation &m_operation;
    Precision m_precision;
    Shape m_shape;
    const ComputeContext &m_context;
    const EfficiencyCurves &m_curves;
};

CostTerm memoryRate(const KernelTime &time, const ComputeContext &context)
{
    CostTerm rate{PlainTerm::memoryRate};
    rate.unit = TermUnit::bytesPerSecond;
    rate.value = time.rate.value;
    rate.formula = TermFormula::memoryRate;
    rate.input(TermSymbol::memoryBandwidth, context.device->memoryBandwidth.value, TermUnit::bytesPerSecond,
               TermSource::catalog, context.device->name)
        .input(TermSymbol::memoryShare, context.curves->memory, TermUnit::share, TermSource::calibration,
               classEntry(context));
    return rate;
}

} // namespace

CalibrationEntry classEntry(const ComputeContext &context)
{
    return {CalibrationEntry::Kind::computeClass, context.curves->computeClass, context.curves->source};
}

CalibrationEntry stackEntry(const SoftwareStack &stack)
{
    return {CalibrationEntry::Kind::stack, stack.name, stack.source};
}

const KernelTime &timeOf(const OperationTerms &terms, LayerPass pass)
{
    switch (pass) {
    case LayerPass::inputGradient:
        return terms.inputGradient;
    case LayerPass::weightGradient:
        return terms.weightGradient;
    case LayerPass::forward:
    case LayerPass::recompute:
        break;
    }
    return terms.forward;
}

void explainOperation(CostTerm &term, const Operation &operation, const OperationTerms &terms, LayerPass pass,
                      const ComputeContext &context)
{
    const auto &time = timeOf(terms, pass);
    term.value = time.seconds().value;
    term.formula = TermFormula::operation;
    if (time.flops.value > 0) {
        const EfficiencyExplainer explainer(operation, terms, pass, context);
        CostTerm efficiency{PlainTerm::efficiency};
        efficiency.unit = TermUnit::share;
        efficiency.value = time.efficiency.value();
        efficiency.formula = TermFormula::factorProduct;
        for (const auto &each : time.efficiency) {
            auto factor = explainer.factor(each);
            efficiency.input(std::get<FactorTerm>(factor.id), each.value, TermUnit::share, TermSource::derived);
            efficiency.basis.push_back(std::move(factor));
        }
        term.input(TermSymbol::flop, time.flops.value, TermUnit::flop, TermSource::model)
            .input(TermSymbol::peak, time.peak.value, TermUnit::flopPerSecond, TermSource::catalog,
                   context.device->name)
            .input(TermSymbol::efficiency, time.efficiency.value(), TermUnit::share, TermSource::derived);
        term.basis.push_back(std::move(efficiency));
    }
    const auto stack = stackEntry(*context.stack);
    if (operation.kind == Operation::Kind::softmax) {
        term.input(TermSymbol::scores, time.bytes.value, TermUnit::count, TermSource::model)
            .input(TermSymbol::bytesPerScore, time.traffic, TermUnit::bytes, TermSource::calibration, stack);
    } else {
        term.input(TermSymbol::bytes, time.bytes.value, TermUnit::bytes, TermSource::model);
        if (time.traffic != 1)
            term.input(TermSymbol::traffic, time.traffic, TermUnit::count, TermSource::calibration, stack);
    }
    term.input(TermSymbol::rate, time.rate.value, TermUnit::bytesPerSecond, TermSource::derived)
        .input(TermSymbol::kernels, time.kernels, TermUnit::count, TermSource::model)
        .input(TermSymbol::launch, time.launch.value, TermUnit::seconds, TermSource::calibration, classEntry(context));
    if (time.cast.value > 0)
        term.input(TermSymbol::cast, time.cast.value, TermUnit::bytes, TermSource::calibration, stack);
    term.basis.push_back(memoryRate(time, context));
}

} // namespace heteroscope
