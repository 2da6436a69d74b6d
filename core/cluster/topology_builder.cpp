// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/topology_builder.h"

#include "cluster/attach.h"
#include "cluster/catalog.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

/// A point beside a point (Topology::m_outgoing).
struct Neighbour
{
    std::size_t point;
    std::size_t other;
    VertexId outside; ///< a vertex of the other point that the point has a link to
    friend auto operator<=>(const Neighbour &, const Neighbour &) = default;
};

std::string copyName(const std::string &name, int copy) { return copy == 1 ? name : name + "#" + std::to_string(copy); }

} // namespace

Topology TopologyBuilder::build()
{
    m_topology.m_powerUsageEffectiveness = m_cluster.powerUsageEffectiveness;
    findRacks();
    listCopies();
    addDevices();
    addVertices();
    m_topology.m_outgoing.resize(m_topology.m_vertices.size());
    addFabric();
    addLinks();
    sortOutgoing();
    separateDeadEnds();
    addConflictSets();
    orderNodes();
    return std::move(m_topology);
}

void TopologyBuilder::separateDeadEnds()
{
    const auto outside = findDeadEnds();
    const auto &edges = m_topology.m_edges;
    m_topology.m_into.resize(outside.size());
    for (std::size_t vertex = 0; vertex < m_topology.m_vertices.size(); ++vertex) {
        const auto own = m_topology.pointOf(VertexId(vertex));
        std::erase_if(m_topology.m_outgoing[vertex], [&](EdgeId id) {
            const auto point = m_topology.pointOf(edges[id.index()].to);
            const bool enters = point != own && outside[point] == VertexId(vertex);
            if (enters)
                m_topology.m_into[point].push_back(id);
            return enters;
        });
    }
}

/// By point the vertex that it hangs on; invalid if it is no dead end. Dead ends are taken off until there are none.
std::vector<VertexId> TopologyBuilder::findDeadEnds() const
{
    std::vector<Neighbour> neighbours; // by point
    for (const auto &edge : m_topology.m_edges) {
        const auto point = m_topology.pointOf(edge.from), other = m_topology.pointOf(edge.to);
        if (point != other)
            neighbours.push_back({point, other, edge.to});
    }
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    const std::size_t points = m_topology.m_nodes.size() + m_topology.m_vertices.size();
    std::vector<std::size_t> first(points + 1), left(points); // vertices outside that were not taken off
    for (const auto &each : neighbours)
        ++left[each.point];
    std::partial_sum(left.begin(), left.end(), first.begin() + 1);
    std::vector<VertexId> outside(points);
    std::vector<std::size_t> ends;
    for (std::size_t point = 0; point < points; ++point) {
        if (left[point] == 1)
            ends.push_back(point);
    }
    while (!ends.empty()) {
        const auto point = ends.back();
        ends.pop_back();
        if (left[point] != 1) // the last one of its tree
            continue;
        for (std::size_t i = first[point]; i < first[point + 1]; ++i) {
            const auto other = neighbours[i].other;
            if (outside[other].isValid())
                continue;
            outside[point] = neighbours[i].outside;
            const auto back = std::lower_bound(neighbours.begin(), neighbours.end(), Neighbour{other, point, {}});
            for (auto it = back; it != neighbours.end() && it->point == other && it->other == point; ++it)
                --left[other];
            if (left[other] == 1)
                ends.push_back(other);
        }
    }
    return outside;
}

void TopologyBuilder::findRacks()
{
    for (std::size_t i = 0; i < m_cluster.racks.size(); ++i) {
        for (const auto &member : m_cluster.racks[i].members)
            m_rackOf.emplace(member, i);
    }
}

/// The drawn things first, so that their ids do not change when a rack is repeated; then copy by copy.
void TopologyBuilder::listCopies()
{
    std::vector<std::vector<std::size_t>> nodesOf(m_cluster.racks.size());
    std::vector<std::vector<std::size_t>> switchesOf(m_cluster.racks.size());
    const auto list = [this](const auto &things, std::vector<Copy> &drawn, auto &members) {
        for (std::size_t i = 0; i < things.size(); ++i) {
            drawn.push_back({i, 1});
            if (const auto rack = m_rackOf.find(things[i].name); rack != m_rackOf.end())
                members[rack->second].push_back(i);
        }
    };
    list(m_cluster.nodes, m_nodes, nodesOf);
    list(m_cluster.switches, m_switches, switchesOf);
    for (std::size_t rack = 0; rack < m_cluster.racks.size(); ++rack) {
        if (nodesOf[rack].empty() && switchesOf[rack].empty())
            continue;
        for (int copy = 2; copy <= m_cluster.racks[rack].repeat; ++copy) {
            for (const auto node : nodesOf[rack])
                m_nodes.push_back({node, copy});
            for (const auto one : switchesOf[rack])
                m_switches.push_back({one, copy});
        }
    }
}

