// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/recipe.h"

#include "cluster/catalog.h"
#include "project/edit_check.h"
#include "project/name_pool.h"
#include "project/recipe_words.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace heteroscope {

namespace {

constexpr double pitchX = 240; // of the canvas, between neighbours
constexpr double pitchY = 144;
constexpr std::size_t nodesPerRow = 8; // below one switch; more where that would be a tower
constexpr double switchesAbove = 1.25; // rows between nodes and their switch, and between switches
constexpr double lineGap = 0.5;        // rows between a line of switches with their nodes and the next line
constexpr double wideness = 2.6;       // of a large drawing, as a multiple of its height
constexpr int usualNodesPerLeaf = 4;
constexpr int usualNodesPerRail = 32;

class Builder
{
public:
    Builder(const ClusterRecipe &recipe, const Catalog &catalog)
        : m_recipe(recipe), m_catalog(catalog), m_pool(Cluster{})
    {}

    Result<Project> build()
    {
        if (const Status sound = addNodes(); !sound)
            return sound.error();
        switch (m_recipe.shape) {
        case FabricShape::singleSwitch:
            buildSwitch();
            break;
        case FabricShape::fatTree:
            buildLeaves("leaf", usualNodesPerLeaf, true);
            break;
        case FabricShape::railOptimized:
            buildLeaves("rails", usualNodesPerRail, true);
            break;
        case FabricShape::railOnly:
            buildLeaves("rails", usualNodesPerRail, false);
            break;
        case FabricShape::ring:
            buildRing();
            break;
        case FabricShape::torus:
            if (const Status sound = buildTorus(); !sound)
                return sound.error();
            break;
        case FabricShape::zones:
            if (const Status sound = buildZones(); !sound)
                return sound.error();
            break;
        }
        return checked({}, std::move(m_project));
    }

private:
    struct Placed
    {
        std::string name;
        const LinkType *link = nullptr;
    };

    Status addNodes()
    {
        std::size_t total = 0;
        std::size_t devices = 0;
        for (const auto &group : m_recipe.groups) {
            if (group.count < 1)
                return refusal(std::to_string(group.count) + " nodes", "at least one in a group",
                               "give the group a node, or remove it");
            const auto count = static_cast<std::size_t>(group.count);
            total += count;
            devices += count * group.node.devices.size();
        }
        if (total < 1 || total > maxRecipeNodes)
            return refusal(std::to_string(total) + " nodes", "1 to " + std::to_string(maxRecipeNodes),
                           "ask for fewer nodes");
        if (devices > maxDevices) // before they are made: a short line can say millions
            return refusal(std::to_string(devices) + " devices", "at most " + std::to_string(maxDevices),
                           "ask for fewer nodes");
        if (!(m_recipe.oversubscription >= 1 && m_recipe.oversubscription <= maxOversubscription))
            return refusal("an oversubscription of " + std::to_string(m_recipe.oversubscription),
                           fmt::format("1 to {}", maxOversubscription), "1 means that no uplink is shared");
        m_links.reserve(m_recipe.groups.size()); // nodes point into it
        for (const auto &group : m_recipe.groups) {
            const auto link = linkNamed(group.link, m_catalog);
            if (!link)
                return absent("the link " + quoteText(group.link), "a link such as ndr400");
            m_links.push_back(*link);
            m_groups.emplace_back();
            carryDeviceTypes(group.node);
            const std::string base = baseNameOf(group.node.devices.empty() ? "" : group.node.devices.front().type);
            for (int i = 0; i < group.count; ++i) {
                Node node = nodeFrom(group.node, m_pool.take(base));
                m_groups.back().push_back({node.name, &m_links.back()});
                m_project.cluster.nodes.push_back(std::move(node));
            }
        }
        return {};
    }

    /// The project must know those of its devices that are not built in.
    void carryDeviceTypes(const Node &node)
    {
        std::string_view last;
        for (const auto &device : node.devices) {
            if (std::exchange(last, device.type) == device.type)
                continue; // most nodes have but one type
            const DeviceType *type = m_catalog.findDevice(device.type);
            const DeviceType *known = findDeviceType(m_project.cluster, device.type);
            if (type && (!known || !(*known == *type)))
                m_project.cluster.deviceTypes.push_back(*type);
        }
    }

    std::vector<Placed> allNodes() const
    {
        std::vector<Placed> all;
        for (const auto &group : m_groups)
            all.insert(all.end(), group.begin(), group.end());
        return all;
    }

    void place(const std::string &name, double x, double y) { m_project.canvas[name] = onCanvas({x, y}); }

