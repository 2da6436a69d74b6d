// SPDX-License-Identifier: GPL-3.0-or-later
//
// V-Min (arXiv 2405.15362): two chunks a stage, down and up again, weight gradients split off, and about a third of the
// activations of 1F1B. A stage holds floor((p+4)/3) micro-batches. In the steady state nothing idles at F = D = W; the
// start and the end of a step idle (4p-5)/2 passes of a stage, or (4p-3)/2 where 3 divides p (M >= p > 1). With other
// times every micro-batch waits for the ones around it, for there are no more of them to go on with.
#include "strategy/orders/building_block.h"

#include <algorithm>

namespace heteroscope {

namespace {

class VMin : public Schedule
{
public:
    VMin()
        : Schedule(
              {.name = "v-min",
               .displayName = "V-Min",
               .description = HETEROSCOPE_SCHEDULE_TEXT(
                   "heteroscope::ScheduleModel",
                   "Two chunks in a stage, down and up again: a third of the activations of 1F1B, for equal passes."),
               .place = 74,
               .path = ChunkPath::vee,
               .minChunks = 2,
               .maxChunks = 2,
               .isTriedBeyond = false}) // it is for plans that ZB-V does not fit
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return blockOrders(BlockSteps{}, shape.stages, shape.microBatches, limit(shape.stages));
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int) const override
    {
        return std::min(2 * shape.microBatches, limit(shape.stages));
    }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        const int p = shape.stages;
        if (F != D || D != W || shape.microBatches < p)
            return {};
        return p == 1 ? 0 : (4 * p - (p % 3 == 0 ? 3 : 5)) * F / 2;
    }

private:
    static int limit(int stages) { return 2 * ((stages + 4) / 3); }
};

} // namespace

const Schedule &vMinSchedule()
{
    static const VMin schedule;
    return schedule;
}

} // namespace heteroscope
