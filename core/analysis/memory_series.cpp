// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/memory_series.h"

#include <algorithm>

namespace heteroscope {

MemorySeries memorySeries(const Lane &lane, Ticks stepTime, std::size_t most)
{
    MemorySeries series;
    std::vector<MemoryPoint> all = memoryOverTime(lane);
    if (all.size() <= most) {
        series.points = std::move(all);
        return series;
    }
    const auto count = static_cast<std::int64_t>(most);
    series.stretch = Ticks(std::max<std::int64_t>(1, (stepTime.count + count - 1) / count));
    std::size_t at = 0; // the point that holds at the start of the stretch
    for (Ticks from(0); from < stepTime; from = from + series.stretch) {
        const Ticks to = from + series.stretch;
        while (at + 1 < all.size() && all[at + 1].at <= from)
            ++at;
        MemoryPoint highest = all[at];
        for (std::size_t i = at + 1; i < all.size() && all[i].at < to; ++i)
            if (all[i].total > highest.total)
                highest = all[i];
        highest.at = from;
        series.points.push_back(highest);
    }
    return series;
}

} // namespace heteroscope
