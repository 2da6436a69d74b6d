// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/network/packet_link.h"

#include <charconv>
#include <map>
#include <sstream>

namespace heteroscope::network {

namespace {

/// A number with its unit, in the unit of the factors; nullopt at a mistake.
std::optional<double> withUnit(const std::string &word, const std::map<std::string, double> &units)
{
    double value = 0;
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
    const auto unit = units.find(std::string(parsed.ptr, word.data() + word.size()));
    if (parsed.ec != std::errc() || unit == units.end() || !(value >= 0) || value > 1e12)
        return std::nullopt;
    return value * unit->second;
}

} // namespace

std::optional<PacketLink> packetLink(const std::string &line, int nodes)
{
    static const std::map<std::string, double> rates = {
        {"Gbps", 1e9}, {"Mbps", 1e6}, {"Kbps", 1e3}, {"Tbps", 1e12}, {"bps", 1}};
    static const std::map<std::string, double> times = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    std::istringstream words(line);
    PacketLink link;
    std::string rate;
    std::string latency;
    words >> link.from >> link.to >> rate >> latency;
    const auto bits = withUnit(rate, rates);
    const auto seconds = withUnit(latency, times);
    if (words.fail() || !bits || !seconds || *bits <= 0 || link.from < 0 || link.from >= nodes || link.to < 0 ||
        link.to >= nodes)
        return std::nullopt;
    link.rate = BytesPerSecond(*bits / 8);
    link.latency = Seconds(*seconds);
    return link;
}

} // namespace heteroscope::network
