// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random lengthening of passes. Jitter only adds time, so a lower bound on the step time without jitter also holds with
// jitter.
#pragma once

#include "base/units.h"

namespace heteroscope {

struct Jitter
{
    std::uint64_t seed = 0;
    double share = 0; ///< max added time relative to the length of a pass; 0: no jitter

    /// The time added to pass number `item` of a lane: length * share * u, with u uniform in [0, 1) and determined by
    /// seed, lane and item (SplitMix64).
    Ticks added(Ticks length, std::size_t lane, std::size_t item) const
    {
        if (!(share > 0))
            return Ticks(0);
        std::uint64_t z = seed + 0x9E3779B97F4A7C15ULL * (1 + item + (static_cast<std::uint64_t>(lane) << 32U));
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        z ^= z >> 31U;
        const double uniform = static_cast<double>(z >> 11U) * 0x1.0p-53;
        return toTicks(static_cast<double>(length.count) * share * uniform);
    }
};

} // namespace heteroscope
