// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/mapping_conflicts.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

/// Devices that are in the same groups.
struct DeviceKind
{
    std::string example;
    std::vector<bool> in; ///< by mapping
};

/// Every kind of device that the cluster has, as the mappings see it.
std::vector<DeviceKind> deviceKinds(const std::vector<Mapping> &mappings, const Cluster &cluster)
{
    std::unordered_map<std::string_view, const DeviceGroup *> groupOf;
    for (const auto &group : cluster.deviceGroups)
        groupOf.emplace(group.name, &group);
    std::unordered_map<std::string_view, std::size_t> devicesIn;
    for (const auto &node : cluster.nodes)
        devicesIn.emplace(node.name, node.devices.size());

    // A copy of a node is one unit unless a group names single devices of it.
    std::unordered_set<std::string> split;
    for (const auto &mapping : mappings) {
        if (const auto group = groupOf.find(mapping.group); group != groupOf.end())
            for (const auto &name : group->second->devices)
                if (const auto colon = name.find(':'); colon != std::string::npos)
                    split.insert(name.substr(0, colon));
    }
    std::map<std::string, std::vector<bool>> units;
    const auto mark = [&](const std::string &unit, std::size_t mapping) {
        auto &in = units[unit];
        in.resize(mappings.size());
        in[mapping] = true;
    };
    std::size_t named = 0;
    for (std::size_t m = 0; m < mappings.size(); ++m) {
        const auto group = groupOf.find(mappings[m].group);
        if (group == groupOf.end())
            continue;
        for (const auto &name : group->second->devices) {
            const auto inside = devicesIn.find(drawnName(std::string_view(name).substr(0, name.find(':'))));
            if (inside == devicesIn.end())
                continue;
            if (name.find(':') != std::string::npos || !split.contains(name)) {
                mark(name, m);
                continue;
            }
            for (std::size_t d = 0; d < inside->second; ++d)
                mark(name + ":" + std::to_string(d), m);
        }
    }
    std::map<std::vector<bool>, std::string> exampleOf;
    for (const auto &[unit, in] : units) {
        const bool single = unit.find(':') != std::string::npos;
        named += single ? 1 : devicesIn.at(drawnName(unit));
        exampleOf.emplace(in, single ? unit : unit + ":0");
    }
    std::vector<DeviceKind> kinds;
    kinds.reserve(exampleOf.size() + 1);
    for (const auto &[in, example] : exampleOf)
        kinds.push_back({example, in});
    if (named < deviceCount(cluster))
        kinds.push_back({{}, std::vector<bool>(mappings.size())});
    return kinds;
}

/// Looks for conflicts among some of the mappings.
class Search
{
public:
    Search(const std::vector<Mapping> &mappings, const Cluster &cluster, PlaceLimits limits)
        : m_mappings(mappings), m_kinds(deviceKinds(mappings, cluster))
    {
        // What no mapping names is alike: one index beyond the named ones stands for all of those.
        int stages = 0;
        int pipelines = 0;
        for (const auto &mapping : mappings)
            for (const int index : mapping.indices)
                (mapping.target == MappingTarget::stages ? stages : pipelines) =
                    std::max(mapping.target == MappingTarget::stages ? stages : pipelines, index + 1);
        m_stages = static_cast<std::size_t>(std::min(limits.stages, stages + 1));
        m_pipelines = static_cast<std::size_t>(std::min(limits.pipelines, pipelines + 1));
    }

    std::optional<MappingConflict> find(const std::vector<std::size_t> &among) const
    {
        bool first = false;    // some device may work in the first stage,
        bool pipeline = false; // and some in the first pipeline
        for (const auto &kind : m_kinds) {
            const auto stages = placesLeft(kind, among, MappingTarget::stages, m_stages);
            const auto pipelines = placesLeft(kind, among, MappingTarget::pipelines, m_pipelines);
            const bool any = std::find(stages.begin(), stages.end(), true) != stages.end() &&
                             std::find(pipelines.begin(), pipelines.end(), true) != pipelines.end();
            if (!any && isPinned(kind, among))
                return MappingConflict{MappingConflict::Kind::noPlace, kind.example, among};
            first = first || (any && stages.front());
            pipeline = pipeline || (any && pipelines.front());
        }
        if (!first)
            return MappingConflict{MappingConflict::Kind::noFirstStage, {}, among};
        if (!pipeline)
            return MappingConflict{MappingConflict::Kind::noFirstPipeline, {}, among};
        return std::nullopt;
    }

    /// Mappings of which none can be left out. Each is tried, the last first, so that what was said first stays.
    MappingConflict smallest(MappingConflict conflict) const
    {
        const std::vector<std::size_t> all = conflict.mappings;
        for (auto mapping = all.rbegin(); mapping != all.rend(); ++mapping) {
            auto fewer = conflict.mappings;
            std::erase(fewer, *mapping);
            if (auto still = find(fewer))
                conflict = std::move(*still);
        }
        return conflict;
    }

private:
    bool isPinned(const DeviceKind &kind, const std::vector<std::size_t> &among) const
    {
        return std::any_of(among.begin(), among.end(),
                           [&](std::size_t m) { return kind.in[m] && m_mappings[m].rule == MappingRule::pin; });
    }

    std::vector<bool> placesLeft(const DeviceKind &kind, const std::vector<std::size_t> &among, MappingTarget target,
                                 std::size_t count) const
    {
        std::vector<bool> left(count, true);
        for (const std::size_t m : among) {
            const Mapping &mapping = m_mappings[m];
            const bool touches = mapping.rule == MappingRule::allow ? !kind.in[m] : kind.in[m];
            if (mapping.target != target || !touches)
                continue;
            std::vector<bool> listed(count, mapping.indices.empty());
            for (const int index : mapping.indices)
                if (static_cast<std::size_t>(index) < count)
                    listed[static_cast<std::size_t>(index)] = true;
            for (std::size_t i = 0; i < count; ++i)
                left[i] = left[i] && listed[i] == (mapping.rule == MappingRule::pin);
        }
        return left;
    }

    const std::vector<Mapping> &m_mappings;
    std::vector<DeviceKind> m_kinds;
    std::size_t m_stages = 1;
    std::size_t m_pipelines = 1;
};

} // namespace

PlaceLimits placeLimits(const Cluster &cluster, const Workload &workload)
{
    const auto devices = static_cast<int>(std::clamp<std::size_t>(deviceCount(cluster), 1, maxDevices));
    return {std::clamp(workload.model.planLayers(), 1, devices),
            workload.job.globalBatchFree ? devices : std::clamp(workload.job.globalBatch, 1, devices)};
}

std::vector<MappingConflict> findMappingConflicts(const std::vector<Mapping> &mappings, const Cluster &cluster,
                                                  PlaceLimits limits)
{
    std::vector<MappingConflict> conflicts;
    if (mappings.empty() || deviceCount(cluster) == 0)
        return conflicts;
    const Search search(mappings, cluster, limits);
    std::vector<std::size_t> left(mappings.size());
    for (std::size_t m = 0; m < left.size(); ++m)
        left[m] = m;
    while (const auto found = search.find(left)) {
        conflicts.push_back(search.smallest(*found));
        if (conflicts.back().mappings.empty())
            break; // not for the mappings
        std::erase(left, conflicts.back().mappings.back());
    }
    return conflicts;
}

} // namespace heteroscope
