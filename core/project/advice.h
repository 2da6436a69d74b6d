// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is allowed in a project but seldom meant, and the edit that would mend it: nodes that nothing leads to, bits
// taken for bytes, a precision that a device does not compute in, ports whose ways out are thinner than what hangs on
// them, device groups that hold nothing or ask for what cannot be. Linear in the cluster.
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
    std::string thing;        ///< node, switch or link it is about, or a device group's key
    Error about;              ///< found, expected; hint: what followAdvice does, empty when it can do nothing
    std::string from;         ///< unreachable: ends of the link that would mend it; overlappingGroups: the two
    std::string to;           ///< of two groups the one that would give devices up
    BytesPerSecond bandwidth; ///< bitsForBytes: what is meant
    Precision precision{};    ///< unsupportedPrecision: what every device computes in
    Mapping mapping;          ///< impossibleMappings: the one that would go
    /// Nothing is wrong: such things are done on purpose, and it is good to know.
    bool isNote() const { return kind == Kind::oversubscribed || kind == Kind::overlappingGroups; }
    friend bool operator==(const Advice &, const Advice &) = default;
};

std::vector<Advice> findAdvice(const Project &project);

/// The mended project. Error: there is nothing to do about it, or the project is another one by now.
Result<Project> followAdvice(const Project &project, const Advice &advice);

} // namespace heteroscope
