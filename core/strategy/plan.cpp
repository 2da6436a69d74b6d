// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/plan.h"

#include "strategy/schedule.h"

#include <algorithm>
#include <limits>

namespace heteroscope {

namespace {

/// The smallest and the largest of some numbers, written "4" or "2-8".
class Span
{
public:
    void add(int value)
    {
        m_low = std::min(m_low, value);
        m_high = std::max(m_high, value);
    }
    int high() const { return m_high; }
    bool isEmpty() const { return m_low > m_high; }
    std::string text() const
    {
        if (isEmpty())
            return "0";
        return m_low == m_high ? std::to_string(m_low) : std::to_string(m_low) + "-" + std::to_string(m_high);
    }

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

std::string planLabel(const Plan &plan)
{
    Span tp;
    Span cp;
    Span ep;
    Span stages;
    Span microBatches;
    std::size_t replicas = 0;
    bool full = false;
    bool selective = false;
    for (const auto &pipeline : plan.pipelines) {
        stages.add(static_cast<int>(pipeline.stages.size()));
        microBatches.add(pipeline.microBatches);
        std::size_t fewest = pipeline.stages.empty() ? 0 : std::numeric_limits<std::size_t>::max();
        for (const auto &stage : pipeline.stages) {
            fewest = std::min(fewest, stage.groups.size());
            full = full || stage.recompute == Recompute::full;
            selective = selective || stage.recompute == Recompute::selective;
            for (const auto &group : stage.groups) {
                tp.add(group.tp);
                cp.add(group.cp);
                ep.add(group.ep);
            }
        }
        replicas += fewest;
    }

    std::string text = "TP" + tp.text() + " PP" + stages.text() + " DP" + std::to_string(replicas);
    if (cp.high() > 1)
        text += " CP" + cp.text();
    if (ep.high() > 1)
        text += " EP" + ep.text();
    if (virtualStages(plan) > 1)
        text += " VP" + std::to_string(virtualStages(plan));
    text += " · " + std::string(displayName(plan.schedule)) + " m" + microBatches.text();
    if (plan.zeroStage > 0)
        text += " · ZeRO-" + std::to_string(plan.zeroStage);
    if (full)
        text += " · recompute";
    else if (selective)
        text += " · R sel";
    return text;
}

} // namespace heteroscope
