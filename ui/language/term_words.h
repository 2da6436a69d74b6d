// SPDX-License-Identifier: GPL-3.0-or-later
//
// Terms of an opened prediction (cost/cost_term.h) in the language of the window; wording/term_text.h says the same in
// English for the command line.
#pragma once

#include "cost/cost_term.h"

#include <QString>

namespace heteroscope {

QString termWords(const TermId &id);
/// Where in the step a term counts: "24 blocks × 8 micro-batches"; empty for none.
QString placeWords(const TermPlace &place);
QString symbolWords(const InputSymbol &symbol); ///< as written in the formula
QString sourceWords(TermSource source);
/// Which entry an input comes from; empty for none.
QString originWords(const InputOrigin &origin);
/// "class ampere".
QString entryWords(const CalibrationEntry &entry);
/// The formula of all repeats: "192 · (max(FLOP / (peak · efficiency), bytes / rate) + kernels · launch)".
QString formulaWords(const CostTerm &term);

} // namespace heteroscope
