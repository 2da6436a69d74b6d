// SPDX-License-Identifier: GPL-3.0-or-later
//
// Suggestions for misspelt names, for Error::hint.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// The index of the first name with the smallest edit distance to `found`, without regard to upper and lower case;
/// nullopt if none is within `most`, or if there are more or longer names than anybody types.
std::optional<std::size_t> closestName(std::string_view found, const std::vector<std::string_view> &names,
                                       std::size_t most);

/// "did you mean NAME?" with the name that has the smallest edit distance to `found`. Empty if no name is close enough
/// to be a plausible misspelling.
std::string didYouMean(std::string_view found, const std::vector<std::string_view> &names);

} // namespace heteroscope
