// SPDX-License-Identifier: GPL-3.0-or-later
//
// Relative difference allowed between two sums of the same doubles in different order. Lower bounds are reduced by it,
// so that rounding cannot make a bound exceed the simulated time.
#pragma once

namespace heteroscope {

inline constexpr double boundRounding = 1e-11;

} // namespace heteroscope
