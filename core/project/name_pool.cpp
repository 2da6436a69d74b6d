// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/name_pool.h"

#include "json/object_reader.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

std::string usable(std::string base)
{
    constexpr std::size_t longest = 150; // leaves room for numbers
    std::erase_if(base, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/' || c == ':' || c == '#';
    });
    while (base.starts_with(' ') || base.starts_with("x-"))
        base.erase(0, base.front() == ' ' ? 1 : 2);
    if (base.size() > longest)
        base = shortened(base, longest);
    return base.empty() ? "thing" : base;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

} // namespace

NamePool::NamePool(const Cluster &cluster)
{
    const auto add = [this](const auto &things) {
        for (const auto &thing : things)
            m_taken.insert(thing.name);
    };
    add(cluster.nodes);
    add(cluster.switches);
    add(cluster.links);
    add(cluster.racks);
}

std::string NamePool::take(const std::string &wanted)
{
    const std::string base = usable(wanted);
    for (auto &index = m_next[base];; ++index) {
        auto name = base + "-" + std::to_string(index);
        if (m_taken.insert(name).second)
            return name;
    }
}

std::string NamePool::takeExactly(const std::string &wanted)
{
    return whyNotName(wanted).empty() && m_taken.insert(wanted).second ? wanted : take(wanted);
}

std::string stemOfName(const std::string &name)
{
    const auto dash = name.rfind('-');
    if (dash == std::string::npos || dash == 0 || dash + 1 == name.size() ||
        name.find_first_not_of("0123456789", dash + 1) != std::string::npos)
        return name;
    return name.substr(0, dash);
}

std::string baseNameOf(std::string_view catalogName)
{
    // "8x A100-80GB HGX": the count says nothing in a name.
    const auto cross = catalogName.find("x ");
    if (cross != std::string_view::npos && cross > 0 &&
        std::all_of(catalogName.begin(), catalogName.begin() + cross, isDigit))
        catalogName.remove_prefix(cross + 2);
    std::string base;
    for (const char c : catalogName) {
        const bool isCapital = c >= 'A' && c <= 'Z';
        if (isCapital || (c >= 'a' && c <= 'z') || isDigit(c))
            base += static_cast<char>(isCapital ? c - 'A' + 'a' : c);
        else if (std::any_of(base.begin(), base.end(), isDigit))
            break; // "RTX 3090" has its number behind a blank
    }
    return base.empty() ? "node" : base;
}

CanvasPosition onCanvas(CanvasPosition at)
{
    const auto inside = [](double value) {
        return std::isfinite(value) ? std::clamp(value, -maxScene, maxScene) : 0.0;
    };
    return {inside(at.x), inside(at.y)};
}

} // namespace heteroscope
