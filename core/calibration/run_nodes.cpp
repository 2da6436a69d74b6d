// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_nodes.h"

#include "base/text.h"
#include "calibration/run_words.h"
#include "cluster/attach.h"
#include "cluster/catalog.h"
#include "cluster/intra_link.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace heteroscope {

namespace {

/// Clocks in MHz at which the makers state the peak rates (white papers of the architectures): peak = processors x
/// operations a clock x clock.
constexpr std::array<std::pair<std::string_view, double>, 7> statedClocks = {{{"A100-40GB SXM", 1410},
                                                                              {"A100-80GB SXM", 1410},
                                                                              {"A100-80GB PCIe", 1410},
                                                                              {"V100-16GB SXM2", 1530},
                                                                              {"V100-32GB SXM2/SXM3", 1530},
                                                                              {"T4", 1590},
                                                                              {"H100-80GB SXM", 1830}}};

/// Takes " at 585 MHz" from the end of the text.
std::optional<double> takeClock(std::string &gpu)
{
    constexpr std::string_view at = " at ";
    constexpr std::string_view unit = " MHz";
    const auto begin = gpu.rfind(at);
    if (!gpu.ends_with(unit) || begin == std::string::npos)
        return {};
    double clock = 0;
    const char *end = gpu.data() + gpu.size() - unit.size();
    const auto [stop, problem] = std::from_chars(gpu.data() + begin + at.size(), end, clock);
    if (problem != std::errc() || stop != end || !(clock > 0))
        return {};
    gpu.resize(begin);
    return clock;
}

bool hasOnly(const Node &node, const DeviceType &type)
{
    return std::all_of(node.devices.begin(), node.devices.end(),
                       [&type](const Device &device) { return device.type == type.name; });
}

/// The first devices of a node, at their places in its fabric.
Node firstDevices(Node node, int count)
{
    const auto all = node.devices.size();
    node.devices.resize(static_cast<std::size_t>(count));
    std::vector<FabricLink> fabric;
    for (auto &link : node.fabric) {
        bool isKept = true;
        for (std::string *end : {&link.from, &link.to}) {
            const auto range = *end == "gpu*" ? std::nullopt : deviceRange(*end, all);
            if (!range)
                continue;
            const auto last = std::min(range->first + range->count, node.devices.size());
            isKept = isKept && range->first < last;
            if (range->count > 1)
                *end = "gpu" + std::to_string(range->first) + "-" + std::to_string(last - 1);
        }
        if (isKept)
            fabric.push_back(std::move(link));
    }
    node.fabric = std::move(fabric);
    return node;
}

/// Devices behind one switch of the type's own link, or behind one host where they are cards. Each device of the first
/// kind has a network port of its own.
Node plainNode(const DeviceType &type, int count)
{
    Node node;
    node.devices.assign(static_cast<std::size_t>(count), Device{type.name, {}, {}});
    if (const auto link = intraLink(type); link.nvlink > 0 || link.isModule) {
        node.vertices = {{"nvswitch", FabricVertex::Kind::nvswitch, {}}, {"nic", FabricVertex::Kind::nic, {}}};
        node.fabric = {{"gpu*", "nvswitch", LinkTechnology::nvlink, type.intraLinkBandwidth, Seconds(8e-7), {}},
                       {"gpu*", "nic", LinkTechnology::pcie, BytesPerSecond(5e10), Seconds(1e-6), {}}};
    } else {
        const auto slot = std::max(type.intraLinkBandwidth, BytesPerSecond(1e9));
        node.vertices = {{"host", FabricVertex::Kind::host, {}}, {"nic", FabricVertex::Kind::nic, {}}};
        node.fabric = {{"gpu*", "host", LinkTechnology::pcie, slot, Seconds(1.5e-6), {}},
                       {"host", "nic", LinkTechnology::pcie, slot, Seconds(1e-6), {}}};
    }
    return node;
}

} // namespace

