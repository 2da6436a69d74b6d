// SPDX-License-Identifier: GPL-3.0-or-later
//
// What hovering a row of the ranking tells: why its plan is not the best one, with the causes of the difference.
#pragma once

#include <QString>

namespace heteroscope {

struct StepResult;
struct StrategyRow;
class Topology;

/// Rich text. best: of rank 1, null without one.
QString whyNotTip(const StrategyRow &row, const StepResult *best, const Topology &topology);

} // namespace heteroscope
