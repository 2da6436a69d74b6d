// SPDX-License-Identifier: GPL-3.0-or-later
#include "import_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    return heteroscope::fuzz::import("availability-csv", data, size);
}
