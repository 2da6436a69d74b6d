// SPDX-License-Identifier: GPL-3.0-or-later
//
// An opened prediction for machines and for people.
#pragma once

#include "cost/cost_term.h"
#include "json/json.h"

#include <string>

namespace heteroscope {

/// {name, key, where, value, unit, repeats, formula, inputs: [{symbol, value, unit, source, from}], parts, basis}; SI.
Json toJson(const CostTerm &term);

/// A value with its unit, three significant digits: "412 ms", "68.8 GB", "312 TFLOP/s", "62.4 %".
std::string termText(double value, TermUnit unit);

/// The formula of all repeats: "192 · (max(FLOP / (peak · efficiency), bytes / rate) + kernels · launch)".
std::string formulaText(const CostTerm &term);

/// An indented tree, a line for each term: name, value, share of `whole`, and where. Terms below minimumShare of it are
/// summed in one line. formulas: adds what each leaf was computed from.
struct TermTextOptions
{
    double minimumShare = 0;
    int depth = 100;
    bool formulas = false;
};
std::string termTree(const CostTerm &term, const TermTextOptions &options);

} // namespace heteroscope
