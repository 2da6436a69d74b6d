// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/network/network.h"

#include "base/files.h"
#include "base/numbers.h"
#include "project/edits.h"
#include "project/recipe_text.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace heteroscope::network {

namespace {

constexpr int usualDevices = 8;
constexpr double usualRate = 5e10; // of a device's network card, 400 Gbit/s

using Ends = std::pair<std::string, std::string>;

std::string allowedName(std::string name)
{
    for (char &c : name) {
        if (c == '/' || c == ':' || c == '#' || static_cast<unsigned char>(c) < 32)
            c = '-';
    }
    if (name.starts_with("x-"))
        name.insert(0, "_");
    // Bytes that are no UTF-8 would be other ones after writing and reading.
    const std::string text = Json(name).dump(-1, ' ', false, Json::error_handler_t::replace);
    return fittingFileName(Json::parse(text).get<std::string>(), 200);
}

/// One name for each set of switches with the same neighbours, until nothing changes.
void mergeParallel(Network &network)
{
    for (int round = 0; round < 8; ++round) {
        std::map<std::string, std::set<std::string>> neighbours;
        for (const Cable &cable : network.cables) {
            neighbours[cable.from].insert(cable.to);
            neighbours[cable.to].insert(cable.from);
        }
        std::map<std::set<std::string>, std::string> first;
        std::map<std::string, std::string> into;
        std::vector<std::string> left;
        for (const std::string &name : network.switches) {
            const auto [at, isNew] = first.try_emplace(neighbours[name], name);
            // Switches with one neighbour are leaves of a tree, or spares: they stay.
            if (isNew || neighbours[name].size() < 2)
                left.push_back(name);
            else
                into[name] = at->second;
        }
        if (into.empty())
            return;
        for (Cable &cable : network.cables) {
            for (std::string *end : {&cable.from, &cable.to}) {
                if (const auto found = into.find(*end); found != into.end())
                    *end = found->second;
            }
        }
        network.switches = std::move(left);
    }
}

/// One cable for each pair, with the sum of their bandwidths and the largest latency.
std::vector<Cable> joinedCables(const Network &network)
{
    std::map<Ends, std::size_t> numbers;
    std::vector<Cable> result;
    for (const Cable &cable : network.cables) {
        if (cable.from == cable.to)
            continue;
        const auto [at, isNew] = numbers.try_emplace(std::minmax(cable.from, cable.to), result.size());
        if (isNew) {
            result.push_back(cable);
        } else {
            result[at->second].bandwidth = result[at->second].bandwidth + cable.bandwidth;
            result[at->second].latency = std::max(result[at->second].latency, cable.latency);
        }
    }
    return result;
}

/// The number of cables from the nearest host, for drawing; and the devices below each switch.
std::map<std::string, int> tiers(const Network &network, const std::vector<Cable> &cables)
{
    std::map<std::string, int> tier;
    for (const Host &host : network.hosts)
        tier[host.name] = 0;
    for (int level = 0; level < 16; ++level) {
        bool changed = false;
        for (const Cable &cable : cables) {
            for (const auto &[a, b] : {Ends{cable.from, cable.to}, Ends{cable.to, cable.from}}) {
                const auto at = tier.find(a);
                if (at != tier.end() && at->second == level)
                    changed = tier.try_emplace(b, level + 1).second || changed;
            }
        }
        if (!changed)
            break;
    }
    return tier;
}

/// Cables without bandwidth: as much as all devices below need, so that nothing is oversubscribed.
bool fillBandwidths(const Network &network, const std::map<std::string, int> &tier, std::vector<Cable> &cables,
                    const std::map<std::string, int> &devices)
{
    std::map<std::string, double> below;
    for (const Host &host : network.hosts)
        below[host.name] = devices.at(host.name);
    const auto tierOf = [&tier](const std::string &name) {
        const auto at = tier.find(name);
        return at == tier.end() ? 0 : at->second;
    };
    bool filled = false;
    for (int level = 0; level < 16; ++level) {
        for (Cable &cable : cables) {
            const bool up = tierOf(cable.from) == level && tierOf(cable.to) == level + 1;
            const bool down = tierOf(cable.to) == level && tierOf(cable.from) == level + 1;
            if (!up && !down && !(level == 0 && tierOf(cable.from) == 0 && tierOf(cable.to) == 0))
                continue;
            const std::string &lower = down ? cable.to : cable.from;
            if (up || down)
                below[down ? cable.from : cable.to] += below[lower];
            if (!(cable.bandwidth.value > 0)) {
                cable.bandwidth = BytesPerSecond(usualRate * std::max(1.0, below[lower]));
                filled = true;
            }
        }
    }
    for (Cable &cable : cables) {
        if (!(cable.bandwidth.value > 0)) {
            cable.bandwidth = BytesPerSecond(usualRate * usualDevices);
            filled = true;
        }
    }
    return filled;
}

/// The inside of a host of so many devices, as recipes draw it.
Result<Node> insideOf(int devices, const std::string &type, const std::string &file)
{
    const auto recipe = parseRecipe(fmt::format("1x{} {}", devices, type));
    const auto built = recipe ? buildRecipe(*recipe) : Result<Project>(recipe.error());
    if (!built || built->cluster.nodes.empty())
        return Error{Error::Code::reference,
                     file,
                     {},
                     fmt::format("{} devices of type {}", devices, quoteText(type)),
                     "types of the catalog",
                     "name a type with --device; see hscope catalog devices"};
    return built->cluster.nodes.front();
}

} // namespace

