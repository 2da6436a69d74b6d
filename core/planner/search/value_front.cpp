// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/value_front.h"

#include "base/units.h"

#include <algorithm>

namespace heteroscope {

bool ValueFront::covers(double seconds, double joules) const
{
    return std::any_of(m_points.begin(), m_points.end(), [&](const Point &point) {
        return point.seconds <= seconds && (!m_withEnergy || point.joules <= joules);
    });
}

bool ValueFront::add(double seconds, double joules)
{
    if (covers(seconds, joules))
        return false;
    std::erase_if(m_points, [&](const Point &point) {
        return seconds <= point.seconds && (!m_withEnergy || joules <= point.joules);
    });
    const auto at =
        std::find_if(m_points.begin(), m_points.end(), [&](const Point &point) { return point.seconds > seconds; });
    m_points.insert(at, {seconds, joules});
    return true;
}

double ValueFront::limit(double waiting, double work) const
{
    double least = infinity;
    for (const auto &point : m_points) {
        double from = point.seconds;
        if (m_withEnergy && point.joules > work) {
            if (!(waiting > 0))
                continue;
            from = std::max(from, (point.joules - work) / waiting);
        }
        least = std::min(least, from);
    }
    return least;
}

} // namespace heteroscope
