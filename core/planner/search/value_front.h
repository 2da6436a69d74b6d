// SPDX-License-Identifier: GPL-3.0-or-later
//
// The known points (time, energy) of a Pareto front, where no point is worse than another in both, and the plans that
// they exclude. Without energy the front has one point.
#pragma once

#include <vector>

namespace heteroscope {

class ValueFront
{
public:
    /// withEnergy: false if the second objective is proportional to the time.
    explicit ValueFront(bool withEnergy) : m_withEnergy(withEnergy) {}

    /// Adds a point and removes those that it is better than. Returns false if a known point is as good in both values.
    bool add(double seconds, double joules);
    /// True if a known point is as good in both values.
    bool covers(double seconds, double joules) const;
    /// The time from which on all plans are covered, if a plan of time t has an energy of at least waiting x t + work
    /// (joules). Infinity if there is no such time.
    double limit(double waiting, double work) const;

    struct Point
    {
        double seconds = 0;
        double joules = 0;
        friend bool operator==(const Point &, const Point &) = default;
    };
    const std::vector<Point> &points() const { return m_points; } ///< sorted by time

private:
    bool m_withEnergy;
    std::vector<Point> m_points;
};

} // namespace heteroscope
