// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/search_seed.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// The types of a seed by index as types of a cluster; nullopt for those that it has not.
std::vector<std::optional<std::size_t>> typesHere(const SearchSeed &seed, const Topology &topology)
{
    std::vector<std::optional<std::size_t>> here(seed.types.size());
    const auto &types = topology.deviceTypes();
    for (std::size_t i = 0; i < here.size(); ++i) {
        const auto found = std::find_if(types.begin(), types.end(),
                                        [&, i](const DeviceType &type) { return type.name == seed.types[i].first; });
        if (found != types.end())
            here[i] = static_cast<std::size_t>(found - types.begin());
    }
    return here;
}

/// Equal but for what follows from the number of devices and samples.
bool isSameFamily(const Family &one, const Family &other)
{
    // Most of a large space differs in these; they spare the copy.
    if (one.dp != other.dp || one.microBatchSize != other.microBatchSize || one.kind != other.kind ||
        one.schedule != other.schedule)
        return false;
    Family same = one;
    same.microBatches = other.microBatches;
    same.fewestStages = other.fewestStages;
    same.maxStages = other.maxStages;
    same.mixesExperts = other.mixesExperts;
    // With TP by stage the parts are all pairs that the cluster allows.
    if (one.kind == FamilyKind::byStage || one.parts.size() != other.parts.size())
        same.parts = one.kind == other.kind && one.kind == FamilyKind::byStage ? other.parts : one.parts;
    else
        for (std::size_t part = 0; part < same.parts.size(); ++part)
            same.parts[part].maxStages = other.parts[part].maxStages;
    return same == other;
}

/// The runs of a layout with the parts of another family; nullopt if it has not all of them.
std::optional<Layout> layoutIn(const Family &family, const Family &from, const Layout &layout)
{
    Layout result;
    for (const auto &run : layout) {
        const auto part = std::find_if(family.parts.begin(), family.parts.end(), [&](const FamilyPart &each) {
            const auto &asked = from.parts[run.part];
            return each.type == asked.type && each.tp == asked.tp && each.cp == asked.cp;
        });
        if (part == family.parts.end())
            return std::nullopt;
        result.push_back({static_cast<std::size_t>(part - family.parts.begin()), run.stages});
    }
    return result;
}

/// True if the family has the layout.
bool allows(const Family &family, const Layout &layout, const TensorGroups &groups)
{
    if (!allowsStages(family, stageCount(layout)))
        return false;
    const RunChoices choices(family, groups);
    Layout before;
    for (const auto &run : layout) {
        if (family.kind == FamilyKind::pure && run.stages > family.parts[run.part].maxStages)
            return false;
        if (family.kind == FamilyKind::byStage && run.stages > choices.maxStages(run.part, before))
            return false;
        before.push_back(run);
    }
    return family.kind != FamilyKind::byStage || choices.isByStage(layout);
}

/// The cut with its ends at the same shares of so many units; every stage keeps one at least.
std::optional<Cut> stretched(const Cut &cut, int units)
{
    const int stages = static_cast<int>(cut.size());
    if (units < stages)
        return std::nullopt;
    Cut result = cut;
    for (int stage = 0; stage < stages; ++stage) {
        auto &end = result[static_cast<std::size_t>(stage)];
        end = static_cast<int>(std::lround(static_cast<double>(end) * units / cut.back()));
        const int before = stage == 0 ? 0 : result[static_cast<std::size_t>(stage) - 1];
        end = std::clamp(end, before + 1, units - (stages - 1 - stage));
    }
    return result;
}

} // namespace

SearchSeed emptySeed(const Topology &topology)
{
    SearchSeed seed;
    for (const auto &type : topology.deviceTypes())
        seed.types.emplace_back(type.name, 0);
    for (const auto &device : topology.devices())
        ++seed.types[device.type].second;
    return seed;
}

bool hasSameDevices(const SearchSeed &seed, const Topology &topology)
{
    auto before = seed.types;
    auto now = emptySeed(topology).types;
    std::sort(before.begin(), before.end());
    std::sort(now.begin(), now.end());
    return before == now;
}

SeedPlan seedPlan(const Family &family, const std::vector<int> &placed, const Cut &cut, const TensorGroups &groups)
{
    SeedPlan plan{family, {}, cut};
    if (family.kind == FamilyKind::mixed) {
        plan.layout = {{0, static_cast<int>(cut.size())}};
        return plan;
    }
    for (std::size_t stage = 0; stage < cut.size(); ++stage) {
        const auto &group = groups[placed[stage * static_cast<std::size_t>(family.dp)]];
        const auto part = std::find_if(family.parts.begin(), family.parts.end(), [&](const FamilyPart &each) {
            return each.type == group.type && each.devices() == group.size;
        });
        const auto index = static_cast<std::size_t>(part - family.parts.begin());
        if (plan.layout.empty() || plan.layout.back().part != index)
            plan.layout.push_back({index, 0});
        ++plan.layout.back().stages;
    }
    return plan;
}

std::optional<PlacedSeed> placeSeed(const SearchSeed &seed, const SeedPlan &plan, const FamilySpace &space,
                                    const Topology &topology, const TensorGroups &groups, const Model &model)
{
    const auto here = typesHere(seed, topology);
    Family asked = plan.family;
    for (auto &part : asked.parts) {
        if (const auto type = here[part.type])
            part.type = *type;
        else if (asked.kind != FamilyKind::byStage)
            return std::nullopt;
        else // no part of the space has this type
            part.type = topology.deviceTypes().size();
    }
    const auto &families = space.families;
    const auto family =
        std::find_if(families.begin(), families.end(), [&](const Family &each) { return isSameFamily(asked, each); });
    if (family == families.end())
        return std::nullopt;
    const auto layout = layoutIn(*family, asked, plan.layout);
    if (!layout || !allows(*family, *layout, groups))
        return std::nullopt;
    auto cut = stretched(plan.cut, cutUnits(*family, model));
    if (!cut)
        return std::nullopt;
    return PlacedSeed{static_cast<std::size_t>(family - families.begin()), *layout, std::move(*cut)};
}

} // namespace heteroscope
