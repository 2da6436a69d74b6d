// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the planner found, in the language of the window. Core hands out enums and numbers; wording/planner_text.h says
// the same in English for the command line. Sentences begin without a capital and end without a full stop.
#pragma once

#include "base/progress.h"
#include "language/space_words.h"
#include "planner/explain/alike_plans.h"
#include "planner/explain/why_not_family.h"

#include <QString>

namespace heteroscope {

QString wordOf(TimeCause cause);                        ///< "waits for sends"
QString wordOf(Rejection rejection);                    ///< "bounded"; behind a number of families too
QString wordOf(ProgressTask task);                      ///< "bounding", behind how much of it is done
QString wordOf(BaselineKind baseline);                  ///< "Metis-like greedy"
QString wordOf(const PlanChange &change);               ///< "EP 8"
QString wordOf(const std::vector<PlanChange> &changes); ///< "ZB-V + EP 8"
/// What a plan of this name has otherwise: "m16", "ZeRO-0", "no recompute".
QString wordOf(PlanDifference difference, const PlanName &name);

QString sentenceOf(const MappingBreach &breach); ///< "v100-0:3 of group old must work, but is not used"
QString sentenceOf(const Reason &reason);        ///< empty for an empty reason
QString sentenceOf(const Baseline &baseline);    ///< why it is not the answer; empty when it may be
QString sentenceOf(const WhySlower &why);        ///< "TP communication: +38 ms"
QString sentenceOf(const WhyNot &why);
/// How much memory is missing: "needs 11.4 TB, these 64 devices have 5.50 TB".
QString sentenceOf(const NearestPlan &nearest);
/// Begins with what the search said of the family, if that is something else. said: the reason in its row.
QString sentenceOf(const WhyNotFamily &why, const QString &said = {});

} // namespace heteroscope
