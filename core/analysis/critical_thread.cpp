// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/critical_thread.h"

#include "analysis/dependency.h"

#include <algorithm>

namespace heteroscope {

std::vector<PathPiece> criticalThread(const StepResult &result)
{
    if (!result.criticalPieces.empty())
        return result.criticalPieces;
    std::vector<PathPiece> thread;
    for (const BarId bar : bindingChain(result)) {
        const LaneInterval &interval =
            result.lanes[static_cast<std::size_t>(bar.lane)].intervals[static_cast<std::size_t>(bar.interval)];
        thread.push_back({bar.lane, interval.activity, interval.start, interval.end});
    }
    return thread;
}

std::pair<std::size_t, std::size_t> piecesWithin(const std::vector<PathPiece> &thread, Ticks from, Ticks to)
{
    const auto first =
        std::partition_point(thread.begin(), thread.end(), [to](const auto &p) { return p.start >= to; });
    const auto last = std::partition_point(first, thread.end(), [from](const auto &p) { return p.end > from; });
    return {static_cast<std::size_t>(first - thread.begin()), static_cast<std::size_t>(last - thread.begin())};
}

int pieceAt(const std::vector<PathPiece> &thread, int lane, Ticks time)
{
    const auto [first, last] = piecesWithin(thread, time, time + Ticks(1));
    for (std::size_t i = first; i < last; ++i)
        if (thread[i].lane == lane)
            return static_cast<int>(i);
    return -1;
}

std::vector<CriticalShare> criticalShares(const std::vector<PathPiece> &thread)
{
    std::array<CriticalShare, activityCount> all;
    std::int64_t whole = 0;
    for (const PathPiece &piece : thread) {
        CriticalShare &share = all[static_cast<std::size_t>(piece.activity)];
        share.cause = piece.activity;
        share.time += piece.end - piece.start;
        ++share.pieces;
        whole += (piece.end - piece.start).count;
    }
    std::vector<CriticalShare> shares;
    std::copy_if(all.begin(), all.end(), std::back_inserter(shares), [](const auto &s) { return s.pieces > 0; });
    for (CriticalShare &share : shares)
        share.share = whole > 0 ? static_cast<double>(share.time.count) / static_cast<double>(whole) : 0;
    std::stable_sort(shares.begin(), shares.end(), [](const auto &a, const auto &b) { return a.time > b.time; });
    return shares;
}

} // namespace heteroscope
