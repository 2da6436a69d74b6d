// SPDX-License-Identifier: GPL-3.0-or-later
//
// Terms of an opened prediction (cost/cost_term.h) in English, for the command line and JSON. The window words them in
// its own languages (ui/language/term_words.h); what both share are the formulas as pieces. Nothing parses these texts.
#pragma once

#include "cost/cost_term.h"

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// "Exposed pipeline communication", "MLP up, input gradient".
std::string termName(const TermId &id);
/// The word of a term in JSON; stays the same between results, unique among its siblings: "exposedPp", "MLP up/blocks".
std::string termKey(const TermId &id);
/// "24 blocks × 8 micro-batches"; empty for none.
std::string placeText(const TermPlace &place);

/// As it stands in the formula.
std::string symbolText(const InputSymbol &symbol);
/// "H100-80GB SXM", "class ampere: ..."; empty for none.
std::string originText(const InputOrigin &origin);
/// "class ampere".
std::string entryText(const CalibrationEntry &entry);
std::string_view unitText(TermUnit unit);
std::string_view sourceText(TermSource source);

/// A piece of a formula: signs and numbers that are the same in every language, an input, or a formula that is said as
/// a phrase.
using FormulaPiece = std::variant<std::string_view, int, InputSymbol, TermFormula>;
/// The formula of one repeat, with the inputs that the term has; empty for none.
std::vector<FormulaPiece> formulaPieces(const CostTerm &term);
/// Whether a factor before it needs parentheses around it.
bool needsParentheses(const std::vector<FormulaPiece> &formula);

/// "max(FLOP / (peak · efficiency), bytes / rate) + kernels · launch".
std::string formulaText(const CostTerm &term);
/// The formula of all repeats: "192 · (max(...) + kernels · launch)".
std::string repeatedFormulaText(const CostTerm &term);

} // namespace heteroscope
