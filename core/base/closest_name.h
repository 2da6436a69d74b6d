// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hints for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// "did you mean NAME?" for the nearest of the names, when it is near enough to be meant; else empty.
std::string didYouMean(std::string_view found, const std::vector<std::string_view> &names);

} // namespace heteroscope
