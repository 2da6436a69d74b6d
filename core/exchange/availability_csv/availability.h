// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a CSV of what is there over time, as records of spot and shared machines have it, as speeds of the project's
// devices: what is away has speed 0. Two forms, told by the first line:
//
//     time,a100-0 (available),spot-3 (available)     a table: from that time on, so many devices of the node are there
//     time,node,event                                events: a node or device ("spot-3:5") goes or comes back
//
// A column of the table is a node, a device, or a device type; of a type it counts the devices of all nodes that have
// it. What is away of a node are its last devices, of a type those of the last nodes. An empty cell keeps the value; a
// cell may also be "up" or "down". Events: up, down, and the words in availabilityWords. What has no row or column
// stays as it is. Times are seconds, or seconds since 1970, then relative to the first row, and rise from row to row in
// a table; events may stand in one instant.
#pragma once

#include "exchange/import.h"

#include <array>
#include <utility>

namespace heteroscope {

/// Words of an event, and whether the node is there after it.
inline constexpr std::array<std::pair<std::string_view, bool>, 20> availabilityWords = {
    {{"up", true},       {"down", false},      {"add", true},      {"remove", false},     {"added", true},
     {"removed", false}, {"start", true},      {"stop", false},    {"started", true},     {"stopped", false},
     {"launch", true},   {"terminate", false}, {"launched", true}, {"terminated", false}, {"join", true},
     {"leave", false},   {"available", true},  {"preempt", false}, {"returned", true},    {"preempted", false}}};

/// Reads any number of files. A single column of the table applies to options.things, where they are named. Errors: a
/// first line of neither form, a cell that is no number of devices, more devices than there are, an unknown node or
/// event, times that do not rise.
Result<Imported> importAvailabilityCsv(const Project &into, const std::vector<ImportFile> &files,
                                       const ImportOptions &options);

/// Whether the first line of a text is one of the two.
bool isAvailabilityCsv(std::string_view text);

} // namespace heteroscope
