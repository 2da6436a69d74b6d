// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/explain_group.h"

#include "cost/explain_operation.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Where layers of a kind are passed so often.
LayerPlace placeOf(std::size_t kind, double repeats, const GroupContext &context)
{
    const double layers = context.layers[kind] > 0 ? context.layers[kind] : repeats;
    return {static_cast<LayerKind>(kind), context.workload->model.moe.has_value(), layers, repeats / layers};
}

TermLayers layersOf(std::size_t kind, double repeats, const GroupContext &context)
{
    return {static_cast<LayerKind>(kind), context.workload->model.moe.has_value(), repeats > 1};
}

PlainTerm groupOf(Operation::Kind kind)
{
    switch (kind) {
    case Operation::Kind::gemm:
        return PlainTerm::products;
    case Operation::Kind::groupedGemm:
        return PlainTerm::experts;
    case Operation::Kind::flashAttention:
    case Operation::Kind::unfusedAttention:
    case Operation::Kind::softmax:
        return PlainTerm::attention;
    case Operation::Kind::permute:
        return PlainTerm::routing;
    case Operation::Kind::elementwise:
        break;
    }
    return PlainTerm::memoryBound;
}

bool isForward(LayerPass pass) { return pass == LayerPass::forward || pass == LayerPass::recompute; }

Seconds timeOf(const ComputeTimes &times, LayerPass pass, Recompute recompute)
{
    switch (pass) {
    case LayerPass::forward:
        return times.forward;
    case LayerPass::recompute:
        return recompute == Recompute::full ? times.recomputeFull : times.recomputeSelective;
    case LayerPass::inputGradient:
        return times.inputGradient;
    case LayerPass::weightGradient:
        break;
    }
    return times.weightGradient;
}

Seconds timeOf(const LayerCost &cost, LayerPass pass)
{
    switch (pass) {
    case LayerPass::forward:
        return cost.forward;
    case LayerPass::recompute:
        return cost.recompute;
    case LayerPass::inputGradient:
        return cost.inputGradient;
    case LayerPass::weightGradient:
        break;
    }
    return cost.weightGradient;
}

void setRepeats(CostTerm &term, double repeats)
{
    term.repeats = repeats;
    term.value *= repeats;
}

/// Adds to a part of `into` and to `into` itself.
void addTo(CostTerm &into, PlainTerm group, CostTerm term)
{
    if (!(term.value < 0 || term.value > 0))
        return;
    into.value += term.value;
    into.part(group).add(std::move(term));
}

/// Measured times in the place of operations.
void explainMeasured(CostTerm &term, const LayerPrice &layer, LayerPass pass, double base)
{
    const auto &source = layer.profile->source;
    term.value = base;
    if (isForward(pass)) {
        term.formula = TermFormula::firstInput;
        term.input(TermSymbol::measured, layer.measured.forward.value, TermUnit::seconds, TermSource::profile, source);
        return;
    }
    const double backward = layer.measured.backward.value;
    term.formula = TermFormula::measuredGradient;
    term.input(TermSymbol::measuredBackward, backward, TermUnit::seconds, TermSource::profile, source)
        .input(TermSymbol::gradientShare, base / std::max(backward, 1e-300), TermUnit::share, TermSource::derived);
}

void explainHost(CostTerm &term, const LayerTerms &terms, const ComputeContext &context, bool forward, Seconds device,
                 Seconds both)
{
    term.value = (both - device).value;
    term.formula = forward ? TermFormula::hostForward : TermFormula::hostBackward;
    const auto from = stackEntry(*context.stack);
    term.input(TermSymbol::device, device.value, TermUnit::seconds, TermSource::derived)
        .input(TermSymbol::host, terms.host.value, TermUnit::seconds, TermSource::calibration, from)
        .input(TermSymbol::hostExponent, terms.hostExponent, TermUnit::count, TermSource::calibration, from);
    if (!forward) {
        const auto sum = terms.deviceTimes();
        term.input(TermSymbol::backward, (sum.inputGradient + sum.weightGradient).value, TermUnit::seconds,
                   TermSource::derived)
            .input(TermSymbol::hostBackward, terms.hostBackward, TermUnit::count, TermSource::calibration, from);
    }
}

