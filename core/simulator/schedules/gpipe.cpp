// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPipe (arXiv 1811.06965): all forward passes, then all backward passes in reverse order. Bubble (p-1)(F+B); every
// stage holds the activations of all micro-batches.
#include "simulator/schedules/schedule.h"

namespace heteroscope {

namespace {

class GPipe : public Schedule
{
public:
    std::vector<WorkItem> order(const ScheduleShape &shape, int) const override
    {
        std::vector<WorkItem> items;
        items.reserve(2 * static_cast<std::size_t>(shape.microBatches));
        for (int i = 0; i < shape.microBatches; ++i)
            items.push_back({false, 0, i});
        for (int i = shape.microBatches - 1; i >= 0; --i)
            items.push_back({true, 0, i});
        return items;
    }
    int activationsHeld(const ScheduleShape &shape, int) const override { return shape.microBatches; }
    double bubble(const ScheduleShape &shape) const override { return shape.stages - 1; }
};

} // namespace

const Schedule &gpipeSchedule()
{
    static const GPipe schedule;
    return schedule;
}

} // namespace heteroscope
