// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/plan.h"

#include "strategy/schedule.h"

#include <algorithm>
#include <limits>

namespace heteroscope {

namespace {

/// The smallest and the largest of the numbers added so far.
class Span
{
public:
    void add(int value)
    {
        m_low = std::min(m_low, value);
        m_high = std::max(m_high, value);
    }
    IntRange range() const { return m_low > m_high ? IntRange{} : IntRange{m_low, m_high}; }

private:
    int m_low = std::numeric_limits<int>::max();
    int m_high = 0;
};

template<class Visit>
void forEachStage(const Plan &plan, Visit visit)
{
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages)
            visit(stage);
    }
}

} // namespace

std::vector<VirtualStage> virtualStageOrder(const Pipeline &pipeline)
{
    std::vector<std::pair<int, VirtualStage>> byLayer;
    for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
        const auto &chunks = pipeline.stages[s].chunks;
        for (std::size_t c = 0; c < chunks.size(); ++c)
            byLayer.push_back({chunks[c].first, {static_cast<int>(s), static_cast<int>(c)}});
    }
    std::stable_sort(byLayer.begin(), byLayer.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<VirtualStage> order;
    order.reserve(byLayer.size());
    for (const auto &[layer, stage] : byLayer)
        order.push_back(stage);
    return order;
}

std::vector<VirtualStage> virtualStageOrder(ScheduleKind kind, int stages, int chunks)
{
    std::vector<VirtualStage> order;
    const ChunkPath path = scheduleOf(kind).facts().path;
    if (path == ChunkPath::own)
        return order;
    for (int c = 0; c < chunks; ++c) {
        for (int s = 0; s < stages; ++s)
            order.push_back({path == ChunkPath::vee && c % 2 == 1 ? stages - 1 - s : s, c});
    }
    return order;
}

int pipelineDegree(const Plan &plan)
{
    std::size_t longest = 0;
    for (const auto &pipeline : plan.pipelines)
        longest = std::max(longest, pipeline.stages.size());
    return static_cast<int>(longest);
}

int largestTensorDegree(const Plan &plan)
{
    int largest = 0;
    forEachStage(plan, [&](const Stage &stage) {
        for (const auto &group : stage.groups)
            largest = std::max(largest, group.tp);
    });
    return largest;
}

int virtualStages(const Plan &plan)
{
    if (plan.pipelines.empty() || plan.pipelines.front().stages.empty())
        return 1;
    return std::max(1, static_cast<int>(plan.pipelines.front().stages.front().chunks.size()));
}

int deviceCount(const Plan &plan)
{
    std::size_t count = 0;
    forEachStage(plan, [&](const Stage &stage) {
        for (const auto &group : stage.groups)
            count += group.devices.size();
    });
    return static_cast<int>(count);
}

std::string toString(const IntRange &range)
{
    return range.low == range.high ? std::to_string(range.low)
                                   : std::to_string(range.low) + "-" + std::to_string(range.high);
}

PlanName planName(const Plan &plan)
{
    PlanName name;
    name.chunks = virtualStages(plan);
    name.schedule = plan.schedule;
    name.zeroStage = plan.zeroStage;
    Span tp, cp, ep, stages, microBatches;
    for (const auto &pipeline : plan.pipelines) {
        stages.add(static_cast<int>(pipeline.stages.size()));
        microBatches.add(pipeline.microBatches);
        std::size_t fewest = pipeline.stages.empty() ? 0 : std::numeric_limits<std::size_t>::max();
        for (const auto &stage : pipeline.stages) {
            fewest = std::min(fewest, stage.groups.size());
            name.recompute = std::max(name.recompute, stage.recompute);
            for (const auto &group : stage.groups) {
                tp.add(group.tp);
                cp.add(group.cp);
                ep.add(group.ep);
            }
        }
        name.replicas += static_cast<int>(fewest);
    }
    name.tp = tp.range();
    name.cp = cp.range();
    name.ep = ep.range();
    name.stages = stages.range();
    name.microBatches = microBatches.range();
    return name;
}

std::string planLabel(const Plan &plan)
{
    const PlanName name = planName(plan);
    std::string text = "TP" + toString(name.tp) + " PP" + toString(name.stages) + " DP" + std::to_string(name.replicas);
    if (name.cp.high > 1)
        text += " CP" + toString(name.cp);
    if (name.ep.high > 1)
        text += " EP" + toString(name.ep);
    if (name.chunks > 1)
        text += " VP" + std::to_string(name.chunks);
    text += " · " + std::string(displayName(name.schedule)) + " m" + toString(name.microBatches);
    if (name.zeroStage > 0)
        text += " · ZeRO-" + std::to_string(name.zeroStage);
    if (name.recompute == Recompute::full)
        text += " · recompute";
    else if (name.recompute == Recompute::selective)
        text += " · R sel";
    return text;
}

} // namespace heteroscope
