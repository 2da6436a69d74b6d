// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/rate_steps.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

RateSteps stepsOf(const RateCurve &curve, Seconds start)
{
    RateSteps steps;
    const double first = curve.factorAt(start);
    steps.at.push_back(Ticks(0));
    steps.factor.push_back(first);
    for (const auto &point : curve.points) {
        if (point.at > start) {
            steps.at.push_back(toTicks(point.at - start));
            steps.factor.push_back(point.factor);
        }
    }
    const bool isOne = std::all_of(steps.factor.begin(), steps.factor.end(), [](double f) { return f == 1; });
    return isOne ? RateSteps{} : steps;
}

std::optional<Ticks> endOfWork(const RateSteps &rate, Ticks start, Ticks length)
{
    if (rate.at.empty() || length <= Ticks(0))
        return start + length;
    auto left = static_cast<double>(length.count);
    const auto next = std::upper_bound(rate.at.begin(), rate.at.end(), start);
    auto index = static_cast<std::size_t>(next - rate.at.begin());
    index -= index > 0 ? 1 : 0;
    for (Ticks at = start;; ++index) {
        const double factor = rate.factor[index];
        if (index + 1 == rate.at.size()) {
            if (!(factor > 0))
                return {};
            // toTicks saturates and rounds up.
            return at + toTicks(Seconds(left / factor / static_cast<double>(Ticks::perSecond)));
        }
        const double done = factor * static_cast<double>((rate.at[index + 1] - at).count);
        if (done >= left && factor > 0)
            return at + toTicks(std::ceil(left / factor));
        left -= done;
        at = rate.at[index + 1];
    }
}

double workDone(const RateSteps &rate, Ticks from, Ticks until)
{
    if (rate.at.empty())
        return static_cast<double>((until - from).count);
    double done = 0;
    for (std::size_t i = 0; i < rate.at.size(); ++i) {
        const Ticks begin = std::max(from, rate.at[i]);
        const Ticks end = i + 1 < rate.at.size() ? std::min(until, rate.at[i + 1]) : until;
        if (end > begin)
            done += rate.factor[i] * static_cast<double>((end - begin).count);
    }
    return done;
}

} // namespace heteroscope
