// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/time_axis.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

double niceTimeStep(double length, double parts)
{
    const double least = length / std::max(1.0, parts);
    for (const double step :
         {60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 10800.0, 21600.0, 43200.0, 86400.0})
        if (length >= 120 && step >= least)
            return step;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= least)
            return step * power;
    return 10 * power;
}

} // namespace heteroscope
