// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every change a user can make to a project, as a function from the old value to the new one. An edit that changes
// nothing returns an equal value; one that is not allowed returns the reason: an Error whose expected field says what
// would be. An edit never makes a cluster with mistakes (findClusterMistakes) from one without. The window wraps them
// in undo commands. Each is linear in the size of the project. Conflict sets, device groups and mappings are in
// group_edits.h.
#pragma once

#include "base/result.h"
#include "project/project.h"

#include <set>

namespace heteroscope {

/// A name not taken yet: base-0, base-1, ... for base "h100". Characters that no name may have are left out of the
/// base.
std::string freeName(const Cluster &cluster, const std::string &base);

Result<Project> addNode(const Project &project, const Node &nodeTemplate, const std::string &name, CanvasPosition at);
Result<Project> addSwitch(const Project &project, const std::string &name, CanvasPosition at);

/// Why a link between the two is not allowed ("a link needs two different ends", "already linked", ...); empty if it
/// is.
std::string whyNotLinkable(const Cluster &cluster, const std::string &from, const std::string &to);
Result<Project> addLink(const Project &project, const std::string &from, const std::string &to, const LinkType &type);
/// One link more beside this one, with the same figures. Refused where a switch has no port left.
Result<Project> addParallelLink(const Project &project, const std::string &name);

/// Removes nodes, switches and links by name, notes and device groups by key, links of removed ends with them, and the
/// plans' claim on devices that are gone: a plan that used one is removed, and the returned project says which plans by
/// their absence. Conflict sets, racks and device groups lose the removed members and go when none is left. The name of
/// a rack removes the rack but not its members.
Result<Project> removeThings(const Project &project, const std::set<std::string> &names);

/// Copies nodes and switches with the links between them, and notes; new names are free ones. Shifted by (dx, dy).
/// Names of links are passed over: a link is copied exactly when both its ends are.
struct Duplicated
{
    Project project;
    std::set<std::string> names; ///< of the copies; of notes the keys
};
Result<Duplicated> duplicateThings(const Project &project, const std::set<std::string> &names, double dx, double dy);

/// Moves what has a place on the canvas, notes by key; other names and infinite positions are passed over.
Project moveThings(const Project &project, const std::map<std::string, CanvasPosition> &positions);

/// Replaces a node, switch or link; a changed name is carried through links, conflict sets, racks, groups, plans and
/// canvas; a plan that used a device which is gone is removed.
Result<Project> replaceNode(const Project &project, const std::string &name, const Node &node);
Result<Project> replaceSwitch(const Project &project, const std::string &name, const Switch &changed);
Result<Project> replaceLink(const Project &project, const std::string &name, const Link &link);

/// Makes a rack of nodes and switches that stand in none yet, or changes one. Plans that used copies which are gone are
/// removed. A device group that holds a node in all its copies holds the new ones too.
Result<Project> addRack(const Project &project, const Rack &rack);
Result<Project> replaceRack(const Project &project, const std::string &name, const Rack &rack);

Project setTitle(const Project &project, const std::string &title, const std::string &description);
Project setWorkload(const Project &project, const Workload &workload);
/// Puts the plan first under that name, replacing one of the same name.
/// A measured time stays with it only if the plan is the same.
Project applyPlan(const Project &project, const std::string &name, const Plan &plan);
Project removePlan(const Project &project, const std::string &name);

} // namespace heteroscope
