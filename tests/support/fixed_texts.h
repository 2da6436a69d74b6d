// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fixed texts of a C++ source as templates, for tests that look whether each of them is translated:
//
//     "no path from " + name + " to " + quoteText(other)     no path from {} to {}
//     fmt::format("{:.1f} of {}", a, all)                     {} of {}
//     isKnown ? "a node" : "a device"                         a node, a device
//
// A choice inside a sum or a format gives a template for each case. What is no literal is a placeholder. The reader
// knows tokens and brackets, not the language: it reads expressions wherever they stand, in calls, lists and returns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

struct FixedText
{
    std::string text; ///< "{}" for each placeholder
    int line = 0;     ///< of its first literal
    friend bool operator==(const FixedText &, const FixedText &) = default;
};

/// In the order of the source, one for each place.
std::vector<FixedText> fixedTexts(std::string_view source);

/// Whether a person reads it: two words, or a word and a placeholder, side by side; so neither a key, a name, an
/// option, a path, markup nor the lines of a file that is written.
bool isProse(std::string_view text);

} // namespace heteroscope
