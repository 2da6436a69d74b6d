// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/astra_sim/packet_network.h"

#include "exchange/network/packet_link.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <set>
#include <sstream>

namespace heteroscope {

bool isPacketNetwork(std::string_view text)
{
    const auto end = text.find('\n');
    if (end == std::string_view::npos || end > 100)
        return false;
    std::istringstream head{std::string(text.substr(0, end))};
    int nodes = 0, switches = 0, links = 0;
    std::string more;
    head >> nodes >> switches >> links;
    return !head.fail() && !(head >> more) && text.find("bps ") != std::string_view::npos;
}

Result<network::Network> readPacketNetwork(const ImportFile &file)
{
    const auto refused = [&file](int line, std::string found, std::string expected) {
        return Error{Error::Code::syntax, file.name,           fmt::format("line {}", line),
                     std::move(found),    std::move(expected), "give a topology file of ASTRA-sim's ns-3 backend"};
    };
    std::istringstream lines(file.text);
    std::string line;
    std::getline(lines, line);
    std::istringstream head(line);
    int nodes = 0, switches = 0, count = 0;
    head >> nodes >> switches >> count;
    if (head.fail() || switches < 0 || nodes <= switches || nodes > 1'000'000 || count < 0 ||
        static_cast<std::size_t>(count) > network::mostLinks ||
        static_cast<std::size_t>(nodes - switches) > network::mostHosts)
        return refused(
            1, quoteText(line.substr(0, 100)),
            fmt::format("numbers of nodes, switches and links, with at most {} devices", network::mostHosts));
    std::getline(lines, line);
    std::istringstream words(line);
    std::set<int> numbers;
    for (int number = 0; words >> number && number >= 0 && number < nodes;)
        numbers.insert(number);
    if (numbers.size() != static_cast<std::size_t>(switches))
        return refused(2, fmt::format("{} numbers of nodes", numbers.size()), fmt::format("{} of switches", switches));
    network::Network network;
    network.technology = LinkTechnology::roce;
    const auto nameOf = [&numbers](int node) {
        return fmt::format("{}-{}", numbers.contains(node) ? "switch" : "npu", node);
    };
    for (int node = 0; node < nodes; ++node) {
        if (numbers.contains(node))
            network.switches.push_back(nameOf(node));
        else
            network.hosts.push_back({.name = nameOf(node), .devices = 1});
    }
    for (int number = 3; std::getline(lines, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        const auto link = network::packetLink(line, nodes);
        if (!link || network.cables.size() >= static_cast<std::size_t>(count))
            return refused(number, quoteText(line.substr(0, 100)),
                           fmt::format("two of {} nodes, a rate like 200Gbps and a latency like 0.0005ms; {} links",
                                       nodes, count));
        network.cables.push_back({nameOf(link->from), nameOf(link->to), link->rate, link->latency});
    }
    if (network.cables.size() != static_cast<std::size_t>(count))
        return refused(1, fmt::format("{} links in the file", network.cables.size()),
                       fmt::format("the {} that are stated", count));
    return network;
}

} // namespace heteroscope
