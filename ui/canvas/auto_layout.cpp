// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/auto_layout.h"

#include "canvas/canvas_levels.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace heteroscope {
namespace {

constexpr double pitchX = nodePitchX / sceneUnitsPerCanvasUnit;
constexpr double pitchY = nodePitchY / sceneUnitsPerCanvasUnit;

using Neighbours = std::unordered_map<std::string, std::vector<std::string>>;

Neighbours neighboursOf(const Cluster &cluster)
{
    Neighbours neighbours;
    for (const Link &link : cluster.links) {
        neighbours[link.from].push_back(link.to);
        neighbours[link.to].push_back(link.from);
    }
    return neighbours;
}

/// Tier of each switch: 1 touches a node, 2 touches tier 1, and so on; switches that reach no node stand in tier 1.
std::unordered_map<std::string, int> switchTiers(const Cluster &cluster, const Neighbours &neighbours)
{
    std::unordered_map<std::string, int> tiers;
    std::vector<std::string> front;
    for (const Node &node : cluster.nodes)
        front.push_back(node.name);
    for (int tier = 1; !front.empty(); ++tier) {
        std::vector<std::string> next;
        for (const std::string &name : front) {
            const auto it = neighbours.find(name);
            if (it == neighbours.end())
                continue;
            for (const std::string &other : it->second)
                if (cluster.findSwitch(other) && tiers.emplace(other, tier).second)
                    next.push_back(other);
        }
        front = std::move(next);
    }
    return tiers;
}

} // namespace

std::map<std::string, CanvasPosition> completePositions(const Project &project)
{
    const Cluster &cluster = project.cluster;
    std::map<std::string, CanvasPosition> positions = project.canvas;
    std::vector<std::string> nodes;
    for (const Node &node : cluster.nodes)
        if (!positions.count(node.name))
            nodes.push_back(node.name);
    double bottom = 0;
    bool any = false;
    for (const auto &[name, at] : project.canvas) {
        bottom = any ? std::max(bottom, at.y) : at.y;
        any = true;
    }

    const double top = any ? bottom + pitchY : 0;
    const auto perRow = static_cast<std::size_t>(
        nodes.size() <= 8 ? 8 : std::max(8.0, std::ceil(std::sqrt(static_cast<double>(nodes.size()) * 2))));
    const std::size_t columns = std::min(perRow, nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const double x = (static_cast<double>(i % perRow) - (static_cast<double>(columns) - 1) / 2) * pitchX;
        positions[nodes[i]] = {x, top + static_cast<double>(i / perRow) * pitchY};
    }

    const Neighbours neighbours = neighboursOf(cluster);
    const auto tiers = switchTiers(cluster, neighbours);
    double highest = any ? 0 : top;
    for (const auto &[name, at] : positions)
        highest = std::min(highest, at.y);
    std::map<int, std::vector<std::string>> missing;
    for (const Switch &item : cluster.switches)
        if (!positions.count(item.name)) {
            const auto it = tiers.find(item.name);
            missing[it == tiers.end() ? 1 : it->second].push_back(item.name);
        }
    for (auto &[tier, names] : missing) {
        // Above the middle of what they connect below, pushed apart where that collides.
        std::vector<std::pair<double, std::string>> wanted;
        for (const std::string &name : names) {
            double sum = 0;
            int count = 0;
            const auto it = neighbours.find(name);
            if (it != neighbours.end())
                for (const std::string &other : it->second)
                    if (const auto at = positions.find(other); at != positions.end()) {
                        sum += at->second.x;
                        ++count;
                    }
            wanted.emplace_back(count > 0 ? sum / count : 0, name);
        }
        std::stable_sort(wanted.begin(), wanted.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        double next = -1e18;
        double shift = 0;
        std::vector<double> placed;
        for (const auto &[x, name] : wanted) {
            const double at = std::max(x, next);
            shift += at - x;
            placed.push_back(at);
            next = at + pitchX * 0.75;
        }
        shift /= static_cast<double>(wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            positions[wanted[i].second] = {placed[i] - shift, highest - tier * pitchY};
    }
    return positions;
}

} // namespace heteroscope
