// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/node_difference.h"

#include "analysis/critical_thread.h"

#include <algorithm>
#include <array>
#include <map>

namespace heteroscope {

namespace {

using TicksByCause = std::array<std::int64_t, activityCount>;

void addPathByNode(std::map<std::string, TicksByCause> &nodes, const StepResult &result, const Topology &topology,
                   std::int64_t sign)
{
    for (const PathPiece &piece : criticalThread(result)) {
        const Lane &lane = result.lanes[static_cast<std::size_t>(piece.lane)];
        const std::string node =
            lane.devices.empty()
                ? lane.name
                : std::string(drawnName(topology.nodes()[topology.device(lane.devices.front()).node].name));
        nodes[node][static_cast<std::size_t>(piece.activity)] += sign * (piece.end - piece.start).count;
    }
}

std::int64_t sizeOf(std::int64_t ticks) { return ticks < 0 ? -ticks : ticks; }

} // namespace

std::vector<NodeDifference> nodeDifferences(const StepResult &a, const Topology &topologyOfA, const StepResult &b,
                                            const Topology &topologyOfB)
{
    std::map<std::string, TicksByCause> nodes;
    addPathByNode(nodes, a, topologyOfA, -1);
    addPathByNode(nodes, b, topologyOfB, 1);
    std::vector<NodeDifference> found;
    for (const auto &[node, ticks] : nodes) {
        NodeDifference &one = found.emplace_back();
        one.node = node;
        for (const std::int64_t of : ticks)
            one.ticks += of;
        for (std::size_t cause = 0; cause < activityCount; ++cause) {
            const std::int64_t now = ticks[cause];
            const bool isTowards = one.ticks == 0 || (now < 0) == (one.ticks < 0);
            if (isTowards && sizeOf(now) > sizeOf(one.ofCause)) {
                one.cause = static_cast<Activity>(cause);
                one.ofCause = now;
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const NodeDifference &x, const NodeDifference &y) {
        return sizeOf(x.ticks) > sizeOf(y.ticks);
    });
    return found;
}

} // namespace heteroscope
