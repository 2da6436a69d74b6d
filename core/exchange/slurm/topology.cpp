// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/slurm/topology.h"

#include "base/text.h"
#include "exchange/measured_type.h"
#include "exchange/network/network.h"
#include "exchange/network/stated_host.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

namespace heteroscope {

namespace {

constexpr int mostDevicesOfNode = 64;

/// A record of scontrol.
struct SlurmNode
{
    std::string name;
    bool statesDevices = false;                       ///< it has Gres, if only (null)
    std::vector<std::pair<std::string, int>> devices; ///< types as written, empty where only a number stands
    bool isSliced = false;                            ///< slices of devices (MIG) beside them or alone
    bool isDown = false;
};

struct SlurmReading
{
    network::Network network;
    std::set<std::string> hosts;
    std::set<std::string> defined;          ///< switches and blocks
    std::set<std::string> below;            ///< switches and hosts that have one above
    std::map<std::string, SlurmNode> nodes; ///< of scontrol
    std::size_t blocks = 0;
    std::string firstBlock;
    std::string firstSwitch;
};

/// KEY=VALUE pairs of a line, keys in small letters; a word without = belongs to the value before it.
std::vector<std::pair<std::string, std::string>> pairsOf(const std::string &line)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    std::istringstream words(line);
    std::string word;
    while (words >> word && pairs.size() < 1000) {
        const auto equals = word.find('=');
        if (equals != std::string::npos && equals > 0)
            pairs.emplace_back(lowerCase(word.substr(0, equals)), word.substr(equals + 1));
    }
    return pairs;
}

/// "gpu:a100:3(S:0),gpu:h100:1", "gpu:8", "gpu:a100" for one, "(null)" for none; what is no device is passed over.
void readGres(const std::string &value, SlurmNode &node)
{
    node.statesDevices = true;
    std::istringstream entries(value);
    for (std::string entry; std::getline(entries, entry, ',');) {
        entry = entry.substr(0, entry.find('('));
        if (entry != "gpu" && !entry.starts_with("gpu:"))
            continue;
        std::string type = entry.substr(std::min(entry.size(), std::size_t(4)));
        const auto colon = type.rfind(':');
        const std::string count = type.substr(colon == std::string::npos ? 0 : colon + 1);
        int number = 1;
        const auto parsed = std::from_chars(count.data(), count.data() + count.size(), number);
        if (!count.empty() && parsed.ec == std::errc() && parsed.ptr == count.data() + count.size())
            type = type.substr(0, colon == std::string::npos ? 0 : colon);
        else
            number = 1;
        if (type.find("g.") != std::string::npos && type.ends_with("gb")) // "a100_1g.10gb"
            node.isSliced = true;
        else if (number > 0 && number <= mostDevicesOfNode)
            node.devices.emplace_back(type, number);
    }
}

/// A type of Slurm ("nvidia_a100-sxm4-80gb", "rtx_a6000") in the catalog.
Result<DeviceType> typeOfWord(const std::string &word)
{
    std::string product = word;
    for (char &c : product)
        c = c == '_' ? ' ' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return measuredDeviceType(product, "");
}

/// What the record says of the host; nullopt: it has nothing that could be drawn.
Result<std::optional<network::Host>> hostOf(const SlurmNode &node, const Cluster &own, const std::string &file,
                                            const ImportOptions &options, std::vector<std::string> &notes)
{
    network::Host host{.name = node.name};
    if (!node.statesDevices)
        return std::optional(host);
    if (node.devices.empty())
        return std::optional<network::Host>();
    if (!options.device.empty()) {
        for (const auto &[written, count] : node.devices)
            host.devices += count;
        host.type = options.device;
        return std::optional(host);
    }
    network::StatedHost stated{.name = node.name, .devices = {}, .inside = {}};
    for (const auto &[written, count] : node.devices) {
        std::string word = written;
        for (const char *maker : {"nvidia_", "amd_", "tesla_"}) {
            if (word.starts_with(maker))
                word = word.substr(std::string_view(maker).size());
        }
        const auto type = typeOfWord(word);
        const bool isPlain = word.find_first_of("-_") == std::string::npos;
        if (!type && isPlain && node.devices.size() == 1) { // a word that recipes know, "a100", or none
            host.devices = count;
            host.type = word;
            return std::optional(host);
        }
        if (!type && !isPlain) {
            Error error = type.error();
            error.file = file;
            error.path = node.name;
            error.found = "device " + quoteText(written);
            error.hint = "name the type of all devices with --device";
            return error;
        }
        stated.devices.insert(stated.devices.end(), static_cast<std::size_t>(count),
                              {type ? type->name : word, Bytes(0)});
    }
    auto made = network::hostWithInside(stated, own, file, options, notes);
    if (!made)
        return made.error();
    return std::optional(std::move(*made));
}

/// "a, b, c, ...": at most three.
std::string firstNames(const std::vector<std::string> &names)
{
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, names.size()); ++i)
        text += (i > 0 ? ", " : "") + names[i];
    return text + (names.size() > 3 ? ", ..." : "");
}

