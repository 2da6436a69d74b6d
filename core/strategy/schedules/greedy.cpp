// SPDX-License-Identifier: GPL-3.0-or-later
//
// Greedy list schedule for uneven stages: the list scheduler with the plan's own pass and send times. One chunk a
// stage, or two that go down and up again. A stage holds at most maxInFlight (micro-batch, chunk) pairs; p times the
// chunks when the option is not set, as much as ZB-H1 and ZB-V.
#include "strategy/limits.h"
#include "strategy/orders/list_scheduler.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr const char *maxInFlight = "maxInFlight"; // maximum of (micro-batch, chunk) pairs that a stage holds

class Greedy : public Schedule
{
public:
    Greedy()
        : Schedule({.name = "greedy",
                    .displayName = "greedy list",
                    .description = HETEROSCOPE_SCHEDULE_TEXT(
                        "heteroscope::ScheduleModel",
                        "Each stage runs the most urgent pass by the times of this plan; for uneven stages."),
                    .place = 90,
                    .path = ChunkPath::vee,
                    .maxChunks = 2,
                    .options = {{maxInFlight, 1, limits::tasks}}})
    {}
    bool usesTimes() const override { return true; }
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return bestListSchedule(shape, limit(shape)).orders;
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int) const override
    {
        return std::min(shape.microBatches * shape.chunks, limit(shape));
    }
    std::optional<double> idle(const ScheduleShape &, double, double, double) const override { return {}; }

private:
    static int limit(const ScheduleShape &shape)
    {
        const int own = numberOf(shape.options, maxInFlight, 0);
        return std::max(own > 0 ? own : shape.chunks * shape.stages, shape.chunks);
    }
};

} // namespace

const Schedule &greedySchedule()
{
    static const Greedy schedule;
    return schedule;
}

} // namespace heteroscope
