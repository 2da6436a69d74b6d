// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/apart.h"

#include "strategy/schedule.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace heteroscope {

namespace {

int longestPipeline(const ApartLayout &layout)
{
    return std::max_element(layout.begin(), layout.end(),
                            [](const PartPipelines &a, const PartPipelines &b) { return a.stages < b.stages; })
        ->stages;
}

} // namespace

int otherPipelines(const ApartLayout &layout, std::size_t part)
{
    int others = 0;
    for (std::size_t other = 0; other < layout.size(); ++other)
        others += other == part ? 0 : layout[other].pipelines;
    return others;
}

bool allowsStages(const Family &family, const ApartLayout &layout)
{
    if (family.chunks == 1)
        return allowsStages(family, longestPipeline(layout));
    return std::all_of(layout.begin(), layout.end(), [&family](const PartPipelines &own) {
        return own.stages >= family.fewestStages && !scheduleOf(family.schedule).refusal(own.stages, own.microBatches);
    });
}

int microBatchStep(const Family &family, int stages)
{
    return family.schedule == ScheduleKind::interleaved ? stages : 1;
}

void forEachApartLayout(const Family &family, const TensorGroups &groups,
                        const std::function<bool(const ApartLayout &)> &visit, const StopToken &stop)
{
    StopMeter meter(stop);
    ApartLayout layout(family.parts.size());
    // Every way of a part, and for each those of the parts behind it with the micro-batches that are left. False: it is
    // to end.
    const std::function<bool(std::size_t, int)> choose = [&](std::size_t part, int left) {
        auto &own = layout[part];
        const auto &type = family.parts[part];
        const int count = groups.count(type.type, type.devices());
        for (own.stages = 1; own.stages <= type.maxStages; ++own.stages) {
            for (own.pipelines = family.ep; own.pipelines * own.stages <= count; own.pipelines += family.ep) {
                if (meter.stopAfter())
                    return false;
                if (part + 1 == layout.size()) {
                    own.microBatches = left / own.pipelines;
                    if (left % own.pipelines == 0 && allowsStages(family, layout) && !visit(layout))
                        return false;
                    continue;
                }
                const int step = microBatchStep(family, own.stages);
                for (own.microBatches = step; own.pipelines * own.microBatches < left; own.microBatches += step) {
                    if (!choose(part + 1, left - own.pipelines * own.microBatches))
                        return false;
                }
            }
        }
        return true;
    };
    choose(0, family.microBatches);
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

int sharingInNode(const Family &family, std::size_t part, const TensorGroups &groups, const Topology &topology)
{
    const auto &each = family.parts[part];
    const int begin = groups.first(each.type, each.devices());
    const int end = begin + groups.count(each.type, each.devices());
    int least = family.ep;
    for (int first = begin; least > 1 && first + family.ep <= end; first += family.ep) {
        std::map<std::size_t, std::set<int>> inNode;
        for (int group = first; group < first + family.ep; ++group) {
            for (const DeviceId device : groups[group].devices)
                inNode[topology.device(device).node].insert(group);
        }
        std::size_t most = 0;
        for (const auto &[node, sharing] : inNode)
            most = std::max(most, sharing.size());
        least = std::min(least, static_cast<int>(most));
    }
    return least;
}

PartPipelines fewestPipelines(const Family &family) { return {family.ep, 1, 1}; }

Family aloneOf(const Family &family, std::size_t part, const PartPipelines &own, Family::Others others)
{
    Family alone = family;
    alone.kind = FamilyKind::pure;
    alone.parts = {family.parts[part]};
    alone.dp = own.pipelines;
    alone.microBatches = own.microBatches;
    if (const int samples = std::exchange(alone.parts.front().samples, 0); samples > 0)
        alone.microBatchSize = samples;
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

std::vector<Family> aloneFamilies(const Family &family, const ApartLayout &layout, const TensorGroups &groups,
                                  const Topology &topology)
{
    std::vector<int> placed;
    for (std::size_t part = 0; part < layout.size(); ++part) {
        const auto own = placedApart(family, part, layout[part], groups);
        placed.insert(placed.end(), own.begin(), own.end());
    }
    const int nodes = nodesOfGroups(placed, groups, topology);
    std::vector<Family> alone;
    for (std::size_t part = 0; part < layout.size(); ++part)
        alone.push_back(
            aloneOf(family, part, layout[part], {.replicas = otherPipelines(layout, part), .nodes = nodes}));
    return alone;
}

Plan apartPlanOf(const Family &family, const ApartLayout &layout, const std::vector<PartCut> &cuts,
                 const TensorGroups &groups, const Topology &topology, const Workload &workload,
                 const SoftwareStack &stack)
{
    const auto alone = aloneFamilies(family, layout, groups, topology);
    const auto planOfPart = [&](std::size_t part) {
        return planOf(alone[part], placedApart(family, part, layout[part], groups), cuts[part].cut,
                      cuts[part].recomputed, groups, topology, workload, stack);
    };
    Plan plan = planOfPart(0);
    plan.scheduleOptions = scheduleOptionsOf(family, longestPipeline(layout));
    for (std::size_t part = 1; part < layout.size(); ++part) {
        Plan other = planOfPart(part);
        std::move(other.pipelines.begin(), other.pipelines.end(), std::back_inserter(plan.pipelines));
        // What none of them uses.
        std::erase_if(plan.unusedDevices, [&](const std::string &device) {
            return std::find(other.unusedDevices.begin(), other.unusedDevices.end(), device) ==
                   other.unusedDevices.end();
        });
    }
    return plan;
}

} // namespace heteroscope
