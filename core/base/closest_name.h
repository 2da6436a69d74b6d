// SPDX-License-Identifier: GPL-3.0-or-later
//
// Suggestions for misspelt names, for Error::hint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// "did you mean NAME?" with the name that has the smallest edit distance to `found`. Empty if no name is close enough
/// to be a plausible misspelling.
std::string didYouMean(std::string_view found, const std::vector<std::string_view> &names);

} // namespace heteroscope
