// SPDX-License-Identifier: GPL-3.0-or-later
//
// Power of the whole site over the step, from the same rule as the energy of a step (step_power.h): a device draws its
// max power while it computes or runs the optimizer and a share of it else, and hosts and switches draw theirs all the
// time. Its integral over the step is StepResult::energy.
#pragma once

#include "simulator/result/step_power.h"
#include "simulator/result/step_result.h"

#include <vector>

namespace heteroscope {

class PowerTrace
{
public:
    /// The power from `at` until the next point.
    struct Point
    {
        Ticks at;
        double watts = 0;
        double joules = 0; ///< before `at`
    };

    PowerTrace() = default;
    /// topology: of the result. O(n log n) for n intervals.
    PowerTrace(const StepResult &result, const Topology &topology);

    /// Mean watts within [from, to), which lies in the step; 0 for an empty part.
    double mean(Ticks from, Ticks to) const;
    /// Watts while every used device computes.
    double most() const { return m_most; }
    bool isEmpty() const { return m_points.empty(); }
    /// By time, the first at 0.
    const std::vector<Point> &points() const { return m_points; }

private:
    double joulesUntil(Ticks time) const;

    std::vector<Point> m_points;
    double m_most = 0;
};

} // namespace heteroscope
