// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/network/stated_host.h"

#include "base/numbers.h"
#include "exchange/measured_type.h"
#include "exchange/node/node_builder.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope::network {

namespace {

constexpr std::size_t mostDevicesOfHost = 1024;

void noteOnce(std::vector<std::string> &notes, std::string note)
{
    if (std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(std::move(note));
}

/// The stated bandwidth for the links that join devices: NVLinks where there are any.
void setInside(Node &node, BytesPerSecond inside)
{
    const auto isNvlink = [](const FabricLink &link) { return link.technology == LinkTechnology::nvlink; };
    const bool hasNvlink = std::any_of(node.fabric.begin(), node.fabric.end(), isNvlink);
    for (FabricLink &link : node.fabric) {
        if (link.from.starts_with("gpu") && (isNvlink(link) || !hasNvlink))
            link.bandwidth = inside;
    }
}

} // namespace

Result<Host> hostWithInside(const StatedHost &stated, const Cluster &own, const std::string &file,
                            const ImportOptions &options, std::vector<std::string> &notes)
{
    if (stated.devices.empty() || stated.devices.size() > mostDevicesOfHost)
        return Error{Error::Code::invalid,
                     file,
                     {},
                     fmt::format("{} devices of host {}", stated.devices.size(), quoteText(stated.name)),
                     fmt::format("1 to {}", mostDevicesOfHost),
                     "correct the file"};
    node::Machine machine{.tool = "the file", .matrix = node::unconnected(stated.devices.size(), 0)};
    for (std::size_t i = 0; i < stated.devices.size(); ++i) {
        const StatedDevice &device = stated.devices[i];
        const DeviceType *word = options.device.empty() ? deviceTypeOfWord(device.name, device.memory) : nullptr;
        const std::string name = !options.device.empty() ? options.device : word ? word->name : std::string();
        const auto type = node::typeNamed(own, name, file, options.device.empty() ? device.name : std::string());
        if (!type)
            return type.error();
        machine.types.push_back((*type)->name);
        if (device.memory.value > 0 && std::abs(device.memory.value / (*type)->memory.value - 1) > 0.1)
            noteOnce(notes,
                     fmt::format("warning: {} of the file has {}, {} has {}: name another type with --device",
                                 device.name, memoryText(device.memory), (*type)->name, memoryText((*type)->memory)));
        for (std::size_t other = 0; other < i; ++other)
            node::connect(machine.matrix, i, other, {node::Path::hostBridge, 0});
    }
    machine.hidesDirectLinks = true;
    auto built = node::buildNode(machine, file, own);
    if (!built)
        return built.error();
    if (stated.inside.value > 0)
        setInside(built->node, stated.inside);
    else if (stated.devices.size() > 1) {
        for (std::string &note : built->notes)
            noteOnce(notes, std::move(note));
    }
    return Host{.name = stated.name, .node = std::move(built->node)};
}

} // namespace heteroscope::network
