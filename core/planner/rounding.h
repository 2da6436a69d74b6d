// SPDX-License-Identifier: GPL-3.0-or-later
//
// Relative differences allowed between two sums of the same doubles in different order.
#pragma once

namespace heteroscope {

/// Lower bounds are reduced by it, so that rounding cannot make a bound exceed the simulated time.
inline constexpr double boundRounding = 1e-11;
/// Limits of money and power are widened by it, so that rounding cannot drop a plan that keeps to them.
inline constexpr double budgetRounding = 1e-9;

/// Bytes by which a bound on memory gives way: the simulator counts the activations of a chunk in whole bytes.
inline constexpr double wholeBytes = 4096;

} // namespace heteroscope