std::size_t TopologyBuilder::typeIndex(const std::string &name)
{
    const auto [it, added] = m_typeIndex.try_emplace(name, m_topology.m_deviceTypes.size());
    if (added)
        m_topology.m_deviceTypes.push_back(*findDeviceType(m_cluster, name));
    return it->second;
}

void TopologyBuilder::addDevices()
{
    for (const auto &copy : m_nodes) {
        const auto &drawn = m_cluster.nodes[copy.index];
        TopologyNode node;
        node.name = copyName(drawn.name, copy.copy);
        node.power = drawn.power;
        node.hostMemory = drawn.hostMemory;
        node.hostBandwidth = drawn.hostBandwidth;
        for (std::size_t i = 0; i < drawn.devices.size(); ++i) {
            const DeviceId id(m_topology.m_devices.size());
            TopologyDevice device;
            device.name = node.name + ":" + std::to_string(i);
            device.type = typeIndex(drawn.devices[i].type);
            device.node = m_topology.m_nodes.size();
            device.indexInNode = i;
            device.speed = drawn.devices[i].speed;
            m_topology.m_deviceByName.emplace(device.name, id);
            m_topology.m_vertices.push_back({device.name, false, device.node, Seconds(0), false});
            m_topology.m_devices.push_back(std::move(device));
            node.devices.push_back(id);
        }
        m_topology.m_nodes.push_back(std::move(node));
    }
}

void TopologyBuilder::addVertices()
{
    m_inner.resize(m_nodes.size());
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        const auto &drawn = m_cluster.nodes[m_nodes[n].index];
        const auto &node = m_topology.m_nodes[n];
        for (const auto &vertex : drawn.vertices) {
            m_inner[n].emplace(vertex.id, VertexId(m_topology.m_vertices.size()));
            m_topology.m_vertices.push_back({node.name + "/" + vertex.id, true, n, Seconds(0), false});
        }
        if (const auto attach = attachPoint(drawn)) {
            const auto inner = m_inner[n].find(*attach);
            m_attach.emplace(node.name,
                             inner != m_inner[n].end() ? inner->second : VertexId(node.devices.front().index()));
        }
    }
    for (const auto &copy : m_switches) {
        const auto &drawn = m_cluster.switches[copy.index];
        auto name = copyName(drawn.name, copy.copy);
        m_attach.emplace(name, VertexId(m_topology.m_vertices.size()));
        m_topology.m_vertices.push_back(
            {std::move(name), true, std::nullopt, drawn.latency, drawn.reduces, drawn.power});
    }
}

void TopologyBuilder::addFabric()
{
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        const auto &drawn = m_cluster.nodes[m_nodes[n].index];
        const auto &node = m_topology.m_nodes[n];
        for (const auto &link : drawn.fabric) {
            auto from = deviceRange(link.from, drawn.devices.size());
            auto to = deviceRange(link.to, drawn.devices.size());
            const auto count = std::max(from ? from->count : 1, to ? to->count : 1);
            for (std::size_t i = 0; i < count; ++i) {
                const auto end = [&](const std::optional<DeviceRange> &range, const std::string &id) {
                    if (!range)
                        return std::pair(m_inner[n].at(id), id);
                    const auto device = range->first + (range->count > 1 ? i : 0);
                    return std::pair(VertexId(node.devices[device].index()), "gpu" + std::to_string(device));
                };
                const auto [a, aName] = end(from, link.from);
                const auto [b, bName] = end(to, link.to);
                TopologyEdge edge;
                edge.bandwidth = link.bandwidth;
                edge.latency = link.latency;
                edge.technology = link.technology;
                edge.link = node.name + "/" + aName + "-" + bName;
                addLink(a, b, edge);
            }
        }
    }
}

VertexId TopologyBuilder::attachedTo(const std::string &thing, int copy) const
{
    return m_attach.at(copyName(thing, copy));
}

