// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts about device groups, and the edits of them, each one undo step with a name. The window calls mappings "rules".
#pragma once

#include "document/document.h"

namespace heteroscope {

/// All rules of the group, the first few of many; empty without any.
QString rulesText(const Project &project, const std::string &group);
std::vector<Mapping> rulesOf(const Project &project, const std::string &group);

/// Keys of the selected groups.
NameSet selectedGroups(Document &document);
/// Whether a group can be made of what is selected, or what is selected be put into the one group selected with it.
bool canGroup(Document &document);
/// The members that the selected nodes, racks and devices mean.
std::vector<std::string> selectedMembers(Document &document);

/// Makes a group of the selected nodes, racks and devices, or puts them into the one group that is selected with them,
/// and selects it. True when it is new.
bool groupSelected(Document &document);
/// Selects what is in the group: its nodes, else its devices.
void selectMembers(Document &document, const std::string &group);

/// False (and the reason is announced) when the name is not allowed.
bool renameGroup(Document &document, const std::string &group, const std::string &wanted);
void addMembers(Document &document, const std::string &group, const std::vector<std::string> &members);
/// With its last member the group goes.
void takeOutMembers(Document &document, const std::string &group, const std::vector<std::string> &members);
void setRules(Document &document, const std::string &group, const std::vector<Mapping> &rules);

} // namespace heteroscope
