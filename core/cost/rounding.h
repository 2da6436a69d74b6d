// SPDX-License-Identifier: GPL-3.0-or-later
//
// A part of a cost term smaller than this share of the whole is what sums of doubles and whole picoseconds lose. It is
// no cause, and nobody shows it.
#pragma once

namespace heteroscope {

inline constexpr double termRounding = 1e-9;

} // namespace heteroscope
