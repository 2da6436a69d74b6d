// SPDX-License-Identifier: GPL-3.0-or-later
//
// The quantities of the axes of the Pareto chart: one objective of a step, per step or per token.
#pragma once

#include "planner/search_result.h"

#include <QString>

namespace heteroscope {

enum class ParetoAxis { stepTime, stepCost, tokenCost, stepEnergy, tokenEnergy };
inline constexpr std::array<ParetoAxis, 5> paretoAxes = {
    ParetoAxis::stepTime, ParetoAxis::stepCost, ParetoAxis::tokenCost, ParetoAxis::stepEnergy, ParetoAxis::tokenEnergy};

/// Two axes of one objective show one plan only.
SearchObjective objectiveOf(ParetoAxis axis);
/// "Cost per million tokens".
QString axisName(ParetoAxis axis);
/// The same for the head of a narrow column: "Cost, M tokens".
QString shortAxisName(ParetoAxis axis);
/// Seconds, USD, USD per million tokens, joules, joules per token.
double axisValue(ParetoAxis axis, const StepResult &result);
/// "5.98 s", "$0.0123", "53.2 kJ".
QString axisText(ParetoAxis axis, double value);

/// The unit that values up to `largest` are written in on the axis, and what of the SI value it is.
struct AxisUnit
{
    QString name;
    double factor = 1;
};
AxisUnit axisUnit(ParetoAxis axis, double largest);

} // namespace heteroscope
