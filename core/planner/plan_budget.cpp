// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/plan_budget.h"

#include "planner/rounding.h"
#include "simulator/result/step_summary.h"

namespace heteroscope {

PlanBudget::PlanBudget(const Topology &topology, std::optional<double> mostCost, std::optional<double> mostPower)
    : m_mostCost(mostCost), m_mostPower(mostPower), m_timeCeiling(infinity)
{
    double pricePerHour = 0;
    for (const auto &device : topology.devices()) {
        const auto &type = topology.deviceTypes()[device.type];
        pricePerHour += type.pricePerHour.value_or(0);
        m_waiting += waitingPower * type.power;
    }
    if (mostCost && pricePerHour > 0)
        m_timeCeiling = *mostCost * 3600 / pricePerHour * (1 + budgetRounding);
}

bool PlanBudget::allows(const StepResult &result) const
{
    return (!m_mostCost || result.cost <= *m_mostCost) &&
           (!m_mostPower || result.energy <= *m_mostPower * toSeconds(result.stepTime).value);
}

double PlanBudget::timeFloor(double joules) const
{
    if (!m_mostPower)
        return 0;
    const double above = *m_mostPower - m_waiting * (1 - budgetRounding);
    return above > 0 ? joules * (1 - budgetRounding) / above : infinity;
}

} // namespace heteroscope
