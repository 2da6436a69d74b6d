// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tool tip of a row of the ranking: why its plan is not the best, with the causes of the difference.
#pragma once

#include "planner/explain/why_not.h"

#include <QString>

#include <optional>

namespace heteroscope {

struct StrategyRow;

/// Nothing of a row without a simulated plan. best: of rank 1, null without one.
std::optional<WhyNot> whyNotRow(const StrategyRow &row, const StepResult *best);

/// Rich text. refusal: why it may not be the answer, said first.
QString whyNotTip(const StrategyRow &row, const StepResult *best, const QString &refusal = {});

} // namespace heteroscope
