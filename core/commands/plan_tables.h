// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text output of hscope plan.
#pragma once

#include "planner/explain/why_not_family.h"
#include "planner/pareto.h"
#include "planner/recommendation.h"
#include "report/text_table.h"

#include <ostream>

namespace heteroscope {

/// The ranked plans, a row each.
TextTable rankingTable(const SearchResult &result);
/// What the signs of the ranking mean.
void printRankingNotes(std::ostream &out, const SearchResult &result);
/// Prints what is proved of which plan, otherwise the gap, and the number of families by outcome.
void printProof(std::ostream &out, const SearchResult &result);
/// The plan that every command takes: inside the space or beyond it, and what the software lacks if it can run none.
void printAnswer(std::ostream &out, const SearchResult &result, const Recommendation &best);
/// Where no plan fits: how much memory is missing, and the nearest plan. Prints nothing otherwise.
void printNearest(std::ostream &out, const SearchResult &result);
void printBaselines(std::ostream &out, const SearchResult &result);
void printBeyond(std::ostream &out, const SearchResult &result);
void printFront(std::ostream &out, const ParetoFront &front);
void printWhyNot(std::ostream &out, const WhyNot &why, const std::string &name);
void printWhyNotFamily(std::ostream &out, const WhyNotFamily &why);
/// The families that came closest, of each rejection.
void printRejected(std::ostream &out, const SearchResult &result);
/// What was not searched because the model cannot be cut for it, or the software does not have it. Prints nothing where
/// all was.
void printMissing(std::ostream &out, const SearchResult &result, const std::vector<MissingFeature> &missing);

} // namespace heteroscope
