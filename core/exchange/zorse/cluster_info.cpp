// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/zorse/cluster_info.h"

#include "exchange/network/stated_host.h"
#include "exchange/settings/settings.h"
#include "project/edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

using settings::Settings;

constexpr std::size_t mostMachines = 512; // a link for each pair

/// A measured bandwidth; 0 where none is stated.
BytesPerSecond measuredRate(Settings &file, const std::string &path)
{
    const double value = file.has(path) ? file.positive(path) : 0;
    if (value != 0 && !(value > 1e-6 && value < 1e5))
        file.refuse(path, "GB/s");
    return BytesPerSecond(value * 1e9);
}

std::vector<network::StatedHost> readMachines(Settings &file)
{
    std::vector<network::StatedHost> hosts;
    const Json *machines = file.find("machines");
    if (!machines || !machines->is_array() || machines->empty() || machines->size() > mostMachines) {
        file.refuse("machines", fmt::format("a list of 1 to {} machines", mostMachines),
                    "give cluster_info.json of Zorse");
        return hosts;
    }
    for (std::size_t i = 0; i < machines->size() && !file.error(); ++i) {
        const std::string path = fmt::format("machines.{}", i);
        network::StatedHost host;
        host.name = file.text(path + ".machine");
        const Json *gpus = file.find(path + ".gpus");
        if (host.name.empty() || !gpus || !gpus->is_array() || gpus->size() > 1024)
            file.refuse(path, "the name of a machine and at most 1024 gpus");
        for (std::size_t k = 0; !file.error() && k < gpus->size(); ++k) {
            const std::string gpu = fmt::format("{}.gpus.{}", path, k);
            const std::string memory = gpu + ".memory_total_mib";
            network::StatedDevice device;
            device.name = file.text(gpu + ".name");
            if (device.name.empty())
                file.refuse(gpu + ".name", "the name of a GPU");
            device.memory = Bytes(file.has(memory) ? file.number(memory, 1, 100'000'000) * 1048576.0 : 0);
            host.devices.push_back(device);
        }
        host.inside = measuredRate(file, fmt::format("bandwidth.intranode_bandwidth.{}", i));
        hosts.push_back(std::move(host));
    }
    return hosts;
}

/// Cables that give each pair of hosts its measured rate: over a switch where that is possible.
void addCables(const std::vector<std::vector<BytesPerSecond>> &rates, const std::string &switchName,
               network::Network &network, std::vector<std::string> &notes)
{
    constexpr double tolerance = 0.1;
    const std::size_t count = rates.size();
    std::vector<BytesPerSecond> best(count);
    for (std::size_t a = 0; a < count; ++a)
        best[a] = *std::max_element(rates[a].begin(), rates[a].end());
    bool fits = true;
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < a; ++b)
            fits = fits && std::abs(rates[a][b] / std::min(best[a], best[b]) - 1) <= tolerance;
    }
    if (fits) {
        network.switches = {switchName};
        for (std::size_t a = 0; a < count; ++a)
            network.cables.push_back({network.hosts[a].name, switchName, best[a]});
        return;
    }
    for (std::size_t a = 0; a < count; ++a) {
        if (!(best[a].value > 0))
            notes.push_back("warning: no bandwidth of " + network.hosts[a].name + " was measured: nothing joins it");
        for (std::size_t b = 0; b < a; ++b) {
            if (rates[a][b].value > 0)
                network.cables.push_back({network.hosts[b].name, network.hosts[a].name, rates[a][b]});
        }
    }
    notes.push_back(
        "no switch gives all pairs of machines what was measured: each pair is joined by a link of its own, "
        "and what a machine sends to several at once is not bounded");
}

} // namespace

Result<Imported> importZorse(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    std::vector<std::string> notes;
    const ImportFile *info = nullptr;
    for (const ImportFile &one : files) {
        const bool isInfo = one.text.find("\"machines\"") != std::string::npos;
        if (isInfo && info)
            return Error{Error::Code::invalid,
                         one.name,
                         {},
                         "a second cluster_info.json",
                         "the file of one cluster",
                         "import them one after the other"};
        if (isInfo)
            info = &one;
        else
            notes.push_back(one.name + " is left out: the machines stand in cluster_info.json");
    }
    if (!info)
        return Error{
            Error::Code::schema,          files.empty() ? std::string() : files.front().name, "/", "no machines",
            "cluster_info.json of Zorse", "give the file that collect_cluster_info.py wrote"};
    auto json = parseJson(info->text, info->name);
    if (!json)
        return json.error();
    Settings file(std::move(*json), info->name);
    const std::vector<network::StatedHost> machines = readMachines(file);
    std::vector<std::vector<BytesPerSecond>> rates(machines.size(), std::vector<BytesPerSecond>(machines.size()));
    bool stated = false;
    for (std::size_t a = 0; a < machines.size() && !file.error(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            rates[a][b] = std::max(measuredRate(file, fmt::format("bandwidth.internode_bandwidth.{}.{}", a, b)),
                                   measuredRate(file, fmt::format("bandwidth.internode_bandwidth.{}.{}", b, a)));
            rates[b][a] = rates[a][b];
            stated = stated || rates[a][b].value > 0;
        }
    }
    if (file.error())
        return *file.error();
    network::Network network;
    network.technology = LinkTechnology::ethernet;
    for (const network::StatedHost &machine : machines) {
        auto host = network::hostWithInside(machine, into.cluster, info->name, options, notes);
        if (!host)
            return host.error();
        network.hosts.push_back(std::move(*host));
    }
    const std::string switchName = freeName(into.cluster, "switch");
    if (stated) {
        addCables(rates, switchName, network, notes);
        notes.push_back("between machines Ethernet is taken: the file does not say what it is");
    } else if (machines.size() > 1) {
        network.switches = {switchName};
        for (const network::StatedHost &machine : machines)
            network.cables.push_back({machine.name, switchName, BytesPerSecond(1.25e9)});
        notes.push_back("bandwidths between machines are not in the file: 10 Gbit/s of Ethernet is taken for each");
    }
    if (file.has("bandwidth"))
        notes.push_back("bandwidths were measured with messages: they stand for the links' own, in GB/s; latencies of "
                        "the file are times of whole messages and are left out");
    auto result = network::addNetwork(into, std::move(network), info->name, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

} // namespace heteroscope
