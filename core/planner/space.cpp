// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

constexpr int largestMicroBatch = 16;
constexpr std::size_t mostTypesPermuted = 5;

/// TP groups of p neighbours of one type, by node; [type] -> groups.
std::vector<std::vector<std::vector<DeviceId>>> tensorGroups(const Topology &topology, std::size_t p)
{
    std::vector<std::vector<std::vector<DeviceId>>> byType(topology.deviceTypes().size());
    for (const auto &node : topology.nodes()) {
        for (std::size_t type = 0; type < byType.size(); ++type) {
            std::vector<DeviceId> members;
            for (const DeviceId id : node.devices) {
                if (topology.device(id).type == type)
                    members.push_back(id);
            }
            for (std::size_t i = 0; i + p <= members.size(); i += p)
                byType[type].emplace_back(members.begin() + static_cast<std::ptrdiff_t>(i),
                                          members.begin() + static_cast<std::ptrdiff_t>(i + p));
        }
    }
    return byType;
}

/// Every ordered choice of one or more of the types.
std::vector<std::vector<std::size_t>> typeOrders(std::size_t types)
{
    std::vector<std::vector<std::size_t>> orders;
    std::vector<std::size_t> all(types);
    std::iota(all.begin(), all.end(), 0);
    if (types > mostTypesPermuted)
        return {all};
    for (unsigned subset = 1; subset < (1U << types); ++subset) {
        std::vector<std::size_t> members;
        for (std::size_t type = 0; type < types; ++type) {
            if (subset & (1U << type))
                members.push_back(type);
        }
        do {
            orders.push_back(members);
        } while (std::next_permutation(members.begin(), members.end()));
    }
    return orders;
}

/// The groups a family uses, stage-major; empty when none is left.
std::vector<std::vector<DeviceId>> placedGroups(const std::vector<std::vector<std::vector<DeviceId>>> &byType,
                                                const std::vector<std::size_t> &order, int dp, bool pure,
                                                int mostStages)
{
    std::vector<std::vector<DeviceId>> groups;
    const auto d = static_cast<std::size_t>(dp);
    for (const auto type : order) {
        const auto &available = byType[type];
        const std::size_t taken = pure ? available.size() / d * d : available.size();
        if (pure && taken == 0)
            return {};
        groups.insert(groups.end(), available.begin(), available.begin() + static_cast<std::ptrdiff_t>(taken));
    }
    groups.resize(std::min(groups.size() / d, static_cast<std::size_t>(mostStages)) * d);
    return groups;
}

} // namespace

std::string spaceDescription(SearchSpace searched)
{
    const std::string common =
        "TP in one node and of one type, one TP for all stages, PP, DP, micro-batch 1 to 16, 1F1B, "
        "every order of device types, balanced layer cuts solved exactly";
    if (searched == SearchSpace::C)
        return common + "; recompute, ZeRO 0/1";
    return fmt::format("{}; no recompute, no ZeRO: the part of space {} with alike pipelines and one TP", common,
                       searchSpaceNames[static_cast<std::size_t>(searched)]);
}

FamilySpace enumerateFamilies(const Topology &topology, const Workload &workload, const SoftwareStack &stack,
                              SearchSpace searched)
{
    FamilySpace space;
    const auto &model = workload.model;
    const auto &job = workload.job;
    std::size_t largestNode = 1;
    for (const auto &node : topology.nodes())
        largestNode = std::max(largestNode, node.devices.size());
    const bool everything = searched == SearchSpace::C;
    const bool zero1 =
        everything && std::find(stack.zeroStages.begin(), stack.zeroStages.end(), 1) != stack.zeroStages.end();
    std::vector<Recompute> recomputes = {Recompute::none};
    if (everything)
        recomputes.push_back(Recompute::full);
    if (everything && !job.flashAttention)
        recomputes.insert(recomputes.begin() + 1, Recompute::selective);
    const auto orders = typeOrders(topology.deviceTypes().size());

    for (std::size_t p = 1; p <= largestNode; p *= 2) {
        const int tp = static_cast<int>(p);
        if (model.heads % tp != 0 || model.ffn % tp != 0) {
            space.refused.emplace_back(fmt::format("TP{}", tp),
                                       fmt::format("TP {} does not divide {} heads", tp, model.heads));
            continue;
        }
        const auto byType = tensorGroups(topology, p);
        for (const auto &order : orders) {
            std::size_t available = 0;
            for (const auto type : order)
                available += byType[type].size();
            for (int dp = 1; dp <= static_cast<int>(available); ++dp) {
                if (job.globalBatch % dp != 0)
                    continue;
                auto pureGroups = placedGroups(byType, order, dp, true, model.planLayers());
                for (const bool pure : {true, false}) {
                    auto groups = pure ? pureGroups : placedGroups(byType, order, dp, false, model.planLayers());
                    if (groups.empty() || (!pure && (order.size() == 1 || groups == pureGroups)))
                        continue;
                    for (int mbs = 1; mbs <= largestMicroBatch; mbs *= 2) {
                        if (job.globalBatch / dp % mbs != 0)
                            break;
                        for (const auto recompute : recomputes) {
                            for (int zero = 0; zero <= (dp > 1 && zero1 ? 1 : 0); ++zero)
                                space.families.push_back({tp, dp, mbs, recompute, zero, order, pure, groups});
                        }
                    }
                }
            }
        }
    }
    return space;
}

Plan planOf(const Family &family, const Topology &topology, const Workload &workload,
            const std::vector<LayerRange> &cut)
{
    Plan plan;
    plan.schedule = ScheduleKind::oneFOneB;
    plan.microBatchSize = family.microBatchSize;
    plan.zeroStage = family.zeroStage;
    plan.sequenceParallel = family.tp > 1;
    std::vector<bool> used(topology.devices().size());
    for (int d = 0; d < family.dp; ++d) {
        Pipeline pipeline;
        pipeline.microBatches = workload.job.globalBatch / family.dp / family.microBatchSize;
        for (int s = 0; s < family.stages(); ++s) {
            TensorGroup group;
            group.tp = family.tp;
            group.samples = family.microBatchSize;
            for (const DeviceId id : family.groups[static_cast<std::size_t>(s * family.dp + d)]) {
                group.devices.push_back(topology.device(id).name);
                used[id.index()] = true;
            }
            Stage stage;
            stage.recompute = family.recompute;
            stage.chunks = {cut[static_cast<std::size_t>(s)]};
            stage.groups.push_back(std::move(group));
            pipeline.stages.push_back(std::move(stage));
        }
        plan.pipelines.push_back(std::move(pipeline));
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            plan.unusedDevices.push_back(topology.devices()[i].name);
    }
    return plan;
}

std::string familyLabel(const Family &family, const Topology &topology, const Workload &workload)
{
    std::string types;
    for (const auto type : family.typeOrder)
        types += (types.empty() ? "" : " > ") + shortName(topology.deviceTypes()[type]);
    std::string label = fmt::format("TP{} PP{} DP{} · 1F1B m{}", family.tp, family.stages(), family.dp,
                                    workload.job.globalBatch / family.dp / family.microBatchSize);
    if (family.zeroStage > 0)
        label += fmt::format(" · ZeRO-{}", family.zeroStage);
    if (family.recompute != Recompute::none)
        label += fmt::format(" · recompute {}", recomputeNames[static_cast<std::size_t>(family.recompute)]);
    return fmt::format("{} · {}{}", label, types, family.pure ? "" : " (mixed stages)");
}

} // namespace heteroscope
