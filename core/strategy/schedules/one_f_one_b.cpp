// SPDX-License-Identifier: GPL-3.0-or-later
//
// 1F1B (PipeDream-Flush, arXiv 2006.09503): stage s of p does p-1-s warm-up forwards, then one forward and one backward
// in turn. Stage s holds min(M, p-s) micro-batches.
#include "strategy/orders/one_forward_one_backward.h"

#include <algorithm>

namespace heteroscope {

namespace {

class OneFOneB : public Schedule
{
public:
    OneFOneB()
        : Schedule({.name = "1f1b",
                    .displayName = "1F1B",
                    .description = HETEROSCOPE_SCHEDULE_TEXT(
                        "heteroscope::ScheduleModel",
                        "One forward, one backward in turn: no more micro-batches in flight than stages ahead."),
                    .place = 20,
                    .allowsBlockingSends = true,
                    .isTriedBeyond = false})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return ordersByStage(shape, [&](int stage) {
            return oneForwardOneBackward(shape.microBatches, std::min(shape.microBatches, shape.stages - 1 - stage));
        });
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
