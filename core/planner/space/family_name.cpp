// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/family_name.h"

#include "planner/space/space.h"

#include <algorithm>

namespace heteroscope {

namespace {

bool hasOneDegree(const Family &family)
{
    return std::all_of(family.parts.begin(), family.parts.end(),
                       [&](const FamilyPart &part) { return part.tp == family.parts.front().tp; });
}

constexpr const char *apartWords = " (pipelines by type)";

/// dp: 0 where it is open.
void appendDegrees(std::string &label, int dp, int cp, int ep)
{
    if (dp > 0)
        label += " DP" + std::to_string(dp);
    if (cp > 1)
        label += " CP" + std::to_string(cp);
    if (ep > 1)
        label += " EP" + std::to_string(ep);
}

void appendStepOf(std::string &label, ScheduleKind schedule, int chunks, int microBatches, int zeroStage,
                  int shardGroup, Recompute recompute)
{
    label += " · ";
    if (schedule == ScheduleKind::interleaved)
        label += "interleaved x" + std::to_string(chunks);
    else
        label += displayName(schedule);
    label += " m" + std::to_string(microBatches);
    if (zeroStage > 0)
        label += " · ZeRO-" + std::to_string(zeroStage);
    if (shardGroup > 0)
        label += " over " + std::to_string(shardGroup);
    if (recompute != Recompute::none)
        label.append(" · recompute ").append(recomputeNames[static_cast<std::size_t>(recompute)]);
}

constexpr const char *byStageWords = "TP by stage";
constexpr const char *mixedWords = " (mixed stages)";
constexpr const char *sharesWords = " (samples by type)";

const char *kindWords(FamilyKind kind)
{
    switch (kind) {
    case FamilyKind::mixed:
        return mixedWords;
    case FamilyKind::apart:
        return apartWords;
    case FamilyKind::shares:
        return sharesWords;
    case FamilyKind::pure:
    case FamilyKind::byStage:
        break;
    }
    return "";
}

} // namespace

FamilyName familyName(const Family &family, const Topology &topology)
{
    FamilyName name;
    name.dp = family.dp;
    name.cp = family.cp;
    name.ep = family.ep;
    name.schedule = family.schedule;
    name.chunks = family.chunks;
    name.microBatches = family.microBatches;
    name.zeroStage = family.zeroStage;
    name.shardGroup = family.shardGroup;
    name.recompute = family.recompute;
    name.mixed = family.kind == FamilyKind::mixed;
    name.apart = family.kind == FamilyKind::apart;
    name.shares = family.kind == FamilyKind::shares;
    if (!name.hasOrder()) // how many of each type is open, or given by the cluster
        name.dp = 0;
    if (family.kind == FamilyKind::byStage)
        return name;
    const std::size_t degrees = hasOneDegree(family) ? 1 : family.parts.size();
    for (std::size_t i = 0; i < degrees; ++i)
        name.tp.push_back(family.parts[i].tp);
    for (const auto &part : family.parts)
        name.types.push_back(shortName(topology.deviceTypes()[part.type]));
    return name;
}

FamilyName familyName(const DegreeMistake &mistake)
{
    FamilyName name;
    name.tp = {mistake.tp};
    return name;
}

std::string familyLabel(const FamilyName &name)
{
    std::string label = name.tp.empty() ? byStageWords : "TP" + std::to_string(name.tp.front());
    for (std::size_t i = 1; i < name.tp.size(); ++i)
        label += "/" + std::to_string(name.tp[i]);
    if (name.dp == 0 && name.hasOrder())
        return label;
    if (name.stages > 0)
        label += " PP" + std::to_string(name.stages);
    appendDegrees(label, name.dp, name.cp, name.ep);
    appendStepOf(label, name.schedule, name.chunks, name.microBatches, name.zeroStage, name.shardGroup, name.recompute);
    for (std::size_t i = 0; i < name.types.size(); ++i)
        label.append(i == 0 ? " · " : name.hasOrder() ? " > " : " + ").append(name.types[i]);
    return label + kindWords(name.mixed    ? FamilyKind::mixed
                             : name.apart  ? FamilyKind::apart
                             : name.shares ? FamilyKind::shares
                                           : FamilyKind::pure);
}

std::string familyLabel(const Family &family, const Topology &topology, int stages)
{
    const bool byStage = family.kind == FamilyKind::byStage;
    std::string label = byStage ? byStageWords : "TP" + std::to_string(family.parts.front().tp);
    if (!byStage && !hasOneDegree(family)) {
        for (std::size_t i = 1; i < family.parts.size(); ++i)
            label += "/" + std::to_string(family.parts[i].tp);
    }
    if (stages > 0)
        label += " PP" + std::to_string(stages);
    const bool together = family.isUnlike();
    appendDegrees(label, together ? 0 : family.dp, family.cp, family.ep);
    appendStepOf(label, family.schedule, family.chunks, family.microBatches, family.zeroStage, family.shardGroup,
                 family.recompute);
    if (byStage)
        return label;
    for (std::size_t i = 0; i < family.parts.size(); ++i)
        label.append(i == 0     ? " · "
                     : together ? " + "
                                : " > ")
            .append(shortName(topology.deviceTypes()[family.parts[i].type]));
    return label + kindWords(family.kind);
}

std::string planFamilyLabel(const Family &family, const std::vector<int> &placed, const TensorGroups &groups,
                            const Topology &topology, const Plan &plan)
{
    // TP degrees, stages, micro-batches and samples of all types.
    if (family.isUnlike()) {
        std::string label = planLabel(plan);
        for (std::size_t i = 0; i < family.parts.size(); ++i)
            label.append(i == 0 ? " · " : " + ").append(shortName(topology.deviceTypes()[family.parts[i].type]));
        return label + kindWords(family.kind);
    }
    const int stages = static_cast<int>(placed.size()) / family.dp;
    const PlanName name = planName(plan);
    const std::string recompute = family.recomputesAsNeeded ? recomputeLabel(name) : std::string();
    if (family.kind != FamilyKind::byStage)
        return familyLabel(family, topology, stages) + recompute;
    Family alone = family;
    alone.kind = FamilyKind::pure;
    alone.parts.clear();
    for (int stage = 0; stage < stages; ++stage) {
        const auto &group = groups[placed[static_cast<std::size_t>(stage * family.dp)]];
        const FamilyPart part{group.type, group.size / family.cp, 1, family.cp};
        if (alone.parts.empty() || alone.parts.back() != part)
            alone.parts.push_back(part);
    }
    return familyLabel(alone, topology, stages) + recompute;
}

} // namespace heteroscope
