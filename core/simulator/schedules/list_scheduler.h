// SPDX-License-Identifier: GPL-3.0-or-later
//
// List scheduling of a pipeline: whenever a device is free it takes, of what is ready, an input gradient before a
// forward before a weight gradient, and holds no more activations than it may. The static orders it writes down are
// what ZB-V and the greedy schedule run.
#pragma once

#include "simulator/schedules/schedule.h"

namespace heteroscope {

struct ListRule
{
    bool laterChunkForwardFirst = true; ///< of two ready forwards, the one nearer to the loss
    bool laterChunkGradientFirst = false;
    int limit = 1; ///< most (micro-batch, chunk) pairs held; at least the number of chunks
};

struct ListedOrders
{
    std::vector<WorkOrder> orders; ///< by stage
    Ticks makespan;
};

/// chunks 1, or 2 that go down and up again. Times from the shape, 1 where it has none.
ListedOrders listSchedule(const ScheduleShape &shape, const ListRule &rule);

/// The shortest of the rules that differ in what comes first.
ListedOrders bestListSchedule(const ScheduleShape &shape, int limit);

} // namespace heteroscope
