// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cluster.h"

#include "base/find_by_name.h"

#include <algorithm>
#include <unordered_map>

namespace heteroscope {

namespace {

/// The rack that each member stands in, for looking up many.
std::unordered_map<std::string_view, const Rack *> racksByMember(const Cluster &cluster)
{
    std::unordered_map<std::string_view, const Rack *> rackOf;
    for (const Rack &rack : cluster.racks)
        for (const auto &member : rack.members)
            rackOf.emplace(member, &rack);
    return rackOf;
}

std::size_t copiesOf(const Rack *rack) { return rack ? static_cast<std::size_t>(std::max(1, rack->repeat)) : 1; }

/// Of a link between members of the two: one in each copy of a rack, else one for every pair of copies.
std::size_t copiesBetween(const Rack *from, const Rack *to) { return copiesOf(from) * (from == to ? 1 : copiesOf(to)); }

} // namespace

const Node *Cluster::findNode(std::string_view name) const { return findByName(nodes, name); }

const Switch *Cluster::findSwitch(std::string_view name) const { return findByName(switches, name); }

const Link *Cluster::findLink(std::string_view name) const { return findByName(links, name); }

const Rack *Cluster::findRack(std::string_view name) const { return findByName(racks, name); }

const Rack *Cluster::rackOf(std::string_view member) const
{
    const auto it = std::find_if(racks.begin(), racks.end(), [member](const Rack &rack) {
        return std::find(rack.members.begin(), rack.members.end(), member) != rack.members.end();
    });
    return it == racks.end() ? nullptr : &*it;
}

bool Cluster::isNameTaken(std::string_view name) const
{
    return findNode(name) || findSwitch(name) || findLink(name) || findRack(name);
}

std::size_t deviceCount(const Cluster &cluster)
{
    const auto racks = racksByMember(cluster);
    std::size_t count = 0;
    for (const Node &node : cluster.nodes) {
        const auto rack = racks.find(node.name);
        count += node.devices.size() * copiesOf(rack == racks.end() ? nullptr : rack->second);
    }
    return count;
}

std::size_t linkCopies(const Cluster &cluster, const Link &link)
{
    return copiesBetween(cluster.rackOf(link.from), cluster.rackOf(link.to));
}

std::size_t linkCount(const Cluster &cluster)
{
    const auto racks = racksByMember(cluster);
    const auto rackOf = [&racks](const std::string &thing) {
        const auto rack = racks.find(thing);
        return rack == racks.end() ? nullptr : rack->second;
    };
    std::size_t count = 0;
    for (const Link &link : cluster.links)
        count += copiesBetween(rackOf(link.from), rackOf(link.to));
    return count;
}

} // namespace heteroscope