void explainGradientSum(CostTerm &term, const LayerTerms &terms, const ComputeContext &context)
{
    term.value = terms.accumulate.value;
    term.formula = TermFormula::gradientSum;
    term.input(TermSymbol::parameters, terms.work.parameters, TermUnit::count, TermSource::model)
        .input(TermSymbol::accumulateBytes, accumulatedBytes(terms.work, *context.stack), TermUnit::bytes,
               TermSource::calibration, stackEntry(*context.stack))
        .input(TermSymbol::rate, (context.device->memoryBandwidth * context.curves->memory).value,
               TermUnit::bytesPerSecond, TermSource::derived);
}

/// What stretches all computation of `base` seconds: waiting for the slowest node, the scale of the calibration, a
/// slowed device.
std::vector<CostTerm> stretches(const GroupPrice &price, double base, const GroupContext &context)
{
    const auto stretch = [&base](PlainTerm id, TermFormula formula, double factor) {
        CostTerm term{id};
        term.value = base * (factor - 1);
        term.formula = formula;
        term.input(TermSymbol::work, base, TermUnit::seconds, TermSource::derived);
        base *= factor;
        return term;
    };
    const auto &stack = *price.context.stack;
    const auto from = stackEntry(stack);
    auto slowest = stretch(PlainTerm::slowestNode, TermFormula::slowestNode, price.jitter);
    slowest.input(TermSymbol::nodeJitter, stack.nodeJitter, TermUnit::count, TermSource::calibration, from)
        .input(TermSymbol::nodes, context.options.nodes, TermUnit::count, TermSource::plan);
    auto scale = stretch(PlainTerm::calibrationScale, TermFormula::calibrationScale, stack.scale);
    scale.input(TermSymbol::scale, stack.scale, TermUnit::count, TermSource::calibration, from);
    auto slowed = stretch(PlainTerm::slowedDevice, TermFormula::slowedDevice, 1 / price.speed);
    slowed.input(TermSymbol::speed, price.speed, TermUnit::count, TermSource::cluster);
    std::vector<CostTerm> list;
    for (auto *term : {&slowest, &scale, &slowed}) {
        if (term->value < 0 || term->value > 0)
            list.push_back(std::move(*term));
    }
    return list;
}

/// Adds stretches to `into`; the work of the same cause in several passes adds up.
void addStretches(CostTerm &into, std::vector<CostTerm> list)
{
    for (auto &term : list) {
        auto &same = into.part(term.id);
        into.value += term.value;
        if (same.formula == TermFormula::none) {
            same = std::move(term);
        } else {
            same.value += term.value;
            same.inputs.front().value += term.inputs.front().value;
        }
    }
}

TransferAlgorithm algorithmOf(const TransferCost &transfer)
{
    switch (transfer.form) {
    case TransferForm::direct:
        return TransferAlgorithm::direct;
    case TransferForm::allToAll:
        return TransferAlgorithm::allToAll;
    case TransferForm::inSwitch:
        return TransferAlgorithm::inSwitch;
    case TransferForm::ring:
        break;
    }
    if (transfer.takesTree())
        return TransferAlgorithm::tree;
    return transfer.treeLatency ? TransferAlgorithm::hierarchicalRing : TransferAlgorithm::ring;
}

InputNote latencyNote(TransferAlgorithm algorithm)
{
    switch (algorithm) {
    case TransferAlgorithm::direct:
        return InputNote::longestRoute;
    case TransferAlgorithm::allToAll:
        return InputNote::longestRouteOfPair;
    case TransferAlgorithm::inSwitch:
        return InputNote::switchSteps;
    case TransferAlgorithm::tree:
        return InputNote::treeSteps;
    case TransferAlgorithm::ring:
    case TransferAlgorithm::hierarchicalRing:
        break;
    }
    return InputNote::ringSteps;
}

