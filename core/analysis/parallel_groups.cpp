// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/parallel_groups.h"

#include "strategy/expert_layout.h"

#include <algorithm>
#include <map>

namespace heteroscope {
namespace {

using Devices = std::vector<std::string>;

/// Every `step`-th device from `first` on, `count` of them.
Devices slice(const Devices &devices, std::size_t first, std::size_t step, std::size_t count)
{
    Devices some;
    for (std::size_t i = 0; i < count && first + i * step < devices.size(); ++i)
        some.push_back(devices[first + i * step]);
    return some;
}

void addSlices(std::vector<Devices> &groups, const TensorGroup &group, OverlayKind kind)
{
    const auto tp = static_cast<std::size_t>(std::max(1, group.tp));
    const auto cp = static_cast<std::size_t>(std::max(1, group.cp));
    if (kind == OverlayKind::tensor && tp > 1)
        for (std::size_t c = 0; c < cp; ++c)
            groups.push_back(slice(group.devices, c * tp, 1, tp));
    if (kind == OverlayKind::context && cp > 1)
        for (std::size_t t = 0; t < tp; ++t)
            groups.push_back(slice(group.devices, t, tp, cp));
}

void addExperts(std::vector<Devices> &groups, const Plan &plan, const AlikePipelines &alike, std::size_t pipeline,
                std::size_t stage, std::size_t group)
{
    const TensorGroup &own = plan.pipelines[pipeline].stages[stage].groups[group];
    const auto layout = expertLayout(own, alike);
    const auto shared = static_cast<std::size_t>(layout.pipelines);
    if (own.ep <= 1 || alike.placeOf(layout, static_cast<int>(pipeline)) != 0)
        return; // told with the first of the pipelines
    const auto tp = static_cast<std::size_t>(std::max(1, own.tp));
    // By the parts of the TP group that are in different expert-parallel groups.
    std::map<std::pair<std::size_t, std::size_t>, Devices> parts;
    for (std::size_t p = pipeline; p < std::min(pipeline + shared, plan.pipelines.size()); ++p) {
        const auto &stages = plan.pipelines[p].stages;
        if (stage >= stages.size() || group >= stages[stage].groups.size())
            continue;
        const auto &devices = stages[stage].groups[group].devices;
        for (std::size_t i = 0; i < devices.size(); ++i)
            parts[{i / tp / static_cast<std::size_t>(layout.contexts),
                   i % tp / static_cast<std::size_t>(layout.tensors)}]
                .push_back(devices[i]);
    }
    for (auto &[part, devices] : parts)
        groups.push_back(std::move(devices));
}

std::vector<Devices> devicesOf(const Plan &plan, OverlayKind kind)
{
    std::vector<Devices> groups;
    const auto alike = alikePipelines(plan);
    for (std::size_t p = 0; p < plan.pipelines.size(); ++p)
        for (std::size_t s = 0; s < plan.pipelines[p].stages.size(); ++s)
            for (std::size_t g = 0; g < plan.pipelines[p].stages[s].groups.size(); ++g)
                if (kind == OverlayKind::expert)
                    addExperts(groups, plan, alike[p], p, s, g);
                else
                    addSlices(groups, plan.pipelines[p].stages[s].groups[g], kind);
    return groups;
}

std::vector<ParallelPart> partsOf(const Topology &topology, const Devices &devices)
{
    std::vector<ParallelPart> parts;
    for (const std::string &name : devices) {
        const auto id = topology.findDevice(name);
        if (!id)
            continue;
        const TopologyDevice &device = topology.device(*id);
        std::string node(drawnName(topology.nodes()[device.node].name));
        auto part = std::find_if(parts.begin(), parts.end(), [&](const ParallelPart &one) { return one.node == node; });
        if (part == parts.end())
            part = parts.insert(parts.end(), {std::move(node), {}});
        part->devices.push_back(static_cast<int>(device.indexInNode));
    }
    for (ParallelPart &part : parts) {
        std::sort(part.devices.begin(), part.devices.end());
        part.devices.erase(std::unique(part.devices.begin(), part.devices.end()), part.devices.end());
    }
    return parts;
}

} // namespace

std::vector<ParallelGroup> groupsOf(const Topology &topology, const Plan &plan, OverlayKind kind)
{
    std::vector<ParallelGroup> groups;
    std::map<std::vector<ParallelPart>, std::size_t> drawn;
    for (const Devices &devices : devicesOf(plan, kind)) {
        if (devices.size() < 2)
            continue;
        std::vector<ParallelPart> parts = partsOf(topology, devices);
        const auto [found, isNew] = drawn.emplace(parts, groups.size());
        if (isNew)
            groups.push_back({std::move(parts), static_cast<int>(devices.size()), 1});
        else
            ++groups[found->second].count;
    }
    return groups;
}

bool hasParallelism(const Plan &plan, OverlayKind kind)
{
    switch (kind) {
    case OverlayKind::none:
        return false;
    case OverlayKind::pipeline:
        return pipelineDegree(plan) > 1;
    case OverlayKind::data:
        return plan.pipelines.size() > 1;
    case OverlayKind::tensor:
    case OverlayKind::context:
    case OverlayKind::expert:
        break;
    }
    for (const Pipeline &pipeline : plan.pipelines)
        for (const Stage &stage : pipeline.stages)
            for (const TensorGroup &group : stage.groups)
                if ((kind == OverlayKind::tensor ? group.tp : kind == OverlayKind::context ? group.cp : group.ep) > 1)
                    return true;
    return false;
}

} // namespace heteroscope
