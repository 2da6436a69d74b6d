// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/attach.h"

#include <algorithm>

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

bool isUniform(const Node &node)
{
    const auto isPlain = [](const std::string &end) { return end == "gpu*" || !end.starts_with("gpu"); };
    return std::all_of(node.fabric.begin(), node.fabric.end(),
                       [&](const FabricLink &link) { return isPlain(link.from) && isPlain(link.to); });
}

} // namespace heteroscope
