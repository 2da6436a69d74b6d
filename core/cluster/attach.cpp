// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/attach.h"

namespace heteroscope {

std::optional<std::string> attachPoint(const Node &node)
{
    using Kind = FabricVertex::Kind;
    for (const auto kind : {Kind::nic, Kind::host, Kind::pcieSwitch, Kind::nvswitch}) {
        for (const auto &vertex : node.vertices) {
            if (vertex.kind == kind)
                return vertex.id;
        }
    }
    if (node.vertices.empty() && node.devices.size() == 1)
        return "gpu0";
    return std::nullopt;
}

} // namespace heteroscope
