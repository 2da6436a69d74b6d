// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a fuzz target promises, whatever the bytes.
#pragma once

#include "base/result.h"

#include <cstdio>
#include <cstdlib>

namespace heteroscope::fuzz {

inline void require(bool condition, const char *what)
{
    if (condition)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

/// Every error can be understood and mended.
inline void requireHelpful(const Error &error)
{
    if (error.expected.empty() || error.hint.empty())
        std::fprintf(stderr, "%s\n", toString(error).c_str());
    require(!error.expected.empty(), "every error says what was expected");
    require(!error.hint.empty(), "every error says how to mend it");
}

} // namespace heteroscope::fuzz
