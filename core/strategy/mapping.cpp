// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace heteroscope {

namespace {

bool contains(const Mapping &mapping, const DevicePlace &place)
{
    const int index = mapping.target == MappingTarget::stages ? place.stage : place.pipeline;
    return mapping.indices.empty() ||
           std::find(mapping.indices.begin(), mapping.indices.end(), index) != mapping.indices.end();
}

/// How this device breaks the mapping; empty when it does not.
std::optional<BreachKind> breachOf(const Mapping &mapping, bool inGroup, const std::optional<DevicePlace> &place)
{
    const bool inside = place && contains(mapping, *place);
    switch (mapping.rule) {
    case MappingRule::pin:
        if (!inGroup || inside)
            return std::nullopt;
        return place ? BreachKind::elsewhere : BreachKind::unused;
    case MappingRule::allow:
        return inside && !inGroup ? std::optional(BreachKind::notOfGroup) : std::nullopt;
    case MappingRule::forbid:
        break;
    }
    return inside && inGroup ? std::optional(BreachKind::mustStayOut) : std::nullopt;
}

} // namespace

Mapping readMapping(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Mapping mapping;
    mapping.group = reader.text("group");
    mapping.rule = static_cast<MappingRule>(reader.word("rule", mappingRuleNames));
    mapping.target = static_cast<MappingTarget>(reader.word("target", mappingTargetNames));
    for (const Json *item : reader.items("indices")) {
        if (item->is_number_integer() && item->get<double>() >= 0 && item->get<double>() <= largestMappingIndex)
            mapping.indices.push_back(item->get<int>());
        else
            reader.error("indices", describe(*item), fmt::format("whole numbers from 0 to {}", largestMappingIndex),
                         "write the numbers of stages or pipelines, counted from 0");
    }
    mapping.extensions = reader.finish();
    return mapping;
}

Json toJson(const Mapping &mapping)
{
    Json json = {{"group", mapping.group},
                 {"rule", mappingRuleNames[static_cast<std::size_t>(mapping.rule)]},
                 {"target", mappingTargetNames[static_cast<std::size_t>(mapping.target)]},
                 {"indices", mapping.indices}};
    writeExtensions(json, mapping.extensions);
    return json;
}

Findings findMappingMistakes(const std::vector<Mapping> &mappings, const Cluster &cluster, const std::string &path)
{
    Findings findings;
    for (std::size_t i = 0; i < mappings.size(); ++i) {
        const auto known = std::any_of(cluster.deviceGroups.begin(), cluster.deviceGroups.end(),
                                       [&](const DeviceGroup &group) { return group.name == mappings[i].group; });
        if (!known)
            findings.errors.push_back({Error::Code::reference,
                                       {},
                                       fmt::format("{}/{}/group", path, i),
                                       "\"" + mappings[i].group + "\"",
                                       "the name of a device group",
                                       "add it to /cluster/deviceGroups"});
    }
    return findings;
}

std::vector<ResolvedMapping> resolveMappings(const std::vector<Mapping> &mappings, const Cluster &cluster,
                                             const Topology &topology)
{
    std::vector<ResolvedMapping> resolved;
    for (const auto &mapping : mappings) {
        const auto group = std::find_if(cluster.deviceGroups.begin(), cluster.deviceGroups.end(),
                                        [&](const DeviceGroup &g) { return g.name == mapping.group; });
        if (group == cluster.deviceGroups.end())
            continue;
        ResolvedMapping entry{mapping, std::vector<bool>(topology.devices().size())};
        const std::unordered_set<std::string_view> held(group->devices.begin(), group->devices.end());
        for (std::size_t d = 0; d < entry.inGroup.size(); ++d) {
            const auto &device = topology.devices()[d];
            entry.inGroup[d] = held.contains(device.name) || held.contains(topology.nodes()[device.node].name);
        }
        resolved.push_back(std::move(entry));
    }
    return resolved;
}

std::optional<MappingBreach> findBreach(const std::vector<ResolvedMapping> &mappings, const Topology &topology,
                                        const std::vector<std::optional<DevicePlace>> &places)
{
    for (const auto &[mapping, inGroup] : mappings) {
        for (std::size_t d = 0; d < places.size(); ++d) {
            if (const auto kind = breachOf(mapping, inGroup[d], places[d]))
                return MappingBreach{mapping.group, mapping.rule, topology.devices()[d].name, *kind};
        }
    }
    return std::nullopt;
}

} // namespace heteroscope
