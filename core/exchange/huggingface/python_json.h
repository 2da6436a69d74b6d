// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON as Python writes it: with bare Infinity, -Infinity and NaN, which JSON has not.
#pragma once

#include <string>
#include <string_view>

namespace heteroscope::huggingface {

/// The text with these words outside of strings as null, at their places: lines and columns stay. Linear.
std::string plainJson(std::string_view text);

} // namespace heteroscope::huggingface