/// The computation of one pass of layers of one kind.
class LayerExplainer
{
public:
    LayerExplainer(CostTerm &into, const GroupPrice &price, std::size_t kind, LayerPass pass, double repeats,
                   const GroupContext &context)
        : m_into(into),
          m_price(price),
          m_layer(price.layers[kind]),
          m_pass(pass),
          m_recompute(context.options.recompute),
          m_repeats(repeats),
          m_layers(layersOf(kind, repeats, context)),
          m_place(placeOf(kind, repeats, context))
    {}

    /// priced: seconds of one pass of one layer, without what stretches it.
    void explain(double priced)
    {
        // Selective recompute has no measured time of its own.
        if (m_layer.profile && (m_pass != LayerPass::recompute || m_recompute == Recompute::full)) {
            auto term = layerTerm(LayerTerm::Part::measured);
            explainMeasured(term, m_layer, m_pass, priced);
            return add(PlainTerm::measuredLayers, std::move(term));
        }
        addOperations();
        const auto &terms = m_layer.terms;
        if (m_pass == LayerPass::weightGradient && terms.accumulate > Seconds(0)) {
            auto term = layerTerm(LayerTerm::Part::gradientSum);
            explainGradientSum(term, terms, m_price.context);
            add(PlainTerm::gradientSums, std::move(term));
        }
        const Seconds device = timeOf(terms.deviceTimes(), m_pass, m_recompute);
        const Seconds both = timeOf(terms.times(), m_pass, m_recompute);
        if (both > device) {
            auto term = layerTerm(LayerTerm::Part::hostKernels);
            explainHost(term, terms, m_price.context, isForward(m_pass), device, both);
            add(PlainTerm::host, std::move(term));
        }
    }

private:
    CostTerm layerTerm(LayerTerm::Part part) const { return CostTerm{LayerTerm{part, m_pass, m_layers}}; }
    void add(PlainTerm group, CostTerm term)
    {
        term.where = m_place;
        setRepeats(term, m_repeats);
        addTo(m_into, group, std::move(term));
    }
    void addOperations()
    {
        const auto &terms = m_layer.terms;
        for (std::size_t i = 0; i < terms.operations.size(); ++i) {
            const auto &operation = terms.work.operations[i];
            if (m_pass == LayerPass::recompute && m_recompute == Recompute::selective && !operation.attentionCore)
                continue;
            if (timeOf(terms.operations[i], m_pass).seconds() <= Seconds(0))
                continue;
            const auto before = terms.work.operations.begin() + static_cast<std::ptrdiff_t>(i);
            const auto index = std::count_if(terms.work.operations.begin(), before,
                                             [&](const Operation &each) { return each.name == operation.name; });
            CostTerm term{OperationTerm{{operation.name, m_pass}, m_layers, static_cast<int>(index)}};
            explainOperation(term, operation, terms.operations[i], m_pass, m_price.context);
            add(groupOf(operation.kind), std::move(term));
        }
    }

    CostTerm &m_into;
    const GroupPrice &m_price;
    const LayerPrice &m_layer;
    LayerPass m_pass;
    Recompute m_recompute;
    double m_repeats;
    TermLayers m_layers;
    LayerPlace m_place;
};

CostTerm memoryTerm(MemoryPart part, const MemoryParts &memory, TermFormula formula)
{
    CostTerm term{part};
    term.unit = TermUnit::memory;
    term.value = memory[part].value;
    term.formula = formula;
    return term;
}

} // namespace

void explainPass(CostTerm &into, const GroupPrice &price, LayerPass pass, const LayerRepeats &repeats,
                 const GroupContext &context)
{
    double base = 0;
    for (std::size_t k = 0; k < layerKindCount; ++k) {
        const double priced = timeOf(price.layers[k].cost, pass).value / price.stretch();
        if (repeats[k] <= 0 || priced <= 0)
            continue;
        base += priced * repeats[k];
        LayerExplainer(into, price, k, pass, repeats[k], context).explain(priced);
    }
    addStretches(into, stretches(price, base, context));
}

