// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/term_text.h"

#include "base/numbers.h"
#include "cost/compute.h"
#include "wording/layers_text.h"
#include "wording/step_text.h"

#include <fmt/format.h>

#include <cmath>

namespace heteroscope {

namespace {

/// What a plain term is called, and its word in JSON.
struct NameAndKey
{
    std::string_view name;
    std::string_view key;
};

/// In the order of PlainTerm.
constexpr std::array<NameAndKey, plainTermCount> plainTermTexts = {{
    {"Step", "step"},
    {"Memory at the peak", "memory"},
    {"Matrix products", "products"},
    {"Expert products", "experts"},
    {"Attention core", "attention"},
    {"Expert routing", "routing"},
    {"Memory-bound operations", "memoryBound"},
    {"Measured layers", "measured"},
    {"Adding gradients up", "accumulate"},
    {"Host slower than the device", "host"},
    {"Waiting for the slowest node", "jitter"},
    {"Scale of the calibration", "scale"},
    {"Slowed device", "slowed"},
    {"efficiency", "efficiency"},
    {"rate", "rate"},
    {"Update of the parameters", "optimizer"},
    {"Host work before each micro-batch", "microBatch"},
    {"Host work once a step", "step"},
    {"Gathering and scattering weights in the passes", "gathers"},
    {"Waiting for others", "wait/others"},
    {"Rounding up to picoseconds", "rounding"},
    {"Slowed beside communication or by rate curves", "simulated"},
    {"Idle", "simulated"},
    {"Seen in the simulation", "simulated"},
    {"Micro-batches in flight", "inFlight"},
    {"Block being recomputed", "working"},
    {"Blocks without recompute", "kept"},
}};

/// In the order of Activity; the keys are activityNames.
constexpr std::array<std::string_view, activityCount> activityTermTexts = {"Forward passes",
                                                                           "Recompute",
                                                                           "Backward passes",
                                                                           "Input gradients",
                                                                           "Weight gradients",
                                                                           "Optimizer",
                                                                           "Overhead",
                                                                           "Exposed TP communication",
                                                                           "Exposed pipeline communication",
                                                                           "Exposed data-parallel communication",
                                                                           "Exposed CP communication",
                                                                           "Exposed EP communication",
                                                                           "Bubble",
                                                                           "Straggler",
                                                                           "Idle"};

constexpr std::array<NameAndKey, memoryPartCount> memoryTermTexts = {{
    {"Weights", "weights"},
    {"Gradients", "gradients"},
    {"Optimizer state", "optimizerState"},
    {"Activations", "activations"},
    {"Logits", "logits"},
    {"Buffers", "buffers"},
    {"Reserve", "reserve"},
}};

/// In the order of EfficiencyCause.
constexpr std::array<NameAndKey, efficiencyCauseCount> factorTermTexts = {{
    {"share of the peak that long sequences reach", "asymptote"},
    {"full waves of output tiles", "waves"},
    {"enough rows", "rows"},
    {"enough columns", "columns"},
    {"deep enough", "depth"},
    {"scaling recipe of fp8 and fp4", "recipe"},
    {"products of this software", "stack"},
    {"many experts in one launch", "grouped"},
    {"width is no multiple of 8", "misaligned"},
    {"kernels of this software", "kernels"},
    {"wide enough heads", "headWidth"},
    {"long enough sequence", "sequence"},
    {"enough queries", "queries"},
}};

/// In the order of TermSymbol.
constexpr std::array<std::string_view, termSymbolCount> symbolTexts = {
    "FLOP",
    "peak",
    "efficiency",
    "scores",
    "bytes per score",
    "bytes",
    "traffic",
    "rate",
    "kernels",
    "launch",
    "cast",
    "memory bandwidth",
    "share",
    "products",
    "m",
    "n",
    "k",
    "processors",
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
    "queries",
    "flashHalfQueries",
    "measured",
    "measured backward",
    "share of the gradient",
    "device",
    "host",
    "q",
    "backward",
    "b",
    "parameters",
    "accumulateBytes",
    "work",
    "nodeJitter",
    "nodes",
    "scale",
    "speed",
    "calls",
    "exposed",
    "beside host",
    "base",
    "latency",
    "members",
    "bus-bandwidth factor",
    "contention",
    "optimizerBytes",
    "hostMicroBatch",
    "hostStep",
    "waits",
    "longest",
    "simulated",
    "priced",
    "parameters held",
    "parameters owned",
    "tokens",
    "vocabulary",
    "element",
    "hidden",
    "largest layer",
    "logitBytes",
    "fragmentation",
    "communicators",
    "communicator",
    "reserve",
    "in flight",
    "at",
    "activations of a micro-batch",
};

/// In the order of InputNote.
constexpr std::array<std::string_view, inputNoteCount> noteTexts = {
    "what is left while the device does not wait for the host anyway",
    "software's part of a call",
    "of the longest way",
    "of the longest way of any pair",
    "steps inside a node, and one through the switches",
    "along a tree",
    "steps of a ring",
    "of a protocol for short messages, and what its lower rate costs",
    "no link",
    "bytes on that link for each byte",
    "2 (n − 1) / n of an all-reduce",
    "(n − 1) / n of a gather or scatter",
    "whose state this device holds",
    "by the compute precision",
    "by the gradient precision",
    "by the ZeRO stage",
    "moments and fp32 master copy",
    "of a micro-batch",
    "over TP",
    "that ZeRO-3 gathers",
    "context, runtime, allocator",
};

constexpr std::array<std::string_view, transferAlgorithmCount> algorithmTexts = {
    "direct", "all-to-all", "added up in switches", "tree", "ring", "hierarchical ring"};

constexpr std::array<std::string_view, 3> groupKeys = {"tp", "cp", "ep"};

template<class Enum>
constexpr std::size_t indexOf(Enum value)
{
    return static_cast<std::size_t>(value);
}

std::string layersText(const TermLayers &layers) { return layersText(layers.kind, layers.mixture, layers.several); }

struct SayName
{
    std::string operator()(PlainTerm term) const { return std::string(plainTermTexts[indexOf(term)].name); }
    std::string operator()(Activity activity) const { return std::string(activityTermTexts[indexOf(activity)]); }
    std::string operator()(MemoryPart part) const { return std::string(memoryTermTexts[indexOf(part)].name); }
    std::string operator()(const OperationTerm &term) const { return operationText(term.operation); }
    std::string operator()(const LayerTerm &term) const
    {
        switch (term.part) {
        case LayerTerm::Part::measured:
            return layersText(term.layers).append(passText(term.pass));
        case LayerTerm::Part::gradientSum:
            return "accumulate gradients";
        case LayerTerm::Part::hostKernels:
            break;
        }
        return std::string("host issues kernels").append(passText(term.pass));
    }
    std::string operator()(const CollectiveTerm &term) const
    {
        constexpr std::array<std::string_view, CollectiveTerm::passCount> passes = {", forward", ", backward",
                                                                                    ", recomputed"};
        return std::string(collectiveText(term.name)).append(passes[indexOf(term.pass)]);
    }
    std::string operator()(const FactorTerm &term) const
    {
        if (term.cause == EfficiencyCause::asymptote && term.product)
            return fmt::format("share of the {} peak that large products reach",
                               precisionNames[indexOf(term.precision)]);
        return std::string(factorTermTexts[indexOf(term.cause)].name);
    }
    std::string operator()(const GatherTerm &term) const
    {
        return term.scatter ? "Scatter of a layer's gradients" : "Gather of a layer's weights";
    }
    std::string operator()(const SynchronizationTerm &term) const
    {
        switch (term.part) {
        case SynchronizationTerm::Part::reduceScatter:
            return "Reduce-scatter of gradients";
        case SynchronizationTerm::Part::allReduce:
            return "All-reduce of gradients";
        case SynchronizationTerm::Part::weightGather:
            break;
        }
        return "Gather of updated weights";
    }
    std::string operator()(const ChannelTerm &term) const
    {
        return fmt::format("{} from {}", term.gradient ? "Gradient" : "Activation", term.laneName);
    }
    std::string operator()(const WaitTerm &term) const
    {
        if (term.lane < 0)
            return "After the last work";
        const bool inPass = term.waiting == Activity::exposedTp || term.waiting == Activity::exposedCp ||
                            term.waiting == Activity::exposedEp;
        return fmt::format("{} the {} of {}", inPass ? "Communication awaited in" : "Waiting for",
                           term.awaited == Activity::forward         ? "forward pass"
                           : term.awaited == Activity::inputGradient ? "input gradient"
                           : term.awaited == Activity::backward      ? "backward pass"
                                                                     : "last work",
                           term.laneName.empty() ? "this device" : term.laneName);
    }
};

struct SayKey
{
    std::string operator()(PlainTerm term) const { return std::string(plainTermTexts[indexOf(term)].key); }
    std::string operator()(Activity activity) const { return std::string(nameOf(activity)); }
    std::string operator()(MemoryPart part) const { return std::string(memoryTermTexts[indexOf(part)].key); }
    std::string operator()(const OperationTerm &term) const
    {
        const auto key = fmt::format("{}/{}", SayName()(term), layersText(term.layers));
        return term.index > 0 ? fmt::format("{}/{}", key, term.index + 1) : key;
    }
    std::string operator()(const LayerTerm &term) const
    {
        return fmt::format("{}/{}", SayName()(term), layersText(term.layers));
    }
    std::string operator()(const CollectiveTerm &term) const
    {
        return fmt::format("{}/{}/{}", groupKeys[indexOf(term.group)], SayName()(term), layersText(term.layers));
    }
    std::string operator()(const FactorTerm &term) const
    {
        return std::string(factorTermTexts[indexOf(term.cause)].key);
    }
    std::string operator()(const GatherTerm &term) const
    {
        return fmt::format("{}/{}", SayName()(term), term.parameters);
    }
    std::string operator()(const SynchronizationTerm &term) const
    {
        return fmt::format("{}/{}", term.part == SynchronizationTerm::Part::weightGather ? "gather" : "reduce",
                           term.index);
    }
    std::string operator()(const ChannelTerm &term) const
    {
        return fmt::format("channel/{}/{}", term.lane, term.gradient ? "backward" : "forward");
    }
    std::string operator()(const WaitTerm &term) const
    {
        return fmt::format("wait/{}/{}", term.lane, indexOf(term.awaited));
    }
};

struct SayPlace
{
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const LayerPlace &place) const
    {
        const auto name = layersText(place.kind, place.mixture, place.layers > 1);
        if (place.passes != std::round(place.passes))
            return fmt::format("{} × {}", factorText(place.layers * place.passes), name);
        const auto counted = place.layers == 1 ? name : fmt::format("{} {}", factorText(place.layers), name);
        return place.passes == 1 ? counted : fmt::format("{} × {} micro-batches", counted, factorText(place.passes));
    }
    std::string operator()(const TransferPlace &place) const
    {
        std::string text = place.layers > 0 ? fmt::format("{} layers, ", place.layers) : std::string();
        text += algorithmTexts[indexOf(place.algorithm)];
        if (place.buckets > 0)
            text += fmt::format(", {} buckets beside the passes", place.buckets);
        if (place.sharesLinks)
            text += ", shares its links with others";
        return text;
    }
    std::string operator()(const PassesPlace &place) const
    {
        return fmt::format("{} passes", factorText(place.passes));
    }
    std::string operator()(const WaitsPlace &place) const
    {
        return place.waits == 1 ? "1 wait" : fmt::format("{} waits", place.waits);
    }
};

struct SayOrigin
{
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const std::string &name) const { return name; }
    std::string operator()(InputNote note) const { return std::string(noteTexts[indexOf(note)]); }
    std::string operator()(const CalibrationEntry &entry) const
    {
        return fmt::format("{}: {}", entryText(entry), entry.source);
    }
    std::string operator()(const NarrowestLink &link) const
    {
        return fmt::format("narrowest: {}, {} > {}", link.link, link.from, link.to);
    }
};

