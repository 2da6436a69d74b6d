// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names for new things, given out many at a time; and the places they may have.
#pragma once

#include "project/project.h"

#include <map>
#include <string_view>
#include <unordered_set>

namespace heteroscope {

/// The names in use, for giving out several new ones.
class NamePool
{
public:
    explicit NamePool(const Cluster &cluster);

    /// base-0, base-1 ..., the first that is free.
    std::string take(const std::string &base);
    /// This very name, else one counted on from it.
    std::string takeExactly(const std::string &wanted);
    bool isTaken(const std::string &name) const { return m_taken.contains(name); }

private:
    std::unordered_set<std::string> m_taken;
    std::map<std::string, std::size_t> m_next;
};

/// "h100" for "h100-3": what a copy's name is counted on from.
std::string stemOfName(const std::string &name);

/// What nodes of this device type or template are named after: "a100" for "8x A100-80GB HGX", "rtx3090" for "RTX 3090".
std::string baseNameOf(std::string_view catalogName);

/// A place the file format can hold.
CanvasPosition onCanvas(CanvasPosition at);

} // namespace heteroscope
