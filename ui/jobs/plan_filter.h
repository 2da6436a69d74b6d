// SPDX-License-Identifier: GPL-3.0-or-later
//
// The filter of the ranking as other views need it: which plans it accepts.
#pragma once

#include "strategy/plan.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace heteroscope {

struct PlanFilter
{
    QStringList words; ///< all of them must be in the text of a plan; empty: every plan is accepted
    std::vector<std::shared_ptr<const Plan>> accepted;
    std::vector<std::shared_ptr<const Plan>> refused;

    /// A plan of the ranking is accepted where the ranking shows it, another one by its own text.
    bool accepts(const Plan &plan, const QString &text) const;
};

} // namespace heteroscope
