// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/plan_filter.h"

#include <algorithm>

namespace heteroscope {

bool PlanFilter::accepts(const Plan &plan, const QString &text) const
{
    if (words.isEmpty() && !isBrush)
        return true;
    const auto holds = [&plan](const auto &plans) {
        return std::any_of(plans.begin(), plans.end(), [&plan](const auto &one) { return *one == plan; });
    };
    if (holds(accepted))
        return true;
    return !isBrush && !holds(refused) && std::all_of(words.begin(), words.end(), [&text](const QString &word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace heteroscope
