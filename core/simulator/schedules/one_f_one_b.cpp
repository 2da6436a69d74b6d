// SPDX-License-Identifier: GPL-3.0-or-later
//
// 1F1B (PipeDream-Flush, arXiv 2006.09503): stage s of p does p-1-s warm-up forwards, then one forward and one backward
// in turn. Bubble (p-1)(F+B); stage s holds min(M, p-s) micro-batches.
#include "simulator/schedules/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

class OneFOneB : public Schedule
{
public:
    std::vector<WorkItem> order(const ScheduleShape &shape, int stage) const override
    {
        const int warmUp = std::min(shape.microBatches, shape.stages - 1 - stage);
        std::vector<WorkItem> items;
        items.reserve(2 * static_cast<std::size_t>(shape.microBatches));
        int forward = 0;
        int backward = 0;
        while (forward < warmUp)
            items.push_back({false, 0, forward++});
        while (forward < shape.microBatches) {
            items.push_back({false, 0, forward++});
            items.push_back({true, 0, backward++});
        }
        while (backward < shape.microBatches)
            items.push_back({true, 0, backward++});
        return items;
    }
    int activationsHeld(const ScheduleShape &shape, int stage) const override
    {
        return std::min(shape.microBatches, shape.stages - stage);
    }
    double bubble(const ScheduleShape &shape) const override { return shape.stages - 1; }
};

} // namespace

const Schedule &oneFOneBSchedule()
{
    static const OneFOneB schedule;
    return schedule;
}

} // namespace heteroscope
