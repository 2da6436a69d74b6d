// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first thing of a list with a name; null when there is none. The pointer lasts as long as the list is not changed.
#pragma once

#include <algorithm>
#include <string_view>

namespace heteroscope {

template<class List>
auto findByName(List &things, std::string_view name)
{
    const auto it =
        std::find_if(things.begin(), things.end(), [name](const auto &thing) { return thing.name == name; });
    return it == things.end() ? nullptr : &*it;
}

} // namespace heteroscope
