// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_cluster.h"

#include "base/text.h"
#include "calibration/run_case.h"
#include "calibration/run_nodes.h"
#include "calibration/run_words.h"
#include "cluster/catalog.h"

#include <algorithm>
#include <charconv>

namespace heteroscope {

namespace {

/// What a node's own ports carry together, for rows that do not say how nodes are linked.
BytesPerSecond portBandwidth(const Node &node)
{
    double sum = 0;
    for (const auto &link : node.fabric) {
        if (link.to == "nic")
            sum += link.bandwidth.value * (link.from == "gpu*" ? static_cast<double>(node.devices.size()) : 1.0);
    }
    return BytesPerSecond(std::max(sum, 1.25e9));
}

struct InterLink
{
    LinkTechnology technology = LinkTechnology::infiniband;
    BytesPerSecond bandwidth;
    Seconds latency;
};

InterLink interLinkOf(const std::string &text, const Node &node)
{
    InterLink link;
    const auto words = lowerCase(text);
    if (containsWord(words, "ethernet"))
        link = {LinkTechnology::ethernet, BytesPerSecond(1.25e8), Seconds(5e-5)};
    else if (containsWord(words, "roce") || containsWord(words, "cx-"))
        link = {LinkTechnology::roce, portBandwidth(node), Seconds(3e-6)};
    else if (containsWord(words, "omni-path") || containsWord(words, "slingshot"))
        link = {LinkTechnology::other, portBandwidth(node), Seconds(2e-6)};
    else
        link = {LinkTechnology::infiniband, portBandwidth(node), Seconds(1.5e-6)};
    if (const auto stated = nodeBandwidth(text, static_cast<int>(node.devices.size())))
        link.bandwidth = *stated;
    return link;
}

void addNode(Cluster &cluster, Node node, const std::string &interLink)
{
    node.name = "n" + std::to_string(cluster.nodes.size());
    const auto link = interLinkOf(interLink, node);
    cluster.links.push_back(
        {node.name + "-net", node.name, "net", link.technology, link.bandwidth, link.latency, {}, {}});
    cluster.nodes.push_back(std::move(node));
}

void addSwitch(Cluster &cluster)
{
    if (cluster.nodes.size() > 1)
        cluster.switches.push_back({"net", 0, Seconds(0), false, {}});
    else
        cluster.links.clear();
}

/// "RTX-3090x8": type and number.
std::pair<std::string, int> devicesNamed(const std::string &text)
{
    const auto x = text.rfind('x');
    int count = 0;
    if (x != std::string::npos)
        std::from_chars(text.data() + x + 1, text.data() + text.size(), count);
    return {text.substr(0, x), count};
}

/// Joins every two nodes by the slower of their measured directions; false when a pair was not measured.
bool joinPairs(Cluster &cluster, const NodeLinks &links)
{
    std::vector<Link> pairs;
    for (std::size_t a = 0; a < cluster.nodes.size(); ++a) {
        for (std::size_t b = a + 1; b < cluster.nodes.size(); ++b) {
            const auto &first = cluster.nodes[a].devices.front().type;
            const auto &second = cluster.nodes[b].devices.front().type;
            const auto there = links.find({first, second});
            const auto back = links.find({second, first});
            if (there == links.end() || back == links.end())
                return false;
            // A measured rate is what transfers reach: the technology must not lower it again.
            pairs.push_back({cluster.nodes[a].name + "-" + cluster.nodes[b].name,
                             cluster.nodes[a].name,
                             cluster.nodes[b].name,
                             LinkTechnology::ethernet,
                             std::min(there->second, back->second),
                             Seconds(5e-5),
                             {},
                             {}});
        }
    }
    cluster.links = std::move(pairs);
    return !cluster.links.empty();
}

/// Adds the type to those of the cluster itself unless the catalog has it.
void addType(Cluster &cluster, const DeviceType &type)
{
    if (findDeviceType(cluster, type.name) == nullptr)
        cluster.deviceTypes.push_back(type);
}

/// One node for each entry of the stage map, so that ranks and devices agree.
Result<Cluster> mixedCluster(const RunConfiguration &run, const NodeLinks &links)
{
    if (run.stageDevices.empty())
        return cannot("a mixed cluster (" + run.gpu + ") without its nodes",
                      "the column nodes, or \"stage devices TYPExN|TYPExN;...\" in the notes");
    Cluster cluster;
    for (const auto &stage : run.stageDevices) {
        for (const auto &entry : stage) {
            const auto [name, count] = devicesNamed(entry);
            const auto type = deviceTypeOfRun(name);
            if (!type || count != run.tp * run.cp)
                return cannot("stage devices " + entry,
                              std::to_string(run.tp * run.cp) + " of a device type of the catalog");
            addType(cluster, *type);
            addNode(cluster, nodeOfRun(*type, std::max(count, run.gpusPerNode), false), run.interLink);
        }
    }
    if (!joinPairs(cluster, links))
        addSwitch(cluster);
    return cluster;
}

/// The part of "10 Gb/s Ethernet (p3.8xlarge), 50 Gb/s Ethernet (g4dn.12xlarge)" that names the kind of machine; the
/// whole text if none does.
std::string interLinkOfMachine(const std::string &text, const std::string &machine)
{
    const auto at = machine.empty() ? std::string::npos : text.find(machine);
    if (at == std::string::npos)
        return text;
    const auto before = text.rfind(", ", at);
    const auto begin = before == std::string::npos ? 0 : before + 2;
    return text.substr(begin, text.find(", ", at) - begin);
}

/// Joins every two nodes as the row states it for their names; a pair that it leaves out by the slowest stated rate and
/// the longest latency.
void joinNamed(Cluster &cluster, const std::vector<std::string> &names, const std::vector<RunLink> &links)
{
    auto slowest = links.front();
    for (const auto &link : links) {
        slowest.bandwidth = std::min(slowest.bandwidth, link.bandwidth);
        slowest.latency = std::max(slowest.latency, link.latency);
    }
    cluster.links.clear();
    for (std::size_t a = 0; a < cluster.nodes.size(); ++a) {
        for (std::size_t b = a + 1; b < cluster.nodes.size(); ++b) {
            const auto stated = std::find_if(links.begin(), links.end(), [&](const RunLink &link) {
                return (link.from == names[a] && link.to == names[b]) || (link.from == names[b] && link.to == names[a]);
            });
            const auto &link = stated == links.end() ? slowest : *stated;
            cluster.links.push_back({cluster.nodes[a].name + "-" + cluster.nodes[b].name,
                                     cluster.nodes[a].name,
                                     cluster.nodes[b].name,
                                     LinkTechnology::ethernet,
                                     link.bandwidth,
                                     link.latency,
                                     {},
                                     {}});
        }
    }
}

/// The nodes that the row names, in the order of their ranks.
Result<Cluster> clusterOfNodes(const RunConfiguration &run, const NodeLinks &links)
{
    constexpr std::string_view called = "called ";
    Cluster cluster;
    std::vector<std::string> names;
    for (const auto &nodes : run.nodes) {
        const auto type = deviceTypeOfRun(nodes.gpu);
        if (!type)
            return type.error();
        const auto sum =
            static_cast<std::int64_t>(names.size() + static_cast<std::size_t>(nodes.count)) * nodes.devices;
        if (sum > static_cast<std::int64_t>(maxDevices))
            return cannot("nodes of " + std::to_string(sum) + " devices", "at most " + std::to_string(maxDevices));
        addType(cluster, *type);
        const auto node = nodeOfRun(*type, nodes.devices, false);
        for (int i = 0; i < nodes.count; ++i) {
            addNode(cluster, node, interLinkOfMachine(run.interLink, nodes.remark));
            names.push_back(nodes.remark.starts_with(called) ? nodes.remark.substr(called.size()) : nodes.remark);
        }
    }
    if (joinPairs(cluster, links))
        return cluster;
    if (!run.links.empty() && cluster.nodes.size() > 1)
        joinNamed(cluster, names, run.links);
    else
        addSwitch(cluster);
    return cluster;
}

} // namespace

std::optional<BytesPerSecond> nodeBandwidth(const std::string &interLink, int devicesPerNode)
{
    const auto text = lowerCase(interLink);
    double ports = 1;
    for (std::size_t i = 0; i < text.size();) {
        double number = 0;
        const auto [end, problem] = std::from_chars(text.data() + i, text.data() + text.size(), number);
        if (problem != std::errc()) {
            ++i;
            continue;
        }
        auto after = static_cast<std::size_t>(end - text.data());
        if (after < text.size() && text[after] == 'x') {
            ports = number;
            i = after + 1;
            // "4x100Gb/s": what follows the x is the rate of one port.
            continue;
        }
        while (after < text.size() && text[after] == ' ')
            ++after;
        const bool isRate = number >= 1 && after < text.size() && text[after] == 'g' &&
                            (after + 1 == text.size() || text[after + 1] == 'b' || text[after + 1] == ' ');
        if (isRate) {
            if (containsWord(text, "per gpu"))
                ports = devicesPerNode;
            return BytesPerSecond(ports * number * 1e9 / 8);
        }
        i = after;
    }
    return {};
}

Result<Cluster> clusterOfRun(const RunConfiguration &run, const NodeLinks &links)
{
    if (!run.nodes.empty())
        return clusterOfNodes(run, links);
    if (containsWord(run.gpu, "+"))
        return mixedCluster(run, links);
    const auto type = deviceTypeOfRun(run.gpu);
    if (!type)
        return type.error();
    const bool isRack = containsWord(run.intraLink, "NVL72");
    const int stated = run.gpusPerNode > 0 ? run.gpusPerNode : std::min(run.gpus, usualNodeSize(*type));
    const int perNode = isRack ? std::min(run.gpus, rackDevices) : stated;
    if (run.gpus > static_cast<int>(maxDevices) || perNode > static_cast<int>(maxDevices))
        return cannot(std::to_string(run.gpus) + " devices", "at most " + std::to_string(maxDevices));
    const auto node = nodeOfRun(*type, perNode, isRack);
    Cluster cluster;
    addType(cluster, *type);
    for (int placed = 0; placed < run.gpus; placed += static_cast<int>(node.devices.size()))
        addNode(cluster, node, run.interLink);
    addSwitch(cluster);
    return cluster;
}

} // namespace heteroscope
