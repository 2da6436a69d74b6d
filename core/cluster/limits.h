// SPDX-License-Identifier: GPL-3.0-or-later
//
// Allowed ranges of the cluster's numbers. They are far beyond any hardware; they guarantee that no product of two
// numbers is infinite and no time overflows.
#pragma once

#include "cluster/cluster.h"
#include "json/object_reader.h"

namespace heteroscope::limits {

inline constexpr NumberRange bandwidth{1, 1e18}; // bytes/s
inline constexpr NumberRange latency{0, 3600};   // s
inline constexpr NumberRange memory{1, 1e18};    // bytes
inline constexpr NumberRange peak{1, 1e24};      // FLOP/s
inline constexpr NumberRange power{0, 1e9};      // W
inline constexpr NumberRange powerUsageEffectiveness{1, 100};
inline constexpr NumberRange price{0, 1e9};     // USD per hour
inline constexpr NumberRange pointTime{0, 1e9}; // s
inline constexpr NumberRange factor{0, 1000};
inline constexpr int ports = 1'000'000;
inline constexpr int repeat = static_cast<int>(maxDevices);

constexpr bool holds(NumberRange range, double value)
{
    return value >= range.minimum && value <= range.maximum; // false for NaN
}

} // namespace heteroscope::limits
