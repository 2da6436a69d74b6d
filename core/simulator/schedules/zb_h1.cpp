// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZB-H1 (arXiv 2401.10241, also called ZB-1p): the warm-up of 1F1B; stage s puts off up to s weight gradients, so every
// stage holds p micro-batches.
#include "simulator/schedules/zero_bubble.h"

#include <algorithm>

namespace heteroscope {

WorkOrder splitBackwardOrder(int microBatches, int warmUp, int putOff)
{
    WorkOrder order;
    order.reserve(3 * static_cast<std::size_t>(microBatches));
    int forward = 0;
    int input = 0;
    int weight = 0;
    while (forward < std::min(warmUp, microBatches))
        order.push_back({Pass::forward, 0, forward++});
    while (input < microBatches) {
        if (forward < microBatches)
            order.push_back({Pass::forward, 0, forward++});
        order.push_back({Pass::inputGradient, 0, input++});
        if (weight < input && (forward == microBatches || input - weight > putOff))
            order.push_back({Pass::weightGradient, 0, weight++});
    }
    while (weight < microBatches)
        order.push_back({Pass::weightGradient, 0, weight++});
    return order;
}

namespace {

class ZbH1 : public Schedule
{
public:
    std::vector<WorkOrder> orders(const ScheduleShape &shape) const override
    {
        std::vector<WorkOrder> orders;
        for (int stage = 0; stage < shape.stages; ++stage)
            orders.push_back(splitBackwardOrder(shape.microBatches, shape.stages - 1 - stage, stage));
        return orders;
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int) const override
    {
        return std::min(shape.microBatches, shape.stages);
    }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        return (shape.stages - 1) * (F + std::max(0.0, D - W));
    }
};

} // namespace

const Schedule &zbH1Schedule()
{
    static const ZbH1 schedule;
    return schedule;
}

} // namespace heteroscope
