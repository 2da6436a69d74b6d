// SPDX-License-Identifier: GPL-3.0-or-later
//
// The edits of a project, as functions from the old value to the new one. An edit that changes nothing returns an equal
// value. An edit that is not allowed returns an Error; its field `expected` says what would be allowed. A cluster
// without mistakes (findClusterMistakes) has none after an edit. The window wraps edits in undo commands. Each edit is
// linear in the size of the project. Edits of conflict sets, device groups and mappings are in group_edits.h.
#pragma once

#include "base/result.h"
#include "project/project.h"

#include <set>

namespace heteroscope {

/// The first unused name of base-0, base-1, ...; characters not allowed in names are removed from the base.
std::string freeName(const Cluster &cluster, const std::string &base);

Result<Project> addNode(const Project &project, const Node &nodeTemplate, const std::string &name, CanvasPosition at);
Result<Project> addSwitch(const Project &project, const std::string &name, CanvasPosition at);

/// Checks whether a link may be added between two elements. Returns why not ("a link needs two different ends",
/// "already linked", ...), or an empty text.
std::string whyNotLinkable(const Cluster &cluster, const std::string &from, const std::string &to);
Result<Project> addLink(const Project &project, const std::string &from, const std::string &to, const LinkType &type);
/// Adds a parallel link with the same values. Error: a switch has no free port.
Result<Project> addParallelLink(const Project &project, const std::string &name);

/// Removes nodes, switches and links by name, notes and device groups by key. Links of removed elements and plans that
/// use a removed device are removed too; further jobs lose the removed devices. Conflict sets, racks and device groups
/// lose the removed members, and are removed if none is left. The name of a rack removes the rack but not its members.
Result<Project> removeThings(const Project &project, const std::set<std::string> &names);

/// Copies nodes and switches with the links between them, and notes, under unused names, shifted by (dx, dy). Names of
/// links are ignored: a link is copied if and only if both its ends are.
struct Duplicated
{
    Project project;
    std::set<std::string> names; ///< names of the copies; of notes their keys
};
Result<Duplicated> duplicateThings(const Project &project, const std::set<std::string> &names, double dx, double dy);

/// Moves nodes, switches and notes (by key) on the canvas. Other names and infinite positions are ignored.
Project moveThings(const Project &project, const std::map<std::string, CanvasPosition> &positions);

/// Replaces a node, switch or link. A new name is updated in links, conflict sets, racks, groups, plans, jobs and
/// canvas. Plans that use a device that no longer exists are removed.
Result<Project> replaceNode(const Project &project, const std::string &name, const Node &node);
Result<Project> replaceSwitch(const Project &project, const std::string &name, const Switch &changed);
Result<Project> replaceLink(const Project &project, const std::string &name, const Link &link);

/// Adds a rack of nodes and switches that are in no rack yet, or changes a rack. Plans that use copies that no longer
/// exist are removed. New copies of a node join the device groups that have all previous copies as members.
Result<Project> addRack(const Project &project, const Rack &rack);
Result<Project> replaceRack(const Project &project, const std::string &name, const Rack &rack);

Project setTitle(const Project &project, const std::string &title, const std::string &description);
/// Refused outside of limits::powerUsageEffectiveness.
Result<Project> setPowerUsageEffectiveness(const Project &project, double value);
Project setWorkload(const Project &project, const Workload &workload);
/// Puts the plan first in the list and removes another plan of the same name. The reference to a measured time is kept
/// only if the plan is unchanged.
Project applyPlan(const Project &project, const std::string &name, const Plan &plan);
/// Makes the plan the first one; the plan that was first stays behind it, to compare with and to go back to. A plan
/// that the project has already keeps its name. Another one gets `name`, with a number if this name is taken.
Project adoptPlan(const Project &project, const std::string &name, const Plan &plan);
Project removePlan(const Project &project, const std::string &name);

} // namespace heteroscope
