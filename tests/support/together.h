// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several tests in one program: each keeps the name of a program of its own, which is a link to it.
#pragma once

#include <initializer_list>
#include <string_view>

namespace heteroscope::test {

struct NamedTest
{
    std::string_view name; ///< of the program, without its folder
    int (*main)(int, char **);
};

/// Runs the test by whose name the program was called. Ends with 2, and names all, if it was called by another.
int runNamed(int argc, char **argv, std::initializer_list<NamedTest> tests);

} // namespace heteroscope::test
