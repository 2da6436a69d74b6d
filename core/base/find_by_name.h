// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first element of a list with this name; nullptr if there is none. The pointer is valid until the list is changed.
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
