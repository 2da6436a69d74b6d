// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a search leaves for the next one, after an edit of the cluster or the job: its plans, in a form that does not
// name devices. A plan is placed again by its family (space.h), with device types found by name, and its cut is
// stretched to the layers that there are now.
//
// Only plans are kept, and no bound. A plan is simulated again before it counts, so whatever a seed says, the answer
// and its proof are those of a search without it; a good first plan only leaves less to be looked at. A bound is not
// kept, because none holds after an edit in general: with a slower link a step may become shorter, where plans compete
// for links, and with more samples or devices every price may change.
#pragma once

#include "planner/space/space.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heteroscope {

/// A plan of a family. Device types are indices into SearchSeed::types.
struct SeedPlan
{
    Family family;
    Layout layout; ///< runs of parts of this family
    Cut cut;       ///< its last end is the number of units
};

struct SearchSeed
{
    /// Of the cluster that was searched: names of the device types, and the number of devices of each.
    std::vector<std::pair<std::string, std::size_t>> types;
    std::vector<SeedPlan> plans; ///< best first, of one family each
};

/// The device types of a seed, without plans.
SearchSeed emptySeed(const Topology &topology);
/// True if the cluster has the same number of devices of each type as the one of the seed.
bool hasSameDevices(const SearchSeed &seed, const Topology &topology);

/// A plan of a family as seed. placed: its groups (placedGroups); of a family of the seed's cluster.
SeedPlan seedPlan(const Family &family, const std::vector<int> &placed, const Cut &cut, const TensorGroups &groups);

/// A seed's plan in another space: index of its family, where it is placed and how the layers are cut.
struct PlacedSeed
{
    std::size_t family = 0;
    Layout layout;
    Cut cut;
};
/// nullopt: the space has no such family, or it has no such stages.
std::optional<PlacedSeed> placeSeed(const SearchSeed &seed, const SeedPlan &plan, const FamilySpace &space,
                                    const Topology &topology, const TensorGroups &groups, const Model &model);

} // namespace heteroscope
