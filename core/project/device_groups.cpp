// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/device_groups.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

constexpr std::string_view keyPrefix = "group/";

/// "a#2" of "a#2:3".
std::string_view copyPart(std::string_view member) { return member.substr(0, member.find(':')); }

/// 3 of "a#2:3"; none for a whole copy.
std::optional<std::size_t> deviceIndex(std::string_view member)
{
    const auto colon = member.find(':');
    std::size_t index = 0;
    if (colon == std::string_view::npos ||
        std::from_chars(member.data() + colon + 1, member.data() + member.size(), index).ec != std::errc())
        return std::nullopt;
    return index;
}

std::string copyName(const std::string &node, int copy) { return copy == 1 ? node : node + "#" + std::to_string(copy); }

std::string deviceName(std::string_view copy, std::size_t index)
{
    return std::string(copy) + ":" + std::to_string(index);
}

/// By copy of a node, which of its devices a group holds.
using Holdings = std::map<std::string, std::vector<bool>, std::less<>>;

Holdings holdingsOf(const Cluster &cluster, const DeviceGroup &group)
{
    std::unordered_map<std::string_view, std::size_t> sizes;
    for (const auto &node : cluster.nodes)
        sizes.emplace(node.name, node.devices.size());
    Holdings holdings;
    for (const auto &member : group.devices) {
        const auto size = sizes.find(drawnName(copyPart(member)));
        if (size == sizes.end())
            continue;
        auto &held = holdings.try_emplace(std::string(copyPart(member)), std::vector<bool>(size->second)).first->second;
        const auto index = deviceIndex(member);
        if (!index)
            held.assign(held.size(), true);
        else if (*index < held.size())
            held[*index] = true;
    }
    return holdings;
}

std::size_t count(const std::vector<bool> &held)
{
    return static_cast<std::size_t>(std::count(held.begin(), held.end(), true));
}

std::unordered_map<std::string_view, int> copiesOf(const Cluster &cluster)
{
    std::unordered_map<std::string_view, int> copies;
    for (const auto &rack : cluster.racks)
        for (const auto &member : rack.members)
            copies.emplace(member, std::max(1, rack.repeat));
    return copies;
}

} // namespace

std::string groupKey(std::string_view name) { return std::string(keyPrefix) + std::string(name); }

const DeviceGroup *findDeviceGroup(const Cluster &cluster, std::string_view key)
{
    if (!key.starts_with(keyPrefix))
        return nullptr;
    key.remove_prefix(keyPrefix.size());
    const auto group = std::find_if(cluster.deviceGroups.begin(), cluster.deviceGroups.end(),
                                    [key](const DeviceGroup &one) { return one.name == key; });
    return group == cluster.deviceGroups.end() ? nullptr : &*group;
}

std::vector<GroupPart> partsOf(const Cluster &cluster, const DeviceGroup &group)
{
    struct Sum
    {
        std::vector<bool> devices;
        std::size_t held = 0;
    };
    std::unordered_map<std::string_view, Sum> sums;
    const Holdings holdings = holdingsOf(cluster, group);
    for (const auto &[copy, held] : holdings) {
        Sum &sum = sums[drawnName(copy)];
        sum.devices.resize(held.size());
        sum.held += count(held);
        for (std::size_t d = 0; d < held.size(); ++d)
            sum.devices[d] = sum.devices[d] || held[d];
    }
    const auto copies = copiesOf(cluster);
    std::vector<GroupPart> parts;
    for (const auto &node : cluster.nodes) {
        const auto sum = sums.find(node.name);
        if (sum == sums.end() || sum->second.held == 0)
            continue;
        const auto there = copies.find(node.name);
        const auto all = node.devices.size() * static_cast<std::size_t>(there == copies.end() ? 1 : there->second);
        parts.push_back({node.name, std::move(sum->second.devices), sum->second.held >= all});
    }
    return parts;
}

std::size_t deviceCount(const Cluster &cluster, const DeviceGroup &group)
{
    std::size_t sum = 0;
    for (const auto &[copy, held] : holdingsOf(cluster, group))
        sum += count(held);
    return sum;
}

std::vector<std::string> sharedDevices(const Cluster &cluster, const DeviceGroup &one, const DeviceGroup &other)
{
    std::vector<std::string> shared;
    const Holdings others = holdingsOf(cluster, other);
    for (const auto &[copy, held] : holdingsOf(cluster, one)) {
        const auto same = others.find(copy);
        for (std::size_t d = 0; same != others.end() && d < held.size(); ++d)
            if (held[d] && same->second[d])
                shared.push_back(deviceName(copy, d));
    }
    return shared;
}

std::vector<std::string> membersFor(const Cluster &cluster, const std::set<std::string> &names)
{
    const auto copies = copiesOf(cluster);
    std::unordered_set<std::string_view> chosen(names.begin(), names.end());
    for (const auto &rack : cluster.racks)
        if (names.contains(rack.name))
            chosen.insert(rack.members.begin(), rack.members.end());
    std::vector<std::string> members;
    for (const auto &node : cluster.nodes) {
        if (!chosen.contains(node.name))
            continue;
        const auto there = copies.find(node.name);
        for (int copy = 1; copy <= (there == copies.end() ? 1 : there->second); ++copy)
            members.push_back(copyName(node.name, copy));
    }
    std::copy_if(names.begin(), names.end(), std::back_inserter(members),
                 [](const std::string &name) { return name.find(':') != std::string::npos; });
    return members;
}

std::vector<std::string> withMembers(const std::vector<std::string> &members, const std::vector<std::string> &added)
{
    std::vector<std::string> all = members;
    std::unordered_set<std::string> held(members.begin(), members.end());
    for (const auto &member : added)
        if (!held.contains(std::string(copyPart(member))) && held.insert(member).second)
            all.push_back(member);
    // A whole copy that came later covers devices of it that were there one by one.
    std::erase_if(all, [&held](const std::string &member) {
        return member.find(':') != std::string::npos && held.contains(std::string(copyPart(member)));
    });
    return all;
}

std::vector<std::string> withoutMembers(const Cluster &cluster, const std::vector<std::string> &members,
                                        const std::vector<std::string> &removed)
{
    const std::unordered_set<std::string> gone(removed.begin(), removed.end());
    std::unordered_set<std::string_view> torn; // copies that lose single devices
    for (const auto &member : removed)
        if (deviceIndex(member))
            torn.insert(copyPart(member));
    std::vector<std::string> left;
    for (const auto &member : members) {
        if (gone.contains(member) || gone.contains(std::string(copyPart(member))))
            continue;
        const Node *node = torn.contains(member) ? cluster.findNode(drawnName(member)) : nullptr;
        if (!node) {
            left.push_back(member);
            continue;
        }
        for (std::size_t d = 0; d < node->devices.size(); ++d)
            if (auto device = deviceName(member, d); !gone.contains(device))
                left.push_back(std::move(device));
    }
    return left;
}

} // namespace heteroscope
