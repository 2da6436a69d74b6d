// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever the bytes: a profile of Metis ends with an error that says what it expected, or with a layer profile that
// can be written and read back equal.
#include "exchange/metis/layer_profiles.h"
#include "targets.h"

#include <cstdlib>

using namespace heteroscope;

void fuzz::fuzzMetisProfile(std::string_view bytes)
{
    Workload workload;
    workload.model.layers = 2;
    workload.model.hidden = workload.model.ffn = 64;
    workload.model.heads = workload.model.kvHeads = 1;
    workload.model.vocab = 100;
    const auto json = parseJson(bytes);
    if (!json)
        return;
    const auto profile = readMetisProfile(*json, "DeviceType.A100_tp2_bs4.json", workload);
    if (!profile) {
        if (profile.error().expected.empty() || profile.error().file.empty())
            std::abort();
        return;
    }
    Findings findings;
    const auto again = readLayerProfiles(toJson({*profile}), "", findings);
    if (!findings.ok() || again.size() != 1 || !(again.front() == *profile))
        std::abort();
}