    std::string addSwitch(const std::string &name, double x, double y)
    {
        Switch made;
        made.name = m_pool.takeExactly(name);
        m_project.cluster.switches.push_back(made);
        place(made.name, x, y);
        return made.name;
    }

    void addLink(const std::string &from, const std::string &to, const LinkType &type, double bandwidth)
    {
        Link link = linkFrom(type, m_pool.takeExactly(from + "-" + to), from, to);
        link.bandwidth = BytesPerSecond(bandwidth);
        m_project.cluster.links.push_back(std::move(link));
    }

    /// How many nodes stand side by side below one switch.
    static std::size_t columnsOf(std::size_t nodes)
    {
        const double wide = std::ceil(std::sqrt(wideness * pitchY / pitchX * static_cast<double>(nodes)));
        return std::min(nodes, std::max(nodesPerRow, static_cast<std::size_t>(wide)));
    }

    static double widthOf(std::size_t nodes) { return static_cast<double>(columnsOf(nodes)) * pitchX; }

    static std::size_t rowsOf(std::size_t nodes)
    {
        const std::size_t columns = columnsOf(nodes);
        return columns == 0 ? 0 : (nodes + columns - 1) / columns;
    }

    /// Nodes in rows, their top left corner at (left, top), linked to the switch.
    void hang(const std::vector<Placed> &nodes, double left, double top, const std::string &at)
    {
        const auto columns = columnsOf(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::size_t column = i % columns, row = i / columns;
            place(nodes[i].name, left + static_cast<double>(column) * pitchX, top + static_cast<double>(row) * pitchY);
            addLink(nodes[i].name, at, *nodes[i].link, nodes[i].link->bandwidth.value);
        }
    }

    void buildSwitch()
    {
        const auto nodes = allNodes();
        hang(nodes, 0, 0, addSwitch("switch", (widthOf(nodes.size()) - pitchX) / 2, -switchesAbove * pitchY));
    }

    /// Where the first node of each switch stands: the switches with their nodes side by side, in as many lines as keep
    /// a large drawing about twice as wide as high; `gap` is between neighbours. The lines are centred.
    struct Lines
    {
        std::vector<std::pair<double, double>> corners;
        double width = 0;
    };
    static Lines linesOf(const std::vector<std::size_t> &sizes, double gap)
    {
        const auto heightOf = [](std::size_t nodes) {
            return (static_cast<double>(rowsOf(nodes)) + switchesAbove + lineGap) * pitchY;
        };
        double area = 0;
        for (const std::size_t nodes : sizes)
            area += (widthOf(nodes) + gap) * heightOf(nodes);
        const double widest = std::max(static_cast<double>(nodesPerRow) * pitchX + gap, std::sqrt(wideness * area));
        Lines lines;
        std::vector<std::pair<std::size_t, double>> ends; // of each line: one past its last switch, and its width
        double left = 0, top = 0, height = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const double width = widthOf(sizes[i]);
            if (left > 0 && left + width / 2 > widest) {
                ends.emplace_back(i, left - gap);
                top += height;
                left = height = 0;
            }
            lines.corners.emplace_back(left, top);
            left += width + gap;
            height = std::max(height, heightOf(sizes[i]));
        }
        ends.emplace_back(sizes.size(), left - gap);
        for (const auto &[end, width] : ends)
            lines.width = std::max(lines.width, width);
        std::size_t i = 0;
        for (const auto &[end, width] : ends)
            for (; i < end; ++i)
                lines.corners[i].first += (lines.width - width) / 2;
        return lines;
    }