std::string phraseText(TermFormula formula)
{
    switch (formula) {
    case TermFormula::stepSum:
        return "sum of what the device does and what it waits for";
    case TermFormula::partsSum:
        return "sum of the parts";
    case TermFormula::waitSum:
        return "sum of the simulated waits";
    case TermFormula::factorProduct:
        return "product of its factors";
    case TermFormula::waves:
        return fmt::format("(w / ⌈w⌉)^waveLoss with w = products · ⌈m / {}⌉ · ⌈n / {}⌉ / processors", tileRows,
                           tileColumns);
    case TermFormula::openAttention:
        return "openAttention where the stack calls open kernels, else 1";
    case TermFormula::measuredGradient:
        return "(measured backward − recompute it contains) · share of the gradient";
    case TermFormula::gathers:
        return "per pass: max(0, gather − compute) + contention · min(gather, compute)";
    case TermFormula::heldAtPeak:
        return "held at the peak";
    case TermFormula::reserve:
        return "reserve of the software stack";
    case TermFormula::peakActivations:
        return "in flight at the peak + a block that is recomputed";
    case TermFormula::unkeptActivations:
        return "activations of one block that are not kept";
    default:
        return {}; // said in signs and symbols
    }
}

struct SayPiece
{
    std::string operator()(std::string_view signs) const { return std::string(signs); }
    std::string operator()(int number) const { return std::to_string(number); }
    std::string operator()(const InputSymbol &symbol) const { return symbolText(symbol); }
    std::string operator()(TermFormula formula) const { return phraseText(formula); }
};

