// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of the plan spaces, which are defined in space.h.
#pragma once

#include <array>
#include <string_view>

namespace heteroscope {

enum class SearchSpace { A, Aplus, B, C, P };
/// What is searched where nothing else is asked for.
inline constexpr SearchSpace defaultSpace = SearchSpace::P;
inline constexpr std::array<std::string_view, 5> searchSpaceNames = {"A", "A+", "B", "C", "P"};

} // namespace heteroscope
