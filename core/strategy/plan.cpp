// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/plan.h"

#include "strategy/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

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

/// The layers that the pipelines have, embedding and head among them.
int planLayersOf(const Plan &plan)
{
    int layers = 0;
    forEachStage(plan, [&](const Stage &stage) {
        for (const auto &chunk : stage.chunks)
            layers = std::max(layers, chunk.first + chunk.count);
    });
    return layers;
}

/// How many blocks of a chunk are recomputed in full, by stage; nullopt if it is all of them, or none.
std::optional<IntRange> recomputedBlocks(const Plan &plan)
{
    const int layers = planLayersOf(plan);
    std::set<std::optional<int>> numbers;
    Span recomputed;
    bool all = true;
    forEachStage(plan, [&](const Stage &stage) {
        int blocks = 0;
        for (const auto &chunk : stage.chunks)
            blocks = std::max(blocks, blocksOf(chunk, layers));
        if (blocks == 0)
            return;
        const bool isFull = stage.recompute == Recompute::full;
        const int number = isFull ? std::min(blocks, stage.recomputeLayers.value_or(blocks)) : 0;
        recomputed.add(number);
        numbers.insert(isFull ? stage.recomputeLayers : 0);
        all = all && number == blocks;
    });
    if (all || recomputed.range().high == 0)
        return {};
    if (numbers.size() == 1) // also where a chunk has fewer
        return IntRange{numbers.begin()->value_or(0), numbers.begin()->value_or(0)};
    return recomputed.range();
}

} // namespace

Recompute recomputeOf(const Stage &stage, const LayerRange &chunk, int block)
{
    if (stage.recompute != Recompute::full || !stage.recomputeLayers)
        return stage.recompute;
    return block - std::max(chunk.first, 1) < *stage.recomputeLayers ? Recompute::full : Recompute::none;
}

RecomputeModules repeatedModules(const Stage &stage)
{
    if (stage.recompute != Recompute::selective)
        return {};
    return stage.recomputeModules.isEmpty() ? RecomputeModules::of(RecomputeModule::coreAttention)
                                            : stage.recomputeModules;
}

int blocksOf(const LayerRange &chunk, int planLayers)
{
    const int first = std::max(chunk.first, 1);
    const int behind = std::min(chunk.first + chunk.count, planLayers - 1);
    return std::max(0, behind - first);
}

int blocksRecomputed(const Stage &stage, const LayerRange &chunk, int planLayers)
{
    const int blocks = blocksOf(chunk, planLayers);
    return stage.recompute == Recompute::full ? std::min(blocks, stage.recomputeLayers.value_or(blocks)) : 0;
}

bool recomputesAlike(const Stage &stage, int planLayers)
{
    if (stage.recompute != Recompute::full || !stage.recomputeLayers || *stage.recomputeLayers <= 0)
        return true;
    return std::all_of(stage.chunks.begin(), stage.chunks.end(),
                       [&](const LayerRange &chunk) { return blocksOf(chunk, planLayers) <= *stage.recomputeLayers; });
}

bool stagesRecomputeAlike(const Plan &plan)
{
    const int layers = planLayersOf(plan);
    std::set<std::pair<Recompute, unsigned>> kinds; // of stages with blocks
    std::vector<std::pair<int, int>> chunks;        // blocks that are recomputed in full, blocks
    int most = 0;
    forEachStage(plan, [&](const Stage &stage) {
        for (const LayerRange &chunk : stage.chunks) {
            const int blocks = blocksOf(chunk, layers);
            if (blocks == 0)
                continue;
            const int number = blocksRecomputed(stage, chunk, layers);
            const bool nothing = stage.recompute == Recompute::full && number == 0;
            kinds.insert({nothing ? Recompute::none : stage.recompute, repeatedModules(stage).bits});
            chunks.emplace_back(number, blocks);
            most = std::max(most, number);
        }
    });
    return kinds.size() <= 1 && std::all_of(chunks.begin(), chunks.end(), [most](const auto &chunk) {
               return chunk.first == std::min(most, chunk.second);
           });
}

std::string recomputeText(Recompute recompute, const std::optional<int> &layers)
{
    return std::string(recomputeNames[static_cast<std::size_t>(recompute)]) +
           (layers ? " " + std::to_string(*layers) : std::string());
}

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
    name.shardGroup = plan.sharing.group;
    Span tp, cp, ep, stages, microBatches;
    for (const auto &pipeline : plan.pipelines) {
        stages.add(static_cast<int>(pipeline.stages.size()));
        microBatches.add(pipeline.microBatches);
        std::size_t fewest = pipeline.stages.empty() ? 0 : std::numeric_limits<std::size_t>::max();
        for (const auto &stage : pipeline.stages) {
            fewest = std::min(fewest, stage.groups.size());
            name.recomputeModules.add(repeatedModules(stage));
            name.recompute = std::max(name.recompute, stage.recomputeLayers == 0 ? Recompute::none : stage.recompute);
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
    name.recomputeLayers = recomputedBlocks(plan);
    return name;
}

std::string recomputeLabel(const PlanName &name)
{
    if (name.recompute == Recompute::none)
        return {};
    if (name.recompute == Recompute::full)
        return name.recomputeLayers ? " · recompute " + toString(*name.recomputeLayers) : " · recompute";
    return namesModules(name) ? " · recompute " + toString(name.recomputeModules) : " · R sel";
}

bool namesModules(const PlanName &name)
{
    return !RecomputeModules::of(RecomputeModule::coreAttention).hasAll(name.recomputeModules);
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
    if (name.shardGroup > 0)
        text += " over " + std::to_string(name.shardGroup);
    if (plan.offload != Offload())
        text += " · offload";
    return text + recomputeLabel(name);
}

std::vector<Error> findExcessRecompute(const Plan &plan, const std::string &path)
{
    const int layers = planLayersOf(plan);
    const auto blocksOfStage = [layers](const Stage &stage) {
        int blocks = 0;
        for (const auto &chunk : stage.chunks)
            blocks = std::max(blocks, blocksOf(chunk, layers));
        return blocks;
    };
    std::map<int, int> mostOf; // blocks of a chunk of the stages that have this number
    forEachStage(plan, [&](const Stage &stage) {
        if (stage.recomputeLayers)
            mostOf[*stage.recomputeLayers] = std::max(mostOf[*stage.recomputeLayers], blocksOfStage(stage));
    });
    std::vector<Error> warnings;
    for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
        for (std::size_t s = 0; s < plan.pipelines[p].stages.size(); ++s) {
            const auto &stage = plan.pipelines[p].stages[s];
            if (stage.recomputeLayers && *stage.recomputeLayers > mostOf.at(*stage.recomputeLayers))
                warnings.push_back(
                    {Error::Code::invalid,
                     {},
                     fmt::format("{}/pipelines/{}/stages/{}/recomputeLayers", path, p, s),
                     fmt::format("{} blocks to recompute", *stage.recomputeLayers),
                     fmt::format("at most {}, the blocks of the stage's longest chunk", blocksOfStage(stage)),
                     "all blocks are recomputed; remove recomputeLayers, or write the number that is "
                     "meant"});
        }
    }
    return warnings;
}

} // namespace heteroscope
