// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/design_change.h"

#include <algorithm>
#include <map>

namespace heteroscope {

DesignChange designChange(const Design &from, const Design &to)
{
    DesignChange change;
    std::map<std::string, int> more;
    for (const auto &[design, sign] : {std::pair(&from, -1), std::pair(&to, 1)}) {
        for (const NodeGroup &group : design->recipe.groups) {
            for (const Device &device : group.node.devices)
                more[device.type] += sign * group.count;
        }
    }
    for (const auto &[type, count] : more) {
        if (count != 0)
            change.devices.emplace_back(type, count);
    }
    std::stable_sort(change.devices.begin(), change.devices.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    change.hasOtherLinks = change.devices.empty() && from.cluster != to.cluster;
    change.pricePerHour = to.pricePerHour - from.pricePerHour;
    change.stepTime = to.stepTime() - from.stepTime();
    change.limit = stepLimit(*to.step);
    if (const auto link = change.limit.wait.link) {
        const auto built = buildRecipe(to.recipe);
        const auto topology = built ? Topology::build(built->cluster) : Result<Topology>(built.error());
        if (topology)
            change.link = topology->edge(to.step->links[*link].edge).link;
    }
    return change;
}

} // namespace heteroscope
