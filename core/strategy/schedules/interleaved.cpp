// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interleaved 1F1B (arXiv 2104.04473): each device holds v chunks of layers; micro-batches go through in blocks of p
// per chunk. Micro-batches must be a multiple of p. Stage s warms up with 2 (p-1-s) + (v-1) p passes.
#include "strategy/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

class Interleaved : public Schedule
{
public:
    Interleaved()
        : Schedule({.name = "interleaved",
                    .displayName = "interleaved 1F1B",
                    .description = HETEROSCOPE_SCHEDULE_TEXT("heteroscope::ScheduleModel",
                                                             "Several chunks of layers in each stage: the bubble is "
                                                             "divided by their number, sends are multiplied by it."),
                    .place = 40,
                    .maxChunks = std::numeric_limits<int>::max(),
                    .isTriedBeyond = false})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return ordersByStage(shape, [&](int stage) { return order(shape, stage); });
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int stage) const override
    {
        return std::min(shape.microBatches * shape.chunks, warmUpPasses(shape, stage) + 1);
    }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        return (shape.stages - 1) * (F + D + W) / shape.chunks;
    }
    std::optional<ScheduleRefusal> refusal(int stages, int microBatches) const override
    {
        if (stages < 1 || microBatches % stages == 0)
            return {};
        return ScheduleRefusal{std::to_string(microBatches) + " micro-batches",
                               "a multiple of the " + std::to_string(stages) + " stages",
                               "interleaved 1F1B goes round the stages in groups of micro-batches"};
    }
    int chunksFor(int own) const override { return std::max(2, own); }

private:
    static WorkOrder order(const ScheduleShape &shape, int stage)
    {
        const int total = shape.microBatches * shape.chunks;
        const int warmUp = warmUpPasses(shape, stage);
        WorkOrder items;
        items.reserve(2 * static_cast<std::size_t>(total));
        int forward = 0;
        int backward = 0;
        while (forward < warmUp)
            items.push_back(item(shape, forward++, Pass::forward));
        while (forward < total) {
            items.push_back(item(shape, forward++, Pass::forward));
            items.push_back(item(shape, backward++, Pass::backward));
        }
        while (backward < total)
            items.push_back(item(shape, backward++, Pass::backward));
        return items;
    }
    static int warmUpPasses(const ScheduleShape &shape, int stage)
    {
        return std::min(shape.microBatches * shape.chunks,
                        2 * (shape.stages - 1 - stage) + (shape.chunks - 1) * shape.stages);
    }
    /// The k-th pass of a direction: blocks of p micro-batches walk through the chunks, backward from the last chunk.
    static WorkItem item(const ScheduleShape &shape, int k, Pass pass)
    {
        const int block = k / (shape.stages * shape.chunks);
        const int chunk = (k / shape.stages) % shape.chunks;
        return {pass, static_cast<std::int16_t>(pass == Pass::forward ? chunk : shape.chunks - 1 - chunk),
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
