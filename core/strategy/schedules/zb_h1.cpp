// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZB-H1 (arXiv 2401.10241, also called ZB-1p): the warm-up of 1F1B; stage s puts off up to s weight gradients, so every
// stage holds p micro-batches.
#include "strategy/orders/split_backward.h"

#include <algorithm>

namespace heteroscope {

namespace {

class ZbH1 : public Schedule
{
public:
    ZbH1()
        : Schedule({.name = "zb-h1",
                    .displayName = "ZB-H1",
                    .description = HETEROSCOPE_SCHEDULE_TEXT(
                        "heteroscope::ScheduleModel",
                        "Weight gradients are delayed to fill the gaps, with the memory of 1F1B."),
                    .place = 50})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return ordersByStage(
            shape, [&](int stage) { return splitBackwardOrder(shape.microBatches, shape.stages - 1 - stage, stage); });
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
