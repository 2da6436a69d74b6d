// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mappings: the user's rules about device groups, which the planner obeys.
//
//   pin     every device of the group is used, and only in the listed stages (or pipelines)
//   allow   the listed stages (or pipelines) use no devices outside the group
//   forbid  the listed stages (or pipelines) use no device of the group
//
// Stages and pipelines are numbered from 0. An empty list means all of them (forbid then leaves the group unused).
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

/// Finds mappings of groups that do not exist. Error paths are `path`/INDEX.
Findings findMappingMistakes(const std::vector<Mapping> &mappings, const Cluster &cluster, const std::string &path);

/// A mapping with the ids of its devices.
struct ResolvedMapping
{
    Mapping mapping;
    std::vector<bool> inGroup; ///< by DeviceId
};

/// Looks up the devices of all mappings. Mappings of unknown groups are left out (findMappingMistakes reports them).
std::vector<ResolvedMapping> resolveMappings(const std::vector<Mapping> &mappings, const Cluster &cluster,
                                             const Topology &topology);

/// The stage and pipeline that use a device.
struct DevicePlace
{
    int stage = 0;
    int pipeline = 0;
};

/// What a device does that a mapping does not allow.
enum class BreachKind {
    unused,      ///< pin: it does not work at all
    elsewhere,   ///< pin: it works in another place
    notOfGroup,  ///< allow: it works in a place of the group without belonging to the group
    mustStayOut, ///< forbid: it works in a place that its group must stay out of
};

/// A mapping that a placement breaks, with the first device that does so.
struct MappingBreach
{
    std::string group;
    MappingRule rule = MappingRule::pin;
    std::string device;
    BreachKind kind = BreachKind::unused;
    friend bool operator==(const MappingBreach &, const MappingBreach &) = default;
};

/// The first mapping that a placement breaks; empty if it obeys all. places is indexed by DeviceId; nullopt means that
/// the device is unused.
std::optional<MappingBreach> findBreach(const std::vector<ResolvedMapping> &mappings, const Topology &topology,
                                        const std::vector<std::optional<DevicePlace>> &places);

} // namespace heteroscope
