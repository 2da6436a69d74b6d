// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mappings that no plan can obey, whatever the planner does: a device that is pinned but has no place left, a first
// stage or a first pipeline in which no device may work. What follows from more than that (memory, layers, links) is
// for the planner to find out.
//
// Devices that are in the same groups are looked at once, and indices beyond the largest that is named are all alike,
// so the work is that of reading the groups.
#pragma once

#include "strategy/mapping.h"

namespace heteroscope {

/// The most stages and pipelines that a plan can have.
struct PlaceLimits
{
    int stages = 1;
    int pipelines = 1;
};

/// A stage needs a device and a layer, a pipeline a device and a sample.
PlaceLimits placeLimits(const Cluster &cluster, const Workload &workload);

struct MappingConflict
{
    enum class Kind { noPlace, noFirstStage, noFirstPipeline };

    Kind kind = Kind::noPlace;
    std::string device;                ///< noPlace: the first that has none
    std::vector<std::size_t> mappings; ///< indices; leaving out any one of them ends this conflict
    friend bool operator==(const MappingConflict &, const MappingConflict &) = default;
};

/// One after the other, each without the last mapping of those before it: mending one does not hide the next.
std::vector<MappingConflict> findMappingConflicts(const std::vector<Mapping> &mappings, const Cluster &cluster,
                                                  PlaceLimits limits);

} // namespace heteroscope
