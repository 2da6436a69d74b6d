// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mappings: what the user lays down about device groups, for the planner to obey.
//
//   pin     every device of the group works, and only in the listed stages (or pipelines)
//   allow   the listed stages (or pipelines) hold devices of the group only
//   forbid  no device of the group works in the listed ones
//
// Stages and pipelines are counted from 0; an empty list means all of them (forbid then leaves the group unused).
#pragma once

#include "strategy/plan.h"
#include "json/object_reader.h"

namespace heteroscope {

enum class MappingRule { pin, allow, forbid };
inline constexpr std::array<std::string_view, 3> mappingRuleNames = {"pin", "allow", "forbid"};

enum class MappingTarget { stages, pipelines };
inline constexpr std::array<std::string_view, 2> mappingTargetNames = {"stages", "pipelines"};

inline constexpr int largestMappingIndex = 100'000;

struct Mapping
{
    std::string group; ///< DeviceGroup::name
    MappingRule rule = MappingRule::allow;
    MappingTarget target = MappingTarget::stages;
    std::vector<int> indices;
    Extensions extensions;
    friend bool operator==(const Mapping &, const Mapping &) = default;
};

Mapping readMapping(const Json &json, const std::string &path, Findings &findings);
Json toJson(const Mapping &mapping);

/// Groups that do not exist. Paths are below `path`, by index.
Findings findMappingMistakes(const std::vector<Mapping> &mappings, const Cluster &cluster, const std::string &path);

/// A mapping with its devices looked up.
struct ResolvedMapping
{
    Mapping mapping;
    std::vector<bool> inGroup; ///< by DeviceId
};

/// Mappings of unknown groups are left out (findMappingMistakes tells).
std::vector<ResolvedMapping> resolveMappings(const std::vector<Mapping> &mappings, const Cluster &cluster,
                                             const Topology &topology);

/// Where a device works.
struct DevicePlace
{
    int stage = 0;
    int pipeline = 0;
};

/// The first mapping that a placement breaks, in words: "pin of group old: v100-0:3 is not used"; empty when all hold.
/// places is by DeviceId; none = unused.
std::string brokenMapping(const std::vector<ResolvedMapping> &mappings, const Topology &topology,
                          const std::vector<std::optional<DevicePlace>> &places);

} // namespace heteroscope
