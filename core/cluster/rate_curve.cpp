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

double RateCurve::maxFactorFrom(Seconds from) const
{
    double factor = factorAt(from);
    for (const Point &point : points) {
        if (point.at >= from)
            factor = std::max(factor, point.factor);
    }
    return factor;
}

double RateCurve::meanFactor(Seconds from, Seconds until) const
{
    if (points.empty() || !(from < until))
        return factorAt(from);
    double area = 0;
    Seconds at = from;
    for (const Point &point : points) {
        if (point.at <= at)
            continue;
        if (point.at >= until)
            break;
        area += factorAt(at) * (point.at - at).value;
        at = point.at;
    }
    area += factorAt(at) * (until - at).value;
    return area / (until - from).value;
}

} // namespace heteroscope
