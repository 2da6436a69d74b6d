// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sequence of plans costs where prices change over time, as those of spot devices do.
//
// Devices are paid for while their plan runs or is being switched to; a device that is gone, or that the plan leaves
// out, costs nothing. The price of a device is that of its node in the table, else that of its type, else the constant
// one of the catalog; before the first point of a curve its first price holds.
#pragma once

#include "cluster/topology.h"
#include "planner/overtime/replan.h"
#include "project/device_price.h"

#include <map>

namespace heteroscope {

class RunCosts
{
public:
    /// All must outlive it. whole: the cluster of the result.
    RunCosts(const ReplanResult &result, const Topology &whole, const PriceCurves &prices);

    /// USD of a sequence or policy until its last step; infinity if it never does all steps.
    double of(const PlanSequence &sequence) const { return of(m_result->problem, sequence); }
    /// The same of a sequence that counts the pieces of another problem with the same plans.
    double of(const SequenceProblem &problem, const PlanSequence &sequence) const;
    /// USD for the devices of a plan between two times in seconds.
    double paid(std::size_t plan, double from, double to) const;
    /// Times above 0 at which a price changes, rising.
    std::vector<double> changes() const;
    /// The candidate that costs least as the only plan; the cost is its totalTime's. nullopt: none does all steps.
    struct Cheapest
    {
        std::size_t plan = 0;
        double cost = infinity;
        double totalTime = infinity;
    };
    std::optional<Cheapest> cheapestFixed() const;

private:
    /// A price over time with its integral.
    struct Curve
    {
        std::vector<double> at; ///< seconds, the first 0
        std::vector<double> price;
        std::vector<double> paid; ///< USD until `at`
        double until(double time) const;
    };
    void addCurve(const RateCurve &prices);

    const ReplanResult *m_result;
    std::vector<Curve> m_curves;
    std::vector<std::vector<std::pair<std::size_t, double>>> m_uses; ///< by plan: curve and number of its devices
    std::vector<std::string> m_unknown;
};

/// The first name of the prices that is neither a node nor a device type of the cluster, if any.
std::optional<std::string> unknownPrice(const PriceCurves &prices, const Topology &whole);

} // namespace heteroscope
