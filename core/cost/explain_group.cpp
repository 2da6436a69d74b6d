// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/explain_group.h"

#include <fmt/format.h>

#include <cmath>

namespace heteroscope {

namespace {

using enum TermUnit;

std::string classSource(const ComputeContext &context)
{
    return fmt::format("class {}: {}", context.curves->computeClass, context.curves->source);
}

std::string stackSource(const SoftwareStack &stack) { return fmt::format("stack {}: {}", stack.name, stack.source); }

std::string kindWords(LayerKind kind, bool mixture, double layers)
{
    const char *plural = layers > 1 ? "s" : "";
    switch (kind) {
    case LayerKind::embedding:
        return "embedding";
    case LayerKind::head:
        return "head";
    case LayerKind::denseBlock:
        return fmt::format("{}block{}", mixture ? "dense " : "", plural);
    case LayerKind::moeBlock:
        break;
    }
    return fmt::format("expert block{}", plural);
}

/// "12 blocks × 16 micro-batches"; "192 × blocks" where the passes differ from layer to layer.
std::string placeWords(std::size_t kind, const LayerRepeats &repeats, const GroupWords &words)
{
    const bool mixture = words.workload->model.moe.has_value();
    const double layers = words.layers[kind] > 0 ? words.layers[kind] : repeats[kind];
    const auto name = kindWords(static_cast<LayerKind>(kind), mixture, layers);
    const double passes = repeats[kind] / layers;
    if (passes != std::round(passes))
        return fmt::format("{:g} × {}", repeats[kind], name);
    const auto counted = layers == 1 ? name : fmt::format("{:g} {}", layers, name);
    return passes == 1 ? counted : fmt::format("{} × {:g} micro-batches", counted, passes);
}

struct OperationGroup
{
    const char *key;
    const char *name;
};

OperationGroup groupOf(Operation::Kind kind)
{
    switch (kind) {
    case Operation::Kind::gemm:
        return {"products", "Matrix products"};
    case Operation::Kind::groupedGemm:
        return {"experts", "Expert products"};
    case Operation::Kind::flashAttention:
    case Operation::Kind::unfusedAttention:
    case Operation::Kind::softmax:
        return {"attention", "Attention core"};
    case Operation::Kind::permute:
        return {"routing", "Expert routing"};
    case Operation::Kind::elementwise:
        break;
    }
    return {"memoryBound", "Memory-bound operations"};
}

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

/// One pass of one operation.
struct OperationWords
{
    const Operation &operation;
    const KernelTime &time;
    const ComputeContext &context;
    Precision precision;
    LayerPass pass;

