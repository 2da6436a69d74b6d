// SPDX-License-Identifier: GPL-3.0-or-later
//
// The target HETEROSCOPE_FUZZ_TARGET as libFuzzer calls it.
#include "targets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const auto target = heteroscope::fuzz::findTarget(HETEROSCOPE_FUZZ_TARGET);
    target({reinterpret_cast<const char *>(data), size});
    return 0;
}
