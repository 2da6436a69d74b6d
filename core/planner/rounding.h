// SPDX-License-Identifier: GPL-3.0-or-later
//
// Relative difference allowed between two sums of the same doubles in different order. Lower bounds are reduced by it,
// so that rounding cannot make a bound exceed the simulated time.
#pragma once

namespace heteroscope {

inline constexpr double boundRounding = 1e-11;

/// Bytes by which a bound on memory gives way: the simulator counts the activations of a chunk in whole bytes.
inline constexpr double wholeBytes = 4096;

} // namespace heteroscope
