// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/plan_edits.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

Error refusal(std::string found, std::string expected, std::string hint = {})
{
    return {Error::Code::invalid, {}, "/pipelines", std::move(found), std::move(expected), std::move(hint)};
}

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

} // namespace

bool dissolveStage(Pipeline &pipeline, std::size_t stage)
{
    if (pipeline.stages.size() < 2 || stage >= pipeline.stages.size())
        return false;
    const auto &own = pipeline.stages[stage].chunks;
    auto &other = pipeline.stages[stage > 0 ? stage - 1 : stage + 1].chunks;
    auto joined = other;
    if (own.size() != joined.size())
        return false;
    for (std::size_t c = 0; c < own.size(); ++c) {
        if (joined[c].first + joined[c].count != own[c].first && own[c].first + own[c].count != joined[c].first)
            return false;
        joined[c] = {std::min(own[c].first, joined[c].first), own[c].count + joined[c].count};
    }
    other = std::move(joined);
    pipeline.stages.erase(pipeline.stages.begin() + static_cast<std::ptrdiff_t>(stage));
    return true;
}

Result<Plan> moveBorder(Plan plan, std::size_t pipeline, std::size_t stage, int layers)
{
    if (pipeline >= plan.pipelines.size() || stage + 1 >= plan.pipelines[pipeline].stages.size())
        return refusal("no border there", "one between two stages");
    const Pipeline asked = plan.pipelines[pipeline];
    for (auto &each : plan.pipelines) {
        if (holdTheSame(asked, each, stage) && !moveBorderOf(each, stage, layers))
            return refusal("a stage without a layer", "at least one layer in each chunk of a stage");
    }
    return plan;
}

Result<Plan> swapGroups(Plan plan, const GroupPlace &one, const GroupPlace &other)
{
    auto *first = groupAt(plan, one), *second = groupAt(plan, other);
    if (!first || !second)
        return refusal("no group there", "two groups of the plan");
    std::swap(*first, *second);
    std::swap(first->samples, second->samples);
    return plan;
}

Result<Plan> moveGroup(Plan plan, const GroupPlace &from, std::size_t pipeline, std::size_t stage)
{
    const auto *moved = groupAt(plan, from);
    if (!moved || pipeline >= plan.pipelines.size() || stage >= plan.pipelines[pipeline].stages.size())
        return refusal("no group or stage there", "a group and a stage of the plan");
    if (from.pipeline == pipeline && from.stage == stage)
        return plan;
    auto &to = plan.pipelines[pipeline].stages[stage];
    to.groups.push_back(*moved);
    if (!shareSamples(to, plan.microBatchSize))
        return refusal(std::to_string(to.groups.size()) + " groups in the stage, micro-batches of " +
                           std::to_string(plan.microBatchSize),
                       "a sample for each group", "drop it on a group to change places, or take larger micro-batches");
    auto &left = plan.pipelines[from.pipeline].stages[from.stage];
    left.groups.erase(left.groups.begin() + static_cast<std::ptrdiff_t>(from.group));
    if (left.groups.empty()) {
        if (!dissolveStage(plan.pipelines[from.pipeline], from.stage))
            return refusal("a stage without devices", "a group in each stage",
                           "its layers cannot join a neighbour; change places with another group");
    } else {
        shareSamples(left, plan.microBatchSize);
    }
    return plan;
}

Result<Plan> replaceDevices(Plan plan, const GroupPlace &place, const std::vector<std::string> &devices)
{
    auto *group = groupAt(plan, place);
    if (!group)
        return refusal("no group there", "a group of the plan");
    if (devices.size() < group->devices.size())
        return refusal(std::to_string(devices.size()) + " unused devices",
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