    bool isProduct() const
    {
        return operation.kind == Operation::Kind::gemm || operation.kind == Operation::Kind::groupedGemm;
    }
    CostTerm efficiency() const;
    CostTerm term() const;

private:
    CostTerm factor(const Efficiency::Factor &factor) const;
};

CostTerm OperationWords::factor(const Efficiency::Factor &factor) const
{
    const auto &curves = *context.curves;
    const auto calibrated = [&](CostTerm &term, const char *symbol, double value, TermUnit unit = count) {
        term.input(symbol, value, unit, TermSource::calibration, classSource(context));
    };
    const auto shape = shapeOf(operation, pass);
    CostTerm term;
    term.unit = share;
    term.value = factor.value;
    const auto half = [&](const char *name, const char *size, double of, const char *point, double at) {
        term.name = name;
        term.formula = fmt::format("1 / (1 + {} / {})", point, size);
        term.input(size, of, count, TermSource::model);
        calibrated(term, point, at);
    };
    switch (factor.cause) {
    case EfficiencyCause::asymptote:
        term.key = "asymptote";
        term.name = isProduct() ? fmt::format("share of the {} peak that large products reach",
                                              precisionNames[static_cast<std::size_t>(precision)])
                                : "share of the peak that long sequences reach";
        term.formula = "asymptote";
        calibrated(term, "asymptote", factor.value, share);
        break;
    case EfficiencyCause::waves:
        term.key = "waves";
        term.name = "full waves of output tiles";
        term.formula = "(w / ⌈w⌉)^waveLoss with w = products · ⌈m / 128⌉ · ⌈n / 256⌉ / processors";
        term.input("products", operation.count, count, TermSource::model)
            .input("m", shape.m, count, TermSource::model)
            .input("n", shape.n, count, TermSource::model);
        calibrated(term, "processors", curves.processors);
        calibrated(term, "waveLoss", curves.waveLoss);
        break;
    case EfficiencyCause::rows:
        term.key = "rows";
        half("enough rows", "m", shape.m, "m0", curves.m0);
        break;
    case EfficiencyCause::columns:
        term.key = "columns";
        half("enough columns", "n", shape.n, "n0", curves.n0);
        break;
    case EfficiencyCause::depth:
        term.key = "depth";
        half("deep enough", "k", shape.k, "k0", curves.k0);
        break;
    case EfficiencyCause::stack:
        term.key = "stack";
        term.name = "products of this software";
        term.formula = "gemm";
        term.input("gemm", factor.value, share, TermSource::calibration, stackSource(*context.stack));
        break;
    case EfficiencyCause::grouped:
        term.key = "grouped";
        term.name = "many experts in one launch";
        term.formula = "groupedGemm";
        calibrated(term, "groupedGemm", factor.value, share);
        break;
    case EfficiencyCause::misaligned:
        term.key = "misaligned";
        term.name = "width is no multiple of 8";
        term.formula = "misalignedGemm";
        calibrated(term, "misalignedGemm", factor.value, share);
        break;
    case EfficiencyCause::kernels:
        term.key = "kernels";
        term.name = "kernels of this software";
        term.formula = "openAttention where the stack calls open kernels, else 1";
        calibrated(term, "openAttention", curves.openAttention, share);
        break;
    case EfficiencyCause::headWidth:
        term.key = "headWidth";
        term.name = "wide enough heads";
        term.formula = "min(1, d / 128)^0.15";
        term.input("d", operation.k, count, TermSource::model);
        break;
    case EfficiencyCause::sequence:
        term.key = "sequence";
        half("long enough sequence", "s", operation.n, "flashHalfSequence", curves.flashHalfSequence);
        term.inputs.front().source = TermSource::job;
        break;
    case EfficiencyCause::queries:
        term.key = "queries";
        half("enough queries", "queries", std::max(1.0, operation.m * operation.n / operation.count),
             "flashHalfQueries", curves.flashHalfQueries);
        break;
    }
    return term;
}

CostTerm OperationWords::efficiency() const
{
    CostTerm term;
    term.name = "efficiency";
    term.key = "efficiency";
    term.unit = share;
    term.value = time.efficiency.value();
    term.formula = "product of its factors";
    for (const auto &each : time.efficiency) {
        term.basis.push_back(factor(each));
        term.input(term.basis.back().name, each.value, share, TermSource::derived);
    }
    return term;
}

CostTerm OperationWords::term() const
{
    CostTerm term;
    term.value = time.seconds().value;
    const bool computes = time.flops.value > 0;
    const auto &device = *context.device;
    const bool softmax = operation.kind == Operation::Kind::softmax;
    const std::string moved = softmax ? "scores · bytes per score" : time.traffic == 1 ? "bytes" : "bytes · traffic";
    term.formula = computes ? fmt::format("max(FLOP / (peak · efficiency), {} / rate)", moved) : moved + " / rate";
    term.formula += " + kernels · launch";
    if (computes) {
        term.input("FLOP", time.flops.value, flop, TermSource::model)
            .input("peak", time.peak.value, flopPerSecond, TermSource::catalog, device.name)
            .input("efficiency", time.efficiency.value(), share, TermSource::derived);
        term.basis.push_back(efficiency());
    }
    if (softmax)
        term.input("scores", time.bytes.value, count, TermSource::model)
            .input("bytes per score", time.traffic, bytes, TermSource::calibration, stackSource(*context.stack));
    else
        term.input("bytes", time.bytes.value, bytes, TermSource::model);
    if (!softmax && time.traffic != 1)
        term.input("traffic", time.traffic, count, TermSource::calibration, stackSource(*context.stack));
    term.input("rate", time.rate.value, bytesPerSecond, TermSource::derived);
    term.input("kernels", time.kernels, count, TermSource::model)
        .input("launch", time.launch.value, seconds, TermSource::calibration, classSource(context));
    if (time.cast.value > 0) {
        term.formula += " + cast / rate";
        term.input("cast", time.cast.value, bytes, TermSource::calibration, stackSource(*context.stack));
    }
    CostTerm rate;
    rate.name = "rate";
    rate.key = "rate";
    rate.unit = bytesPerSecond;
    rate.value = time.rate.value;
    rate.formula = "memory bandwidth · share";
    rate.input("memory bandwidth", device.memoryBandwidth.value, bytesPerSecond, TermSource::catalog, device.name)
        .input("share", context.curves->memory, share, TermSource::calibration, classSource(context));
    term.basis.push_back(std::move(rate));
    return term;
}

const KernelTime &timeOf(const OperationTerms &terms, LayerPass pass)
{
    switch (pass) {
    case LayerPass::inputGradient:
        return terms.inputGradient;
    case LayerPass::weightGradient:
        return terms.weightGradient;
    default:
        return terms.forward;
    }
}

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
void addTo(CostTerm &into, const char *key, const char *name, CostTerm term)
{
    if (!(term.value < 0 || term.value > 0))
        return;
    into.value += term.value;
    into.part(key, name).add(std::move(term));
}

/// Measured times in the place of operations.
CostTerm measuredTerm(const LayerPrice &layer, LayerPass pass, double base)
{
    const auto &profile = *layer.profile;
    CostTerm term;
    term.value = base;
    const bool forward = pass == LayerPass::forward || pass == LayerPass::recompute;
    term.formula = forward ? "measured" : "(measured backward − recompute it contains) · share of the gradient";
    const auto &time = layer.measured;
    term.input(forward ? "measured" : "measured backward", (forward ? time.forward : time.backward).value, seconds,
               TermSource::profile, profile.source);
    if (!forward)
        term.input("share of the gradient", base / std::max(time.backward.value, 1e-300), share, TermSource::derived);
    return term;
}

CostTerm hostTerm(const LayerTerms &terms, const ComputeContext &context, bool forward, Seconds device, Seconds both)
{
    CostTerm term;
    term.value = (both - device).value;
    term.formula =
        forward ? "(device^q + host^q)^(1/q) − device" : "device · ((backward^q + (host · b)^q)^(1/q) / backward − 1)";
    const auto from = stackSource(*context.stack);
    term.input("device", device.value, seconds, TermSource::derived)
        .input("host", terms.host.value, seconds, TermSource::calibration, from)
        .input("q", terms.hostExponent, count, TermSource::calibration, from);
    if (!forward) {
        const auto sum = terms.deviceTimes();
        term.input("backward", (sum.inputGradient + sum.weightGradient).value, seconds, TermSource::derived)
            .input("b", terms.hostBackward, count, TermSource::calibration, from);
    }
    return term;
}

CostTerm accumulateTerm(const LayerTerms &terms, const ComputeContext &context)
{
    CostTerm term;
    term.value = terms.accumulate.value;
    term.formula = "parameters · accumulateBytes / rate";
    term.input("parameters", terms.work.parameters, count, TermSource::model)
        .input("accumulateBytes", context.stack->accumulateBytes, bytes, TermSource::calibration,
               stackSource(*context.stack))
        .input("rate", (context.device->memoryBandwidth * context.curves->memory).value, bytesPerSecond,
               TermSource::derived);
    return term;
}

/// What stretches all computation of `base` seconds: waiting for the slowest node, a slowed device, a user's own scale.
void addStretch(CostTerm &into, const GroupPrice &price, double base, const GroupWords &words)
{
    const auto add = [&](const char *key, const char *name, const char *formula, double factor, const char *symbol,
                         TermSource source, double input, const std::string &from) {
        CostTerm term;
        term.name = name;
        term.key = key;
        term.value = base * (factor - 1);
        term.formula = formula;
        term.input("work", base, seconds, TermSource::derived).input(symbol, input, count, source, from);
        if (std::string_view(key) == "jitter")
            term.input("nodes", words.options.nodes, count, TermSource::plan);
        base *= factor;
        into.add(std::move(term));
    };
    const auto &stack = *price.context.stack;
    add("jitter", "Waiting for the slowest node", "work · nodeJitter · log2(nodes)", price.jitter, "nodeJitter",
        TermSource::calibration, stack.nodeJitter, stackSource(stack));
    add("scale", "Scale of the calibration", "work · (scale − 1)", stack.scale, "scale", TermSource::calibration,
        stack.scale, stackSource(stack));
    add("slowed", "Slowed device", "work · (1 / speed − 1)", 1 / price.speed, "speed", TermSource::cluster, price.speed,
        {});
}

const char *passSuffix(LayerPass pass)
{
    switch (pass) {
    case LayerPass::inputGradient:
        return ", input gradient";
    case LayerPass::weightGradient:
        return ", weight gradient";
    default:
        return "";
    }
}

const char *algorithmName(const TransferCost &transfer)
{
    switch (transfer.form) {
    case TransferForm::direct:
        return "direct";
    case TransferForm::allToAll:
        return "all-to-all";
    case TransferForm::inSwitch:
        return "added up in switches";
    case TransferForm::ring:
        break;
    }
    if (transfer.takesTree())
        return "tree";
    return transfer.treeLatency ? "hierarchical ring" : "ring";
}

const char *latencyOf(const TransferCost &transfer)
{
    switch (transfer.form) {
    case TransferForm::direct:
        return "of the longest way";
    case TransferForm::allToAll:
        return "of the longest way of any pair";
    case TransferForm::inSwitch:
        return "steps inside a node, and one through the switches";
    case TransferForm::ring:
        break;
    }
    return transfer.takesTree() ? "along a tree" : "steps of a ring";
}

const char *collectiveWord(LayerCollective::Group group)
{
    switch (group) {
    case LayerCollective::Group::tp:
        return "tp";
    case LayerCollective::Group::cp:
        return "cp";
    case LayerCollective::Group::ep:
        break;
    }
    return "ep";
}

} // namespace

void explainPass(CostTerm &into, const GroupPrice &price, LayerPass pass, const LayerRepeats &repeats,
                 const GroupWords &words)
{
    const bool mixture = words.workload->model.moe.has_value();
    const auto recompute = words.options.recompute;
    double base = 0;
    for (std::size_t k = 0; k < layerKindCount; ++k) {
        const auto &layer = price.layers[k];
        const double priced = timeOf(layer.cost, pass).value / price.stretch();
        if (repeats[k] <= 0 || priced <= 0)
            continue;
        base += priced * repeats[k];
        const auto place = kindWords(static_cast<LayerKind>(k), mixture, repeats[k]);
        const auto add = [&](const char *key, const char *name, CostTerm term, std::string title) {
            term.name = std::move(title);
            term.key = fmt::format("{}/{}", term.name, place);
            term.where = placeWords(k, repeats, words);
            setRepeats(term, repeats[k]);
            addTo(into, key, name, std::move(term));
        };
        // Selective recompute has no measured time of its own.
        if (layer.profile && (pass != LayerPass::recompute || recompute == Recompute::full)) {
            add("measured", "Measured layers", measuredTerm(layer, pass, priced),
                fmt::format("{}{}", place, passSuffix(pass)));
            continue;
        }
        const auto &terms = layer.terms;
        for (std::size_t i = 0; i < terms.operations.size(); ++i) {
            const auto &operation = terms.work.operations[i];
            if (pass == LayerPass::recompute && recompute == Recompute::selective && !operation.attentionCore)
                continue;
            const auto group = groupOf(operation.kind);
            const OperationWords each{operation, timeOf(terms.operations[i], pass), price.context,
                                      terms.operations[i].precision, pass};
            if (each.time.seconds() > Seconds(0))
                add(group.key, group.name, each.term(), operation.name + passSuffix(pass));
        }
        if (pass == LayerPass::weightGradient && terms.accumulate > Seconds(0))
            add("accumulate", "Adding gradients up", accumulateTerm(terms, price.context), "accumulate gradients");
        const Seconds device = timeOf(terms.deviceTimes(), pass, recompute);
        const Seconds both = timeOf(terms.times(), pass, recompute);
        if (both > device)
            add("host", "Host slower than the device",
                hostTerm(terms, price.context, pass == LayerPass::forward || pass == LayerPass::recompute, device,
                         both),
                fmt::format("host issues kernels{}", passSuffix(pass)));
    }
    CostTerm stretched;
    addStretch(stretched, price, base, words);
    for (auto &part : stretched.parts) {
        auto &same = into.part(part.key, part.name);
        into.value += part.value;
        if (same.formula.empty()) {
            same = std::move(part);
        } else {
            // The same cause for another pass: the work adds up.
            same.value += part.value;
            same.inputs.front().value += part.inputs.front().value;
        }
    }
}

void explainCollectives(CostTerm &into, const GroupPrice &price, LayerCollective::Group group, bool backward,
                        const LayerRepeats &repeats, const GroupWords &words)
{
    const bool mixture = words.workload->model.moe.has_value();
    for (std::size_t k = 0; k < layerKindCount; ++k) {
        const auto &layer = price.layers[k];
        if (repeats[k] <= 0)
            continue;
        const auto place = kindWords(static_cast<LayerKind>(k), mixture, repeats[k]);
        for (const auto &each : backward ? layer.backward : layer.forward) {
            const auto &collective = layer.terms.work.collectives[each.collective];
            if (collective.group != group || each.measured)
                continue;
            auto term = explainTransfer(collective.name, *each.transfer, each.bytes, each.base, 1, *words.topology);
            term.formula = fmt::format("calls · exposed · beside host · scale · ({})", term.formula);
            term.value = each.seconds().value;
            const auto from = stackSource(*price.context.stack);
            term.input("calls", each.count, count, TermSource::model)
                .input("exposed", each.exposed, share, TermSource::calibration, from)
                .input("beside host", each.besideHost, share, TermSource::derived,
                       "what is left while the device does not wait for the host anyway")
                .input("scale", each.scale, count, TermSource::calibration, from);
            if (each.recomputed)
                term.name += ", recomputed";
            else
                term.name += backward ? ", backward" : ", forward";
            term.key = fmt::format("{}/{}/{}", collectiveWord(group), term.name, place);
            term.where = placeWords(k, repeats, words);
            setRepeats(term, repeats[k]);
            into.add(std::move(term));
        }
    }
}

CostTerm explainTransfer(std::string name, const TransferCost &transfer, Bytes amount, Seconds base, double scale,
                         const Topology &topology)
{
    CostTerm term;
    term.name = std::move(name);
    term.key = "transfer";
    term.value = ((base + transfer.time(amount)) * scale).value;
    term.where = algorithmName(transfer);
    term.formula = "base + latency + bytes · traffic / rate";
    if (scale != 1) {
        term.formula = fmt::format("scale · ({})", term.formula);
        term.input("scale", scale, count, TermSource::calibration);
    }
    term.input("base", base.value, seconds, TermSource::calibration, "software's part of a call")
        .input("latency", transfer.shortestLatency().value, seconds, TermSource::cluster, latencyOf(transfer))
        .input("bytes", amount.value, bytes, TermSource::derived);
    std::string link = "no link";
    if (transfer.narrowestRate.value > 0) {
        const auto &edge = topology.edge(transfer.narrowest.edge);
        link = fmt::format("narrowest: {}, {} > {}", edge.link, topology.vertices()[edge.from.index()].name,
                           topology.vertices()[edge.to.index()].name);
    }
    term.input("traffic", transfer.narrowest.perByte, count, TermSource::cluster, "bytes on that link for each byte")
        .input("rate", transfer.narrowestRate.value, bytesPerSecond, TermSource::cluster, link);
    if (transfer.form != TransferForm::direct)
        term.input("members", transfer.members, count, TermSource::plan);
    if (transfer.busFactor > 0)
        term.input("bus-bandwidth factor", transfer.busFactor, count, TermSource::derived,
                   transfer.busFactor >= 1 ? "2 (n − 1) / n of an all-reduce" : "(n − 1) / n of a gather or scatter");
    return term;
}

CostTerm explainOptimizer(double parameters, const GroupPrice &price)
{
    const auto &context = price.context;
    CostTerm term;
    term.name = "Optimizer";
    term.key = "optimizer";
    term.value = parameters * price.cost.optimizerSecondsPerParameter;
    term.formula = "parameters · optimizerBytes / (memory bandwidth · share) · scale / speed";
    term.input("parameters", parameters, count, TermSource::model, "whose state this device holds")
        .input("optimizerBytes", context.stack->optimizerBytes, bytes, TermSource::calibration,
               stackSource(*context.stack))
        .input("memory bandwidth", context.device->memoryBandwidth.value, bytesPerSecond, TermSource::catalog,
               context.device->name)
        .input("share", context.curves->memory, share, TermSource::calibration, classSource(context))
        .input("scale", context.stack->scale, count, TermSource::calibration, stackSource(*context.stack))
        .input("speed", price.speed, share, TermSource::cluster);
    return term;
}

CostTerm explainMemory(const StateTerms &state, const MemoryParts &memory)
{
    CostTerm all;
    all.name = "Memory at the peak";
    all.key = "memory";
    all.unit = bytes;
    all.formula = "sum of the parts";
    const auto part = [](const char *key, const char *name, Bytes amount, const char *formula) {
        CostTerm term;
        term.name = name;
        term.key = key;
        term.unit = bytes;
        term.value = amount.value;
        term.formula = formula;
        return term;
    };
    all.add(part("weights", "Weights", memory.weights, "parameters held · bytes")
                .input("parameters held", state.held, count, TermSource::model)
                .input("bytes", state.bytes.weight, bytes, TermSource::job, "by the compute precision"));
    all.add(part("gradients", "Gradients", memory.gradients, "parameters held · bytes")
                .input("parameters held", state.held, count, TermSource::model)
                .input("bytes", state.bytes.gradient, bytes, TermSource::job, "by the gradient precision"));
    all.add(part("optimizerState", "Optimizer state", memory.optimizerState, "parameters owned · bytes")
                .input("parameters owned", state.owned, count, TermSource::plan, "by the ZeRO stage")
                .input("bytes", state.bytes.optimizer, bytes, TermSource::job, "moments and fp32 master copy"));
    all.add(part("activations", "Activations", memory.activations, "held at the peak"));
    all.add(part("logits", "Logits", memory.logits, "tokens · vocabulary · (element + 4)")
                .input("tokens", state.tokens, count, TermSource::plan, "of a micro-batch")
                .input("vocabulary", state.vocabulary, count, TermSource::model, "over TP")
                .input("element", state.element, bytes, TermSource::job));
    all.add(part("buffers", "Buffers", memory.buffers, "2 tokens · hidden · element + 2 largest layer · bytes")
                .input("tokens", state.tokens, count, TermSource::plan, "of a micro-batch")
                .input("hidden", state.hidden, count, TermSource::model, "over TP")
                .input("element", state.element, bytes, TermSource::job)
                .input("largest layer", state.largestLayer, count, TermSource::model, "that ZeRO-3 gathers")
                .input("bytes", state.bytes.weight, bytes, TermSource::job));
    all.add(part("reserve", "Reserve", memory.reserve, "reserve of the software stack")
                .input("reserve", state.reserve.value, bytes, TermSource::calibration, "context, runtime, allocator"));
    return all;
}

} // namespace heteroscope
