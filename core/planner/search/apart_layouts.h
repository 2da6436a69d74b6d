// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layouts of an apart family that may have a plan below a limit (planner/space/apart.h, bounds/apart_bounds.h).
//
// For each type, ways are a number of pipelines and of stages; each has the most micro-batches with which its pipelines
// may be done within the limit: by ApartPart first, then by the bounds over all cuts of layout_model.h, which grow with
// the micro-batches as each of their terms does. Ways that, with the most that the other types can do, do not add up to
// the micro-batches of the family are left out. The rest is put together, with every split of the micro-batches.
#pragma once

#include "planner/bounds/apart_bounds.h"

namespace heteroscope {

/// A layout whose plans take at least `least` seconds.
struct OpenApartLayout
{
    double least = 0;
    ApartLayout layout;
    std::size_t slowest = 0; ///< the part that takes so long
    friend auto operator<=>(const OpenApartLayout &, const OpenApartLayout &) = default;
};

struct OpenApartLayouts
{
    std::vector<OpenApartLayout> layouts; ///< shortest least time first
    double open = infinity;               ///< least time of the layouts that were left out for their number; 0: unknown
};

/// most: layouts that are kept. After a stop what it returns means nothing. Error: a part cannot be used.
Result<OpenApartLayouts> openApartLayouts(const Family &family, PriceBook &book, double limit, std::size_t most);

} // namespace heteroscope
