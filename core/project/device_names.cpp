// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/device_names.h"

#include <algorithm>
#include <charconv>

namespace heteroscope {

namespace {

/// The number behind the separator that the text begins with; both are taken away. 2^64 - 1 when there is none.
std::size_t takeNumber(std::string_view &text)
{
    auto value = static_cast<std::size_t>(-1);
    const auto parsed = std::from_chars(text.data() + 1, text.data() + text.size(), value);
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
    return value;
}

} // namespace

std::string_view nodePart(std::string_view device) { return device.substr(0, device.find_first_of("#:")); }

DeviceNames::DeviceNames(const Cluster &cluster)
{
    for (const auto &node : cluster.nodes)
        m_nodes.emplace(node.name, Counts{node.devices.size(), 1});
    for (const auto &rack : cluster.racks) {
        for (const auto &member : rack.members) {
            if (const auto node = m_nodes.find(member); node != m_nodes.end())
                node->second.copies = static_cast<std::size_t>(std::max(1, rack.repeat));
        }
    }
}

bool DeviceNames::has(std::string_view device) const
{
    const auto node = m_nodes.find(std::string(nodePart(device)));
    if (node == m_nodes.end())
        return false;
    device.remove_prefix(nodePart(device).size());
    if (device.starts_with('#')) {
        const auto copy = takeNumber(device);
        if (copy < 2 || copy > node->second.copies)
            return false;
    }
    if (device.starts_with(':') && takeNumber(device) >= node->second.devices)
        return false;
    return device.empty();
}

} // namespace heteroscope
