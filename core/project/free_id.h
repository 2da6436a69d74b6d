// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

namespace heteroscope {

/// An unused id for one more of these things: max id + 1, or the first unused id if that would overflow.
template<class Thing>
int freeId(const std::vector<Thing> &things)
{
    std::set<int> taken;
    for (const Thing &thing : things)
        taken.insert(thing.id);
    if (taken.empty())
        return 1;
    if (*taken.rbegin() < std::numeric_limits<int>::max())
        return std::max(0, *taken.rbegin()) + 1;
    int free = 1;
    while (taken.contains(free))
        ++free;
    return free;
}

} // namespace heteroscope
