// SPDX-License-Identifier: GPL-3.0-or-later
//
// The filter of the ranking as other views need it: which plans it accepts.
#pragma once

#include "simulator/result/step_result.h"
#include "strategy/plan.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <set>
#include <vector>

namespace heteroscope {

/// The plans whose numbers are within the ranges that were drawn on their axes, by their steps.
struct PlanBrush
{
    bool isOn = false; ///< false: all plans
    std::set<std::shared_ptr<const StepResult>> kept;
    friend bool operator==(const PlanBrush &, const PlanBrush &) = default;
};

struct PlanFilter
{
    QStringList words;    ///< all of them must be in the text of a plan
    bool isBrush = false; ///< only what is accepted is; without words and a brush every plan is accepted
    std::vector<std::shared_ptr<const Plan>> accepted;
    std::vector<std::shared_ptr<const Plan>> refused;

    /// A plan of the ranking is accepted where the ranking shows it, another one by its own text.
    bool accepts(const Plan &plan, const QString &text) const;
};

} // namespace heteroscope
