// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of work that the plan itself brings, in PyTorch's notation (strategy/custom_schedule.h).
#include "strategy/custom_schedule.h"
#include "strategy/schedule.h"

namespace heteroscope {

namespace {

class Custom : public Schedule
{
public:
    Custom()
        : Schedule({.name = "custom",
                    .displayName = "custom",
                    .description =
                        HETEROSCOPE_SCHEDULE_TEXT("heteroscope::ScheduleModel", "The plan's own list of actions."),
                    .place = 1000,
                    .path = ChunkPath::own,
                    .maxChunks = std::numeric_limits<int>::max(),
                    .isWritten = true,
                    .isTriedBeyond = false})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return customOrders(shape.options.actions, shape.way, shape.microBatches);
    }
    std::optional<int> activationsHeld(const ScheduleShape &, int) const override { return {}; }
    std::optional<double> idle(const ScheduleShape &, double, double, double) const override { return {}; }
};

} // namespace

const Schedule &customSchedule()
{
    static const Custom schedule;
    return schedule;
}

} // namespace heteroscope
