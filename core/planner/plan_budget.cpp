// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/plan_budget.h"

#include "planner/rounding.h"
#include "simulator/result/step_power.h"

#include <algorithm>

namespace heteroscope {

PlanBudget::PlanBudget(const Topology &topology, std::optional<double> maxCost, std::optional<double> maxPower,
                       std::optional<Seconds> maxTime)
    : m_maxCost(maxCost),
      m_maxPower(maxPower),
      m_maxTime(maxTime),
      m_timeCeiling(infinity),
      m_waiting(waitingSitePower(topology))
{
    double pricePerHour = 0;
    for (const auto &device : topology.devices()) {
        const auto &type = topology.deviceTypes()[device.type];
        pricePerHour += type.pricePerHour.value_or(0);
    }
    if (maxCost && pricePerHour > 0)
        m_timeCeiling = *maxCost * 3600 / pricePerHour * (1 + budgetRounding);
    if (maxTime)
        m_timeCeiling = std::min(m_timeCeiling, maxTime->value * (1 + budgetRounding));
    if (timeFloor(0) > 0) // the site needs more while it waits
        m_timeCeiling = 0;
}

bool PlanBudget::allows(const StepResult &result) const
{
    return (!m_maxCost || result.cost <= *m_maxCost) && (!m_maxTime || toSeconds(result.stepTime) <= *m_maxTime) &&
           (!m_maxPower || result.energy <= *m_maxPower * toSeconds(result.stepTime).value);
}

double PlanBudget::timeFloor(double joules) const
{
    if (!m_maxPower)
        return 0;
    const double above = *m_maxPower - m_waiting * (1 - budgetRounding);
    return above > 0 ? joules * (1 - budgetRounding) / above : infinity;
}

} // namespace heteroscope
