// SPDX-License-Identifier: GPL-3.0-or-later
//
// The objective by which plans are ranked, and lower bounds on it that follow from a lower bound on the step time.
//
// Energy of a step (simulator/result/step_power.h) = W T + PUE (1 - w) sum over devices of (power x busy time), with T
// the step time, W the power of the whole site while no device computes (hosts, switches and PUE included), and w the
// share of its power that a waiting device draws. The energy of a family is therefore at least W T_min plus the min
// energy of its passes, with each layer on the device type that needs the least energy for it.
#pragma once

#include "planner/prices/price_book.h"
#include "planner/search_options.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

class ObjectiveBound
{
public:
    ObjectiveBound(SearchObjective objective, const Topology &topology);

    /// The value of a simulated plan in seconds or joules. Cost is ranked by time, because it counts every device of
    /// the cluster for the whole step.
    double valueOf(const StepResult &result) const;
    /// Min energy of the passes of any plan of the family above waiting, in joules; 0 if the objective is not energy.
    double workOf(const Family &family, PriceBook &book) const;
    /// Lower bound on the value of plans whose step takes at least `seconds`.
    double valueAt(double seconds, double work) const;
    /// The step time from which on plans have at least this value.
    double timeFor(double value, double work) const;

    /// Power of the site in watts while no device computes.
    double waiting() const { return m_waiting; }

private:
    SearchObjective m_objective;
    double m_waiting; ///< watts
};

/// Error: no device type in use has a price, so that every plan would cost 0.
Status checkPrices(const Topology &topology);

} // namespace heteroscope
