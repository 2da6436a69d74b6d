// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/critical_path.h"

#include <algorithm>

namespace heteroscope {

std::vector<PathPiece> criticalPath(const std::vector<const LaneRow *> &rows, Ticks stepTime)
{
    std::vector<PathPiece> path;
    std::size_t lane = 0;
    std::size_t steps = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        steps += rows[i]->intervals().size() + rows[i]->waits().size();
        if (rows[i]->end() == stepTime && rows[lane]->end() != stepTime)
            lane = i;
    }
    Ticks time = stepTime;
    const auto piece = [&](Activity activity, Ticks start) {
        if (start >= time)
            return;
        if (!path.empty() && path.back().activity == activity && path.back().lane == static_cast<int>(lane))
            path.back().start = start;
        else
            path.push_back({static_cast<std::int32_t>(lane), activity, start, time});
        time = start;
    };
    // Each step goes back in time or, at one instant, to another lane; the count bounds walks over zero-length passes.
    for (std::size_t limit = 4 * steps + 16 * rows.size() + 16; time > Ticks(0) && limit > 0; --limit) {
        const auto &row = *rows[lane];
        const auto &waits = row.waits();
        const auto wait =
            std::lower_bound(waits.begin(), waits.end(), time, [](const Wait &w, Ticks t) { return w.end < t; });
        if (wait != waits.end() && wait->end == time && wait->lane >= 0 && wait->senderDone <= time) {
            piece(wait->transfer, wait->senderDone);
            lane = static_cast<std::size_t>(wait->lane);
            continue;
        }
        const auto &intervals = row.intervals();
        const auto interval = std::lower_bound(intervals.begin(), intervals.end(), time,
                                               [](const LaneInterval &i, Ticks t) { return i.end < t; });
        if (interval == intervals.end())
            break;
        piece(interval->activity, interval->start);
    }
    piece(Activity::bubble, Ticks(0));
    return path;
}

} // namespace heteroscope