void TopologyBuilder::addLinks()
{
    const auto rackOf = [this](const std::string &thing) -> const Rack * {
        const auto it = m_rackOf.find(thing);
        return it == m_rackOf.end() ? nullptr : &m_cluster.racks[it->second];
    };
    for (const auto &link : m_cluster.links) {
        TopologyEdge edge;
        edge.bandwidth = link.bandwidth;
        edge.latency = link.latency;
        edge.technology = link.technology;
        edge.rate = link.rate;
        const Rack *from = rackOf(link.from);
        const Rack *to = rackOf(link.to);
        const bool inside = from && from == to;
        const int fromCopies = from ? from->repeat : 1;
        const int toCopies = to && !inside ? to->repeat : 1;
        for (int f = 1; f <= fromCopies; ++f) {
            for (int t = 1; t <= toCopies; ++t) {
                const bool ofTwoRacks = fromCopies > 1 && toCopies > 1;
                if (ofTwoRacks && (f > 1 || t > 1))
                    edge.link = link.name + "#" + std::to_string(f) + "." + std::to_string(t);
                else
                    edge.link = copyName(link.name, std::max(f, t));
                addLink(attachedTo(link.from, f), attachedTo(link.to, inside ? f : t), edge);
            }
        }
    }
}

void TopologyBuilder::addLink(VertexId a, VertexId b, const TopologyEdge &edge)
{
    for (const auto &[from, to] : {std::pair(a, b), std::pair(b, a)}) {
        m_topology.m_outgoing[from.index()].push_back(EdgeId(m_topology.m_edges.size()));
        m_topology.m_edges.push_back(edge);
        m_topology.m_edges.back().from = from;
        m_topology.m_edges.back().to = to;
    }
}

void TopologyBuilder::orderNodes()
{
    // Nodes are points 0 ... n-1, switches follow.
    const auto nodes = m_topology.m_nodes.size();
    const auto pointOf = [&](VertexId id) {
        const auto &vertex = m_topology.m_vertices[id.index()];
        return vertex.node ? *vertex.node : nodes + id.index();
    };
    struct Neighbour
    {
        std::size_t point = 0;
        double bandwidth = 0;
    };
    std::vector<std::vector<Neighbour>> neighbours(nodes + m_topology.m_vertices.size());
    for (const auto &edge : m_topology.m_edges) {
        if (const auto from = pointOf(edge.from), to = pointOf(edge.to); from != to)
            neighbours[from].push_back({to, edge.bandwidth.value});
    }
    // Switches first, by falling width; then nodes.
    for (auto &list : neighbours)
        std::sort(list.begin(), list.end(), [nodes](const Neighbour &a, const Neighbour &b) {
            const bool nodeA = a.point < nodes;
            const bool nodeB = b.point < nodes;
            if (nodeA != nodeB)
                return nodeB;
            return !nodeA && a.bandwidth != b.bandwidth ? a.bandwidth > b.bandwidth : a.point < b.point;
        });
    auto &place = m_topology.m_ringPlace;
    constexpr auto none = static_cast<std::size_t>(-1);
    place.assign(nodes, none);
    std::size_t next = 0;
    const auto put = [&](std::size_t point) {
        if (point < nodes && place[point] == none)
            place[point] = next++;
    };
    std::vector<bool> seen(neighbours.size());
    std::vector<std::size_t> stack;
    for (std::size_t start = 0; start < nodes; ++start) {
        stack.push_back(start);
        while (!stack.empty()) {
            const auto point = stack.back();
            stack.pop_back();
            if (seen[point])
                continue;
            seen[point] = true;
            put(point);
            const auto &list = neighbours[point];
            if (point >= nodes) {
                for (const auto &neighbour : list)
                    put(neighbour.point);
            }
            for (auto neighbour = list.rbegin(); neighbour != list.rend(); ++neighbour) {
                if (!seen[neighbour->point])
                    stack.push_back(neighbour->point);
            }
        }
    }
}

void TopologyBuilder::addConflictSets()
{
    std::unordered_map<std::string_view, std::vector<std::size_t>> setsOf;
    for (std::size_t set = 0; set < m_cluster.conflictSets.size(); ++set) {
        for (const auto &link : m_cluster.conflictSets[set].links)
            setsOf[link].push_back(set);
    }
    auto &sets = m_topology.m_conflictSets;
    sets.resize(m_cluster.conflictSets.size());
    if (setsOf.empty())
        return;
    for (std::size_t edge = 0; edge < m_topology.m_edges.size(); ++edge) {
        const auto found = setsOf.find(m_topology.m_edges[edge].link);
        if (found == setsOf.end())
            continue;
        for (const auto set : found->second) {
            if (sets[set].empty() || sets[set].back() != EdgeId(edge)) // a set may name a link twice
                sets[set].emplace_back(edge);
        }
    }
}

void TopologyBuilder::sortOutgoing()
{
    for (auto &edges : m_topology.m_outgoing) {
        std::stable_sort(edges.begin(), edges.end(), [this](EdgeId a, EdgeId b) {
            return m_topology.m_edges[a.index()].to < m_topology.m_edges[b.index()].to;
        });
    }
}

} // namespace heteroscope
