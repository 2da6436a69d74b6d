// SPDX-License-Identifier: GPL-3.0-or-later
//
// What plans are ranked by, and what a least time says about it.
//
// Energy of a step (simulator/result/step_summary.cpp) = w P T + (1 - w) sum over devices of power x busy time: P the
// power limits of all devices of the cluster, w the share a waiting one draws. So a family's energy is at least w P
// T_least plus the least energy of its passes, each layer on the device type that needs least for it.
#pragma once

#include "planner/prices/price_book.h"
#include "planner/search_options.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

class ObjectiveBound
{
public:
    ObjectiveBound(SearchObjective objective, const Topology &topology);

    /// Of a simulated plan: seconds, or joules. Cost goes with time, as it counts every device of the cluster.
    double valueOf(const StepResult &result) const;
    /// Joules above those of waiting that every plan of the family spends; 0 where time is the objective.
    double workOf(const Family &family, PriceBook &book) const;
    /// No plan of least time `seconds` has a lower value.
    double valueAt(double seconds, double work) const;
    /// Plans of `value` or more are those of this time or more.
    double timeFor(double value, double work) const;

    /// Watts of the cluster when nothing computes.
    double waiting() const { return m_waiting; }

private:
    SearchObjective m_objective;
    double m_waiting = 0; ///< watts of the cluster when nothing computes
};

/// Error: no device type in use has a price, so that every plan would cost nothing.
Status checkPrices(const Topology &topology);

} // namespace heteroscope
