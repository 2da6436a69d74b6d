// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/auto_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

namespace heteroscope {
namespace {

constexpr double pitchX = nodePitch.x;
constexpr double pitchY = nodePitch.y;

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

/// Nodes that hang on the same switches and stand in the same rack, in the order of the fabric.
using Blocks = std::vector<std::vector<std::string>>;

/// Of these nodes. Blocks whose switches meet in the next tier are neighbours.
Blocks blocksOf(const Cluster &cluster, const std::vector<std::string> &nodes, const Neighbours &neighbours,
                const std::unordered_map<std::string, int> &tiers)
{
    std::unordered_map<std::string, std::size_t> order;
    for (const Switch &item : cluster.switches)
        order.emplace(item.name, order.size());
    constexpr auto nowhere = std::numeric_limits<std::size_t>::max();
    const auto switchesAt = [&](const std::string &name, int tier) {
        std::vector<std::size_t> found;
        if (const auto it = neighbours.find(name); it != neighbours.end())
            for (const std::string &other : it->second)
                if (const auto at = tiers.find(other); at != tiers.end() && at->second == tier)
                    found.push_back(order.at(other));
        std::sort(found.begin(), found.end());
        return found;
    };
    std::unordered_map<std::string, std::size_t> racks;
    for (std::size_t rack = 0; rack < cluster.racks.size(); ++rack)
        for (const std::string &member : cluster.racks[rack].members)
            racks.emplace(member, rack);
    std::vector<std::size_t> spines; // by switch: the first of those that it hangs on
    for (const Switch &item : cluster.switches) {
        const std::vector<std::size_t> above = switchesAt(item.name, 2);
        spines.push_back(above.empty() ? nowhere : above.front());
    }
    // First by what the switches hang on, then by the switches, then by the rack.
    std::map<std::tuple<std::size_t, std::vector<std::size_t>, std::size_t>, std::vector<std::string>> sorted;
    for (const std::string &node : nodes) {
        const std::vector<std::size_t> leaves = switchesAt(node, 1);
        std::size_t spine = nowhere;
        for (const std::size_t leaf : leaves)
            spine = std::min(spine, spines[leaf]);
        const auto rack = racks.find(node);
        sorted[{spine, leaves, rack == racks.end() ? nowhere : rack->second}].push_back(node);
    }
    Blocks blocks;
    for (auto &[key, block] : sorted)
        blocks.push_back(std::move(block));
    return blocks;
}

constexpr std::size_t maxInOneRow = 8;
constexpr double widestAspect = 2.5; // as a multiple of the height

std::size_t columnsOf(const Blocks::value_type &block, std::size_t rows) { return (block.size() + rows - 1) / rows; }

std::size_t columnsOf(const Blocks &blocks, std::size_t rows)
{
    std::size_t columns = 0;
    for (const auto &block : blocks)
        columns += columnsOf(block, rows);
    return columns;
}

/// Rows of each block, so that all of them side by side are about twice as wide as high.
std::size_t rowsFor(const Blocks &blocks)
{
    for (std::size_t rows = 1;; ++rows) {
        const std::size_t columns = columnsOf(blocks, rows);
        if (columns <= maxInOneRow || columns == blocks.size() ||
            static_cast<double>(columns) * pitchX <= widestAspect * static_cast<double>(rows) * pitchY)
            return rows;
    }
}

/// Each block a grid, one beside the other. Blocks that would make a thin line become one, still in their order.
void placeBlocks(Blocks blocks, double top, std::map<std::string, CanvasPosition> &positions)
{
    constexpr double thin = 4 * widestAspect;
    std::size_t rows = rowsFor(blocks);
    std::size_t columns = columnsOf(blocks, rows);
    if (blocks.size() > 1 && columns > maxInOneRow &&
        static_cast<double>(columns) * pitchX > thin * static_cast<double>(rows) * pitchY) {
        for (std::size_t i = 1; i < blocks.size(); ++i)
            blocks.front().insert(blocks.front().end(), blocks[i].begin(), blocks[i].end());
        blocks.resize(1);
        rows = rowsFor(blocks);
        columns = columnsOf(blocks, rows);
    }
    double left = -(static_cast<double>(columns) - 1) / 2 * pitchX;
    for (const auto &block : blocks) {
        const std::size_t own = columnsOf(block, rows);
        for (std::size_t i = 0; i < block.size(); ++i) {
            const std::size_t column = i % own, row = i / own;
            positions[block[i]] = {left + static_cast<double>(column) * pitchX,
                                   top + static_cast<double>(row) * pitchY};
        }
        left += static_cast<double>(own) * pitchX;
    }
}

using Positions = std::map<std::string, CanvasPosition>;

struct WantedSwitch
{
    double x = 0; ///< the middle of what it connects below
    std::string name;
};

/// One tier of switches above `top`, each as near as possible above the middle of what it connects, in as many rows as
/// keep it no wider than `room`. Neighbours stay neighbours: columns are filled from the bottom. Returns the height of
/// the topmost row.
double placeTier(std::vector<WantedSwitch> wanted, double top, double room, Positions &positions)
{
    constexpr double pitch = 0.75 * pitchX;
    std::stable_sort(wanted.begin(), wanted.end(), [](const auto &a, const auto &b) { return a.x < b.x; });
    const auto perRow = std::max(static_cast<std::size_t>(room / pitch), maxInOneRow);
    const std::size_t rows = (wanted.size() + perRow - 1) / perRow;
    double next = -1e18;
    double shift = 0;
    std::vector<double> columns;
    for (std::size_t first = 0; first < wanted.size(); first += rows) {
        const std::size_t last = std::min(first + rows, wanted.size());
        double middle = 0;
        for (std::size_t i = first; i < last; ++i)
            middle += wanted[i].x / static_cast<double>(last - first);
        columns.push_back(std::max(middle, next));
        shift += columns.back() - middle;
        next = columns.back() + pitch;
    }
    shift /= static_cast<double>(columns.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        positions[wanted[i].name] = {columns[i / rows] - shift, top - static_cast<double>(i % rows) * pitchY};
    return top - static_cast<double>(rows - 1) * pitchY;
}

/// The middle of what hangs on a switch and has a position; 0 if nothing has.
double middleBelow(const std::string &name, const Neighbours &neighbours, const Positions &positions)
{
    double sum = 0;
    int count = 0;
    if (const auto it = neighbours.find(name); it != neighbours.end())
        for (const std::string &other : it->second)
            if (const auto at = positions.find(other); at != positions.end()) {
                sum += at->second.x;
                ++count;
            }
    return count > 0 ? sum / count : 0;
}

} // namespace

std::map<std::string, CanvasPosition> completePositions(const Project &project)
{
    const Cluster &cluster = project.cluster;
    Positions positions = project.canvas;
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
    const Neighbours neighbours = neighboursOf(cluster);
    const auto tiers = switchTiers(cluster, neighbours);
    placeBlocks(blocksOf(cluster, nodes, neighbours, tiers), top, positions);
    double highest = any ? 0 : top;
    double left = 0, right = 0;
    for (const auto &[name, at] : positions) {
        highest = std::min(highest, at.y);
        left = std::min(left, at.x);
        right = std::max(right, at.x);
    }
    std::map<int, std::vector<std::string>> missing;
    for (const Switch &item : cluster.switches)
        if (!positions.count(item.name)) {
            const auto it = tiers.find(item.name);
            missing[it == tiers.end() ? 1 : it->second].push_back(item.name);
        }
    int tierBelow = 0;
    for (const auto &[tier, names] : missing) {
        std::vector<WantedSwitch> wanted;
        for (const std::string &name : names)
            wanted.push_back({middleBelow(name, neighbours, positions), name});
        highest = placeTier(std::move(wanted), highest - (tier - tierBelow) * pitchY, right - left + pitchX, positions);
        tierBelow = tier;
    }
    return positions;
}

} // namespace heteroscope
