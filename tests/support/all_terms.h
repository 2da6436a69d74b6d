// SPDX-License-Identifier: GPL-3.0-or-later
//
// One of every kind of thing that an opened prediction or a step result can say: what words must exist for.
#pragma once

#include "cost/cost_term.h"
#include "simulator/result/step_result.h"

namespace heteroscope::test {

template<class Enum>
std::vector<Enum> all(std::size_t count)
{
    std::vector<Enum> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<Enum>(i));
    return values;
}

inline std::vector<TermLayers> allLayers()
{
    std::vector<TermLayers> list;
    for (const auto kind : all<LayerKind>(layerKindCount)) {
        for (const bool mixture : {false, true}) {
            for (const bool several : {false, true})
                list.push_back({kind, mixture, several});
        }
    }
    return list;
}

inline std::vector<LayerOperation> allOperations()
{
    std::vector<LayerOperation> list;
    for (const auto name : all<OperationName>(operationNameCount)) {
        for (const auto pass : all<LayerPass>(layerPassCount))
            list.push_back({name, pass});
    }
    return list;
}

inline std::vector<FactorTerm> allFactors()
{
    std::vector<FactorTerm> list;
    for (const auto cause : all<EfficiencyCause>(efficiencyCauseCount)) {
        for (const bool product : {false, true})
            list.push_back({cause, product, Precision::bf16});
    }
    return list;
}

inline std::vector<TermId> allTerms()
{
    std::vector<TermId> list;
    const auto add = [&list](const auto &values) { list.insert(list.end(), values.begin(), values.end()); };
    add(all<PlainTerm>(plainTermCount));
    add(all<Activity>(activityCount));
    add(all<MemoryPart>(memoryPartCount));
    add(allFactors());
    for (const auto &operation : allOperations())
        list.push_back(OperationTerm{operation, {}});
    for (const auto &layers : allLayers()) {
        for (const auto part : all<LayerTerm::Part>(LayerTerm::partCount)) {
            for (const auto pass : all<LayerPass>(layerPassCount))
                list.push_back(LayerTerm{part, pass, layers});
        }
    }
    for (const auto name : all<CollectiveName>(collectiveNameCount)) {
        for (const auto pass : all<CollectiveTerm::Pass>(CollectiveTerm::passCount))
            list.push_back(CollectiveTerm{name, LayerCollective::Group::tp, pass, {}});
    }
    for (const bool second : {false, true}) {
        list.push_back(GatherTerm{second, 1e6});
        list.push_back(ChannelTerm{second, 1, "a:1"});
    }
    for (const auto part : all<SynchronizationTerm::Part>(SynchronizationTerm::partCount))
        list.push_back(SynchronizationTerm{part, 0});
    for (const auto waiting : all<Activity>(activityCount)) {
        for (const auto awaited : all<Activity>(activityCount)) {
            list.push_back(WaitTerm{waiting, awaited, 1, "a:1"});
            list.push_back(WaitTerm{waiting, awaited, 0, {}});
        }
        list.push_back(WaitTerm{waiting, Activity::idle, -1, {}});
    }
    return list;
}

/// Without monostate, which has no words.
inline std::vector<TermPlace> allPlaces()
{
    std::vector<TermPlace> list = {PassesPlace{2}, WaitsPlace{1}, WaitsPlace{2}};
    for (const auto kind : all<LayerKind>(layerKindCount)) {
        for (const bool mixture : {false, true}) {
            for (const double layers : {1.0, 2.0}) {
                for (const double passes : {1.0, 4.0, 1.5})
                    list.push_back(LayerPlace{kind, mixture, layers, passes});
            }
        }
    }
    for (const auto algorithm : all<TransferAlgorithm>(transferAlgorithmCount)) {
        for (const int layers : {0, 2}) {
            for (const int buckets : {0, 4}) {
                for (const bool shares : {false, true})
                    list.push_back(TransferPlace{algorithm, layers, buckets, shares});
            }
        }
    }
    return list;
}

inline std::vector<InputSymbol> allSymbols()
{
    std::vector<InputSymbol> list = {ChunkSymbol{1}};
    for (const auto symbol : all<TermSymbol>(termSymbolCount))
        list.push_back(symbol);
    for (const auto &factor : allFactors())
        list.push_back(factor);
    return list;
}

/// Without monostate, which has no words.
inline std::vector<InputOrigin> allOrigins()
{
    // Made in place: GCC 12 takes the moves of a list of variants for uses of what is not set.
    std::vector<InputOrigin> list;
    list.reserve(inputNoteCount + 4);
    list.emplace_back(std::in_place_type<std::string>, "H100");
    list.emplace_back(NarrowestLink{"l", "a", "b"});
    for (const auto kind : {CalibrationEntry::Kind::computeClass, CalibrationEntry::Kind::stack})
        list.emplace_back(CalibrationEntry{kind, "ampere", "a table"});
    for (const auto note : all<InputNote>(inputNoteCount))
        list.emplace_back(note);
    return list;
}

/// A term for each formula and each choice of inputs that changes it.
inline std::vector<CostTerm> allFormulas()
{
    std::vector<CostTerm> list;
    const auto add = [&list](TermFormula formula, const std::vector<TermSymbol> &symbols) {
        for (const double repeats : {1.0, 12.0}) {
            CostTerm term{PlainTerm::step};
            term.formula = formula;
            term.repeats = repeats;
            for (const auto symbol : symbols)
                term.input(symbol, 1, TermUnit::count, TermSource::derived);
            list.push_back(std::move(term));
        }
    };
    for (std::size_t i = 1; i < termFormulaCount; ++i)
        add(static_cast<TermFormula>(i), {TermSymbol::m, TermSymbol::m0});
    using enum TermSymbol;
    add(TermFormula::operation, {flop, peak, efficiency, bytes, rate, kernels, launch});
    add(TermFormula::operation, {flop, peak, efficiency, bytes, traffic, rate, kernels, launch, cast});
    add(TermFormula::operation, {scores, bytesPerScore, rate, kernels, launch});
    add(TermFormula::transfer, {scale, base, latency, bytes, traffic, rate});
    return list;
}

inline std::vector<Assumption> allAssumptions()
{
    std::vector<Assumption> list;
    for (const auto kind : all<AssumptionKind>(assumptionKindCount))
        list.push_back({kind, "H100", 0.3, 250.0, "Some stack", "Megatron-LM", "hopper", 1200});
    return list;
}

inline std::vector<MemoryOverflow> allOverflows()
{
    std::vector<MemoryOverflow> list;
    for (const auto part : all<MemoryPart>(memoryPartCount))
        list.push_back({0, "a:0", part, Bytes(41.2e9)});
    return list;
}

} // namespace heteroscope::test
