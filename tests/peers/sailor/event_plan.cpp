// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/event_plan.h"

#include "base/units.h"

#include <algorithm>

namespace heteroscope::sailor {

namespace {

std::int64_t ticks(double seconds) { return toTicks(Seconds(seconds)).count; }

std::int64_t sendTicks(const Problem &problem, const EventStage &from, const EventStage &to, int layer)
{
    const int samples = std::max(microBatchSizes[static_cast<std::size_t>(from.microBatch)],
                                 microBatchSizes[static_cast<std::size_t>(to.microBatch)]);
    const double bytes = problem.profiles.sizes[0][static_cast<std::size_t>(layer)].output * 4 * samples;
    return ticks(slowestSend(problem.profiles, bytes, from.pattern, to.pattern));
}

const std::vector<LayerTime> &timesOf(const Problem &problem, const EventStage &stage, std::size_t type)
{
    const int degree = patterns()[static_cast<std::size_t>(stage.pattern)].degree[type];
    return problem.profiles.types[type].times[static_cast<std::size_t>(stage.microBatch)][degreeIndex(degree)];
}

template<class Visit>
void forEachType(const EventStage &stage, const Visit &visit)
{
    for (std::size_t type = 0; type < typeCount; ++type) {
        if (patterns()[static_cast<std::size_t>(stage.pattern)].degree[type] > 0)
            visit(type);
    }
}

} // namespace

EventPlan eventPlanOf(const SpaceAPlan &plan)
{
    EventPlan result;
    result.samples = plan.groups * microBatchSizes[static_cast<std::size_t>(plan.microBatch)];
    result.microBatches = plan.microBatches;
    for (const StageChoice &stage : plan.stages)
        result.stages.push_back({stage.first, stage.last, stage.pattern, plan.microBatch});
    return result;
}

EventChain chainOf(const Problem &problem, const EventPlan &plan)
{
    EventChain chain;
    chain.microBatches = plan.microBatches;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const EventStage &stage = plan.stages[s];
        double forward = 0, backward = 0;
        forEachType(stage, [&](std::size_t type) {
            const auto &times = timesOf(problem, stage, type);
            double forwardSum = 0, backwardSum = 0;
            for (int layer = stage.first; layer <= stage.last; ++layer) {
                forwardSum += times[static_cast<std::size_t>(layer)].forward;
                backwardSum += times[static_cast<std::size_t>(layer)].backward;
            }
            forward = std::max(forward, forwardSum);
            backward = std::max(backward, backwardSum);
        });
        chain.forward.push_back(ticks(forward));
        chain.backward.push_back(ticks(backward));
        if (s + 1 < plan.stages.size()) {
            chain.activation.push_back(sendTicks(problem, stage, plan.stages[s + 1], stage.last));
            chain.gradient.push_back(sendTicks(problem, plan.stages[s + 1], stage, stage.last + 1));
        }
    }
    return chain;
}

double eventTime(const Problem &problem, const EventPlan &plan)
{
    double update = 0, sync = 0;
    for (const EventStage &stage : plan.stages) {
        forEachType(stage,
                    [&](std::size_t type) { update = std::max(update, timesOf(problem, stage, type)[0].update); });
        sync =
            std::max(sync, syncTime(problem.profiles, {stage.first, stage.last, stage.pattern}, plan.groupsOf(stage)));
    }
    EventPass pass;
    return toSeconds(Ticks(pass.makespan(chainOf(problem, plan)) + ticks(update) + ticks(sync))).value;
}

bool isAllowed(const Problem &problem, const EventPlan &plan)
{
    DeviceUse use;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const EventStage &stage = plan.stages[s];
        const int groups = plan.groupsOf(stage);
        if (groups * microBatchSizes[static_cast<std::size_t>(stage.microBatch)] != plan.samples ||
            (groups < 2 && patterns()[static_cast<std::size_t>(stage.pattern)].mixed()))
            return false;
        bool fits = true;
        forEachType(stage, [&](std::size_t type) {
            fits = fits && !timesOf(problem, stage, type).empty() &&
                   deviceMemory(problem.profiles, {stage.first, stage.last, stage.pattern}, type, stage.microBatch,
                                static_cast<int>(plan.stages.size() - s)) <= problem.profiles.types[type].memory;
        });
        if (!fits)
            return false;
        use.add(stage.pattern, groups);
    }
    return use.fits(problem.devices);
}

} // namespace heteroscope::sailor