Result<SlurmReading> readSlurm(const std::vector<ImportFile> &files)
{
    SlurmReading reading;
    for (const ImportFile &file : files) {
        std::istringstream lines(file.text);
        std::string line;
        std::string current; // node of scontrol
        for (int number = 1; std::getline(lines, line); ++number) {
            line = line.substr(0, line.find('#'));
            const auto refused = [&](std::string found, std::string expected) {
                return Error{Error::Code::syntax, file.name,           "line " + std::to_string(number),
                             std::move(found),    std::move(expected), "correct the line"};
            };
            const auto pairs = pairsOf(line);
            std::string above;
            for (const auto &[key, value] : pairs) {
                const bool isSwitch = key == "switchname";
                if (isSwitch || key == "blockname") {
                    above = value;
                    if (!reading.defined.insert(value).second)
                        return refused(quoteText(value) + " again", "each switch and block once");
                    reading.network.switches.push_back(value);
                    (isSwitch ? reading.firstSwitch : reading.firstBlock) = value;
                    reading.blocks += isSwitch ? 0 : 1;
                } else if (key == "nodename") {
                    current = value;
                    reading.nodes[value].name = value;
                } else if (key == "gres" && !current.empty()) {
                    readGres(value, reading.nodes[current]);
                } else if (key == "state" && !current.empty()) {
                    reading.nodes[current].isDown =
                        value.find("DOWN") != std::string::npos || value.find("DRAIN") != std::string::npos;
                } else if ((key == "nodes" || key == "switches") && !above.empty()) {
                    const auto names = network::hostList(value);
                    if (!names)
                        return refused(quoteText(value), "a list of names like node[1-4,7]");
                    for (const std::string &name : *names) {
                        if (key == "nodes" && reading.hosts.insert(name).second)
                            reading.network.hosts.push_back({.name = name});
                        reading.network.cables.push_back({name, above});
                        reading.below.insert(name);
                    }
                    if (reading.network.cables.size() > network::mostLinks)
                        return refused("more links", fmt::format("at most {}", network::mostLinks));
                }
            }
            if (!reading.firstBlock.empty() && !reading.firstSwitch.empty())
                return refused("switch " + quoteText(reading.firstSwitch) + " and block " +
                                   quoteText(reading.firstBlock),
                               "either switches (topology/tree) or blocks (topology/block)");
        }
    }
    return reading;
}

} // namespace

Result<Imported> importSlurm(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    auto read = readSlurm(files);
    if (!read)
        return read.error();
    const std::string file = files.empty() ? std::string() : files.front().name;
    network::Network &network = read->network;
    for (const auto &[name, node] : read->nodes) {
        if (read->hosts.insert(name).second)
            network.hosts.push_back({.name = name});
    }
    std::vector<std::string> notes, without, sliced, down;
    std::vector<network::Host> drawn;
    for (network::Host &host : network.hosts) {
        const auto known = read->nodes.find(host.name);
        if (known == read->nodes.end()) {
            drawn.push_back(std::move(host));
            continue;
        }
        auto made = hostOf(known->second, into.cluster, file, options, notes);
        if (!made)
            return made.error();
        if (*made && known->second.isDown)
            down.push_back(host.name);
        if (known->second.isSliced)
            sliced.push_back(host.name);
        else if (!*made)
            without.push_back(host.name);
        if (*made)
            drawn.push_back(std::move(**made));
        else
            std::erase_if(network.cables, [&host](const network::Cable &cable) { return cable.from == host.name; });
    }
    const bool hadHosts = !network.hosts.empty();
    network.hosts = std::move(drawn);
    if (!without.empty())
        notes.push_back(fmt::format("nodes left out, as they have no device: {}", firstNames(without)));
    if (!sliced.empty())
        notes.push_back(fmt::format("slices of devices (MIG) left out, of nodes: {}", firstNames(sliced)));
    if (!down.empty())
        notes.push_back(fmt::format("nodes drawn though they are down or drained: {}", firstNames(down)));
    if (hadHosts && network.hosts.empty())
        return Error{Error::Code::schema,
                     file,
                     {},
                     "no node with a whole device",
                     "Gres=gpu:TYPE:COUNT of some node",
                     "give the nodes that have devices"};
    if (network.hosts.empty())
        return Error{Error::Code::schema,
                     file,
                     {},
                     "no node",
                     "lines SwitchName= or BlockName= with nodes, or records NodeName=",
                     "give topology.conf, or the output of scontrol show node"};
    // What has nothing above it meets at one more switch, unless it is the only one.
    std::vector<std::string> tops;
    for (const std::string &name : network.switches) {
        if (!read->below.contains(name))
            tops.push_back(name);
    }
    for (const network::Host &host : network.hosts) {
        if (!read->below.contains(host.name))
            tops.push_back(host.name);
    }
    if (tops.size() > 1) {
        std::string top = "network";
        while (read->defined.contains(top) || read->hosts.contains(top))
            top += "-";
        network.switches.push_back(top);
        for (const std::string &name : tops)
            network.cables.push_back({name, top});
        notes.push_back(fmt::format("{} parts that the file does not join meet at one switch, {}", tops.size(), top));
    }
    if (read->blocks > 0)
        notes.push_back(fmt::format("{} blocks, each drawn as a switch: what joins the nodes of a block is not stated",
                                    read->blocks));
    else
        notes.push_back(fmt::format("{} switches of the file", read->defined.size()));
    auto result = network::addNetwork(into, std::move(network), file, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
