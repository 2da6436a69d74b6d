// SPDX-License-Identifier: GPL-3.0-or-later
//
// Eager 1F1B (arXiv 2211.05322): 1F1B whose stages do more forwards before the first backward, so that slow sends run
// behind computation. Stage s of p does up to twice the p-1-s warm-up forwards of 1F1B; how many more is the option
// extraWarmUp, or else what hides the round trip to the last stage at the pace of the slowest stage. No stage gets more
// extra forwards than the one before it, or the order could not be carried out.
#include "strategy/limits.h"
#include "strategy/orders/one_forward_one_backward.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr const char *extraWarmUp = "extraWarmUp"; // forwards that a stage does earlier than in 1F1B

class Eager : public Schedule
{
public:
    Eager()
        : Schedule({.name = "eager-1f1b",
                    .displayName = "eager 1F1B",
                    .description =
                        HETEROSCOPE_SCHEDULE_TEXT("heteroscope::ScheduleModel",
                                                  "1F1B with a longer warm-up, which hides slow links and holds more."),
                    .place = 30,
                    .allowsBlockingSends = true,
                    .options = {{extraWarmUp, 0, limits::microBatches}}})
    {}
    bool usesTimes() const override { return true; }
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return ordersByStage(
            shape, [&](int stage) { return oneForwardOneBackward(shape.microBatches, warmUp(shape, stage)); });
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int stage) const override
    {
        return std::min(shape.microBatches, warmUp(shape, stage) + 1);
    }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        return (shape.stages - 1) * (F + D + W);
    }

private:
    static int warmUp(const ScheduleShape &shape, int stage)
    {
        const int ordinary = shape.stages - 1 - stage;
        const int extra = numberOf(shape.options, extraWarmUp, tuned(shape, stage));
        return std::min(shape.microBatches, ordinary + std::min(extra, ordinary));
    }
    /// Micro-batches that the pipeline goes on by during the sends from the stage to the last one and back.
    static int tuned(const ScheduleShape &shape, int stage)
    {
        Ticks slowest(1);
        for (const auto &time : shape.times)
            slowest = std::max(slowest, time.forward + time.inputGradient + time.weightGradient);
        Ticks roundTrip;
        for (auto s = static_cast<std::size_t>(stage); s < shape.sendTimes.size(); ++s)
            roundTrip += 2 * shape.sendTimes[s];
        const std::int64_t passes = roundTrip > Ticks(0) ? (roundTrip.count - 1) / slowest.count + 1 : 0;
        return static_cast<int>(std::min<std::int64_t>(passes, shape.stages));
    }
};

} // namespace

const Schedule &eagerSchedule()
{
    static const Eager schedule;
    return schedule;
}

} // namespace heteroscope
