// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of the plan spaces, which are defined in space.h.
#pragma once

#include <array>
#include <string_view>

namespace heteroscope {

enum class SearchSpace { A, Aplus, B, C };
inline constexpr std::array<std::string_view, 4> searchSpaceNames = {"A", "A+", "B", "C"};

} // namespace heteroscope
