// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranges of a plan's numbers: far beyond any training run, small enough that no product of two overflows 64 bits and no
// plan of the file format can keep the simulator busy without end.
#pragma once

#include <cstdint>

namespace heteroscope::limits {

inline constexpr int degree = 262'144;
inline constexpr int samples = 1'000'000;
inline constexpr int microBatches = 1'000'000;
inline constexpr int layers = 20'000;
/// Micro-batches times chunks times groups, summed over all stages.
inline constexpr std::int64_t tasks = 50'000'000;

} // namespace heteroscope::limits
