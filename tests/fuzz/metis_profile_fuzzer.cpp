// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever the bytes: a profile of Metis ends with an error that says what it expected, or with a layer profile that
// can be written and read back equal.
#include "exchange/metis/layer_profiles.h"

#include <cstdint>
#include <cstdlib>

using namespace heteroscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Workload workload;
    workload.model.layers = 2;
    workload.model.hidden = workload.model.ffn = 64;
    workload.model.heads = workload.model.kvHeads = 1;
    workload.model.vocab = 100;
    const auto json = parseJson(std::string(reinterpret_cast<const char *>(data), size));
    if (!json)
        return 0;
    const auto profile = readMetisProfile(*json, "DeviceType.A100_tp2_bs4.json", workload);
    if (!profile) {
        if (profile.error().expected.empty() || profile.error().file.empty())
            std::abort();
        return 0;
    }
    Findings findings;
    const auto again = readLayerProfiles(toJson({*profile}), "", findings);
    if (!findings.ok() || again.size() != 1 || !(again.front() == *profile))
        std::abort();
    return 0;
}
