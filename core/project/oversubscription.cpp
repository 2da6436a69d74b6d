// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/oversubscription.h"

#include "cluster/attach.h"

#include <limits>
#include <unordered_map>

namespace heteroscope {

namespace {

constexpr double minRatio = 1.01; // 1:1 up to rounding is none
constexpr std::size_t outsideRacks = std::numeric_limits<std::size_t>::max();
constexpr int unreached = std::numeric_limits<int>::max();

/// Nodes (first) and switches as numbers, with the links at each of them.
class Ports
{
public:
    explicit Ports(const Cluster &cluster) : m_cluster(cluster)
    {
        for (const auto &node : cluster.nodes)
            m_index.emplace(node.name, m_index.size());
        for (const auto &one : cluster.switches)
            m_index.emplace(one.name, m_index.size());
        const std::size_t count = cluster.nodes.size() + cluster.switches.size();
        m_rack.resize(count, outsideRacks);
        for (std::size_t rack = 0; rack < cluster.racks.size(); ++rack)
            for (const auto &member : cluster.racks[rack].members)
                if (const auto found = m_index.find(member); found != m_index.end())
                    m_rack[found->second] = rack;
        m_links.resize(count);
        for (const auto &link : cluster.links) {
            const auto from = m_index.find(link.from);
            const auto to = m_index.find(link.to);
            if (from == m_index.end() || to == m_index.end() || from->second == to->second)
                continue;
            add(from->second, to->second, link);
            add(to->second, from->second, link);
        }
        findHeights();
    }

    std::vector<Oversubscription> findNarrow() const
    {
        std::vector<Oversubscription> found;
        const std::size_t nodes = m_cluster.nodes.size();
        for (std::size_t i = 0; i < m_cluster.switches.size(); ++i) {
            Oversubscription port{m_cluster.switches[i].name, false, {}, {}};
            for (const auto &link : m_links[nodes + i])
                (m_height[link.to] < m_height[nodes + i] ? port.inward : port.outward) += link.rate;
            keep(port, found);
        }
        for (std::size_t i = 0; i < nodes; ++i) {
            Oversubscription port{m_cluster.nodes[i].name, true, inwardOf(m_cluster.nodes[i]), {}};
            for (const auto &link : m_links[i])
                port.outward += link.rate;
            keep(port, found);
        }
        return found;
    }

private:
    struct Way
    {
        std::size_t to = 0;
        BytesPerSecond rate; // of all its copies
    };

    void add(std::size_t at, std::size_t other, const Link &link)
    {
        // A copy of a rack has its own links inside; from outside there is one to every copy.
        const bool inside = m_rack[other] == outsideRacks || m_rack[other] == m_rack[at];
        const double copies = inside ? 1 : m_cluster.racks[m_rack[other]].repeat;
        m_links[at].push_back({other, BytesPerSecond(link.bandwidth.value * copies)});
    }

    void findHeights()
    {
        m_height.resize(m_links.size(), unreached);
        std::vector<std::size_t> wave;
        for (std::size_t i = 0; i < m_cluster.nodes.size(); ++i) {
            m_height[i] = 0;
            wave.push_back(i);
        }
        for (std::size_t next = 0; next < wave.size(); ++next)
            for (const auto &link : m_links[wave[next]])
                if (m_height[link.to] == unreached) {
                    m_height[link.to] = m_height[wave[next]] + 1;
                    wave.push_back(link.to);
                }
    }

    static BytesPerSecond inwardOf(const Node &node)
    {
        BytesPerSecond sum;
        const auto attach = node.vertices.empty() ? std::nullopt : attachPoint(node);
        if (!attach)
            return sum;
        for (const auto &link : node.fabric) {
            if (link.from != *attach && link.to != *attach)
                continue;
            const auto devices = deviceRange(link.from == *attach ? link.to : link.from, node.devices.size());
            sum += BytesPerSecond(link.bandwidth.value * static_cast<double>(devices ? devices->count : 1));
        }
        return sum;
    }

    static void keep(const Oversubscription &port, std::vector<Oversubscription> &found)
    {
        if (port.outward.value > 0 && port.ratio() >= minRatio)
            found.push_back(port);
    }

    const Cluster &m_cluster;
    std::unordered_map<std::string, std::size_t> m_index;
    std::vector<std::size_t> m_rack;
    std::vector<std::vector<Way>> m_links;
    std::vector<int> m_height; // links to the nearest node
};

} // namespace

std::vector<Oversubscription> findOversubscribed(const Cluster &cluster)
{
    if (cluster.nodes.size() < 2 && cluster.racks.empty())
        return {}; // nobody to talk to
    return Ports(cluster).findNarrow();
}

} // namespace heteroscope