    void buildLeaves(const char *base, int usualNodes, bool hasSpine)
    {
        const auto perLeaf = static_cast<std::size_t>(m_recipe.nodesPerLeaf > 0 ? m_recipe.nodesPerLeaf : usualNodes);
        std::vector<std::vector<Placed>> below; // nodes of each leaf
        std::vector<std::size_t> sizes;
        for (const auto &group : m_groups)
            for (std::size_t first = 0; first < group.size(); first += perLeaf) {
                below.emplace_back(group.begin() + static_cast<std::ptrdiff_t>(first),
                                   group.begin() +
                                       static_cast<std::ptrdiff_t>(std::min(first + perLeaf, group.size())));
                sizes.push_back(below.back().size());
            }
        const Lines lines = linesOf(sizes, 0);
        std::vector<std::string> leaves;
        for (std::size_t i = 0; i < below.size(); ++i) {
            const auto [left, top] = lines.corners[i];
            leaves.push_back(addSwitch(std::string(base) + "-" + std::to_string(i),
                                       left + (widthOf(sizes[i]) - pitchX) / 2, top - switchesAbove * pitchY));
            hang(below[i], left, top, leaves.back());
        }
        if (!hasSpine || leaves.size() < 2)
            return;
        const auto spine = addSwitch("spine", (lines.width - pitchX) / 2, -2 * switchesAbove * pitchY);
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const LinkType &link = *below[i].front().link;
            addLink(leaves[i], spine, link,
                    link.bandwidth.value * static_cast<double>(sizes[i]) / m_recipe.oversubscription);
        }
    }

    /// The slower end decides; `neighbours` share a node's bandwidth.
    void join(const Placed &a, const Placed &b, double neighbours)
    {
        const LinkType &slower = a.link->bandwidth.value <= b.link->bandwidth.value ? *a.link : *b.link;
        addLink(a.name, b.name, slower, slower.bandwidth.value / neighbours);
    }

    void buildRing()
    {
        const auto nodes = allNodes();
        const auto count = static_cast<double>(nodes.size());
        const double radius = std::max(pitchX, count * pitchX / (2 * std::numbers::pi));
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(i) / count - std::numbers::pi / 2;
            place(nodes[i].name, radius * std::cos(angle), radius * pitchY / pitchX * std::sin(angle));
        }
        for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
            join(nodes[i], nodes[i + 1], nodes.size() > 2 ? 2 : 1);
        if (nodes.size() > 2)
            join(nodes.back(), nodes.front(), 2);
    }

    Status buildTorus()
    {
        const auto nodes = allNodes();
        auto rows = static_cast<std::size_t>(m_recipe.rows);
        if (rows == 0) {
            rows = static_cast<std::size_t>(std::sqrt(static_cast<double>(nodes.size())));
            while (nodes.size() % rows != 0)
                --rows;
        }
        if (nodes.size() % rows != 0)
            return refusal(std::to_string(rows) + " rows for " + std::to_string(nodes.size()) + " nodes",
                           "a number of rows that divides the number of nodes", "choose another number of rows");
        const auto columns = nodes.size() / rows;
        const auto ringNeighbours = [](std::size_t length) { return length > 2 ? 2.0 : length > 1 ? 1.0 : 0.0; };
        const double neighbours = ringNeighbours(rows) + ringNeighbours(columns);
        // Folded like a real one, so that no link is longer than two places, and staggered, so that none runs behind a
        // node.
        const auto folded = [](std::size_t i, std::size_t length) {
            return i < (length + 1) / 2 ? 2 * i : 2 * (length - i) - 1;
        };
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto column = folded(i % columns, columns);
            const auto row = folded(i / columns, rows);
            place(nodes[i].name, (static_cast<double>(column) + (row % 2 ? 0.5 : 0)) * pitchX,
                  (static_cast<double>(row) + (column % 2 ? 0.5 : 0)) * 1.25 * pitchY);
        }
        const auto at = [&](std::size_t row, std::size_t column) { return nodes[row * columns + column]; };
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < columns; ++column) {
                if (column + 1 < columns || columns > 2)
                    join(at(row, column), at(row, (column + 1) % columns), neighbours);
                if (row + 1 < rows || rows > 2)
                    join(at(row, column), at((row + 1) % rows, column), neighbours);
            }
        }
        return {};
    }

    Status buildZones()
    {
        const auto uplink = linkNamed(m_recipe.uplink, m_catalog);
        if (!uplink)
            return absent("the uplink " + quoteText(m_recipe.uplink), "a link such as eth10");
        std::vector<std::size_t> sizes;
        for (const auto &group : m_groups)
            sizes.push_back(group.size());
        const Lines lines = linesOf(sizes, pitchX);
        std::vector<std::string> zones;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const auto [left, top] = lines.corners[i];
            zones.push_back(addSwitch("zone-" + std::to_string(i), left + (widthOf(sizes[i]) - pitchX) / 2,
                                      top - switchesAbove * pitchY));
            hang(m_groups[i], left, top, zones.back());
        }
        if (zones.size() < 2)
            return {};
        const auto region = addSwitch("region", (lines.width - pitchX) / 2, -2 * switchesAbove * pitchY);
        for (const auto &zone : zones)
            addLink(zone, region, *uplink, uplink->bandwidth.value);
        return {};
    }

    const ClusterRecipe &m_recipe;
    const Catalog &m_catalog;
    NamePool m_pool;
    Project m_project;
    std::vector<LinkType> m_links;
    std::vector<std::vector<Placed>> m_groups;
};

} // namespace

Result<Project> buildRecipe(const ClusterRecipe &recipe, const Catalog &catalog)
{
    return Builder(recipe, catalog).build();
}

} // namespace heteroscope
