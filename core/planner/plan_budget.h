// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits on cost, time and mean power of a step, and the limits on its time that follow from them before it is
// simulated.
//
// Cost is USD per hour of the whole cluster x step time, so a limit on cost is a limit on time. Mean power is (W T +
// E) / T, with W the power of the waiting site (step_power.h: hosts, switches and PUE included) and E the energy of the
// passes above waiting (objective.h). A plan is within a limit of p watts only if T >= E / (p - W).
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

#include <optional>

namespace heteroscope {

class PlanBudget
{
public:
    PlanBudget(const Topology &topology, std::optional<double> maxCost, std::optional<double> maxPower,
               std::optional<Seconds> maxTime = {});

    bool allows(const StepResult &result) const;
    /// Plans of this time or more exceed the limit on cost or time; infinity without such a limit.
    double timeCeiling() const { return m_timeCeiling; }
    /// Min step time of a plan with this energy above waiting (joules) that is within the limit on power.
    double timeFloor(double joules) const;
    bool limitsPower() const { return m_maxPower.has_value(); }

private:
    std::optional<double> m_maxCost, m_maxPower;
    std::optional<Seconds> m_maxTime;
    double m_timeCeiling;
    double m_waiting; ///< watts of the site while no device computes
};

} // namespace heteroscope
