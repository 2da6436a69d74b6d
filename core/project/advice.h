// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds what is allowed in a project but probably a mistake, with an edit that fixes it: nodes without a link, bits
// entered as bytes, a precision that a device does not support, oversubscribed switches and network cards, device
// groups that are empty or whose mappings contradict each other. Linear in the size of the cluster.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

struct Advice
{
    enum class Kind {
        unreachable,
        bitsForBytes,
        unsupportedPrecision,
        oversubscribed,
        emptyGroup,
        overlappingGroups,
        impossibleMappings
    };

    Kind kind = Kind::unreachable;
    std::string thing;        ///< the node, switch or link concerned, or the key of a device group
    Error about;              ///< found, expected; hint: the fix that followAdvice applies, empty if there is none
    std::string from;         ///< unreachable: one end of the link to add; overlappingGroups: one group
    std::string to;           ///< unreachable: the other end; overlappingGroups: the group that would lose devices
    BytesPerSecond bandwidth; ///< bitsForBytes: the bandwidth probably meant
    Precision precision{};    ///< unsupportedPrecision: one that all devices support
    Mapping mapping;          ///< impossibleMappings: the one to remove
    /// True for information: the project may well be meant this way.
    bool isNote() const { return kind == Kind::oversubscribed || kind == Kind::overlappingGroups; }
    friend bool operator==(const Advice &, const Advice &) = default;
};

std::vector<Advice> findAdvice(const Project &project);

/// The project after the suggested fix. Error: the advice has no fix, or it does not apply to this project any more.
Result<Project> followAdvice(const Project &project, const Advice &advice);

} // namespace heteroscope
