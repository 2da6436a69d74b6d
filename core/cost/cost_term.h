// SPDX-License-Identifier: GPL-3.0-or-later
//
// A predicted quantity as a tree of its causes. Each term has its value, its formula, the inputs of the formula with
// units and sources, and the parts that add up to it. The values come from the prediction; they are not computed a
// second time. Terms, places, formulas and inputs are ids with numbers and names of the project: wording/term_text.h
// words them in English for the command line and JSON, ui/language/term_words.h for the window.
#pragma once

#include "cost/term_id.h"
#include "cost/term_input.h"

#include <cstddef>
#include <vector>

namespace heteroscope {

/// How a value follows from its inputs. Which of the inputs a formula has may differ: the words look at them.
enum class TermFormula : std::uint8_t {
    none,
    stepSum,        ///< all that the device does and waits for
    partsSum,       ///< all parts
    waitSum,        ///< simulated waits
    simulatedRest,  ///< simulated - priced
    firstInput,     ///< the value of the first input itself
    factorProduct,  ///< all inputs are factors
    halfSaturation, ///< 1 / (1 + second input / first input): at the second's size half of the peak is reached
    waves,
    openAttention, ///< the input where the stack calls open kernels, else 1
    headWidth,
    operation, ///< max(computing, moving) + launching + casting
    memoryRate,
    measuredGradient,
    hostForward,
    hostBackward,
    gradientSum,
    slowestNode,
    calibrationScale,
    slowedDevice,
    transfer,
    layerCollective, ///< a transfer, as often as it is called and as far as it is seen
    optimizer,
    scaledHostTime,
    gathers,
    heldState,
    ownedState,
    heldAtPeak,
    logits,
    buffers,
    reserve,
    peakActivations,
    inFlight,
    unkeptActivations,
};
inline constexpr std::size_t termFormulaCount = static_cast<std::size_t>(TermFormula::unkeptActivations) + 1;

struct CostTerm
{
    TermId id; ///< unique among its siblings, and the same from result to result
    TermPlace where{};
    double value = 0; ///< all repeats together, SI
    TermUnit unit = TermUnit::seconds;
    double repeats = 1; ///< how often in the step
    TermFormula formula = TermFormula::none;
    std::vector<TermInput> inputs{};
    std::vector<CostTerm> parts{}; ///< add up to value
    std::vector<CostTerm> basis{}; ///< what inputs come from; they do not add up to anything

    double one() const { return repeats > 0 ? value / repeats : value; }
    CostTerm &input(InputSymbol symbol, double amount, TermUnit of, TermSource source, InputOrigin from = {})
    {
        inputs.push_back({symbol, amount, of, source, std::move(from)});
        return *this;
    }
    /// Null without it.
    const TermInput *findInput(TermSymbol symbol) const
    {
        for (const auto &each : inputs) {
            if (each.symbol == InputSymbol(symbol))
                return &each;
        }
        return nullptr;
    }
    /// Adds a part and its value; parts of value 0 are left out.
    void add(CostTerm part)
    {
        if (!(part.value < 0 || part.value > 0))
            return;
        value += part.value;
        parts.push_back(std::move(part));
    }
    /// The part with that id, made if there is none.
    CostTerm &part(const TermId &wanted)
    {
        for (auto &each : parts) {
            if (each.id == wanted)
                return each;
        }
        return parts.emplace_back(CostTerm{wanted});
    }
    /// Null without it.
    const CostTerm *find(const TermId &wanted) const
    {
        for (const auto &each : parts) {
            if (each.id == wanted)
                return &each;
        }
        return nullptr;
    }
};

} // namespace heteroscope
