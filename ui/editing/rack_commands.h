// SPDX-License-Identifier: GPL-3.0-or-later
//
// The edits of racks that the window makes, each one undo step with a name.
#pragma once

#include "document/document.h"

namespace heteroscope {

/// The names without racks, with their members instead.
NameSet withMembers(const Cluster &cluster, const NameSet &names);
/// The names with closed racks instead of their members and the links inside, where all members are among them.
NameSet foldedIntoRacks(const Cluster &cluster, NameSet names);
/// Selected racks, and the racks that selected things stand in.
NameSet selectedRacks(Document &document);

/// Where a link that is drawn to this thing ends: itself, of a rack its only switch, else its only node. Empty: there
/// is no such place.
std::string linkEnd(const Cluster &cluster, const std::string &name);

/// Makes a rack of the selected nodes and switches, or puts them into the one rack that is selected with them, and
/// selects it. Refused, with the reason, where one stands in another rack already.
void rackSelected(Document &document);
/// Selected racks become what they stand for, copy by copy; without one, selected things leave their racks.
void unrackSelected(Document &document);
/// Closes open racks of these names and opens closed ones: all as the first.
void toggleRacks(Document &document, const NameSet &names);
/// Changes how often a rack repeats; consecutive changes are one undo step.
void setRepeat(Document &document, const std::string &name, int repeat);
/// False (and the reason is announced) when the name is not allowed.
bool renameRack(Document &document, const std::string &name, const std::string &wanted);

} // namespace heteroscope