void explainCollectives(CostTerm &into, const GroupPrice &price, LayerCollective::Group group,
                        CollectiveTerm::Pass pass, const LayerRepeats &repeats, const GroupContext &context)
{
    const auto from = stackEntry(*price.context.stack);
    for (std::size_t k = 0; k < layerKindCount; ++k) {
        const auto &layer = price.layers[k];
        if (repeats[k] <= 0)
            continue;
        for (const auto &each : pass == CollectiveTerm::Pass::forward ? layer.forward : layer.backward) {
            const auto &collective = layer.terms.work.collectives[each.collective];
            if (collective.group != group || each.measured ||
                each.recomputed != (pass == CollectiveTerm::Pass::recomputed))
                continue;
            auto term = explainTransfer(CollectiveTerm{collective.name, group, pass, layersOf(k, repeats[k], context)},
                                        *each.transfer, each.bytes, each.base, 1, *context.topology);
            term.formula = TermFormula::layerCollective;
            term.value = each.seconds().value;
            // Of rings and of experts it follows from what computes beside them.
            const bool stated = group == LayerCollective::Group::tp;
            term.input(TermSymbol::calls, each.count, TermUnit::count, TermSource::model)
                .input(TermSymbol::exposed, each.exposed, TermUnit::share,
                       stated ? TermSource::calibration : TermSource::derived,
                       stated ? InputOrigin(from) : InputOrigin())
                .input(TermSymbol::besideHost, each.besideHost, TermUnit::share, TermSource::derived,
                       InputNote::notBesideHost)
                .input(TermSymbol::scale, each.scale, TermUnit::count, TermSource::calibration, from);
            term.where = placeOf(k, repeats[k], context);
            setRepeats(term, repeats[k]);
            into.add(std::move(term));
        }
    }
}

CostTerm explainTransfer(TermId id, const TransferCost &transfer, Bytes amount, Seconds base, double scale,
                         const Topology &topology)
{
    CostTerm term{std::move(id)};
    const auto algorithm = algorithmOf(transfer);
    term.value = ((base + transfer.time(amount)) * scale).value;
    term.where = TransferPlace{algorithm};
    term.formula = TermFormula::transfer;
    if (scale != 1)
        term.input(TermSymbol::scale, scale, TermUnit::count, TermSource::calibration);
    term.input(TermSymbol::base, base.value, TermUnit::seconds, TermSource::calibration, InputNote::softwareCall)
        .input(TermSymbol::latency, transfer.latencyOf(amount).value, TermUnit::seconds, TermSource::cluster,
               transfer.latencyOf(amount) < transfer.longLatency() ? InputNote::quickProtocol : latencyNote(algorithm))
        .input(TermSymbol::bytes, amount.value, TermUnit::bytes, TermSource::derived);
    InputOrigin link = InputNote::noLink;
    if (transfer.narrowestRate.value > 0) {
        const auto &edge = topology.edge(transfer.narrowest.edge);
        link = NarrowestLink{edge.link, topology.vertices()[edge.from.index()].name,
                             topology.vertices()[edge.to.index()].name};
    }
    term.input(TermSymbol::traffic, transfer.narrowest.perByte, TermUnit::count, TermSource::cluster,
               InputNote::bytesOnLink)
        .input(TermSymbol::rate, transfer.narrowestRate.value, TermUnit::bytesPerSecond, TermSource::cluster,
               std::move(link));
    if (transfer.form != TransferForm::direct)
        term.input(TermSymbol::members, transfer.members, TermUnit::count, TermSource::plan);
    if (transfer.busFactor > 0)
        term.input(TermSymbol::busBandwidthFactor, transfer.busFactor, TermUnit::count, TermSource::derived,
                   transfer.busFactor >= 1 ? InputNote::allReduceFactor : InputNote::gatherFactor);
    return term;
}

