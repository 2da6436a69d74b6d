// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes of a project in English, for the command line. Nothing parses these texts.
#pragma once

#include "project/changes.h"

#include <string>
#include <vector>

namespace heteroscope {

/// "node", "own device type".
std::string_view thingText(ChangedThing thing);

/// One line: "link leaf-0-spine: bandwidth 25.0 GB/s -> 12.5 GB/s, latency 2.00 µs -> 5.00 µs", "node h100-2 added (8 x
/// H100-80GB SXM)", "plan even split renamed to best". A change that three digits do not show has its share: "25.0 GB/s
/// -> 25.0 GB/s (< +0.1 %)".
std::string changeText(const Change &change);

/// A line for each change; four things or more to which the same happened have a line together: "48 nodes (h100-0,
/// h100-1, h100-2, h100-3 and 44 more) removed (8 x H100-80GB SXM)". So have all things that were only moved, and only
/// if nothing else changed.
std::vector<std::string> changeTexts(const std::vector<Change> &changes);

} // namespace heteroscope
