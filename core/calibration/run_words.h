// SPDX-License-Identifier: GPL-3.0-or-later
//
// What reading a published run needs in several places: refusals, and words in its texts.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace heteroscope {

/// What of a run cannot be simulated.
inline Error cannot(std::string found, std::string expected)
{
    return Error{Error::Code::invalid,
                 {},
                 {},
                 std::move(found),
                 std::move(expected),
                 "leave the row out; such a run cannot be simulated"};
}

inline bool containsWord(const std::string &text, std::string_view word)
{
    return text.find(word) != std::string::npos;
}

} // namespace heteroscope
