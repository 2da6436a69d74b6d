// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/topology.h"

#include "cluster/topology_builder.h"

namespace heteroscope {

std::optional<DeviceId> Topology::findDevice(const std::string &name) const
{
    const auto it = m_deviceByName.find(name);
    return it == m_deviceByName.end() ? std::nullopt : std::optional(it->second);
}

Result<Topology> Topology::build(const Cluster &cluster)
{
    auto findings = findClusterMistakes(cluster, "/cluster");
    if (!findings.ok())
        return std::move(findings.errors.front());
    return TopologyBuilder(cluster).build();
}

} // namespace heteroscope
