// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/critical_path.h"

#include <algorithm>

namespace heteroscope {

std::vector<std::pair<Activity, Ticks>> criticalPath(const std::vector<const LaneRow *> &rows, Ticks stepTime)
{
    std::vector<std::pair<Activity, Ticks>> path;
    const auto blame = [&path](Activity activity, Ticks length) {
        if (length <= Ticks(0))
            return;
        if (!path.empty() && path.back().first == activity)
            path.back().second += length;
        else
            path.emplace_back(activity, length);
    };
    std::size_t lane = 0;
    std::size_t steps = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        steps += rows[i]->intervals().size() + rows[i]->waits().size();
        if (rows[i]->end() == stepTime && rows[lane]->end() != stepTime)
            lane = i;
    }
    Ticks time = stepTime;
    // Each step goes back in time or, at one instant, to another lane; the count bounds walks over zero-length passes.
    for (std::size_t limit = 4 * steps + 16 * rows.size() + 16; time > Ticks(0) && limit > 0; --limit) {
        const auto &row = *rows[lane];
        const auto &waits = row.waits();
        const auto wait =
            std::lower_bound(waits.begin(), waits.end(), time, [](const Wait &w, Ticks t) { return w.end < t; });
        if (wait != waits.end() && wait->end == time && wait->lane >= 0) {
            blame(wait->transfer, time - wait->senderDone);
            time = wait->senderDone;
            lane = static_cast<std::size_t>(wait->lane);
            continue;
        }
        const auto &intervals = row.intervals();
        const auto interval = std::lower_bound(intervals.begin(), intervals.end(), time,
                                               [](const LaneInterval &i, Ticks t) { return i.end < t; });
        if (interval == intervals.end())
            break;
        blame(interval->activity, time - interval->start);
        time = interval->start;
    }
    blame(Activity::bubble, time);
    return path;
}

} // namespace heteroscope
