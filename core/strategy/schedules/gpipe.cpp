// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPipe (arXiv 1811.06965): all forward passes, then all backward passes in reverse order. Every stage holds the
// activations of all micro-batches.
#include "strategy/schedule.h"

namespace heteroscope {

namespace {

class GPipe : public Schedule
{
public:
    GPipe()
        : Schedule({.name = "gpipe",
                    .displayName = "GPipe",
                    .description = HETEROSCOPE_SCHEDULE_TEXT(
                        "heteroscope::ScheduleModel",
                        "All forwards, then all backwards: every micro-batch is held at once."),
                    .place = 10,
                    .allowsBlockingSends = true})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        WorkOrder order;
        order.reserve(2 * static_cast<std::size_t>(shape.microBatches));
        for (int i = 0; i < shape.microBatches; ++i)
            order.push_back({Pass::forward, 0, i});
        for (int i = shape.microBatches - 1; i >= 0; --i)
            order.push_back({Pass::backward, 0, i});
        return std::vector<WorkOrder>(static_cast<std::size_t>(shape.stages), order);
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int) const override { return shape.microBatches; }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        return (shape.stages - 1) * (F + D + W);
    }
};

} // namespace

const Schedule &gpipeSchedule()
{
    static const GPipe schedule;
    return schedule;
}

} // namespace heteroscope
