// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that a program keeps for the time when no other is left. Destructors must not fail, but some of them allocate
// (those of JSON values do), and so do error messages. The programs replace operator new (app/operator_new.cpp): small
// allocations then live on the reserve, so only larger ones fail, where the work is done and not undone.
#pragma once

#include <cstddef>

namespace heteroscope {

/// Allocations up to this size, in bytes, may take memory of the reserve.
inline constexpr std::size_t smallAllocation = 4096;

/// Takes the reserve. Call it once at the start of a program.
void reserveMemory();

/// Gives a part of the reserve back to the allocator; false if nothing is left of it. Any thread may call it.
bool giveBackReserve();

} // namespace heteroscope
