// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tree of cost terms (cost/cost_term.h) as JSON and as text.
#pragma once

#include "cost/cost_term.h"
#include "json/json.h"

#include <string>

namespace heteroscope {

/// {name, key, where, value, unit, repeats, formula, inputs: [{symbol, value, unit, source, from}], parts, basis}; SI.
Json toJson(const CostTerm &term);

/// A value with three significant digits and its unit: "412 ms", "68.8 GB", "312 TFLOP/s", "62.4 %".
std::string termText(double value, TermUnit unit);

/// minimumShare: terms with a smaller share of the whole are summed in one line. depth: max depth of the tree.
/// formulas: adds formula and inputs of each leaf.
struct TermTextOptions
{
    double minimumShare = 0;
    int depth = 100;
    bool formulas = false;
};
std::string termTree(const CostTerm &term, const TermTextOptions &options);

} // namespace heteroscope
