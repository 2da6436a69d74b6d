// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every change a user can make to a project, as a function from the old value to the new one. An edit that changes
// nothing returns an equal value; one that is not allowed returns the reason. The window wraps them in undo commands.
#pragma once

#include "base/result.h"
#include "project/project.h"

#include <set>

namespace heteroscope {

/// A name not taken yet: base-0, base-1, ... for base "h100".
std::string freeName(const Cluster &cluster, const std::string &base);

Result<Project> addNode(const Project &project, const Node &nodeTemplate, const std::string &name, CanvasPosition at);
Result<Project> addSwitch(const Project &project, const std::string &name, CanvasPosition at);

/// Why a link between the two is not allowed ("a link needs two different ends", "already linked", ...); empty if it is.
std::string whyNotLinkable(const Cluster &cluster, const std::string &from, const std::string &to);
Result<Project> addLink(const Project &project, const std::string &from, const std::string &to, const LinkType &type);

/// Removes nodes, switches and links by name, links of removed ends with them, and the plans' claim on devices that are
/// gone: a plan that used one is removed, and the returned project says which plans by their absence.
Result<Project> removeThings(const Project &project, const std::set<std::string> &names);

/// Copies nodes and switches with the links between them; new names are free ones. Shifted by (dx, dy).
struct Duplicated
{
    Project project;
    std::set<std::string> names;       ///< of the copies
};
Result<Duplicated> duplicateThings(const Project &project, const std::set<std::string> &names, double dx, double dy);

Project moveThings(const Project &project, const std::map<std::string, CanvasPosition> &positions);

/// Replaces a node, switch or link; a changed name is carried through links, racks, groups, plans and canvas.
Result<Project> replaceNode(const Project &project, const std::string &name, const Node &node);
Result<Project> replaceSwitch(const Project &project, const std::string &name, const Switch &changed);
Result<Project> replaceLink(const Project &project, const std::string &name, const Link &link);

Project setWorkload(const Project &project, const Workload &workload);
/// Puts the plan first under that name, replacing one of the same name.
Project applyPlan(const Project &project, const std::string &name, const Plan &plan);

} // namespace heteroscope
