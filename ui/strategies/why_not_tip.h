// SPDX-License-Identifier: GPL-3.0-or-later
//
// What hovering a row of the ranking tells: why its plan is not the best one, with the causes of the difference.
#pragma once

#include "planner/explain/why_not.h"

#include <QString>

#include <optional>

namespace heteroscope {

struct StrategyRow;

/// None of a row without a simulated plan, or of an older cluster than the topology.
std::optional<WhyNot> whyNotRow(const StrategyRow &row, const StepResult *best, const Topology &topology);

/// Rich text. best: of rank 1, null without one.
QString whyNotTip(const StrategyRow &row, const StepResult *best, const Topology &topology);

} // namespace heteroscope
