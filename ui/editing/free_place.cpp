// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/free_place.h"

#include "editing/canvas_grid.h"
#include "editing/near_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace heteroscope {
namespace {

constexpr int maxSteps = 12;     // to each side
constexpr double asPlaced = 0.6; // of a footprint, which is that of the largest drawing

/// What is there, found by its place.
class Occupied
{
public:
    explicit Occupied(const std::vector<Footprint> &there)
    {
        for (const Footprint &one : there) {
            m_width = std::max(m_width, one.width);
            m_height = std::max(m_height, one.height);
        }
        for (const Footprint &one : there)
            m_cells[{column(one.centre.x), row(one.centre.y)}].push_back(one);
    }

    /// `share`: how much of the footprints counts, in each direction.
    bool isFree(const Footprint &copy, CanvasPosition shift, double share = 1) const
    {
        const CanvasPosition at{copy.centre.x + shift.x, copy.centre.y + shift.y};
        const auto reachX = static_cast<int>(std::ceil((copy.width + m_width) / 2 / m_width));
        const auto reachY = static_cast<int>(std::ceil((copy.height + m_height) / 2 / m_height));
        for (int dx = -reachX; dx <= reachX; ++dx)
            for (int dy = -reachY; dy <= reachY; ++dy) {
                const auto found = m_cells.find({column(at.x) + dx, row(at.y) + dy});
                if (found == m_cells.end())
                    continue;
                for (const Footprint &other : found->second)
                    if (std::abs(other.centre.x - at.x) < share * (other.width + copy.width) / 2 - touching &&
                        std::abs(other.centre.y - at.y) < share * (other.height + copy.height) / 2 - touching)
                        return false;
            }
        return true;
    }

private:
    static constexpr double touching = 1e-6;

    int column(double x) const { return static_cast<int>(std::floor(x / m_width)); }
    int row(double y) const { return static_cast<int>(std::floor(y / m_height)); }

    double m_width = 1;
    double m_height = 1;
    std::map<std::pair<int, int>, std::vector<Footprint>> m_cells;
};

struct Extent
{
    double left = 0, top = 0, right = 0, bottom = 0;
};

/// Of the centres.
Extent extentOf(const std::vector<Footprint> &things)
{
    Extent all{things.front().centre.x, things.front().centre.y, things.front().centre.x, things.front().centre.y};
    for (const Footprint &one : things) {
        all.left = std::min(all.left, one.centre.x);
        all.top = std::min(all.top, one.centre.y);
        all.right = std::max(all.right, one.centre.x);
        all.bottom = std::max(all.bottom, one.centre.y);
    }
    return all;
}

double onGrid(double length) { return std::ceil(length / canvasGrid - 1e-9) * canvasGrid; }

/// Steps to the side and down, the nearest first; of equal ones first those along the way that suits the shape.
std::vector<std::pair<int, int>> stepsInTurn(bool downFirst)
{
    std::vector<std::pair<int, int>> steps;
    for (int i = -maxSteps; i <= maxSteps; ++i)
        for (int j = -maxSteps; j <= maxSteps; ++j)
            steps.emplace_back(i, j);
    const auto rank = [downFirst](const std::pair<int, int> &step) {
        const auto [x, y] = step;
        const int first = downFirst ? y : x, second = downFirst ? x : y;
        const int side = first > 0 ? 0 : second > 0 ? 1 : first < 0 ? 3 : 2;
        return std::pair(x * x + y * y, side);
    };
    std::stable_sort(steps.begin(), steps.end(), [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
    return steps;
}

} // namespace

std::vector<Footprint> footprintsOf(const Project &project, const std::set<std::string> *only)
{
    const Cluster &cluster = project.cluster;
    const auto positions = completePositions(project);
    std::unordered_map<std::string, const Rack *> closedIn;
    for (const Rack &rack : cluster.racks)
        if (rack.collapsed)
            for (const std::string &member : rack.members)
                closedIn.emplace(member, &rack);
    std::map<const Rack *, std::vector<Footprint>> closed;
    std::vector<Footprint> all;
    const auto add = [&](const std::string &name, double width, double height) {
        const auto at = positions.find(name);
        if (at == positions.end() || (only && !only->count(name)))
            return;
        if (const auto rack = closedIn.find(name); rack != closedIn.end())
            closed[rack->second].push_back({at->second, 0, 0});
        else
            all.push_back({at->second, width, height});
    };
    for (const Node &node : cluster.nodes) {
        const QSizeF large = NearLayout(static_cast<int>(node.devices.size()), true).size / sceneUnitsPerCanvasUnit;
        add(node.name, std::max(nodePitch.x, large.width() + canvasGrid),
            std::max(0.9 * nodePitch.y, large.height() + canvasGrid));
    }
    for (const Switch &item : cluster.switches)
        add(item.name, 0.75 * nodePitch.x, 0.5 * nodePitch.y);
    for (const auto &[rack, members] : closed) {
        const Extent extent = extentOf(members);
        all.push_back(
            {{(extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2}, nodePitch.x, 0.9 * nodePitch.y});
    }
    return all;
}

CanvasPosition freeShift(const std::vector<Footprint> &copies, const std::vector<Footprint> &there,
                         CanvasPosition wanted)
{
    if (copies.empty() || there.empty())
        return wanted;
    const Occupied occupied(there);
    const auto fits = [&](CanvasPosition shift, double share) {
        return std::all_of(copies.begin(), copies.end(),
                           [&](const Footprint &copy) { return occupied.isFree(copy, shift, share); });
    };
    if (fits(wanted, asPlaced))
        return wanted; // somebody points there: it need only be free at the usual size
    const Extent extent = extentOf(copies);
    double widest = nodePitch.x, highest = nodePitch.y;
    for (const Footprint &copy : copies) {
        widest = std::max(widest, copy.width);
        highest = std::max(highest, copy.height);
    }
    const double stepX = onGrid(extent.right - extent.left + widest);
    const double stepY = onGrid(extent.bottom - extent.top + highest);
    for (const auto &[x, y] : stepsInTurn(extent.right - extent.left > extent.bottom - extent.top)) {
        const CanvasPosition shift{wanted.x + x * stepX, wanted.y + y * stepY};
        if (fits(shift, 1))
            return shift;
    }
    double most = 0;
    for (const Footprint &one : there)
        most = std::max(most, one.height);
    return {wanted.x, onGrid(extentOf(there).bottom + (most + highest) / 2 - extent.top)};
}

} // namespace heteroscope
