// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/ibnetdiscover/fabric.h"

#include "exchange/launch/import_plan.h"
#include "exchange/network/network.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <sstream>

namespace heteroscope {

namespace {

/// The text in the quotation marks that begin at or after `at`; `at` goes behind them.
std::string quotedText(const std::string &line, std::size_t &at)
{
    const auto open = line.find('"', at);
    const auto close = open == std::string::npos ? open : line.find('"', open + 1);
    if (close == std::string::npos) {
        at = line.size();
        return {};
    }
    at = close + 1;
    return line.substr(open + 1, close - open - 1);
}

/// Bytes/s of "4xNDR"; nullopt if it is none.
std::optional<BytesPerSecond> rateOf(const std::string &word)
{
    constexpr std::array<std::pair<std::string_view, double>, 9> speeds = {{{"SDR", 2.0},
                                                                            {"DDR", 4.0},
                                                                            {"QDR", 8.0},
                                                                            {"FDR10", 10.0},
                                                                            {"FDR", 13.64},
                                                                            {"EDR", 25.0},
                                                                            {"HDR", 50.0},
                                                                            {"NDR", 100.0},
                                                                            {"XDR", 200.0}}};
    const auto x = word.find('x');
    int lanes = 0;
    if (x == std::string::npos || std::from_chars(word.data(), word.data() + x, lanes).ptr != word.data() + x ||
        lanes < 1 || lanes > 12)
        return std::nullopt;
    for (const auto &[name, rate] : speeds) {
        if (word.substr(x + 1) == name)
            return BytesPerSecond(lanes * rate * 1e9 / 8);
    }
    return std::nullopt;
}

struct Fabric
{
    std::map<std::string, std::string> names; ///< of switches and hosts by "S-..." and "H-..."
    std::vector<std::string> switches;
    std::set<std::string> aggregation; ///< adapters of switches
    std::size_t adapters = 0;
};

/// "a06-c18" of "a06-c18 HCA-1" and "node-a mlx5_0"; empty if the adapter has no name of a host.
std::string hostOf(const std::string &description)
{
    const auto blank = description.rfind(' ');
    const std::string last = blank == std::string::npos ? std::string() : description.substr(blank + 1);
    if (!last.starts_with("HCA-") && !last.starts_with("mlx") && !last.starts_with("hfi") && !last.starts_with("ib"))
        return {};
    return description.substr(0, description.find(' '));
}

void nameThings(const std::string &text, Fabric &fabric)
{
    std::istringstream lines(text);
    std::string line;
    std::set<std::string> taken;
    while (std::getline(lines, line)) {
        const bool isSwitch = line.starts_with("Switch");
        if (!isSwitch && !line.starts_with("Ca"))
            continue;
        std::size_t at = 0;
        const std::string id = quotedText(line, at);
        const std::string description = quotedText(line, at);
        if (id.empty() || fabric.names.contains(id))
            continue;
        std::string name;
        if (isSwitch) {
            // "MF0;A09-P1-IBLEAF-01-02:MQM9701/U1"
            name = description.substr(description.find(';') + 1);
            name = name.substr(0, name.find(':'));
            if (name.empty() || !taken.insert(name).second)
                name = id;
            fabric.switches.push_back(name);
        } else {
            ++fabric.adapters;
            if (description.find("Aggregation Node") != std::string::npos) {
                fabric.aggregation.insert(id);
                continue;
            }
            name = hostOf(description);
            if (name.empty())
                name = id;
        }
        fabric.names[id] = name;
    }
}

} // namespace

Result<Imported> importIbnetdiscover(const Project &into, const std::vector<ImportFile> &files,
                                     const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one output of ibnetdiscover");
    if (!only)
        return only.error();
    Fabric fabric;
    nameThings(only->text, fabric);
    network::Network network;
    network.switches = fabric.switches;
    std::set<std::string> hosts;
    for (const auto &[id, name] : fabric.names) {
        if (id.starts_with("H-") && hosts.insert(name).second)
            network.hosts.push_back({.name = name});
    }
    std::istringstream lines(only->text);
    std::string line;
    std::string here;
    std::set<std::pair<std::string, std::string>> seen; // ports, each cable stands at both ends
    std::string unnamed;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.starts_with("Switch") || line.starts_with("Ca")) {
            std::size_t at = 0;
            here = quotedText(line, at);
            continue;
        }
        if (!line.starts_with('[') || here.empty() || fabric.aggregation.contains(here))
            continue;
        const std::string port = here + line.substr(0, line.find(']') + 1);
        std::size_t at = 0;
        std::string there = quotedText(line, at);
        const auto close = line.find(']', at);
        std::string far = there + (close == std::string::npos ? "" : line.substr(at, close + 1 - at));
        // A host at the other end of a direct cable may not be listed itself: its name stands in the comment.
        if (there.starts_with("H-0x"))
            there = "H-" + there.substr(4);
        if (fabric.aggregation.contains(there))
            continue;
        if (!fabric.names.contains(there)) {
            const std::string described = quotedText(line, at);
            const std::string name = hostOf(described).empty() ? there : hostOf(described);
            fabric.names[there] = name;
            ++fabric.adapters;
            if (hosts.insert(name).second)
                network.hosts.push_back({.name = name});
        }
        const auto word = line.substr(std::min(line.find_last_of(" \t") + 1, line.size()));
        const auto rate = rateOf(word.substr(0, word.find_last_not_of("\r") + 1));
        if (!rate)
            return Error{Error::Code::syntax,
                         only->name,
                         "line " + std::to_string(number),
                         quoteText(word.substr(0, 100)),
                         "a width and speed like 4xNDR",
                         "keep the whole line as ibnetdiscover wrote it"};
        if (!seen.insert(std::minmax(port, far)).second)
            continue;
        if (fabric.names.contains(here))
            network.cables.push_back({fabric.names[here], fabric.names[there], *rate});
    }
    if (network.hosts.empty())
        return Error{Error::Code::schema,
                     only->name,
                     {},
                     "no channel adapter",
                     "the output of ibnetdiscover with records Ca and Switch",
                     "run ibnetdiscover without options"};
    auto result = network::addNetwork(into, std::move(network), only->name, options);
    if (result) {
        result->notes.insert(result->notes.begin(), fmt::format("{} switches of the file, and {} adapters at {} hosts",
                                                                fabric.switches.size(), fabric.adapters, hosts.size()));
        if (!fabric.aggregation.empty())
            result->notes.push_back(
                fmt::format("{} aggregation nodes (SHARP) are left out: set \"reduces\" at a switch "
                            "whose reductions are used",
                            fabric.aggregation.size()));
    }
    return result;
}

} // namespace heteroscope
