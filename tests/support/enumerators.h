// SPDX-License-Identifier: GPL-3.0-or-later
//
// All enumerators of a scoped enum, so that a test need not list them and none is forgotten.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace heteroscope::test {

template<auto value>
constexpr bool isEnumerator()
{
    // "... value = heteroscope::Rejection::bounded]"; of a value without a name "... value =
    // (heteroscope::Rejection)9]".
    return std::string_view(__PRETTY_FUNCTION__).find("value = (") == std::string_view::npos;
}

/// Of an enum that counts from 0 without gaps, to 63 at most.
template<class Enum>
std::vector<Enum> enumerators()
{
    std::vector<Enum> all;
    const auto take = [&all]<std::size_t... i>(std::index_sequence<i...>)
    {
        ((isEnumerator<static_cast<Enum>(i)>() ? all.push_back(static_cast<Enum>(i)) : void()), ...);
    };
    take(std::make_index_sequence<64>());
    return all;
}

} // namespace heteroscope::test
