// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lanes_on.h"

#include "project/device_groups.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace heteroscope {

std::vector<std::size_t> lanesOn(const Topology &topology, const StepResult &result, const Cluster &cluster,
                                 const std::set<std::string> &things)
{
    std::unordered_set<std::string_view> drawn; // all copies
    std::unordered_set<std::string_view> named; // one copy of a node, or one device
    for (const std::string &thing : things) {
        if (const DeviceGroup *group = findDeviceGroup(cluster, thing))
            named.insert(group->devices.begin(), group->devices.end());
        else if (const Rack *rack = cluster.findRack(thing))
            drawn.insert(rack->members.begin(), rack->members.end());
        else
            (thing.find(':') == std::string::npos ? drawn : named).insert(thing);
    }
    std::vector<char> isOn; // by node, where all its devices are meant
    for (const TopologyNode &node : topology.nodes())
        isOn.push_back(named.count(node.name) > 0 || drawn.count(drawnName(node.name)) > 0);
    std::vector<std::size_t> lanes;
    for (std::size_t i = 0; i < result.lanes.size(); ++i) {
        const auto &devices = result.lanes[i].devices;
        if (std::any_of(devices.begin(), devices.end(), [&](DeviceId id) {
                const TopologyDevice &device = topology.device(id);
                return isOn[device.node] || named.count(device.name) > 0;
            }))
            lanes.push_back(i);
    }
    return lanes;
}

} // namespace heteroscope
