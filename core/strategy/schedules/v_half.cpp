// SPDX-License-Identifier: GPL-3.0-or-later
//
// V-Half (arXiv 2405.15362): two chunks a stage, down and up again, weight gradients split off, and about half the
// activations of 1F1B. A stage holds floor(p/2) + 1 micro-batches. In the steady state nothing idles at F = D = W; the
// start and the end of a step idle (3p-4)/2 passes of a stage (M >= p > 2), about half of what 1F1B does.
#include "strategy/orders/building_block.h"

#include <algorithm>

namespace heteroscope {

namespace {

class VHalf : public Schedule
{
public:
    VHalf()
        : Schedule({.name = "v-half",
                    .displayName = "V-Half",
                    .description = HETEROSCOPE_SCHEDULE_TEXT(
                        "heteroscope::ScheduleModel",
                        "Two chunks in a stage, down and up again: half the activations of 1F1B, and half its bubble."),
                    .place = 72,
                    .path = ChunkPath::vee,
                    .minChunks = 2,
                    .maxChunks = 2,
                    .isTriedBeyond = false}) // it is for plans that ZB-V does not fit
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        // The way up takes twice as long as the way down, for forwards and for gradients.
        const BlockSteps steps{.forwardDown = 1, .forwardUp = 2, .gradientDown = 1, .gradientUp = 2};
        return blockOrders(steps, shape.stages, shape.microBatches, limit(shape.stages));
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
        return p == 1 ? 0 : std::max(3, 3 * p - 4) * F / 2;
    }

private:
    static int limit(int stages) { return 2 * (stages / 2 + 1); }
};

} // namespace

const Schedule &vHalfSchedule()
{
    static const VHalf schedule;
    return schedule;
}

} // namespace heteroscope
