// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds what is allowed in a project but probably a mistake, with an edit that fixes it: nodes without a link, links
// that cannot be built, bits entered as bytes, a precision that a device does not support, oversubscribed switches and
// network cards, device groups that are empty or whose mappings contradict each other. Linear in the size of the
// cluster.
#pragma once

#include "base/result.h"
#include "cluster/impossible_links.h"
#include "project/oversubscription.h"
#include "project/project.h"
#include "strategy/mapping_conflicts.h"

#include <variant>

namespace heteroscope {

/// Nodes that no link connects to the others.
struct UnreachableNodes
{
    std::size_t others = 0; ///< nodes besides Advice::thing
    std::string from, to;   ///< ends of the link that would connect them
    friend bool operator==(const UnreachableNodes &, const UnreachableNodes &) = default;
};

/// A link with eight times the usual bandwidth.
struct BitsForBytes
{
    BytesPerSecond set;
    BytesPerSecond meant;
    friend bool operator==(const BitsForBytes &, const BitsForBytes &) = default;
};

struct UnsupportedPrecision
{
    std::string deviceType;
    Precision wanted{};
    std::optional<Precision> common; ///< that every device computes in
    friend bool operator==(const UnsupportedPrecision &, const UnsupportedPrecision &) = default;
};

struct OversubscribedPort
{
    Oversubscription port;
    std::size_t alike = 0; ///< others
    friend bool operator==(const OversubscribedPort &, const OversubscribedPort &) = default;
};

struct EmptyGroup
{
    std::string group;
    friend bool operator==(const EmptyGroup &, const EmptyGroup &) = default;
};

/// Two groups with mappings that hold the same devices.
struct OverlappingGroups
{
    std::string first, second; ///< the second would give the devices up
    std::string device;        ///< the first of those in both
    std::size_t others = 0;    ///< further ones
    friend bool operator==(const OverlappingGroups &, const OverlappingGroups &) = default;
};

/// Mappings that no plan can obey together.
struct ImpossibleMappings
{
    MappingConflict::Kind kind = MappingConflict::Kind::noPlace;
    std::string device;            ///< noPlace: the first that has none
    std::vector<Mapping> mappings; ///< the last one would be dropped
    PlaceLimits limits;
    friend bool operator==(const ImpossibleMappings &, const ImpossibleMappings &) = default;
};

struct Advice
{
    std::string thing; ///< node, switch or link it is about, or a device group's key
    std::variant<UnreachableNodes, ImpossibleLink, BitsForBytes, UnsupportedPrecision, OversubscribedPort, EmptyGroup,
                 OverlappingGroups, ImpossibleMappings>
        about;
    bool canBeFollowed = false; ///< followAdvice can do something about it

    /// True for information: the project may well be meant this way.
    bool isNote() const;
    friend bool operator==(const Advice &, const Advice &) = default;
};

std::vector<Advice> findAdvice(const Project &project);

/// The project after the suggested fix. Error: the advice has no fix, or it does not apply to this project any more.
Result<Project> followAdvice(const Project &project, const Advice &advice);

} // namespace heteroscope
