// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/recipe_words.h"

#include "base/closest_name.h"
#include "cluster/attach.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace heteroscope {

namespace {

struct LinkWord
{
    std::string_view word;
    std::string_view catalogName;
};
constexpr std::array<LinkWord, 12> shortLinkNames = {{{"eth1", "Ethernet 1G (TCP)"},
                                                      {"eth10", "Ethernet 10G (TCP)"},
                                                      {"eth25", "Ethernet 25G (TCP)"},
                                                      {"eth40", "Ethernet 40G (TCP)"},
                                                      {"eth100", "Ethernet 100G (TCP)"},
                                                      {"roce100", "Ethernet 100G RoCE"},
                                                      {"roce200", "Ethernet 200G RoCE"},
                                                      {"roce400", "Ethernet 400G RoCE"},
                                                      {"edr100", "InfiniBand EDR 100G"},
                                                      {"hdr200", "InfiniBand HDR 200G"},
                                                      {"ndr400", "InfiniBand NDR 400G"},
                                                      {"xdr800", "InfiniBand XDR 800G"}}};

/// 8 for "x8", 1 for nothing; none for what is neither, or too many.
std::optional<int> portsOf(std::string_view text)
{
    if (text.empty())
        return 1;
    int ports = 0;
    const auto *end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 1, end, ports);
    if (text.front() != 'x' || read.ec != std::errc() || read.ptr != end || ports < 1 || ports > maxPorts)
        return std::nullopt;
    return ports;
}

bool hasEqualDevices(const Node &node)
{
    return !node.devices.empty() && std::all_of(node.devices.begin(), node.devices.end(), [&](const Device &device) {
        return device.type == node.devices.front().type;
    });
}

} // namespace

std::optional<LinkType> linkNamed(std::string_view word, const Catalog &catalog)
{
    const bool isQuoted = word.starts_with('"');
    const auto close = word.find('"', 1);
    if (isQuoted && close == std::string_view::npos)
        return std::nullopt;
    const auto name = word.substr(0, isQuoted ? close + 1 : word.find('x', 1)); // "xdr800" begins with one
    const auto ports = portsOf(word.substr(name.size()));
    if (!ports)
        return std::nullopt;
    const auto known = std::find_if(shortLinkNames.begin(), shortLinkNames.end(),
                                    [name](const LinkWord &one) { return one.word == name; });
    const LinkType *type = isQuoted                        ? catalog.findLink(name.substr(1, name.size() - 2))
                           : known == shortLinkNames.end() ? nullptr
                                                           : catalog.findLink(known->catalogName);
    if (!type)
        return std::nullopt;
    LinkType several = *type;
    several.bandwidth = BytesPerSecond(type->bandwidth.value * *ports);
    return several;
}

const std::vector<std::string_view> &linkWords()
{
    static const std::vector<std::string_view> list = [] {
        std::vector<std::string_view> result;
        result.reserve(shortLinkNames.size());
        for (const auto &one : shortLinkNames)
            result.push_back(one.word);
        return result;
    }();
    return list;
}

std::vector<std::string> ownLinkWords(const Catalog &catalog)
{
    std::vector<std::string> result;
    for (const auto &type : catalog.links) {
        const LinkType *builtin = builtinCatalog().findLink(type.name);
        if ((!builtin || !(*builtin == type)) && type.name.find('"') == std::string::npos)
            result.push_back('"' + type.name + '"');
    }
    return result;
}

std::string usualLink(const Node &node, const Catalog &catalog)
{
    const DeviceType *type = node.devices.empty() ? nullptr : catalog.findDevice(node.devices.front().type);
    constexpr int ndrYear = 2022;
    constexpr int hdrYear = 2020;
    return !type || type->year >= ndrYear ? "ndr400" : type->year >= hdrYear ? "hdr200" : "eth100";
}

Result<Node> nodeNamed(std::string_view device, int devices, const Catalog &catalog)
{
    const std::string wanted = plainWord(device);
    const Node *best = nullptr;
    // An exact name before a beginning before a part; the right number of devices before the larger memory.
    std::array<double, 3> bestRank{};
    bool isKnown = false;
    for (const auto &node : catalog.nodes) {
        if (!hasEqualDevices(node))
            continue;
        const DeviceType *type = catalog.findDevice(node.devices.front().type);
        const std::string name = plainWord(node.devices.front().type);
        const auto at = name.find(wanted);
        if (!type || wanted.empty() || at == std::string::npos)
            continue;
        isKnown = true;
        const bool isRight = static_cast<int>(node.devices.size()) == devices;
        if (!isRight && !isUniform(node))
            continue;
        const std::array<double, 3> rank = {name == wanted ? 2.0
                                            : at == 0      ? 1.0
                                                           : 0.0,
                                            isRight ? 1.0 : 0.0, type->memory.value};
        if (!best || rank > bestRank) {
            best = &node;
            bestRank = rank;
        }
    }
    if (!best) {
        std::vector<std::string_view> names;
        for (const auto &node : catalog.nodes) {
            if (node.devices.empty())
                continue;
            const std::string_view type = node.devices.front().type;
            names.push_back(type);
            names.push_back(type.substr(0, type.find_first_of("- "))); // as people write it: "A100"
        }
        const std::string suggestion = didYouMean(device, names);
        return Error{Error::Code::reference,
                     {},
                     {},
                     isKnown ? fmt::format("{} {}", devices, device) : quoteText(device),
                     isKnown ? "a number of devices that a node of the catalog has"
                             : "a device of the catalog that a node holds",
                     isKnown || suggestion.empty() ? "hscope catalog nodes lists them" : suggestion};
    }
    Node node = *best;
    node.devices.resize(static_cast<std::size_t>(devices), node.devices.front());
    return node;
}

std::string plainWord(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        const bool isCapital = c >= 'A' && c <= 'Z';
        if (isCapital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            result += static_cast<char>(isCapital ? c - 'A' + 'a' : c);
    }
    return result;
}

} // namespace heteroscope
