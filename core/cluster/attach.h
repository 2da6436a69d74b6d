// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where links from outside meet a node.
#pragma once

#include "cluster/cluster.h"

#include <optional>

namespace heteroscope {

/// The end of a fabric link ("nic", "host0", or "gpu0" for a lone device without any vertex) that links from outside
/// attach to; none when the node has no such place.
std::optional<std::string> attachPoint(const Node &node);

} // namespace heteroscope
