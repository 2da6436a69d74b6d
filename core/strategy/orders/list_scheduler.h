// SPDX-License-Identifier: GPL-3.0-or-later
//
// List scheduling of a pipeline. Whenever a device is free it starts one of the passes that are ready: first an input
// gradient, then a forward, then a weight gradient, without exceeding its limit of stored activations. ZB-V and the
// greedy schedule use the resulting static orders.
#pragma once

#include "strategy/schedule.h"

namespace heteroscope {

struct ListRule
{
    bool laterChunkForwardFirst = true; ///< of two ready forwards, start the one of the later chunk
    bool laterChunkGradientFirst = false;
    int limit = 1; ///< max number of (micro-batch, chunk) pairs held; at least the number of chunks
};

struct ListedOrders
{
    std::vector<WorkOrder> orders; ///< by stage
    Ticks makespan;
};

/// The orders for one chunk per stage, or two chunks in V shape. The shape gives the durations; 1 if it has none.
ListedOrders listSchedule(const ScheduleShape &shape, const ListRule &rule);

/// The orders with the min makespan over the rules with different priorities.
ListedOrders bestListSchedule(const ScheduleShape &shape, int limit);

} // namespace heteroscope
