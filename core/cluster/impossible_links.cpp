// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/impossible_links.h"

#include "cluster/catalog.h"
#include "cluster/intra_link.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace heteroscope {

namespace {

using Fault = ImpossibleLink::Reason;

/// How the devices of a node can be joined.
struct Joints
{
    bool isNode = false; ///< else a switch, or a name that nothing has
    bool isServer = false;
    bool hasNvlink = false; ///< modules that an NVSwitch joins
    bool hasBridge = false; ///< cards that a bridge joins
    bool isKnown = true;    ///< the types of all devices are
};

class Nodes
{
public:
    explicit Nodes(const Cluster &cluster) : m_cluster(cluster)
    {
        for (const Node &node : cluster.nodes)
            m_nodes.emplace(node.name, &node);
    }

    Joints jointsOf(const std::string &name)
    {
        const auto found = m_nodes.find(name);
        if (found == m_nodes.end())
            return {};
        const Node &node = *found->second;
        Joints joints;
        joints.isNode = true;
        bool isModule = false;
        const std::string *last = nullptr;
        for (const Device &device : node.devices) {
            if (last && *last == device.type)
                continue;
            last = &device.type;
            const DeviceType *type = typeNamed(device.type);
            if (!type) {
                joints.isKnown = false;
                continue;
            }
            const IntraLink link = intraLink(*type);
            joints.hasBridge = joints.hasBridge || link.nvlinkBridge;
            joints.hasNvlink = joints.hasNvlink || link.nvlink > 0;
            isModule = isModule || link.isModule;
        }
        joints.isServer = node.devices.size() > 1 || isModule;
        return joints;
    }

private:
    const DeviceType *typeNamed(const std::string &name)
    {
        const auto [known, isFirst] = m_types.try_emplace(name, nullptr);
        if (isFirst)
            known->second = findDeviceType(m_cluster, name);
        return known->second;
    }

    const Cluster &m_cluster;
    std::unordered_map<std::string, const Node *> m_nodes;
    std::unordered_map<std::string, const DeviceType *> m_types;
};

/// What keeps NVLink from a node, whatever is at the other end.
std::optional<Fault> whyNoNvlink(const Joints &node, bool toSwitch)
{
    if (!node.isNode || !node.isKnown || node.hasNvlink)
        return std::nullopt;
    if (!node.hasBridge)
        return Fault::noNvlinkPort;
    return toSwitch ? std::optional(Fault::bridgeAtSwitch) : std::nullopt;
}

} // namespace

std::vector<ImpossibleLink> findImpossibleLinks(const Cluster &cluster)
{
    Nodes nodes(cluster);
    std::vector<ImpossibleLink> found;
    for (std::size_t i = 0; i < cluster.links.size(); ++i) {
        const Link &link = cluster.links[i];
        const LinkTechnology technology = link.technology;
        if (technology != LinkTechnology::nvlink && technology != LinkTechnology::pcie &&
            technology != LinkTechnology::infinityFabric)
            continue;
        const Joints from = nodes.jointsOf(link.from), to = nodes.jointsOf(link.to);
        if (from.isNode && to.isNode && (from.isServer || to.isServer)) {
            found.push_back({link.name, i,
                             technology == LinkTechnology::nvlink ? Fault::nvlinkBetweenServers
                             : technology == LinkTechnology::pcie ? Fault::pcieBetweenServers
                                                                  : Fault::infinityFabricBetweenServers,
                             link.from, link.to});
            continue;
        }
        if (technology != LinkTechnology::nvlink)
            continue;
        if (const auto reason = whyNoNvlink(from, !to.isNode))
            found.push_back({link.name, i, *reason, link.from, link.to});
        else if (const auto other = whyNoNvlink(to, !from.isNode))
            found.push_back({link.name, i, *other, link.to, link.from});
    }
    return found;
}

} // namespace heteroscope
