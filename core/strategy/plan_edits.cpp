// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/plan_edits.h"

#include "strategy/limits.h"
#include "strategy/plan_refusal.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

TensorGroup *groupAt(Plan &plan, const GroupPlace &place)
{
    if (place.pipeline >= plan.pipelines.size())
        return nullptr;
    auto &stages = plan.pipelines[place.pipeline].stages;
    if (place.stage >= stages.size() || place.group >= stages[place.stage].groups.size())
        return nullptr;
    return &stages[place.stage].groups[place.group];
}

bool holdTheSame(const Pipeline &one, const Pipeline &other, std::size_t stage)
{
    return stage + 1 < other.stages.size() && one.stages[stage].chunks == other.stages[stage].chunks &&
           one.stages[stage + 1].chunks == other.stages[stage + 1].chunks;
}

/// A chunk of either stage that the border is between gives, the other takes.
bool moveBorderOf(Pipeline &pipeline, std::size_t stage, int layers)
{
    auto &before = pipeline.stages[stage].chunks, &behind = pipeline.stages[stage + 1].chunks;
    if (before.size() != behind.size())
        return false;
    for (std::size_t c = 0; c < before.size(); ++c) {
        // On the way up of a vee the later stage comes first.
        const bool up = behind[c].first < before[c].first;
        auto &first = up ? behind[c] : before[c], &second = up ? before[c] : behind[c];
        const int by = up ? -layers : layers;
        first.count += by;
        second.first += by;
        second.count -= by;
        if (first.count < 1 || second.count < 1)
            return false;
    }
    return true;
}

/// By devices, at least one each; what does not come out even goes to the first ones.
bool shareSamples(Stage &stage, int samples)
{
    auto &groups = stage.groups;
    const auto count = static_cast<int>(groups.size());
    if (count > samples)
        return false;
    const auto weight = [](const TensorGroup &group) { return static_cast<int>(group.devices.size()); };
    const int all = std::accumulate(groups.begin(), groups.end(), 0,
                                    [&](int sum, const TensorGroup &group) { return sum + weight(group); });
    int left = samples;
    for (auto &group : groups) {
        group.samples = std::max(1, samples * weight(group) / std::max(1, all));
        left -= group.samples;
    }
    for (std::size_t g = 0; left != 0; g = (g + 1) % groups.size()) {
        if (left > 0 || groups[g].samples > 1) {
            const int step = left > 0 ? 1 : -1;
            groups[g].samples += step;
            left -= step;
        }
    }
    return true;
}

bool takeGroupOut(Plan &plan, const GroupPlace &place)
{
    auto &stage = plan.pipelines[place.pipeline].stages[place.stage];
    stage.groups.erase(stage.groups.begin() + static_cast<std::ptrdiff_t>(place.group));
    return stage.groups.empty() ? dissolveStage(plan.pipelines[place.pipeline], place.stage)
                                : shareSamples(stage, plan.microBatchSize);
}

Error noPlaceToLeave()
{
    return planRefusal("a stage without devices", "a group in each stage",
                       "its layers cannot join a neighbour; change places with another group");
}

/// On the way up of a vee the later stage has the earlier layers.
bool goesUp(ScheduleKind kind, int chunks, int chunk)
{
    for (const auto &at : virtualStageOrder(kind, 2, chunks)) {
        if (at.chunk == chunk)
            return at.stage == 1;
    }
    return false;
}

/// How many blocks of a chunk are recomputed when a stage takes the layers of another: as many as in both together.
std::optional<int> recomputedOfBoth(const Stage &taking, const Stage &given)
{
    if (!taking.recomputeLayers || given.recompute != Recompute::full)
        return taking.recomputeLayers;
    if (!given.recomputeLayers)
        return {}; // all of the one: then all, so that it fits
    return std::min(*taking.recomputeLayers + *given.recomputeLayers, limits::layers);
}

/// Half of each chunk, for a stage that comes behind or before this one; empty where one has a single layer.
std::vector<LayerRange> halve(Stage &stage, ScheduleKind kind, bool behind)
{
    const auto chunks = static_cast<int>(stage.chunks.size());
    std::vector<LayerRange> taken;
    for (int c = 0; c < chunks; ++c) {
        auto &own = stage.chunks[static_cast<std::size_t>(c)];
        const int half = own.count / 2;
        if (half < 1)
            return {};
        own.count -= half;
        if (behind != goesUp(kind, chunks, c)) {
            taken.push_back({own.first + own.count, half});
        } else {
            taken.push_back({own.first, half});
            own.first += half;
        }
    }
    return taken;
}

