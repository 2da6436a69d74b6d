// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits on what a step may cost and draw, and what they say about its time before it is simulated.
//
// Cost is dollars an hour of the whole cluster times the step, so a limit on it is one on the time. Mean power is
// (w P T + W) / T with w P what the cluster draws when nothing computes and W the joules of the passes above that
// (objective.h): a plan that spends at least W is within p watts only if T >= W / (p - w P).
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

#include <optional>

namespace heteroscope {

class PlanBudget
{
public:
    PlanBudget(const Topology &topology, std::optional<double> mostCost, std::optional<double> mostPower);

    bool allows(const StepResult &result) const;
    /// Plans of this time or more cost too much; infinite without such a limit.
    double timeCeiling() const { return m_timeCeiling; }
    /// A plan that spends these joules above waiting is within the limits only if it takes so long.
    double timeFloor(double joules) const;
    bool limitsPower() const { return m_mostPower.has_value(); }

private:
    std::optional<double> m_mostCost, m_mostPower;
    double m_timeCeiling;
    double m_waiting = 0; ///< watts of the cluster when nothing computes
};

} // namespace heteroscope