std::optional<std::vector<std::string>> hostList(std::string_view text)
{
    std::vector<std::string> result;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (depth < 0 || depth > 1)
            return std::nullopt;
        if (c != ',' || depth > 0)
            continue;
        std::vector<std::string> names = {""};
        std::string_view item = text.substr(begin, i - begin);
        begin = i + 1;
        while (!item.empty()) {
            const auto open = std::min(item.find('['), item.size());
            for (std::string &name : names)
                name += item.substr(0, open);
            item.remove_prefix(open);
            if (item.empty())
                break;
            const auto close = item.find(']');
            if (close == std::string_view::npos)
                return std::nullopt;
            std::string_view ranges = item.substr(1, close - 1);
            item.remove_prefix(close + 1);
            std::vector<std::string> all;
            while (!ranges.empty()) {
                const auto comma = std::min(ranges.find(','), ranges.size());
                const auto range = ranges.substr(0, comma);
                ranges.remove_prefix(std::min(comma + 1, ranges.size()));
                const auto dash = std::min(range.find('-'), range.size());
                const auto low = range.substr(0, dash);
                const auto high = dash < range.size() ? range.substr(dash + 1) : low;
                std::uint32_t from = 0;
                std::uint32_t to = 0;
                const auto first = std::from_chars(low.data(), low.data() + low.size(), from);
                const auto last = std::from_chars(high.data(), high.data() + high.size(), to);
                if (first.ec != std::errc() || last.ec != std::errc() || first.ptr != low.data() + low.size() ||
                    last.ptr != high.data() + high.size() || to < from || to - from > mostHosts)
                    return std::nullopt;
                for (std::uint32_t number = from; number <= to; ++number) {
                    for (const std::string &name : names) {
                        if (all.size() > mostHosts)
                            return std::nullopt;
                        all.push_back(name + fmt::format("{:0{}}", number, low.size()));
                    }
                }
            }
            names = std::move(all);
        }
        if (names.size() + result.size() > mostHosts)
            return std::nullopt;
        for (const std::string &name : names) {
            if (name.empty() || name.size() > 200)
                return std::nullopt;
            result.push_back(name);
        }
    }
    return depth == 0 ? std::optional(result) : std::nullopt;
}

