// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/term_words.h"

#include "cost/compute.h"
#include "language/result_words.h"
#include "theme/numbers.h"
#include "wording/term_text.h"

#include <QCoreApplication>

#include <cmath>
#include <span>

namespace heteroscope {

namespace {

struct TermWords
{
    Q_DECLARE_TR_FUNCTIONS(TermWords)
};

/// In the order of PlainTerm.
constexpr std::array<const char *, plainTermCount> plainTermTexts = {
    QT_TRANSLATE_NOOP("TermWords", "Step"),
    QT_TRANSLATE_NOOP("TermWords", "Memory at the peak"),
    QT_TRANSLATE_NOOP("TermWords", "Matrix products"),
    QT_TRANSLATE_NOOP("TermWords", "Expert products"),
    QT_TRANSLATE_NOOP("TermWords", "Attention core"),
    QT_TRANSLATE_NOOP("TermWords", "Expert routing"),
    QT_TRANSLATE_NOOP("TermWords", "Memory-bound operations"),
    QT_TRANSLATE_NOOP("TermWords", "Measured layers"),
    QT_TRANSLATE_NOOP("TermWords", "Adding gradients up"),
    QT_TRANSLATE_NOOP("TermWords", "Host slower than the device"),
    QT_TRANSLATE_NOOP("TermWords", "Waiting for the slowest node"),
    QT_TRANSLATE_NOOP("TermWords", "Scale of the calibration"),
    QT_TRANSLATE_NOOP("TermWords", "Slowed device"),
    QT_TRANSLATE_NOOP("TermWords", "efficiency"),
    QT_TRANSLATE_NOOP("TermWords", "rate"),
    QT_TRANSLATE_NOOP("TermWords", "Update of the parameters"),
    QT_TRANSLATE_NOOP("TermWords", "Host work before each micro-batch"),
    QT_TRANSLATE_NOOP("TermWords", "Host work once a step"),
    QT_TRANSLATE_NOOP("TermWords", "Gathering and scattering weights in the passes"),
    QT_TRANSLATE_NOOP("TermWords", "Waiting for others"),
    QT_TRANSLATE_NOOP("TermWords", "Rounding up to picoseconds"),
    QT_TRANSLATE_NOOP("TermWords", "Slowed beside communication or by rate curves"),
    QT_TRANSLATE_NOOP("TermWords", "Idle"),
    QT_TRANSLATE_NOOP("TermWords", "Seen in the simulation"),
    QT_TRANSLATE_NOOP("TermWords", "Micro-batches in flight"),
    QT_TRANSLATE_NOOP("TermWords", "Block being recomputed"),
    QT_TRANSLATE_NOOP("TermWords", "Blocks without recompute")};

/// In the order of Activity.
constexpr std::array<const char *, activityCount> activityTermTexts = {
    QT_TRANSLATE_NOOP("TermWords", "Forward passes"),
    QT_TRANSLATE_NOOP("TermWords", "Recompute"),
    QT_TRANSLATE_NOOP("TermWords", "Backward passes"),
    QT_TRANSLATE_NOOP("TermWords", "Input gradients"),
    QT_TRANSLATE_NOOP("TermWords", "Weight gradients"),
    QT_TRANSLATE_NOOP("TermWords", "Optimizer"),
    QT_TRANSLATE_NOOP("TermWords", "Overhead"),
    QT_TRANSLATE_NOOP("TermWords", "Exposed TP communication"),
    QT_TRANSLATE_NOOP("TermWords", "Exposed pipeline communication"),
    QT_TRANSLATE_NOOP("TermWords", "Exposed data-parallel communication"),
    QT_TRANSLATE_NOOP("TermWords", "Exposed CP communication"),
    QT_TRANSLATE_NOOP("TermWords", "Exposed EP communication"),
    QT_TRANSLATE_NOOP("TermWords", "Bubble"),
    QT_TRANSLATE_NOOP("TermWords", "Straggler"),
    QT_TRANSLATE_NOOP("TermWords", "Idle")};

/// In the order of MemoryPart.
constexpr std::array<const char *, memoryPartCount> memoryTermTexts = {
    QT_TRANSLATE_NOOP("TermWords", "Weights"),         QT_TRANSLATE_NOOP("TermWords", "Gradients"),
    QT_TRANSLATE_NOOP("TermWords", "Optimizer state"), QT_TRANSLATE_NOOP("TermWords", "Activations"),
    QT_TRANSLATE_NOOP("TermWords", "Logits"),          QT_TRANSLATE_NOOP("TermWords", "Buffers"),
    QT_TRANSLATE_NOOP("TermWords", "Reserve")};

/// In the order of EfficiencyCause.
constexpr std::array<const char *, efficiencyCauseCount> factorTermTexts = {
    QT_TRANSLATE_NOOP("TermWords", "share of the peak that long sequences reach"),
    QT_TRANSLATE_NOOP("TermWords", "full waves of output tiles"),
    QT_TRANSLATE_NOOP("TermWords", "enough rows"),
    QT_TRANSLATE_NOOP("TermWords", "enough columns"),
    QT_TRANSLATE_NOOP("TermWords", "deep enough"),
    QT_TRANSLATE_NOOP("TermWords", "scaling recipe of fp8 and fp4"),
    QT_TRANSLATE_NOOP("TermWords", "products of this software"),
    QT_TRANSLATE_NOOP("TermWords", "many experts in one launch"),
    QT_TRANSLATE_NOOP("TermWords", "width is no multiple of 8"),
    QT_TRANSLATE_NOOP("TermWords", "kernels of this software"),
    QT_TRANSLATE_NOOP("TermWords", "wide enough heads"),
    QT_TRANSLATE_NOOP("TermWords", "long enough sequence"),
    QT_TRANSLATE_NOOP("TermWords", "enough queries")};

/// In the order of TermSymbol. Letters and the names of calibration constants are the same in every language.
constexpr std::array<const char *, termSymbolCount> symbolTexts = {
    "FLOP",
    QT_TRANSLATE_NOOP("TermWords", "peak"),
    QT_TRANSLATE_NOOP("TermWords", "efficiency"),
    QT_TRANSLATE_NOOP("TermWords", "scores"),
    QT_TRANSLATE_NOOP("TermWords", "bytes per score"),
    QT_TRANSLATE_NOOP("TermWords", "bytes"),
    QT_TRANSLATE_NOOP("TermWords", "traffic"),
    QT_TRANSLATE_NOOP("TermWords", "rate"),
    QT_TRANSLATE_NOOP("TermWords", "kernels"),
    QT_TRANSLATE_NOOP("TermWords", "launch"),
    QT_TRANSLATE_NOOP("TermWords", "cast"),
    QT_TRANSLATE_NOOP("TermWords", "memory bandwidth"),
    QT_TRANSLATE_NOOP("TermWords", "share"),
    QT_TRANSLATE_NOOP("TermWords", "products"),
    "m",
    "n",
    "k",
    QT_TRANSLATE_NOOP("TermWords", "processors"),
    "waveLoss",
    "m0",
    "n0",
    "k0",
    "asymptote",
    "recipes",
    "gemm",
    "groupedRows",
    "misalignedGemm",
    "openAttention",
    "d",
    "s",
    "flashHalfSequence",
    QT_TRANSLATE_NOOP("TermWords", "queries"),
    "flashHalfQueries",
    QT_TRANSLATE_NOOP("TermWords", "measured"),
    QT_TRANSLATE_NOOP("TermWords", "measured backward"),
    QT_TRANSLATE_NOOP("TermWords", "share of the gradient"),
    QT_TRANSLATE_NOOP("TermWords", "device"),
    QT_TRANSLATE_NOOP("TermWords", "host"),
    "q",
    QT_TRANSLATE_NOOP("TermWords", "backward"),
    "b",
    QT_TRANSLATE_NOOP("TermWords", "parameters"),
    "accumulateBytes",
    QT_TRANSLATE_NOOP("TermWords", "work"),
    "nodeJitter",
    QT_TRANSLATE_NOOP("TermWords", "nodes"),
    QT_TRANSLATE_NOOP("TermWords", "scale"),
    QT_TRANSLATE_NOOP("TermWords", "speed"),
    QT_TRANSLATE_NOOP("TermWords", "calls"),
    QT_TRANSLATE_NOOP("TermWords", "exposed"),
    QT_TRANSLATE_NOOP("TermWords", "beside host"),
    QT_TRANSLATE_NOOP("TermWords", "base"),
    QT_TRANSLATE_NOOP("TermWords", "latency"),
    QT_TRANSLATE_NOOP("TermWords", "members"),
    QT_TRANSLATE_NOOP("TermWords", "bus-bandwidth factor"),
    QT_TRANSLATE_NOOP("TermWords", "contention"),
    "optimizerBytes",
    "hostMicroBatch",
    "hostStep",
    QT_TRANSLATE_NOOP("TermWords", "waits"),
    QT_TRANSLATE_NOOP("TermWords", "longest"),
    QT_TRANSLATE_NOOP("TermWords", "simulated"),
    QT_TRANSLATE_NOOP("TermWords", "priced"),
    QT_TRANSLATE_NOOP("TermWords", "parameters held"),
    QT_TRANSLATE_NOOP("TermWords", "parameters owned"),
    QT_TRANSLATE_NOOP("TermWords", "tokens"),
    QT_TRANSLATE_NOOP("TermWords", "vocabulary"),
    QT_TRANSLATE_NOOP("TermWords", "element"),
    QT_TRANSLATE_NOOP("TermWords", "hidden"),
    QT_TRANSLATE_NOOP("TermWords", "largest layer"),
    "logitBytes",
    "fragmentation",
    QT_TRANSLATE_NOOP("TermWords", "communicators"),
    "communicator",
    QT_TRANSLATE_NOOP("TermWords", "reserve"),
    QT_TRANSLATE_NOOP("TermWords", "in flight"),
    QT_TRANSLATE_NOOP("TermWords", "at"),
    QT_TRANSLATE_NOOP("TermWords", "activations of a micro-batch")};

/// In the order of InputNote.
constexpr std::array<const char *, inputNoteCount> noteTexts = {
    QT_TRANSLATE_NOOP("TermWords", "what is left while the device does not wait for the host anyway"),
    QT_TRANSLATE_NOOP("TermWords", "software's part of a call"),
    QT_TRANSLATE_NOOP("TermWords", "of the longest way"),
    QT_TRANSLATE_NOOP("TermWords", "of the longest way of any pair"),
    QT_TRANSLATE_NOOP("TermWords", "steps inside a node, and one through the switches"),
    QT_TRANSLATE_NOOP("TermWords", "along a tree"),
    QT_TRANSLATE_NOOP("TermWords", "steps of a ring"),
    QT_TRANSLATE_NOOP("TermWords", "of a protocol for short messages, and what its lower rate costs"),
    QT_TRANSLATE_NOOP("TermWords", "no link"),
    QT_TRANSLATE_NOOP("TermWords", "bytes on that link for each byte"),
    QT_TRANSLATE_NOOP("TermWords", "2 (n − 1) / n of an all-reduce"),
    QT_TRANSLATE_NOOP("TermWords", "(n − 1) / n of a gather or scatter"),
    QT_TRANSLATE_NOOP("TermWords", "whose state this device holds"),
    QT_TRANSLATE_NOOP("TermWords", "by the compute precision"),
    QT_TRANSLATE_NOOP("TermWords", "by the gradient precision"),
    QT_TRANSLATE_NOOP("TermWords", "by the ZeRO stage"),
    QT_TRANSLATE_NOOP("TermWords", "moments and fp32 master copy"),
    QT_TRANSLATE_NOOP("TermWords", "of a micro-batch"),
    QT_TRANSLATE_NOOP("TermWords", "over TP"),
    QT_TRANSLATE_NOOP("TermWords", "that ZeRO-3 gathers"),
    QT_TRANSLATE_NOOP("TermWords", "context, runtime, allocator")};

constexpr std::array<const char *, transferAlgorithmCount> algorithmTexts = {
    QT_TRANSLATE_NOOP("TermWords", "direct"),
    QT_TRANSLATE_NOOP("TermWords", "all-to-all"),
    QT_TRANSLATE_NOOP("TermWords", "added up in switches"),
    QT_TRANSLATE_NOOP("TermWords", "tree"),
    QT_TRANSLATE_NOOP("TermWords", "ring"),
    QT_TRANSLATE_NOOP("TermWords", "hierarchical ring")};

constexpr std::array<const char *, termSourceCount> sourceTexts = {
    QT_TRANSLATE_NOOP("TermWords", "catalog"),
    QT_TRANSLATE_NOOP("TermWords", "calibration constant"),
    QT_TRANSLATE_NOOP("TermWords", "model"),
    QT_TRANSLATE_NOOP("TermWords", "job"),
    QT_TRANSLATE_NOOP("TermWords", "plan"),
    QT_TRANSLATE_NOOP("TermWords", "cluster"),
    QT_TRANSLATE_NOOP("TermWords", "measured profile"),
    QT_TRANSLATE_NOOP("TermWords", "simulation"),
    QT_TRANSLATE_NOOP("TermWords", "derived")};

template<class Enum>
QString translated(std::span<const char *const> table, Enum value)
{
    return TermWords::tr(table[static_cast<std::size_t>(value)]);
}

QString named(const std::string &name) { return QString::fromStdString(name); }

QString layersWords(LayerKind kind, bool mixture, bool several)
{
    switch (kind) {
    case LayerKind::embedding:
        return TermWords::tr("embedding");
    case LayerKind::head:
        return TermWords::tr("head");
    case LayerKind::denseBlock:
        return mixture   ? several ? TermWords::tr("dense blocks") : TermWords::tr("dense block")
                 : several ? TermWords::tr("blocks")
                         : TermWords::tr("block");
    case LayerKind::moeBlock:
        break;
    case LayerKind::attentionOnly:
        return several ? TermWords::tr("attention blocks") : TermWords::tr("attention block");
    case LayerKind::windowDense:
        return mixture   ? several ? TermWords::tr("dense sliding-window blocks")
                                   : TermWords::tr("dense sliding-window block")
                 : several ? TermWords::tr("sliding-window blocks")
                         : TermWords::tr("sliding-window block");
    case LayerKind::windowMoe:
        return several ? TermWords::tr("sliding-window expert blocks") : TermWords::tr("sliding-window expert block");
    case LayerKind::windowOnly:
        return several ? TermWords::tr("sliding-window attention blocks")
                       : TermWords::tr("sliding-window attention block");
    case LayerKind::linearDense:
        return mixture   ? several ? TermWords::tr("dense linear-attention blocks")
                                   : TermWords::tr("dense linear-attention block")
                 : several ? TermWords::tr("linear-attention blocks")
                         : TermWords::tr("linear-attention block");
    case LayerKind::linearMoe:
        return several ? TermWords::tr("linear-attention expert blocks")
                       : TermWords::tr("linear-attention expert block");
    case LayerKind::linearOnly:
        return several ? TermWords::tr("linear-attention blocks without MLP")
                       : TermWords::tr("linear-attention block without MLP");
    case LayerKind::stateSpaceDense:
        return several ? TermWords::tr("state-space blocks with MLP") : TermWords::tr("state-space block with MLP");
    case LayerKind::stateSpaceMoe:
        return several ? TermWords::tr("state-space expert blocks") : TermWords::tr("state-space expert block");
    case LayerKind::stateSpaceOnly:
        return several ? TermWords::tr("state-space blocks") : TermWords::tr("state-space block");
    case LayerKind::denseOnly:
        return several ? TermWords::tr("MLP blocks") : TermWords::tr("MLP block");
    case LayerKind::encoder:
        return several ? TermWords::tr("encoder blocks") : TermWords::tr("encoder block");
    case LayerKind::decoder:
        return several ? TermWords::tr("decoder blocks") : TermWords::tr("decoder block");
    case LayerKind::vision:
        return several ? TermWords::tr("vision blocks") : TermWords::tr("vision block");
    case LayerKind::moeOnly:
        return several ? TermWords::tr("expert blocks without mixer") : TermWords::tr("expert block without mixer");
    }
    return several ? TermWords::tr("expert blocks") : TermWords::tr("expert block");
}

QString waitWords(const WaitTerm &term)
{
    if (term.lane < 0)
        return TermWords::tr("After the last work");
    const QString of = term.laneName.empty() ? TermWords::tr("this device") : named(term.laneName);
    const bool inPass = term.waiting == Activity::exposedTp || term.waiting == Activity::exposedCp ||
                        term.waiting == Activity::exposedEp;
    switch (term.awaited) {
    case Activity::forward:
        return (inPass ? TermWords::tr("Communication awaited in the forward pass of %1")
                       : TermWords::tr("Waiting for the forward pass of %1"))
            .arg(of);
    case Activity::inputGradient:
        return (inPass ? TermWords::tr("Communication awaited in the input gradient of %1")
                       : TermWords::tr("Waiting for the input gradient of %1"))
            .arg(of);
    case Activity::backward:
        return (inPass ? TermWords::tr("Communication awaited in the backward pass of %1")
                       : TermWords::tr("Waiting for the backward pass of %1"))
            .arg(of);
    default:
        return (inPass ? TermWords::tr("Communication awaited in the last work of %1")
                       : TermWords::tr("Waiting for the last work of %1"))
            .arg(of);
    }
}

struct SayName
{
    QString operator()(PlainTerm term) const { return translated(plainTermTexts, term); }
    QString operator()(Activity activity) const { return translated(activityTermTexts, activity); }
    QString operator()(MemoryPart part) const { return translated(memoryTermTexts, part); }
    QString operator()(const OperationTerm &term) const { return wordOf(term.operation); }
    QString operator()(const LayerTerm &term) const
    {
        switch (term.part) {
        case LayerTerm::Part::measured:
            return withPass(layersWords(term.layers.kind, term.layers.mixture, term.layers.several), term.pass);
        case LayerTerm::Part::gradientSum:
            return TermWords::tr("accumulate gradients");
        case LayerTerm::Part::hostKernels:
            break;
        }
        return withPass(TermWords::tr("host issues kernels"), term.pass);
    }
    QString operator()(const CollectiveTerm &term) const
    {
        switch (term.pass) {
        case CollectiveTerm::Pass::forward:
            return TermWords::tr("%1, forward").arg(wordOf(term.name));
        case CollectiveTerm::Pass::backward:
            return TermWords::tr("%1, backward").arg(wordOf(term.name));
        case CollectiveTerm::Pass::recomputed:
            break;
        }
        return TermWords::tr("%1, recomputed").arg(wordOf(term.name));
    }
    QString operator()(const FactorTerm &term) const
    {
        if (term.cause == EfficiencyCause::asymptote && term.product)
            return TermWords::tr("share of the %1 peak that large products reach")
                .arg(named(std::string(precisionNames[static_cast<std::size_t>(term.precision)])));
        return translated(factorTermTexts, term.cause);
    }
    QString operator()(const GatherTerm &term) const
    {
        return term.scatter ? TermWords::tr("Scatter of a layer's gradients")
                            : TermWords::tr("Gather of a layer's weights");
    }
    QString operator()(const SynchronizationTerm &term) const
    {
        switch (term.part) {
        case SynchronizationTerm::Part::reduceScatter:
            return TermWords::tr("Reduce-scatter of gradients");
        case SynchronizationTerm::Part::allReduce:
            return TermWords::tr("All-reduce of gradients");
        case SynchronizationTerm::Part::weightGather:
            break;
        }
        return TermWords::tr("Gather of updated weights");
    }
    QString operator()(const ChannelTerm &term) const
    {
        return (term.gradient ? TermWords::tr("Gradient from %1") : TermWords::tr("Activation from %1"))
            .arg(named(term.laneName));
    }
    QString operator()(const WaitTerm &term) const { return waitWords(term); }
};

struct SayPlace
{
    QString operator()(std::monostate) const { return {}; }
    QString operator()(const LayerPlace &place) const
    {
        const QString name = layersWords(place.kind, place.mixture, place.layers > 1);
        if (place.passes != std::round(place.passes))
            return TermWords::tr("%1 × %2").arg(formatFactor(place.layers * place.passes), name);
        const QString counted = place.layers == 1 ? name : TermWords::tr("%1 %2").arg(formatFactor(place.layers), name);
        return place.passes == 1 ? counted
                                 : TermWords::tr("%1 × %2 micro-batches").arg(counted, formatFactor(place.passes));
    }
    QString operator()(const TransferPlace &place) const
    {
        QString words = translated(algorithmTexts, place.algorithm);
        if (place.layers > 0)
            words = TermWords::tr("%1 layers, %2").arg(QString::number(place.layers), words);
        if (place.buckets > 0)
            words = TermWords::tr("%1, %2 buckets beside the passes").arg(words, QString::number(place.buckets));
        return place.sharesLinks ? TermWords::tr("%1, shares its links with others").arg(words) : words;
    }
    QString operator()(const PassesPlace &place) const
    {
        return TermWords::tr("%1 passes").arg(formatFactor(place.passes));
    }
    QString operator()(const WaitsPlace &place) const
    {
        return place.waits == 1 ? TermWords::tr("1 wait") : TermWords::tr("%1 waits").arg(place.waits);
    }
};

struct SayOrigin
{
    QString operator()(std::monostate) const { return {}; }
    QString operator()(const std::string &name) const { return named(name); }
    QString operator()(InputNote note) const { return translated(noteTexts, note); }
    QString operator()(const CalibrationEntry &entry) const { return entryWords(entry); }
    QString operator()(const NarrowestLink &link) const
    {
        return TermWords::tr("narrowest: %1, %2 > %3").arg(named(link.link), named(link.from), named(link.to));
    }
};

/// Formulas that formulaPieces gives as a whole.
QString phraseOf(TermFormula formula)
{
    switch (formula) {
    case TermFormula::stepSum:
        return TermWords::tr("sum of what the device does and what it waits for");
    case TermFormula::partsSum:
        return TermWords::tr("sum of the parts");
    case TermFormula::waitSum:
        return TermWords::tr("sum of the simulated waits");
    case TermFormula::factorProduct:
        return TermWords::tr("product of its factors");
    case TermFormula::waves:
        return TermWords::tr("(w / ⌈w⌉)^waveLoss with w = products · ⌈m / %1⌉ · ⌈n / %2⌉ / processors")
            .arg(tileRows)
            .arg(tileColumns);
    case TermFormula::openAttention:
        return TermWords::tr("openAttention where the stack calls open kernels, else 1");
    case TermFormula::measuredGradient:
        return TermWords::tr("(measured backward − recompute it contains) · share of the gradient");
    case TermFormula::gathers:
        return TermWords::tr("per pass: max(0, gather − compute) + contention · min(gather, compute)");
    case TermFormula::heldAtPeak:
        return TermWords::tr("held at the peak");
    case TermFormula::reserve:
        return TermWords::tr("reserve of the software stack");
    case TermFormula::peakActivations:
        return TermWords::tr("in flight at the peak + a block that is recomputed");
    case TermFormula::unkeptActivations:
        return TermWords::tr("activations of one block that are not kept");
    default:
        return {};
    }
}

struct SayPiece
{
    QString operator()(std::string_view signs) const
    {
        return QString::fromUtf8(signs.data(), static_cast<qsizetype>(signs.size()));
    }
    QString operator()(int number) const { return QString::number(number); }
    QString operator()(const InputSymbol &symbol) const { return symbolWords(symbol); }
    QString operator()(TermFormula formula) const { return phraseOf(formula); }
};

} // namespace

QString termWords(const TermId &id) { return std::visit(SayName(), id); }
QString placeWords(const TermPlace &place) { return std::visit(SayPlace(), place); }
QString originWords(const InputOrigin &origin) { return std::visit(SayOrigin(), origin); }
QString sourceWords(TermSource source) { return translated(sourceTexts, source); }

QString symbolWords(const InputSymbol &symbol)
{
    if (const auto *factor = std::get_if<FactorTerm>(&symbol))
        return SayName()(*factor);
    if (const auto *chunk = std::get_if<ChunkSymbol>(&symbol))
        return TermWords::tr("activations of a micro-batch, chunk %1").arg(chunk->chunk);
    return translated(symbolTexts, std::get<TermSymbol>(symbol));
}

QString entryWords(const CalibrationEntry &entry)
{
    return (entry.kind == CalibrationEntry::Kind::computeClass ? TermWords::tr("class %1") : TermWords::tr("stack %1"))
        .arg(named(entry.name));
}

QString formulaWords(const CostTerm &term)
{
    const auto pieces = formulaPieces(term);
    QString words;
    for (const auto &piece : pieces)
        words += std::visit(SayPiece(), piece);
    if (term.repeats == 1)
        return words;
    return (needsParentheses(pieces) ? QStringLiteral("%1 · (%2)") : QStringLiteral("%1 · %2"))
        .arg(formatFactor(term.repeats), words);
}

} // namespace heteroscope
