// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/together.h"

#include <fmt/format.h>

#include <cstdio>

namespace heteroscope::test {

int runNamed(int argc, char **argv, std::initializer_list<NamedTest> tests)
{
    std::string_view called = argc > 0 ? argv[0] : "";
    called.remove_prefix(called.rfind('/') + 1);
    for (const auto &test : tests)
        if (test.name == called)
            return test.main(argc, argv);
    fmt::print(stderr, "error: {} holds several tests; run one by its own name, in the same folder:\n", called);
    for (const auto &test : tests)
        fmt::print(stderr, "    {}\n", test.name);
    return 2;
}

} // namespace heteroscope::test
