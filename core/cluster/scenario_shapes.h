// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rate curves of what happens to clusters over hours and days, drawn at random from a seed. The same seed gives the
// same curve on every machine. All times in seconds, all factors 0..1, all curves from 0 to `horizon`, changing at
// whole multiples of `every` at most.
//
//   diurnal      a cosine between the highest at 0 and the lowest half a period later, times noise that is uniform
//                within `noise` on both sides: bandwidth of a cloud over a day
//   flapping     up and down in turn, each for an exponentially distributed time: a bad cable or port
//   slowdown     full rate, and now and then `low` for an exponentially distributed time: a device shared with others,
//                or clocked down by heat
//   preemption   there and gone in turn, likewise; gone is 0: a spot node that leaves and returns
//   background   full rate, and for a share of each period `low`: another job on the link, with its own period
#pragma once

#include "cluster/rate_curve.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace heteroscope {

enum class ScenarioShape { diurnal, flapping, slowdown, preemption, background };
inline constexpr std::array<std::string_view, 5> scenarioShapeNames = {"diurnal", "flapping", "slowdown", "preemption",
                                                                       "background"};

struct ShapeOptions
{
    Seconds horizon{86'400};
    Seconds every{60};      ///< > 0
    double low = 0.3;       ///< factor in bad times; of preemption 0
    Seconds period{86'400}; ///< diurnal, background
    double noise = 0.1;     ///< diurnal
    double share = 0.5;     ///< background: of the period
    Seconds meanUp{3600};   ///< flapping, slowdown, preemption
    Seconds meanDown{600};  ///< likewise
    std::uint64_t seed = 1;
};

/// At most horizon / every + 1 points.
RateCurve scenarioCurve(ScenarioShape shape, const ShapeOptions &options);

} // namespace heteroscope