std::string deviceTypeNamed(const std::string &gpu)
{
    // How sources write what the catalog calls otherwise, in lower case without a remark in parentheses.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 19> others = {
        {{"a100", "A100-80GB SXM"},
         {"a100-40", "A100-40GB SXM"},
         {"a100-80", "A100-80GB SXM"},
         {"a100-40gb", "A100-40GB SXM"},
         {"a100-80gb", "A100-80GB SXM"},
         {"p100", "P100 SXM2"},
         {"v100-16", "V100-16GB SXM2"},
         {"v100-16gb", "V100-16GB SXM2"},
         {"v100-32gb", "V100-32GB SXM2/SXM3"},
         {"v100-pcie-16gb", "V100 PCIe"},
         {"v100-32gb sxm3", "V100-32GB SXM2/SXM3"},
         {"h100", "H100-80GB SXM"},
         {"h100-96gb hbm2e 500w", "H100-96GB 500W"},
         {"h200", "H200 SXM"},
         {"b200", "B200 SXM"},
         {"gh-96", "GH200 (96 GB)"},
         {"rtx-2080", "RTX 2080 Ti"},
         {"rtx-3090", "RTX 3090"},
         {"titan-rtx", "Titan RTX"}}};
    if (builtinCatalog().findDevice(gpu))
        return gpu;
    auto plain = lowerCase(gpu.substr(0, gpu.find('(')));
    while (plain.ends_with(' '))
        plain.pop_back();
    for (const auto &[word, name] : others) {
        if (plain == word)
            return std::string(name);
    }
    for (const auto &type : builtinCatalog().devices) {
        if (lowerCase(type.name) == plain)
            return type.name;
    }
    return {};
}

Result<DeviceType> deviceTypeOfRun(const std::string &gpu)
{
    auto name = gpu;
    const auto clock = takeClock(name);
    const auto *type = builtinCatalog().findDevice(deviceTypeNamed(name));
    if (!type)
        return cannot("gpu " + gpu, "a device type of the catalog");
    if (!clock)
        return *type;
    const auto stated = std::find_if(statedClocks.begin(), statedClocks.end(),
                                     [type](const auto &entry) { return entry.first == type->name; });
    if (stated == statedClocks.end())
        return cannot("gpu " + gpu, "a device type whose own clock is known");
    DeviceType held = *type;
    held.name = gpu;
    for (auto &peak : held.peak) {
        if (peak)
            peak = *peak * (*clock / stated->second);
    }
    return held;
}

Node nodeOfRun(const DeviceType &type, int count, bool isRack)
{
    // A type held at a clock sits in the nodes of the type itself.
    const auto *original = builtinCatalog().findDevice(type.name);
    auto name = type.name;
    if (!original && takeClock(name))
        original = builtinCatalog().findDevice(deviceTypeNamed(name));
    const auto wanted = static_cast<std::size_t>(count);
    const Node *exact = nullptr;
    const Node *resizable = nullptr;
    const Node *larger = nullptr;
    for (const auto &node : builtinCatalog().nodes) {
        const bool sameType = original && hasOnly(node, *original);
        const bool rack = node.devices.size() > static_cast<std::size_t>(rackDevices) && isUniform(node);
        if (isRack ? rack : sameType && node.devices.size() == wanted) {
            exact = &node;
            break;
        }
        if (!sameType || rack)
            continue;
        if (isUniform(node))
            resizable = &node;
        else if (node.devices.size() > wanted && !larger)
            larger = &node;
    }
    const Node *fitting = exact ? exact : resizable;
    Node node = fitting ? *fitting : larger ? firstDevices(*larger, count) : plainNode(type, count);
    if (isUniform(node))
        node.devices.resize(wanted);
    for (auto &device : node.devices)
        device = Device{type.name, {}, {}};
    return node;
}

int usualNodeSize(const DeviceType &type)
{
    for (const auto &node : builtinCatalog().nodes) {
        if (!node.devices.empty() && hasOnly(node, type) &&
            node.devices.size() <= static_cast<std::size_t>(rackDevices))
            return static_cast<int>(node.devices.size());
    }
    return 8;
}

} // namespace heteroscope
