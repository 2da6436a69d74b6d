// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names for new things, given out many at a time; and the places they may have. For the edits of this folder.
#pragma once

#include "project/project.h"

#include <map>
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

private:
    std::unordered_set<std::string> m_taken;
    std::map<std::string, std::size_t> m_next;
};

/// "h100" for "h100-3": what a copy's name is counted on from.
std::string stemOfName(const std::string &name);

/// A place the file format can hold.
CanvasPosition onCanvas(CanvasPosition at);

} // namespace heteroscope
