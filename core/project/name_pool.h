// SPDX-License-Identifier: GPL-3.0-or-later
//
// Unused names for many new elements, and the allowed range of their positions.
#pragma once

#include "project/project.h"

#include <map>
#include <string_view>
#include <unordered_set>

namespace heteroscope {

/// The set of names in use. take... adds the returned name to it.
class NamePool
{
public:
    explicit NamePool(const Cluster &cluster);

    /// The first unused name of base-0, base-1, ...
    std::string take(const std::string &base);
    /// The wanted name; if it is in use, the next unused name with the same stem.
    std::string takeExactly(const std::string &wanted);
    bool isTaken(const std::string &name) const { return m_taken.contains(name); }

private:
    std::unordered_set<std::string> m_taken;
    std::map<std::string, std::size_t> m_next;
};

/// The stem from which names of copies are made: "h100" for "h100-3".
std::string stemOfName(const std::string &name);

/// The base of names of nodes made from this device type or template: "a100" for "8x A100-80GB HGX", "rtx3090" for
/// "RTX 3090".
std::string baseNameOf(std::string_view catalogName);

/// The position, clamped to the range of the file format.
CanvasPosition onCanvas(CanvasPosition at);

} // namespace heteroscope
