// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where in a JSON text the place is that an error names, for editors that show it.
#pragma once

#include <cstddef>
#include <string_view>

namespace heteroscope {

/// A stretch of a text, in bytes.
struct TextPlace
{
    std::size_t offset = 0;
    std::size_t length = 0;
    friend bool operator==(const TextPlace &, const TextPlace &) = default;
};

/// path: Error::path, which is a JSON pointer ("/steps/0/card") or "line:column" from 1. Of a member the value; of a
/// path that leads further than the text does, the last value on the way, so a missing key is found at its object. Text
/// behind a blank of the path, such as the name of another file, is not part of it. Any text is allowed; what is no
/// JSON is read as far as it is. Linear in the length of the text.
TextPlace placeInText(std::string_view text, std::string_view path);

} // namespace heteroscope
