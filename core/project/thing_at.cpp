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

std::string thingNamedIn(std::string_view text, const Cluster &cluster)
{
    while (true) {
        const auto open = text.find('"');
        const auto close = open == std::string_view::npos ? open : text.find('"', open + 1);
        if (close == std::string_view::npos)
            return {};
        const std::string_view quoted = text.substr(open + 1, close - open - 1);
        // Neither a colon nor # can be in a name.
        if (const std::string_view name = quoted.substr(0, quoted.find_first_of(":#")); cluster.isNameTaken(name))
            return std::string(name);
        text.remove_prefix(close + 1);
    }
}

} // namespace heteroscope
