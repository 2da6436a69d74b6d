// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a cluster can be had larger or smaller: the bandwidth of links and of links inside nodes, the speed and the
// memory of device types, the number of nodes. What is alike changes together: of several equal uplinks one alone would
// show nothing while the others hold the step up.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"
#include "project/project.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

enum class SensitivityKind {
    link,         ///< bandwidth of links between nodes and switches, bytes/s per direction
    nodeLink,     ///< bandwidth of the links inside nodes, bytes/s: of the first one; all are scaled alike
    deviceSpeed,  ///< peak at the job's precision, FLOP/s; the other peaks and the memory bandwidth are scaled alike
    deviceMemory, ///< bytes of a device
    nodeCount,    ///< number of equal nodes with equal links, or of copies of a rack
};
inline constexpr std::array<std::string_view, 5> sensitivityKindNames = {"link", "links inside nodes", "device speed",
                                                                         "device memory", "node count"};

struct SensitivitySubject
{
    SensitivityKind kind = SensitivityKind::link;
    std::string name;                 ///< of the first member: a link, node, rack or device type
    std::vector<std::string> members; ///< drawn links, nodes or racks; of a device type its name
    double present = 0;               ///< in the unit of the kind
    /// USD per hour of one node or rack more, where all its devices have prices; nodeCount only.
    std::optional<double> pricePerHour{};
    friend bool operator==(const SensitivitySubject &, const SensitivitySubject &) = default;
};

/// In the order of the kinds, of one kind in the order of the drawing.
std::vector<SensitivitySubject> sensitivitySubjects(const Project &project, const Topology &topology);

/// What is alike with this link or node, itself included, in the order of the drawing: what one subject of that kind
/// has as members. kind: link, nodeLink or nodeCount, of nodes that are in no rack. Empty if there is no such thing.
std::vector<std::string> alikeMembers(const Cluster &cluster, SensitivityKind kind, const std::string &name);

/// The project with this value of the subject; a count is rounded. Plans that can no longer run are removed. Errors: a
/// cluster that cannot be built, for one because a switch has no free port; no node left; a value that is not above 0.
Result<Project> withSensitivityValue(const Project &project, const SensitivitySubject &subject, double value);

} // namespace heteroscope
