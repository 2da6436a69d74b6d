// SPDX-License-Identifier: GPL-3.0-or-later
//
// 1F1B (PipeDream-Flush, arXiv 2006.09503): stage s of p does p-1-s warm-up forwards, then one forward and one backward
// in turn. Stage s holds min(M, p-s) micro-batches.
#include "simulator/schedules/warm_up.h"

#include <algorithm>

namespace heteroscope {

WorkOrder oneForwardOneBackward(int microBatches, int warmUp)
{
    WorkOrder order;
    order.reserve(2 * static_cast<std::size_t>(microBatches));
    int forward = 0;
    int backward = 0;
    while (forward < warmUp)
        order.push_back({Pass::forward, 0, forward++});
    while (forward < microBatches) {
        order.push_back({Pass::forward, 0, forward++});
        order.push_back({Pass::backward, 0, backward++});
    }
    while (backward < microBatches)
        order.push_back({Pass::backward, 0, backward++});
    return order;
}

namespace {

class OneFOneB : public Schedule
{
public:
    std::vector<WorkOrder> orders(const ScheduleShape &shape) const override
    {
        std::vector<WorkOrder> orders;
        for (int stage = 0; stage < shape.stages; ++stage)
            orders.push_back(
                oneForwardOneBackward(shape.microBatches, std::min(shape.microBatches, shape.stages - 1 - stage)));
        return orders;
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int stage) const override
    {
        return std::min(shape.microBatches, shape.stages - stage);
    }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        return (shape.stages - 1) * (F + D + W);
    }
};

} // namespace

const Schedule &oneFOneBSchedule()
{
    static const OneFOneB schedule;
    return schedule;
}

} // namespace heteroscope
