// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of a lane over the step as a chart and its table show it: every change, or where there are too many of them,
// the max of equal stretches of the step, so that no peak is lost.
#pragma once

#include "simulator/result/memory_trace.h"

namespace heteroscope {

struct MemorySeries
{
    /// Sorted by time, the first at 0; each holds until the next, the last until the end of the step.
    std::vector<MemoryPoint> points;
    /// Length of the stretches whose max the points are; 0: the points are all changes.
    Ticks stretch;
    bool isExact() const { return stretch == Ticks(0); }
};

/// At most `most` points, `most` above 0. Linear in the number of intervals.
MemorySeries memorySeries(const Lane &lane, Ticks stepTime, std::size_t most);

} // namespace heteroscope
