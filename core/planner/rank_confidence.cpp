// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/rank_confidence.h"

#include <cmath>
#include <numbers>

namespace heteroscope {

namespace {

constexpr double quantile90 = 1.2815515655446004; // of the normal distribution

double deviation(const StepResult &step) { return std::log1p(std::max(0.0, step.uncertainty)) / quantile90; }

} // namespace

double chanceToBeFaster(const StepResult &first, const StepResult &second)
{
    if (first.stepTime == second.stepTime || first.stepTime <= Ticks(0) || second.stepTime <= Ticks(0))
        return 0.5;
    const double distance =
        std::log(static_cast<double>(second.stepTime.count) / static_cast<double>(first.stepTime.count));
    const double a = deviation(first), b = deviation(second);
    const SupportKey &one = first.support.asked, &other = second.support.asked;
    const bool alike =
        one.stack == other.stack && one.computeClass == other.computeClass && one.mixedDevices == other.mixedDevices;
    const double variance = a * a + b * b - 2 * (alike ? commonError : 0) * a * b;
    if (variance <= 0)
        return distance > 0 ? 1 : 0;
    return 0.5 * std::erfc(-distance / std::sqrt(variance) / std::numbers::sqrt2);
}

} // namespace heteroscope
