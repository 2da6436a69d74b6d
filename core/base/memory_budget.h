// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much memory a computation may take. Computations that can grow without bound (a simulated step, a trace) estimate
// their size from counts before they begin, and compare it with a budget: half of what is free by default, so that the
// estimate may be wrong by a factor of two and other programs keep running.
#pragma once

#include "base/units.h"

#include <functional>
#include <optional>

namespace heteroscope {

/// What the machine, the limits of the process (ulimit -v) and its control group leave to this process. Infinity where
/// nothing can be read.
Bytes freeMemory();

/// Replaces what freeMemory answers, for tests; an empty function restores the machine's answer. Not while another
/// thread calls freeMemory.
void answerFreeMemoryWith(std::function<Bytes()> answer);

/// The wanted budget; without one, half of the free memory.
Bytes memoryBudget(std::optional<Bytes> wanted = {});

} // namespace heteroscope
