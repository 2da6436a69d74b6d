// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/metis/cluster.h"

#include "base/numbers.h"
#include "exchange/metis/layer_profiles.h"
#include "exchange/network/stated_host.h"
#include "exchange/settings/settings.h"
#include "project/edits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <sstream>

namespace heteroscope {

namespace {

using settings::Settings;

constexpr int devicesWithoutHostfile = 8;

struct MetisHost
{
    std::string address;
    int devices = devicesWithoutHostfile;
};

struct MetisAddress
{
    network::StatedDevice device;
    BytesPerSecond inside;
    BytesPerSecond between;
};

/// What the clusterfile says of each address. The keys have dots, so each entry is read by itself.
Result<std::map<std::string, MetisAddress>> readAddresses(const Json &json, const std::string &file)
{
    std::map<std::string, MetisAddress> addresses;
    for (const auto &[address, value] : json.items()) {
        Settings entry(value, file);
        MetisAddress one;
        one.device.name = entry.text("instance_type");
        if (one.device.name.empty())
            entry.refuse("instance_type", "a device type like A100");
        const double memory = entry.has("memory") ? entry.positive("memory") : 0;
        const double inside = entry.positive("intra_bandwidth");
        const double between = entry.positive("inter_bandwidth");
        if (!(memory < 1e5 && inside > 1e-3 && inside < 1e5 && between > 1e-3 && between < 1e5))
            entry.fail({}, "values that no node has", "GB of memory, and GB/s inside and between nodes");
        if (entry.error()) {
            Error error = *entry.error();
            error.path = "/" + address.substr(0, 200) + error.path;
            return error;
        }
        one.device.memory = Bytes(memory * 1024 * 1024 * 1024);
        one.inside = BytesPerSecond(inside * 1e9);
        one.between = BytesPerSecond(between * 1e9);
        addresses[address] = one;
    }
    return addresses;
}

Result<std::vector<MetisHost>> readHostfile(const ImportFile &file)
{
    std::vector<MetisHost> hosts;
    std::istringstream lines(file.text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line);
        MetisHost host;
        std::string slots;
        if (!(words >> host.address) || host.address.starts_with("#"))
            continue;
        words >> slots;
        const char *end = slots.data() + slots.size();
        const bool isStated = slots.starts_with("slots=");
        const auto read = isStated ? std::from_chars(slots.data() + 6, end, host.devices) : std::from_chars_result{};
        if (!isStated || read.ec != std::errc() || read.ptr != end || host.devices < 1 || host.devices > 1024 ||
            hosts.size() >= network::mostHosts)
            return Error{Error::Code::syntax,
                         file.name,
                         "line " + std::to_string(number),
                         quoteText(line.substr(0, 100)),
                         fmt::format("an address and slots=1 to slots=1024, at most {} lines", network::mostHosts),
                         "give the hostfile of Metis"};
        hosts.push_back(host);
    }
    return hosts;
}

std::string describeProfile(const MetisMeasurement &measured)
{
    std::string text = fmt::format("layer profile{} on {}, TP {}, micro-batch {}: {} layers, a block {}",
                                   measured.model.empty() ? std::string() : " of " + measured.model, measured.device,
                                   measured.tp, measured.microBatch, measured.layers, secondsText(measured.block));
    if (measured.optimizer.value > 0)
        text += ", the optimizer " + secondsText(measured.optimizer);
    return text;
}

} // namespace

Result<Imported> importMetis(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    std::optional<Json> cluster;
    std::string file = files.empty() ? std::string() : files.front().name;
    std::vector<MetisHost> hosts;
    std::vector<std::string> profiles; // described
    for (const ImportFile &one : files) {
        const auto first = one.text.find_first_not_of(" \t\r\n");
        if (first == std::string::npos || one.text[first] != '{') {
            auto read = readHostfile(one);
            if (!read)
                return read.error();
            hosts.insert(hosts.end(), read->begin(), read->end());
            continue;
        }
        auto json = parseJson(one.text, one.name);
        if (!json)
            return json.error();
        if (json->contains("execution_time")) {
            const auto measured = readMetisMeasurement(*json, one.name);
            if (!measured)
                return measured.error();
            profiles.push_back(describeProfile(*measured));
            continue;
        }
        if (cluster)
            return Error{Error::Code::invalid,
                         one.name,
                         {},
                         "a second clusterfile",
                         "one clusterfile and its hostfile",
                         "import them one after the other"};
        cluster = std::move(*json);
        file = one.name;
    }
    const std::string use = "layer profiles are no part of a project: hscope profiles metis FILE -o PROFILES --project "
                            "PROJECT makes them ones of the project's model, for --calibration";
    if (!cluster && hosts.empty() && !profiles.empty()) {
        Imported result{into, std::move(profiles.front()), {}};
        result.notes.assign(std::next(profiles.begin()), profiles.end());
        result.notes.push_back(use);
        return result;
    }
    if (!cluster || cluster->empty())
        return Error{Error::Code::schema, file, "/", "no address", "clusterfile.json of Metis, with its hostfile",
                     "give both files"};
    const auto addresses = readAddresses(*cluster, file);
    if (!addresses)
        return addresses.error();
    std::vector<std::string> notes = std::move(profiles);
    if (!notes.empty())
        notes.push_back(use);
    if (hosts.empty()) {
        for (const auto &[address, value] : *addresses)
            hosts.push_back({.address = address});
        notes.push_back(
            fmt::format("no hostfile is given: each address is a node of {} devices", devicesWithoutHostfile));
    }
    network::Network network;
    network.technology = LinkTechnology::ethernet;
    network.switches = {freeName(into.cluster, "switch")};
    std::map<std::string, int> seen;
    for (const MetisHost &host : hosts) {
        const auto found = addresses->find(host.address);
        if (found == addresses->end())
            return Error{Error::Code::reference,
                         file,
                         {},
                         "no address " + quoteText(host.address.substr(0, 200)),
                         "every address of the hostfile",
                         "give the clusterfile that belongs to the hostfile"};
        network::StatedHost stated;
        const int number = ++seen[host.address];
        stated.name = number == 1 ? host.address : fmt::format("{}-{}", host.address, number);
        stated.devices.assign(static_cast<std::size_t>(host.devices), found->second.device);
        stated.inside = found->second.inside;
        auto made = network::hostWithInside(stated, into.cluster, file, options, notes);
        if (!made)
            return made.error();
        network.cables.push_back({stated.name, network.switches.front(), found->second.between});
        network.hosts.push_back(std::move(*made));
    }
    if (network.hosts.size() == 1) {
        network.switches.clear();
        network.cables.clear();
    } else {
        notes.push_back("nodes are drawn at one switch by Ethernet: the file does not say what is between them");
    }
    auto result = network::addNetwork(into, std::move(network), file, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
