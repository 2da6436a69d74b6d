// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much the same sum may differ when its terms are added in another order, as a share of it. Lower bounds are made
// smaller by this much, so that no rounding of doubles puts them above the simulation.
#pragma once

namespace heteroscope {

inline constexpr double boundRounding = 1e-11;

} // namespace heteroscope
