// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/slurm/topology.h"

#include "base/text.h"
#include "exchange/network/network.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

namespace heteroscope {

namespace {

struct SlurmReading
{
    network::Network network;
    std::set<std::string> hosts;
    std::set<std::string> defined;              ///< switches and blocks
    std::set<std::string> below;                ///< switches and hosts that have one above
    std::map<std::string, network::Host> nodes; ///< of scontrol
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

/// "gpu:a100:8(S:0-1)" and "gpu:8".
void readGres(const std::string &value, network::Host &host)
{
    const auto at = value.find("gpu:");
    if (at == std::string::npos)
        return;
    std::string text = value.substr(at + 4);
    text = text.substr(0, text.find_first_of("(,"));
    const auto colon = text.rfind(':');
    const std::string count = colon == std::string::npos ? text : text.substr(colon + 1);
    int number = 0;
    std::from_chars(count.data(), count.data() + count.size(), number);
    if (number < 1 || number > 64)
        return;
    host.devices = number;
    if (colon == std::string::npos)
        return;
    // "nvidia_a100-sxm4-80gb": the part between the maker and the form.
    std::string type = text.substr(0, colon);
    for (const char *part : {"nvidia_", "amd_", "tesla_"}) {
        if (type.starts_with(part))
            type = type.substr(std::string_view(part).size());
    }
    host.type = type.substr(0, type.find_first_of("-_"));
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
    for (const auto &[name, host] : read->nodes) {
        if (read->hosts.insert(name).second)
            network.hosts.push_back(host);
    }
    for (network::Host &host : network.hosts) {
        if (const auto known = read->nodes.find(host.name); known != read->nodes.end())
            host = known->second;
    }
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
    std::vector<std::string> notes;
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
