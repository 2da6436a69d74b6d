// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/thing_at.h"

#include "project/device_groups.h"

#include <charconv>

namespace heteroscope {

namespace {

constexpr std::string_view clusterMember = "/cluster/";

/// Takes what stands before the next slash off the path.
std::string_view takePart(std::string_view &path)
{
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    return part;
}

template<class Things>
std::string nameOf(const Things &things, std::size_t index)
{
    return index < things.size() ? things[index].name : std::string();
}

} // namespace

std::string thingAt(std::string_view path, const Cluster &cluster)
{
    if (!path.starts_with(clusterMember))
        return {};
    path.remove_prefix(clusterMember.size());
    const std::string_view table = takePart(path);
    const std::string_view number = takePart(path);
    std::size_t index = 0;
    const auto parsed = std::from_chars(number.data(), number.data() + number.size(), index);
    if (parsed.ec != std::errc() || parsed.ptr != number.data() + number.size())
        return {};
    if (table == "nodes")
        return nameOf(cluster.nodes, index);
    if (table == "switches")
        return nameOf(cluster.switches, index);
    if (table == "links")
        return nameOf(cluster.links, index);
    if (table == "racks")
        return nameOf(cluster.racks, index);
    if (table != "deviceGroups")
        return {};
    const std::string group = nameOf(cluster.deviceGroups, index);
    return group.empty() ? group : groupKey(group);
}

} // namespace heteroscope
