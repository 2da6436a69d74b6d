// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/apart.h"

#include <algorithm>
#include <iterator>

namespace heteroscope {

bool allowsStages(const Family &family, const ApartLayout &layout)
{
    return allowsStages(family, std::max(layout[0].stages, layout[1].stages));
}

void forEachApartLayout(const Family &family, const TensorGroups &groups,
                        const std::function<bool(const ApartLayout &)> &visit, const StopToken &stop)
{
    StopMeter meter(stop);
    const int all = family.microBatches;
    const auto groupsOf = [&](std::size_t part) {
        return groups.count(family.parts[part].type, family.parts[part].devices());
    };
    // Every way of the first part, and for each those of the second one with the micro-batches that are left.
    ApartLayout layout;
    auto &one = layout[0], &other = layout[1];
    for (one.stages = 1; one.stages <= family.parts[0].maxStages; ++one.stages) {
        for (one.pipelines = 1; one.pipelines * one.stages <= groupsOf(0); ++one.pipelines) {
            for (one.microBatches = 1; one.pipelines * one.microBatches < all; ++one.microBatches) {
                const int left = all - one.pipelines * one.microBatches;
                for (other.stages = 1; other.stages <= family.parts[1].maxStages; ++other.stages) {
                    for (other.pipelines = 1; other.pipelines * other.stages <= groupsOf(1); ++other.pipelines) {
                        if (meter.stopAfter())
                            return;
                        other.microBatches = left / other.pipelines;
                        if (left % other.pipelines == 0 && allowsStages(family, layout) && !visit(layout))
                            return;
                    }
                }
            }
        }
    }
}

std::vector<int> placedApart(const Family &family, std::size_t part, const PartPipelines &own,
                             const TensorGroups &groups)
{
    const auto &each = family.parts[part];
    std::vector<int> placed(static_cast<std::size_t>(own.pipelines * own.stages));
    for (std::size_t i = 0; i < placed.size(); ++i)
        placed[i] = groups.first(each.type, each.devices()) + static_cast<int>(i);
    return placed;
}

Family aloneOf(const Family &family, std::size_t part, const PartPipelines &own, Family::Others others)
{
    Family alone = family;
    alone.kind = FamilyKind::pure;
    alone.parts = {family.parts[part]};
    alone.dp = own.pipelines;
    alone.microBatches = own.microBatches;
    alone.fewestStages = 1;
    alone.maxStages = own.stages;
    alone.parts.front().maxStages = own.stages;
    alone.others = others;
    alone.others.sequenceParallel = family.sequenceParallel();
    return alone;
}

int nodesOfGroups(const std::vector<int> &placed, const TensorGroups &groups, const Topology &topology)
{
    std::vector<bool> seen(topology.nodes().size());
    for (const int group : placed) {
        for (const DeviceId device : groups[group].devices)
            seen[topology.device(device).node] = true;
    }
    return static_cast<int>(std::count(seen.begin(), seen.end(), true));
}

std::array<Family, apartParts> aloneFamilies(const Family &family, const ApartLayout &layout,
                                             const TensorGroups &groups, const Topology &topology)
{
    auto placed = placedApart(family, 0, layout[0], groups);
    const auto second = placedApart(family, 1, layout[1], groups);
    placed.insert(placed.end(), second.begin(), second.end());
    const int nodes = nodesOfGroups(placed, groups, topology);
    return {aloneOf(family, 0, layout[0], {.replicas = layout[1].pipelines, .nodes = nodes}),
            aloneOf(family, 1, layout[1], {.replicas = layout[0].pipelines, .nodes = nodes})};
}

Plan apartPlanOf(const Family &family, const ApartLayout &layout, const std::array<PartCut, apartParts> &cuts,
                 const TensorGroups &groups, const Topology &topology, const Workload &workload,
                 const SoftwareStack &stack)
{
    const auto alone = aloneFamilies(family, layout, groups, topology);
    std::array<Plan, apartParts> plans;
    for (std::size_t part = 0; part < apartParts; ++part)
        plans[part] = planOf(alone[part], placedApart(family, part, layout[part], groups), cuts[part].cut,
                             cuts[part].recomputed, groups, topology, workload, stack);
    Plan plan = std::move(plans[0]);
    plan.scheduleOptions = scheduleOptionsOf(family, std::max(layout[0].stages, layout[1].stages));
    std::move(plans[1].pipelines.begin(), plans[1].pipelines.end(), std::back_inserter(plan.pipelines));
    // What neither of them uses.
    const auto &others = plans[1].unusedDevices;
    std::erase_if(plan.unusedDevices, [&](const std::string &device) {
        return std::find(others.begin(), others.end(), device) == others.end();
    });
    return plan;
}

} // namespace heteroscope
