// SPDX-License-Identifier: GPL-3.0-or-later
//
// A multiplier over time. The bandwidth of a link or the speed of a device is its nominal value times the curve's
// factor.
#pragma once

#include "base/units.h"

#include <vector>

namespace heteroscope {

/// Piecewise constant. Before the first point the factor is 1; from each point on it is the factor of that point.
/// Points are sorted by time; factors are >= 0, and 0 means that the link or device is down. Without points the factor
/// is always 1.
struct RateCurve
{
    struct Point
    {
        Seconds at;
        double factor = 1;
        friend bool operator==(const Point &, const Point &) = default;
    };
    std::vector<Point> points;

    bool isConstantOne() const { return points.empty(); }
    double factorAt(Seconds time) const;
    /// The max factor at `from` or later.
    double maxFactorFrom(Seconds from) const;
    /// The mean factor of an interval; the factor at `from` if `until` is not later.
    double meanFactor(Seconds from, Seconds until) const;
    friend bool operator==(const RateCurve &, const RateCurve &) = default;
};

} // namespace heteroscope