int layersOf(const Stage &stage)
{
    return std::accumulate(stage.chunks.begin(), stage.chunks.end(), 0,
                           [](int sum, const LayerRange &chunk) { return sum + chunk.count; });
}

/// The neighbours of a gap that may give layers, the one with more of them first.
std::vector<std::size_t> neighboursOf(const Pipeline &pipeline, const StageGap &gap)
{
    std::vector<std::size_t> result;
    if (gap.before > 0)
        result.push_back(gap.before - 1);
    if (gap.before < pipeline.stages.size())
        result.push_back(gap.before);
    if (result.size() == 2 && layersOf(pipeline.stages[result[1]]) > layersOf(pipeline.stages[result[0]]))
        std::swap(result[0], result[1]);
    return result;
}

Result<Plan> withStage(Plan plan, const StageGap &gap, TensorGroup group)
{
    auto &stages = plan.pipelines[gap.pipeline].stages;
    group.samples = plan.microBatchSize;
    for (const std::size_t neighbour : neighboursOf(plan.pipelines[gap.pipeline], gap)) {
        Stage left = stages[neighbour];
        Stage made;
        if (left.recomputeLayers)
            left.recomputeLayers = (*left.recomputeLayers + 1) / 2; // of half as many blocks
        made.recompute = left.recompute;
        made.recomputeLayers = left.recomputeLayers;
        made.chunks = halve(left, plan.schedule, neighbour < gap.before);
        if (made.chunks.empty())
            continue;
        made.groups = {std::move(group)};
        stages[neighbour] = std::move(left);
        stages.insert(stages.begin() + static_cast<std::ptrdiff_t>(gap.before), std::move(made));
        return plan;
    }
    return planRefusal("a single layer in a chunk of the stages beside it", "two, to give one away",
                       "put it beside a stage with more layers");
}

bool isGap(const Plan &plan, const StageGap &gap)
{
    return gap.pipeline < plan.pipelines.size() && gap.before <= plan.pipelines[gap.pipeline].stages.size() &&
           !plan.pipelines[gap.pipeline].stages.empty();
}

} // namespace

Result<Plan> moveToNewStage(Plan plan, const GroupPlace &from, const StageGap &gap)
{
    const auto *found = groupAt(plan, from);
    if (!found || !isGap(plan, gap))
        return planRefusal("no group or gap there", "a group and a pipeline of the plan");
    TensorGroup group = *found;
    const std::size_t stages = plan.pipelines[from.pipeline].stages.size();
    const bool isAlone = plan.pipelines[from.pipeline].stages[from.stage].groups.size() == 1;
    if (isAlone && from.pipeline == gap.pipeline && (gap.before == from.stage || gap.before == from.stage + 1))
        return plan; // where it is already
    if (!takeGroupOut(plan, from))
        return noPlaceToLeave();
    StageGap at = gap;
    const bool dissolved = plan.pipelines[from.pipeline].stages.size() < stages;
    if (dissolved && from.pipeline == gap.pipeline && from.stage < gap.before)
        --at.before;
    return withStage(std::move(plan), at, std::move(group));
}

Result<Plan> addStage(Plan plan, const StageGap &gap, const std::vector<std::string> &devices)
{
    if (!isGap(plan, gap) || devices.empty())
        return planRefusal("no gap or no device", "devices and a pipeline of the plan");
    const auto &pipeline = plan.pipelines[gap.pipeline];
    const auto &beside = pipeline.stages[neighboursOf(pipeline, gap).front()];
    TensorGroup group;
    if (!beside.groups.empty() && beside.groups.front().devices.size() <= devices.size()) {
        group = beside.groups.front();
        group.extensions = {};
    } else {
        while (2 * static_cast<std::size_t>(group.tp) <= devices.size())
            group.tp *= 2;
    }
    const auto count = static_cast<std::ptrdiff_t>(group.tp) * group.cp;
    group.devices.assign(devices.begin(), devices.begin() + std::min(count, std::ssize(devices)));
    std::erase_if(plan.unusedDevices, [&](const std::string &name) {
        return std::find(group.devices.begin(), group.devices.end(), name) != group.devices.end();
    });
    return withStage(std::move(plan), gap, std::move(group));
}

