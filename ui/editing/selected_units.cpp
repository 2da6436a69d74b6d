// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/selected_units.h"

#include "editing/rack_commands.h"

#include <algorithm>

namespace heteroscope {

std::vector<Unit> selectedUnits(Document &document, const std::map<std::string, CanvasPosition> &positions)
{
    const Cluster &cluster = document.project().cluster;
    NameSet left = withMembers(cluster, document.selection()->names());
    std::vector<Unit> units;
    const auto take = [&](const std::vector<std::string> &things) {
        Unit unit;
        CanvasPosition least, most;
        for (const std::string &thing : things) {
            const auto at = positions.find(thing);
            if (at == positions.end() || left.erase(thing) == 0)
                continue;
            const bool first = unit.things.empty();
            least =
                first ? at->second : CanvasPosition{std::min(least.x, at->second.x), std::min(least.y, at->second.y)};
            most = first ? at->second : CanvasPosition{std::max(most.x, at->second.x), std::max(most.y, at->second.y)};
            unit.things.push_back(thing);
        }
        unit.at = {(least.x + most.x) / 2, (least.y + most.y) / 2};
        if (!unit.things.empty())
            units.push_back(std::move(unit));
    };
    for (const std::string &name : document.selection()->names())
        if (const Rack *rack = cluster.findRack(name))
            take(rack->members);
    for (const std::string &name : NameSet(left))
        take({name});
    return units;
}

void moveUnit(const Unit &unit, CanvasPosition to, const std::map<std::string, CanvasPosition> &positions,
              std::map<std::string, CanvasPosition> &moved)
{
    for (const std::string &thing : unit.things) {
        const CanvasPosition &at = positions.at(thing);
        // The middle of a single thing is its place, to the last bit.
        moved[thing] =
            unit.things.size() == 1 ? to : CanvasPosition{at.x + (to.x - unit.at.x), at.y + (to.y - unit.at.y)};
    }
}

} // namespace heteroscope
