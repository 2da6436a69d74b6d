// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZB-H2 (arXiv 2401.10241, also called ZB-2p): twice the warm-up of 1F1B; stage s puts off up to 2s weight gradients.
// Every stage holds 2p-1 micro-batches. The passes of all stages form a parallelogram: each stage by itself idles
// (p-1)(F + D - 2W), which shows only when the optimizer does not wait for all stages (postValidation); else the last
// stage's late start is seen too.
#include "strategy/orders/split_backward.h"

#include <algorithm>

namespace heteroscope {

namespace {

class ZbH2 : public Schedule
{
public:
    ZbH2()
        : Schedule({.name = "zb-h2",
                    .displayName = "ZB-H2",
                    .description = HETEROSCOPE_SCHEDULE_TEXT(
                        "heteroscope::ScheduleModel",
                        "Weight gradients fill all gaps but the optimizer's, with about twice the memory of 1F1B."),
                    .place = 60})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return ordersByStage(shape, [&](int stage) {
            return splitBackwardOrder(shape.microBatches, 2 * (shape.stages - 1 - stage), 2 * stage);
        });
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int) const override
    {
        return std::min(shape.microBatches, 2 * shape.stages - 1);
    }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        const double own = (shape.stages - 1) * std::max(0.0, F + D - 2 * W);
        return shape.options.postValidation ? own : std::max(own, (shape.stages - 1) * F);
    }
};

} // namespace

const Schedule &zbH2Schedule()
{
    static const ZbH2 schedule;
    return schedule;
}

} // namespace heteroscope
