// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which device says why a plan does not fit, where one sentence has room for one device.
#pragma once

#include "simulator/result/step_result.h"

#include <algorithm>

namespace heteroscope {

/// The overflow of the max number of bytes, the first of equal ones. The step must have one.
inline const MemoryOverflow &worstOverflow(const StepResult &step)
{
    return *std::max_element(step.overflows.begin(), step.overflows.end(),
                             [](const MemoryOverflow &a, const MemoryOverflow &b) { return a.over < b.over; });
}

} // namespace heteroscope
