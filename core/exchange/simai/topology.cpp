// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/simai/topology.h"

#include "exchange/launch/import_plan.h"
#include "exchange/measured_type.h"
#include "exchange/network/network.h"
#include "exchange/network/packet_link.h"
#include "exchange/node/node_builder.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace heteroscope {

Result<Imported> importSimaiTopology(const Project &into, const std::vector<ImportFile> &files,
                                     const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one topology file");
    if (!only)
        return only.error();
    const auto refused = [&only](int line, std::string found, std::string expected) {
        return Error{
            Error::Code::syntax, only->name,          "line " + std::to_string(line),
            std::move(found),    std::move(expected), "give a file as gen_Topo_Template.py of SimAI writes it"};
    };
    std::istringstream lines(only->text);
    std::string line;
    std::getline(lines, line);
    std::istringstream head(line);
    int nodes = 0, perServer = 0, nvswitches = 0, switches = 0, count = 0;
    std::string type;
    head >> nodes >> perServer >> nvswitches >> switches >> count >> type;
    const int devices = nodes - nvswitches - switches;
    const bool isPlain = !head.fail() && perServer > 0 && perServer <= 64 && nvswitches >= 0 && switches >= 0 &&
                         nodes <= 1'000'000 && nvswitches <= nodes && switches <= nodes && devices > 0 && count > 0 &&
                         static_cast<std::size_t>(count) <= network::mostLinks && devices % perServer == 0 &&
                         static_cast<std::size_t>(devices / perServer) <= network::mostHosts;
    if (!isPlain)
        return refused(1, quoteText(line.substr(0, 100)),
                       "nodes, devices per server, NVSwitches, switches, links and the kind of device");
    std::getline(lines, line);
    std::istringstream numbers(line);
    std::vector<int> all;
    for (int number = 0; numbers >> number && all.size() < 1'000'000;)
        all.push_back(number);
    if (all.size() != static_cast<std::size_t>(nvswitches) + static_cast<std::size_t>(switches))
        return refused(2, fmt::format("{} numbers", all.size()), fmt::format("{} of switches", nvswitches + switches));
    const std::set<int> inside(all.begin(), all.begin() + nvswitches);
    std::vector<network::PacketLink> links;
    for (int number = 3; std::getline(lines, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        const auto link = network::packetLink(line, nodes);
        if (!link || links.size() >= static_cast<std::size_t>(count))
            return refused(number, quoteText(line.substr(0, 100)),
                           fmt::format("two of {} nodes, a rate like 200Gbps and a latency like 0.0005ms; {} links",
                                       nodes, count));
        links.push_back(*link);
    }
    if (links.size() != static_cast<std::size_t>(count))
        return refused(1, fmt::format("{} links in the file", links.size()),
                       fmt::format("the {} that are stated", count));

    const std::string wanted = options.device.empty() ? type : options.device;
    std::string catalogType(catalogName(wanted));
    if (catalogType.empty() || !options.device.empty())
        catalogType = wanted == "H100" ? "H100-80GB SXM" : wanted == "A100" ? "A100-80GB SXM" : wanted;
    const auto known = node::typeNamed(into.cluster, catalogType, only->name, wanted);
    if (!known)
        return known.error();
    network::Network network;
    network.technology = LinkTechnology::roce;
    const auto serverOf = [&](int id) { return id / perServer; };
    const auto serverName = [](int server) { return "server-" + std::to_string(server); };
    for (int server = 0; server < devices / perServer; ++server) {
        Node node;
        for (int i = 0; i < perServer; ++i)
            node.devices.push_back({.type = (*known)->name, .speed = {}});
        node.vertices.push_back({"nvswitch", FabricVertex::Kind::nvswitch, {}});
        node.vertices.push_back({"nic", FabricVertex::Kind::nic, {}});
        network.hosts.push_back({.name = serverName(server), .node = std::move(node)});
    }
    for (const int id : all) {
        if (!inside.contains(id))
            network.switches.push_back("switch-" + std::to_string(id));
    }
    for (const network::PacketLink &link : links) {
        const int low = std::min(link.from, link.to);
        const int high = std::max(link.from, link.to);
        if (low < devices && high < devices)
            return refused(1, fmt::format("a link between devices {} and {}", low, high), "links to switches alone");
        const bool isInside = inside.contains(high) || inside.contains(low);
        if (low >= devices) {
            if (!isInside)
                network.cables.push_back(
                    {"switch-" + std::to_string(low), "switch-" + std::to_string(high), link.rate, link.latency});
            continue;
        }
        Node &node = *network.hosts[static_cast<std::size_t>(serverOf(low))].node;
        const std::string gpu = "gpu" + std::to_string(low % perServer);
        node.fabric.push_back({gpu,
                               isInside ? "nvswitch" : "nic",
                               isInside ? LinkTechnology::nvlink : LinkTechnology::pcie,
                               link.rate,
                               isInside ? link.latency : Seconds(0), // the cable has it
                               {}});
        if (!isInside)
            network.cables.push_back(
                {serverName(serverOf(low)), "switch-" + std::to_string(high), link.rate, link.latency});
    }
    auto result = network::addNetwork(into, std::move(network), only->name, options);
    if (result)
        result->notes.insert(
            result->notes.begin(),
            fmt::format("{} devices, {} switches of the file and {} links of the file", devices, switches, count));
    return result;
}

} // namespace heteroscope
