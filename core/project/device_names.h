// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/cluster.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace heteroscope {

/// The name of the drawn node with which "node", "node:3", "node#2" and "node#2:3" begin.
std::string_view nodePart(std::string_view device);

/// Which device names the cluster has, without expanding it.
class DeviceNames
{
public:
    explicit DeviceNames(const Cluster &cluster);

    /// Whether it names a device, or a node or one of its copies as a whole.
    bool has(std::string_view device) const;
    /// Whether it names one device: "node:3" or "node#2:3".
    bool isDevice(std::string_view device) const { return device.find(':') != device.npos && has(device); }

private:
    struct Counts
    {
        std::size_t devices = 0;
        std::size_t copies = 1;
    };

    std::unordered_map<std::string, Counts> m_nodes;
};

} // namespace heteroscope