std::string joinedPieces(const std::vector<FormulaPiece> &pieces)
{
    std::string text;
    for (const auto &piece : pieces)
        text += std::visit(SayPiece(), piece);
    return text;
}

} // namespace

std::string termName(const TermId &id) { return std::visit(SayName(), id); }
std::string termKey(const TermId &id) { return std::visit(SayKey(), id); }
std::string placeText(const TermPlace &place) { return std::visit(SayPlace(), place); }
std::string originText(const InputOrigin &origin) { return std::visit(SayOrigin(), origin); }

std::string symbolText(const InputSymbol &symbol)
{
    if (const auto *factor = std::get_if<FactorTerm>(&symbol))
        return SayName()(*factor);
    if (const auto *chunk = std::get_if<ChunkSymbol>(&symbol))
        return fmt::format("{}, chunk {}", symbolTexts[indexOf(TermSymbol::microBatchActivations)], chunk->chunk);
    return std::string(symbolTexts[indexOf(std::get<TermSymbol>(symbol))]);
}

std::string entryText(const CalibrationEntry &entry)
{
    return fmt::format("{} {}", entry.kind == CalibrationEntry::Kind::computeClass ? "class" : "stack", entry.name);
}

std::string_view unitText(TermUnit unit)
{
    constexpr std::array<std::string_view, 8> units = {"s", "B", "B", "B/s", "FLOP", "FLOP/s", "", "share"};
    return units[indexOf(unit)];
}

std::string_view sourceText(TermSource source)
{
    constexpr std::array<std::string_view, termSourceCount> sources = {
        "catalog", "calibration constant", "model",      "job",    "plan",
        "cluster", "measured profile",     "simulation", "derived"};
    return sources[indexOf(source)];
}

std::string formulaText(const CostTerm &term) { return joinedPieces(formulaPieces(term)); }

std::string repeatedFormulaText(const CostTerm &term)
{
    const auto pieces = formulaPieces(term);
    if (term.repeats == 1)
        return joinedPieces(pieces);
    return needsParentheses(pieces) ? fmt::format("{} · ({})", factorText(term.repeats), joinedPieces(pieces))
                                    : fmt::format("{} · {}", factorText(term.repeats), joinedPieces(pieces));
}

} // namespace heteroscope
