// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where links from outside and devices meet the fabric of a node.
#pragma once

#include "cluster/cluster.h"

#include <optional>

namespace heteroscope {

/// The end of a fabric link ("nic", "host0", or "gpu0" for a lone device without any vertex) that links from outside
/// attach to; none when the node has no such place.
std::optional<std::string> attachPoint(const Node &node);

/// True when no fabric link names single devices ("gpu3", "gpu0-3"): all hang on the fabric in the same way, so the
/// node may have another number of them.
bool isUniform(const Node &node);

} // namespace heteroscope
