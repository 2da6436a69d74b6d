// SPDX-License-Identifier: GPL-3.0-or-later
//
// A hash that is the same on every machine: the 64-bit FNV-1a of Fowler, Noll and Vo
// (www.isthe.com/chongo/tech/comp/fnv). It tells texts apart; it does not resist who wants two texts to have the same.
#pragma once

#include <cstdint>
#include <string_view>

namespace heteroscope {

/// before: the hash of the text that stands before this one.
constexpr std::uint64_t textHash(std::string_view text, std::uint64_t before = 14695981039346656037ULL)
{
    for (const char letter : text)
        before = (before ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
    return before;
}

} // namespace heteroscope
