// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/scenario_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace heteroscope {

namespace {

/// Uniform in (0, 1]. The distributions of the standard library differ between implementations.
double uniformShare(std::mt19937_64 &random)
{
    constexpr double all = 9007199254740992.0; // 2^53
    return (static_cast<double>(random() >> 11U) + 1) / all;
}

void addPoint(RateCurve &curve, double at, double factor)
{
    if (curve.points.empty() || curve.points.back().factor != factor)
        curve.points.push_back({Seconds(at), factor});
}

} // namespace

RateCurve scenarioCurve(ScenarioShape shape, const ShapeOptions &options)
{
    std::mt19937_64 random(options.seed);
    RateCurve curve;
    const double every = options.every.value;
    const auto ticks = static_cast<std::int64_t>(std::ceil(options.horizon.value / every - 1e-9));
    if (shape == ScenarioShape::diurnal || shape == ScenarioShape::background) {
        for (std::int64_t tick = 0; tick < ticks; ++tick) {
            const double at = static_cast<double>(tick) * every;
            const double phase = at / options.period.value;
            if (shape == ScenarioShape::background) {
                addPoint(curve, at, phase - std::floor(phase) < options.share ? options.low : 1);
                continue;
            }
            const double mean = options.low + (1 - options.low) * (1 + std::cos(2 * std::numbers::pi * phase)) / 2;
            const double noisy = mean * (1 + options.noise * (2 * uniformShare(random) - 1));
            // Three digits, so that libraries whose cosines differ in the last bit agree.
            addPoint(curve, at, std::round(std::clamp(noisy, 0.001, 1.0) * 1000) / 1000);
        }
        return curve;
    }
    bool isUp = true;
    for (std::int64_t tick = 0; tick < ticks; isUp = !isUp) {
        const double low = shape == ScenarioShape::preemption ? 0 : options.low;
        addPoint(curve, static_cast<double>(tick) * every, isUp ? 1 : low);
        const double lasts = -std::log(uniformShare(random)) * (isUp ? options.meanUp : options.meanDown).value;
        tick += std::max<std::int64_t>(1, std::llround(std::min(lasts, options.horizon.value) / every));
    }
    return curve;
}

} // namespace heteroscope
