// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of the network hold indices of 32 bits to stay small; vectors are read by wider ones.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heteroscope {

inline std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

} // namespace heteroscope