bool dissolveStage(Pipeline &pipeline, std::size_t stage)
{
    if (pipeline.stages.size() < 2 || stage >= pipeline.stages.size())
        return false;
    const auto &own = pipeline.stages[stage].chunks;
    auto &neighbour = pipeline.stages[stage > 0 ? stage - 1 : stage + 1];
    auto &other = neighbour.chunks;
    auto joined = other;
    if (own.size() != joined.size())
        return false;
    for (std::size_t c = 0; c < own.size(); ++c) {
        if (joined[c].first + joined[c].count != own[c].first && own[c].first + own[c].count != joined[c].first)
            return false;
        joined[c] = {std::min(own[c].first, joined[c].first), own[c].count + joined[c].count};
    }
    other = std::move(joined);
    neighbour.recomputeLayers = recomputedOfBoth(neighbour, pipeline.stages[stage]);
    pipeline.stages.erase(pipeline.stages.begin() + static_cast<std::ptrdiff_t>(stage));
    return true;
}

Result<Plan> moveBorder(Plan plan, std::size_t pipeline, std::size_t stage, int layers)
{
    if (pipeline >= plan.pipelines.size() || stage + 1 >= plan.pipelines[pipeline].stages.size())
        return planRefusal("no border there", "one between two stages");
    const Pipeline asked = plan.pipelines[pipeline];
    for (auto &each : plan.pipelines) {
        if (holdTheSame(asked, each, stage) && !moveBorderOf(each, stage, layers))
            return planRefusal("a stage without a layer", "at least one layer in each chunk of a stage");
    }
    return plan;
}

Result<Plan> swapGroups(Plan plan, const GroupPlace &one, const GroupPlace &other)
{
    auto *first = groupAt(plan, one), *second = groupAt(plan, other);
    if (!first || !second)
        return planRefusal("no group there", "two groups of the plan");
    std::swap(*first, *second);
    std::swap(first->samples, second->samples);
    return plan;
}

Result<Plan> moveGroup(Plan plan, const GroupPlace &from, std::size_t pipeline, std::size_t stage)
{
    const auto *moved = groupAt(plan, from);
    if (!moved || pipeline >= plan.pipelines.size() || stage >= plan.pipelines[pipeline].stages.size())
        return planRefusal("no group or stage there", "a group and a stage of the plan");
    if (from.pipeline == pipeline && from.stage == stage)
        return plan;
    auto &to = plan.pipelines[pipeline].stages[stage];
    to.groups.push_back(*moved);
    if (!shareSamples(to, plan.microBatchSize))
        return planRefusal(std::to_string(to.groups.size()) + " groups in the stage, micro-batches of " +
                               std::to_string(plan.microBatchSize),
                           "a sample for each group",
                           "drop it on a group to change places, or take larger micro-batches");
    if (!takeGroupOut(plan, from))
        return noPlaceToLeave();
    return plan;
}

Result<Plan> replaceDevices(Plan plan, const GroupPlace &place, const std::vector<std::string> &devices)
{
    auto *group = groupAt(plan, place);
    if (!group)
        return planRefusal("no group there", "a group of the plan");
    if (devices.size() < group->devices.size())
        return planRefusal(std::to_string(devices.size()) + " unused devices",
                           std::to_string(group->devices.size()) + " for this group");
    const std::vector<std::string> taken(devices.begin(),
                                         devices.begin() + static_cast<std::ptrdiff_t>(group->devices.size()));
    auto &unused = plan.unusedDevices;
    std::erase_if(unused,
                  [&](const std::string &name) { return std::find(taken.begin(), taken.end(), name) != taken.end(); });
    unused.insert(unused.end(), group->devices.begin(), group->devices.end());
    group->devices = taken;
    return plan;
}

std::vector<std::string> devicesLeft(const Plan &plan, const Topology &topology)
{
    std::set<std::string> used;
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages) {
            for (const auto &group : stage.groups)
                used.insert(group.devices.begin(), group.devices.end());
        }
    }
    std::vector<std::string> left;
    for (const auto &device : topology.devices()) {
        if (!used.contains(device.name))
            left.push_back(device.name);
    }
    return left;
}

} // namespace heteroscope
