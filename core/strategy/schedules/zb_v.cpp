// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZB-V (arXiv 2401.10241; memory by arXiv 2405.15362): two chunks a stage, down and up again, weight gradients split
// off. The order is the best list schedule at F = D = W: in the steady state nothing idles, and a stage holds the
// activations of p micro-batches (2p chunks). The start and the end of a step idle by an amount that does not grow with
// M.
#include "strategy/orders/list_scheduler.h"

#include <algorithm>

namespace heteroscope {

namespace {

class ZbV : public Schedule
{
public:
    ZbV()
        : Schedule({.name = "zb-v",
                    .displayName = "ZB-V",
                    .description = HETEROSCOPE_SCHEDULE_TEXT(
                        "heteroscope::ScheduleModel",
                        "Two chunks in a stage, down and up again: almost no bubble with the memory of 1F1B."),
                    .place = 70,
                    .path = ChunkPath::vee,
                    .minChunks = 2,
                    .maxChunks = 2})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        ScheduleShape equal{shape.stages, shape.microBatches, 2};
        return bestListSchedule(equal, 2 * shape.stages).orders;
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int) const override
    {
        return 2 * std::min(shape.microBatches, shape.stages);
    }
    std::optional<double> idle(const ScheduleShape &, double, double, double) const override { return {}; }
};

} // namespace

const Schedule &zbVSchedule()
{
    static const ZbV schedule;
    return schedule;
}

} // namespace heteroscope
