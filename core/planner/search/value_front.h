// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pairs of a time and an energy (or nothing else) none of which is beaten in both: what is known of a Pareto front, and
// which plans it makes needless to look at.
#pragma once

#include <vector>

namespace heteroscope {

class ValueFront
{
public:
    /// withEnergy: else the second value goes with the time, and the front is one point.
    explicit ValueFront(bool withEnergy) : m_withEnergy(withEnergy) {}

    /// False: some known point is as good in both. Else those that it beats go.
    bool add(double seconds, double joules);
    /// Is some known point as good in both?
    bool covers(double seconds, double joules) const;
    /// Every plan of this time or more is covered, if it spends at least waiting x time + work joules. Infinite when
    /// none is.
    double limit(double waiting, double work) const;

    struct Point
    {
        double seconds = 0;
        double joules = 0;
        friend bool operator==(const Point &, const Point &) = default;
    };
    const std::vector<Point> &points() const { return m_points; } ///< by rising time

private:
    bool m_withEnergy;
    std::vector<Point> m_points;
};

} // namespace heteroscope
