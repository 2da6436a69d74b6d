// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/network/described_system.h"

#include "base/text.h"
#include "cluster/catalog.h"
#include "exchange/network/network.h"
#include "project/edits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

namespace heteroscope::network {

namespace {

/// The catalog's type whose first word is in the name: "A100-80GB SXM" for "a100_80g".
const DeviceType *typeWithin(const std::string &name)
{
    const DeviceType *found = nullptr;
    const std::string small = lowerCase(name);
    const bool isCard = small.find("pcie") != std::string::npos;
    for (const DeviceType &type : builtinCatalog().devices) {
        const std::string word = lowerCase(type.name.substr(0, type.name.find_first_of(" -")));
        const bool card = type.name.find("PCIe") != std::string::npos;
        if (word.size() > 1 && small.find(word) != std::string::npos && (!found || card == isCard))
            found = &type;
    }
    return found;
}

} // namespace

Result<Imported> addSystem(const Project &into, const DescribedSystem &system, const std::string &file,
                           const ImportOptions &options)
{
    const auto refused = [&file](std::string path, std::string found, std::string expected) {
        return Error{Error::Code::invalid, file,
                     std::move(path),      std::move(found),
                     std::move(expected),  "correct the file, or name a type of the catalog with --device"};
    };
    const DeviceType *base =
        options.device.empty() ? typeWithin(system.name) : findDeviceType(into.cluster, options.device);
    if (!base)
        return refused({}, quoteText(options.device.empty() ? system.name : options.device),
                       "a name with a device type of the catalog in it");
    const bool isPlain = system.peak.value > 1e9 && system.peak.value < 1e18 && system.memory.value > 1e6 &&
                         system.memory.value < 1e14 && system.inside.value > 1e6 && system.inside.value < 1e14 &&
                         system.between.value > 1e6 && system.between.value < 1e14 && system.devicesPerNode >= 1 &&
                         system.devicesPerNode <= 1024 && system.insideLatency.value >= 0 &&
                         system.insideLatency.value < 1 && system.betweenLatency.value >= 0 &&
                         system.betweenLatency.value < 1 && system.memoryBandwidth.value >= 0 &&
                         system.memoryBandwidth.value < 1e14;
    if (!isPlain)
        return refused({}, "rates that no device has", "rates, memory, devices of a node and bandwidths of hardware");
    DeviceType type = *base;
    type.name = "imported " + system.name.substr(0, 100);
    for (const Precision precision : {Precision::fp16, Precision::bf16}) {
        if (type.peakAt(precision) || precision == Precision::fp16)
            type.peak[static_cast<std::size_t>(precision)] = system.peak;
    }
    type.memory = system.memory;
    if (system.memoryBandwidth.value > 0)
        type.memoryBandwidth = system.memoryBandwidth;
    type.intraLinkBandwidth = system.inside;
    type.source = "imported from " + file.substr(file.find_last_of('/') + 1);
    type.notes.clear();
    Project project = into;
    if (findDeviceType(into.cluster, type.name))
        return refused({}, quoteText(type.name), "a name that no device type of the project has");
    project.cluster.deviceTypes.push_back(type);
    Node node;
    for (int i = 0; i < system.devicesPerNode; ++i)
        node.devices.push_back({.type = type.name, .speed = {}});
    node.vertices = {{"switch", FabricVertex::Kind::nvswitch, {}}, {"nic", FabricVertex::Kind::nic, {}}};
    const bool isNvlink = type.intraLinkTechnology.find("NVLink") != std::string::npos;
    node.fabric = {{"gpu*",
                    "switch",
                    isNvlink ? LinkTechnology::nvlink : LinkTechnology::pcie,
                    system.inside,
                    system.insideLatency,
                    {}},
                   {"gpu*", "nic", LinkTechnology::pcie, system.between, Seconds(1e-6), {}}};
    Network network;
    const std::string first = freeName(into.cluster, "node");
    network.hosts = {{.name = first + "-a", .node = node}, {.name = first + "-b", .node = node}};
    const std::string name = freeName(into.cluster, "switch");
    network.switches = {name};
    const BytesPerSecond together = system.between * system.devicesPerNode;
    for (const Host &host : network.hosts)
        network.cables.push_back({host.name, name, together, system.betweenLatency});
    auto result = addNetwork(project, std::move(network), file, options);
    if (!result)
        return result;
    result->notes.push_back("two nodes are drawn: the file does not say how many there are");
    result->notes.push_back(fmt::format("what the file leaves out of the device is that of {}; efficiencies that it "
                                        "states are not taken: this program has its own",
                                        base->name));
    result->what = fmt::format("device type {} and two nodes of {} devices", type.name, system.devicesPerNode);
    return result;
}

} // namespace heteroscope::network
