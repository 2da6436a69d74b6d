// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds mappings that contradict each other, so that no plan can obey them: a pinned device without an allowed place,
// or a first stage or first pipeline that no device may be used in. Contradictions that also depend on memory, layers
// or links are found by the planner only.
//
// Devices that are in the same groups are checked once, and all indices above the max listed index behave alike, so the
// cost is linear in the size of the groups.
#pragma once

#include "strategy/mapping.h"

namespace heteroscope {

/// Max number of stages and pipelines that a plan can have.
struct PlaceLimits
{
    int stages = 1;
    int pipelines = 1;
    friend bool operator==(const PlaceLimits &, const PlaceLimits &) = default;
};

/// Every stage needs at least one device and one layer, every pipeline at least one device and one sample.
PlaceLimits placeLimits(const Cluster &cluster, const Workload &workload);

struct MappingConflict
{
    enum class Kind { noPlace, noFirstStage, noFirstPipeline };

    Kind kind = Kind::noPlace;
    std::string device;                ///< noPlace: the first device without an allowed place
    std::vector<std::size_t> mappings; ///< indices; removing any one of them resolves this conflict
    friend bool operator==(const MappingConflict &, const MappingConflict &) = default;
};

/// All conflicts. After each one found, its last mapping is removed and the search continues, so that the list also has
/// the conflicts that would appear after the first is resolved.
std::vector<MappingConflict> findMappingConflicts(const std::vector<Mapping> &mappings, const Cluster &cluster,
                                                  PlaceLimits limits);

} // namespace heteroscope
