// SPDX-License-Identifier: GPL-3.0-or-later
//
// Max values of a plan's numbers. They are far beyond any training run, but small enough that no product of two
// overflows 64 bits and that no plan file can make a simulation run for hours.
#pragma once

#include <cstdint>

namespace heteroscope::limits {

inline constexpr int degree = 262'144;
inline constexpr int samples = 1'000'000;
inline constexpr int microBatches = 1'000'000;
inline constexpr int layers = 20'000;
inline constexpr double bucketBytes = 1e12;
/// Micro-batches times chunks times groups, summed over all stages.
inline constexpr std::int64_t tasks = 50'000'000;

} // namespace heteroscope::limits
