// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/rate_curve.h"

#include <algorithm>

namespace heteroscope {

double RateCurve::factorAt(Seconds time) const
{
    const auto next = std::upper_bound(points.begin(), points.end(), time,
                                       [](Seconds t, const Point &point) { return t < point.at; });
    return next == points.begin() ? 1.0 : std::prev(next)->factor;
}

} // namespace heteroscope