Result<Imported> addNetwork(const Project &into, Network network, const std::string &file, const ImportOptions &options)
{
    const auto refused = [&file](std::string found, std::string expected, std::string hint) {
        return Error{Error::Code::invalid, file, {}, std::move(found), std::move(expected), std::move(hint)};
    };
    if (network.hosts.empty() || network.hosts.size() > mostHosts || network.cables.size() > mostLinks)
        return refused(fmt::format("{} hosts and {} links", network.hosts.size(), network.cables.size()),
                       fmt::format("1 to {} hosts and at most {} links", mostHosts, mostLinks),
                       "give the network of one cluster");
    Imported result{into, {}, {}};
    Cluster &cluster = result.project.cluster;
    const std::size_t switchesOfFile = network.switches.size();
    const std::size_t cablesOfFile = network.cables.size();
    for (Host &host : network.hosts)
        host.name = allowedName(host.name);
    for (std::string &name : network.switches)
        name = allowedName(name);
    for (Cable &cable : network.cables) {
        cable.from = allowedName(cable.from);
        cable.to = allowedName(cable.to);
    }
    std::set<std::string> names;
    for (const Host &host : network.hosts) {
        if (const auto rule = whyNotName(host.name); !rule.empty() || !names.insert(host.name).second)
            return refused("host " + quoteText(host.name), rule.empty() ? "each host once" : rule, "correct the file");
    }
    for (const std::string &name : network.switches) {
        const bool taken = into.cluster.isNameTaken(name) && !into.cluster.findSwitch(name);
        if (const auto rule = whyNotName(name); !rule.empty() || taken || !names.insert(name).second)
            return refused("switch " + quoteText(name), rule.empty() ? "a name that nothing else has" : rule,
                           "correct the file");
    }
    for (const Cable &cable : network.cables) {
        for (const std::string &end : {cable.from, cable.to}) {
            if (!names.contains(end))
                return refused("a link to " + quoteText(end), "a host or switch of the file", "correct the file");
        }
    }
    mergeParallel(network);
    auto cables = joinedCables(network);
    const auto tier = tiers(network, cables);
    double right = -200;
    for (const auto &[name, at] : into.canvas)
        right = std::max(right, at.x);

    const std::string type = options.device.empty() ? "H100-80GB" : options.device;
    std::map<Ends, Node> insides;
    std::map<std::string, int> devices;
    std::map<int, int> columns;
    std::size_t assumed = 0;
    for (const Host &host : network.hosts) {
        if (const Node *known = into.cluster.findNode(host.name)) {
            devices[host.name] = static_cast<int>(known->devices.size());
            continue;
        }
        if (into.cluster.isNameTaken(host.name))
            return refused("host " + quoteText(host.name), "a name that nothing else in the project has",
                           "rename that first");
        if (host.node) {
            cluster.nodes.push_back(*host.node);
        } else {
            const int count = host.devices > 0 ? host.devices : usualDevices;
            const std::string own = host.type.empty() || !options.device.empty() ? type : host.type;
            assumed += host.devices > 0 && !host.type.empty() ? 0 : 1;
            const Ends key{std::to_string(count), own};
            if (!insides.contains(key)) {
                auto inside = insideOf(count, own, file);
                if (!inside)
                    return inside.error();
                insides.emplace(key, std::move(*inside));
            }
            cluster.nodes.push_back(insides.at(key));
        }
        cluster.nodes.back().name = host.name;
        devices[host.name] = static_cast<int>(cluster.nodes.back().devices.size());
        result.project.canvas[host.name] = {right + 200 + 160.0 * columns[0]++, 600};
    }
    for (const std::string &name : network.switches) {
        if (into.cluster.findSwitch(name))
            continue;
        Switch made;
        made.name = name;
        cluster.switches.push_back(made);
        const auto at = tier.find(name);
        const int level = at == tier.end() ? 1 : at->second;
        result.project.canvas[name] = {right + 200 + 320.0 * columns[level]++, 600 - 200.0 * level};
    }
    if (fillBandwidths(network, tier, cables, devices))
        result.notes.push_back(fmt::format(
            "the file states no bandwidths: {} for each device below a link is taken, without oversubscription",
            bandwidthText(BytesPerSecond(usualRate))));
    for (std::size_t i = 0; i < cables.size(); ++i) {
        Link link;
        link.name = freeName(cluster, cables[i].from + "-" + cables[i].to);
        link.from = cables[i].from;
        link.to = cables[i].to;
        link.technology = network.technology;
        link.bandwidth = cables[i].bandwidth;
        link.latency = cables[i].latency;
        if (whyNotName(link.name).size() > 0)
            link.name = freeName(cluster, fmt::format("link-{}", i));
        cluster.links.push_back(std::move(link));
    }
    if (assumed > 0)
        result.notes.push_back(fmt::format("{} hosts whose devices the file does not state: {} of {} each are taken",
                                           assumed, usualDevices, type));
    if (network.switches.size() < switchesOfFile)
        result.notes.push_back(fmt::format("{} switches of the file, drawn as {}: parallel ones carry a route together",
                                           switchesOfFile, network.switches.size()));
    if (cables.size() < cablesOfFile)
        result.notes.push_back(fmt::format("{} links of the file, drawn as {}", cablesOfFile, cables.size()));
    if (const auto topology = Topology::build(cluster); !topology) {
        Error error = topology.error();
        error.file = file;
        return error;
    }
    result.what = fmt::format("network: {} hosts, {} switches, {} links", network.hosts.size(), network.switches.size(),
                              cables.size());
    return result;
}

} // namespace heteroscope::network