CostTerm explainOptimizer(double parameters, const GroupPrice &price)
{
    const auto &context = price.context;
    const auto stack = stackEntry(*context.stack);
    CostTerm term{PlainTerm::parameterUpdate};
    // One of them is 0: frozen weights are not updated, their adapters are.
    term.value = parameters * (price.cost.optimizerSecondsPerParameter + price.cost.adapterSecondsPerParameter);
    term.formula = TermFormula::optimizer;
    term.input(TermSymbol::parameters, parameters, TermUnit::count, TermSource::model, InputNote::ownState)
        .input(TermSymbol::optimizerBytes, context.stack->optimizerBytes * context.optimizerTraffic, TermUnit::bytes,
               TermSource::calibration, stack)
        .input(TermSymbol::memoryBandwidth, context.device->memoryBandwidth.value, TermUnit::bytesPerSecond,
               TermSource::catalog, context.device->name)
        .input(TermSymbol::memoryShare, context.curves->memory, TermUnit::share, TermSource::calibration,
               classEntry(context))
        .input(TermSymbol::scale, context.stack->scale, TermUnit::count, TermSource::calibration, stack)
        .input(TermSymbol::speed, price.speed, TermUnit::share, TermSource::cluster);
    return term;
}

CostTerm explainMemory(const StateTerms &state, const MemoryParts &memory)
{
    CostTerm all{PlainTerm::memory};
    all.unit = TermUnit::memory;
    all.formula = TermFormula::partsSum;
    all.add(memoryTerm(MemoryPart::weights, memory, TermFormula::heldState)
                .input(TermSymbol::parametersHeld, state.held, TermUnit::count, TermSource::model)
                .input(TermSymbol::bytes, state.bytes.weight, TermUnit::bytes, TermSource::job,
                       InputNote::computePrecision));
    all.add(memoryTerm(MemoryPart::gradients, memory, TermFormula::heldState)
                .input(TermSymbol::parametersHeld, state.heldGradients, TermUnit::count, TermSource::model)
                .input(TermSymbol::bytes, state.bytes.gradient, TermUnit::bytes, TermSource::job,
                       InputNote::gradientPrecision));
    all.add(
        memoryTerm(MemoryPart::optimizerState, memory, TermFormula::ownedState)
            .input(TermSymbol::parametersOwned, state.owned, TermUnit::count, TermSource::plan, InputNote::zeroStage)
            .input(TermSymbol::bytes, state.bytes.optimizer, TermUnit::bytes, TermSource::job,
                   InputNote::momentsAndMaster));
    all.add(memoryTerm(MemoryPart::activations, memory, TermFormula::heldAtPeak));
    all.add(memoryTerm(MemoryPart::logits, memory, TermFormula::logits)
                .input(TermSymbol::tokens, state.tokens, TermUnit::count, TermSource::plan, InputNote::ofMicroBatch)
                .input(TermSymbol::vocabulary, state.vocabulary, TermUnit::count, TermSource::model, InputNote::overTp)
                .input(TermSymbol::logitBytes, state.logitBytes, TermUnit::bytes, TermSource::calibration)
                .input(TermSymbol::fragmentation, state.fragmentation, TermUnit::share, TermSource::calibration));
    all.add(memoryTerm(MemoryPart::buffers, memory, TermFormula::buffers)
                .input(TermSymbol::tokens, state.tokens, TermUnit::count, TermSource::plan, InputNote::ofMicroBatch)
                .input(TermSymbol::hidden, state.hidden, TermUnit::count, TermSource::model, InputNote::overTp)
                .input(TermSymbol::element, state.element, TermUnit::bytes, TermSource::job)
                .input(TermSymbol::largestLayer, state.largestLayer, TermUnit::count, TermSource::model,
                       InputNote::gatheredByZero3)
                .input(TermSymbol::bytes, state.bytes.weight, TermUnit::bytes, TermSource::job)
                .input(TermSymbol::fragmentation, state.fragmentation, TermUnit::share, TermSource::calibration)
                .input(TermSymbol::communicators, state.communicators, TermUnit::count, TermSource::plan)
                .input(TermSymbol::communicator, state.communicator.value, TermUnit::memory, TermSource::calibration));
    all.add(memoryTerm(MemoryPart::reserve, memory, TermFormula::reserve)
                .input(TermSymbol::reserve, state.reserve.value, TermUnit::memory, TermSource::calibration,
                       InputNote::reserveParts));
    return all;
}

} // namespace heteroscope
