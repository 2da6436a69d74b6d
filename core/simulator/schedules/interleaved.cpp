// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interleaved 1F1B (arXiv 2104.04473): each device holds v chunks of layers; micro-batches go through in blocks of p
// per chunk. Bubble (p-1)(F+B)/v. Micro-batches must be a multiple of p. Stage s warms up with 2 (p-1-s) + (v-1) p
// passes.
#include "simulator/schedules/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

class Interleaved : public Schedule
{
public:
    std::vector<WorkItem> order(const ScheduleShape &shape, int stage) const override
    {
        const int total = shape.microBatches * shape.chunks;
        const int warmUp = warmUpPasses(shape, stage);
        std::vector<WorkItem> items;
        items.reserve(2 * static_cast<std::size_t>(total));
        int forward = 0;
        int backward = 0;
        while (forward < warmUp)
            items.push_back(pass(shape, forward++, false));
        while (forward < total) {
            items.push_back(pass(shape, forward++, false));
            items.push_back(pass(shape, backward++, true));
        }
        while (backward < total)
            items.push_back(pass(shape, backward++, true));
        return items;
    }
    int activationsHeld(const ScheduleShape &shape, int stage) const override
    {
        return std::min(shape.microBatches * shape.chunks, warmUpPasses(shape, stage) + 1);
    }
    double bubble(const ScheduleShape &shape) const override
    {
        return static_cast<double>(shape.stages - 1) / shape.chunks;
    }

private:
    static int warmUpPasses(const ScheduleShape &shape, int stage)
    {
        return std::min(shape.microBatches * shape.chunks,
                        2 * (shape.stages - 1 - stage) + (shape.chunks - 1) * shape.stages);
    }
    /// The k-th pass of a direction: blocks of p micro-batches walk through the chunks, backward from the last chunk.
    static WorkItem pass(const ScheduleShape &shape, int k, bool backward)
    {
        const int block = k / (shape.stages * shape.chunks);
        const int chunk = (k / shape.stages) % shape.chunks;
        return {backward, static_cast<std::int16_t>(backward ? shape.chunks - 1 - chunk : chunk),
                block * shape.stages + k % shape.stages};
    }
};

} // namespace

const Schedule &interleavedSchedule()
{
    static const Interleaved schedule;
    return schedule;
}

} // namespace heteroscope
