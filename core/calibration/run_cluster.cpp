// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_cluster.h"

#include "calibration/run_case.h"
#include "calibration/run_words.h"
#include "cluster/attach.h"
#include "cluster/catalog.h"
#include "cluster/intra_link.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace heteroscope {

namespace {

/// GPUs of an NVL72 rack that jobs use: whole powers of two.
constexpr int rackDevices = 64;

std::string lowerCase(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// GPUs behind one switch of the type's own link, each with a network port of the given rate.
Node plainNode(const DeviceType &type, int count)
{
    Node node;
    node.devices.assign(static_cast<std::size_t>(count), Device{type.name, {}, {}});
    node.vertices = {{"nvswitch", FabricVertex::Kind::nvswitch, {}}, {"nic", FabricVertex::Kind::nic, {}}};
    node.fabric = {{"gpu*", "nvswitch", LinkTechnology::nvlink, type.intraLinkBandwidth, Seconds(8e-7), {}},
                   {"gpu*", "nic", LinkTechnology::pcie, BytesPerSecond(5e10), Seconds(1e-6), {}}};
    return node;
}

Result<Node> nodeOf(const DeviceType &type, int count, bool isRack)
{
    const Node *resizable = nullptr;
    for (const auto &node : builtinCatalog().nodes) {
        const bool sameType = std::all_of(node.devices.begin(), node.devices.end(),
                                          [&type](const Device &device) { return device.type == type.name; });
        const bool rack = node.devices.size() > static_cast<std::size_t>(rackDevices) && isUniform(node);
        if (isRack ? rack : sameType && static_cast<int>(node.devices.size()) == count) {
            resizable = &node;
            break;
        }
        if (sameType && !rack && isUniform(node))
            resizable = &node;
    }
    const IntraLink link = intraLink(type);
    if (!resizable && link.nvlink == 0 && !(link.nvlinkBridge && link.pcie == 0))
        return cannot("nodes of " + std::to_string(count) + " " + type.name, "a node template of the catalog");
    Node node = resizable ? *resizable : plainNode(type, count);
    if (isUniform(node))
        node.devices.assign(static_cast<std::size_t>(count), Device{type.name, {}, {}});
    return node;
}

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

/// One node for each entry of the stage map, so that ranks and devices agree.
Result<Cluster> mixedCluster(const RunConfiguration &run, const NodeLinks &links)
{
    if (run.stageDevices.empty())
        return cannot("a mixed cluster (" + run.gpu + ") without a stage map in its notes",
                      "\"stage devices TYPExN|TYPExN;...\"");
    Cluster cluster;
    for (const auto &stage : run.stageDevices) {
        for (const auto &entry : stage) {
            const auto [name, count] = devicesNamed(entry);
            const auto *type = findDeviceType({}, deviceTypeNamed(name));
            if (!type || count != run.tp * run.cp)
                return cannot("stage devices " + entry,
                              std::to_string(run.tp * run.cp) + " of a device type of the catalog");
            auto node = nodeOf(*type, run.gpusPerNode, false);
            if (!node)
                return node.error();
            addNode(cluster, std::move(*node), run.interLink);
        }
    }
    if (!joinPairs(cluster, links))
        addSwitch(cluster);
    return cluster;
}

} // namespace

std::string deviceTypeNamed(const std::string &gpu)
{
    // How sources write what the catalog calls otherwise, in lower case without a remark in parentheses.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 13> others = {
        {{"a100", "A100-80GB SXM"},
         {"a100-40", "A100-40GB SXM"},
         {"a100-80", "A100-80GB SXM"},
         {"v100-16", "V100-16GB SXM2"},
         {"v100-32gb sxm3", "V100-32GB SXM2/SXM3"},
         {"h100", "H100-80GB SXM"},
         {"h100-96gb hbm2e 500w", "H100-96GB 500W"},
         {"h200", "H200 SXM"},
         {"b200", "B200 SXM"},
         {"gh-96", "GH200 (96 GB)"},
         {"rtx-2080", "RTX 2080 Ti"},
         {"rtx-3090", "RTX 3090"},
         {"titan-rtx", "Titan RTX"}}};
    if (builtinCatalog().findDevice(gpu))
        return gpu;
    auto plain = lowerCase(gpu.substr(0, gpu.find('(')));
    while (plain.ends_with(' '))
        plain.pop_back();
    for (const auto &[word, name] : others) {
        if (plain == word)
            return std::string(name);
    }
    for (const auto &type : builtinCatalog().devices) {
        if (lowerCase(type.name) == plain)
            return type.name;
    }
    return {};
}

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
    if (containsWord(run.gpu, "+"))
        return mixedCluster(run, links);
    const auto *type = findDeviceType({}, deviceTypeNamed(run.gpu));
    if (!type)
        return cannot("gpu " + run.gpu, "a device type of the catalog");
    const bool isRack = containsWord(run.intraLink, "NVL72");
    const int perNode = isRack ? std::min(run.gpus, rackDevices) : run.gpusPerNode;
    if (run.gpus > static_cast<int>(maxDevices) || perNode > static_cast<int>(maxDevices))
        return cannot(std::to_string(run.gpus) + " devices", "at most " + std::to_string(maxDevices));
    const auto node = nodeOf(*type, perNode, isRack);
    if (!node)
        return node.error();
    Cluster cluster;
    for (int placed = 0; placed < run.gpus; placed += static_cast<int>(node->devices.size()))
        addNode(cluster, *node, run.interLink);
    addSwitch(cluster);
    return cluster;
}

} // namespace heteroscope
