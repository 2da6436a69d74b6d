// SPDX-License-Identifier: GPL-3.0-or-later
//
// An index of a lane with up to millions of intervals: prefix sums of time by activity every blockSize intervals, and
// the traffic sorted by kind and start. Building costs one pass over the lane; a sum over a range of time costs two
// binary searches and at most 2 * blockSize visits.
#pragma once

#include "simulator/result/step_result.h"

#include <array>
#include <optional>
#include <vector>

namespace heteroscope {

using ActivityTicks = std::array<std::int64_t, activityCount>;
inline constexpr std::size_t trafficKinds = 6;

class LaneIndex
{
public:
    static constexpr std::size_t blockSize = 16;

    LaneIndex() = default;
    explicit LaneIndex(const Lane &lane);

    /// Sums over the intervals [0, end): time by activity, and the number of intervals that are work. The difference of
    /// two of them is the sum over the intervals between.
    struct Running
    {
        ActivityTicks ticks{};
        std::uint32_t works = 0;
    };
    Running running(std::size_t end) const;
    /// The same into `sums`, without a copy.
    void running(std::size_t end, Running &sums) const;
    std::size_t size() const { return m_activities.size(); }
    Ticks start(std::size_t interval) const { return m_starts[interval]; }
    Ticks end(std::size_t interval) const { return m_starts[interval + 1]; }
    Activity activity(std::size_t interval) const { return m_activities[interval]; }
    /// Those that the lane has at all, a few of many.
    const std::vector<Activity> &kinds() const { return m_kinds; }
    /// Where an interval begins and the one before it ends; after the last one `interval` is size().
    struct Boundary
    {
        std::size_t interval = 0;
        Ticks at;
    };
    Boundary boundary(std::size_t interval) const { return {interval, m_starts[interval]}; }
    /// The end of the block of intervals that contains `time`, if that block is shorter than `longest`: found without a
    /// look at single intervals. `time` is not before interval `hint`; fastest if it is near.
    std::optional<Boundary> blockEnd(Ticks time, std::size_t hint, Ticks longest) const;
    /// The same as intervalAt below, for a time not before interval `hint`; fastest if it is near.
    std::size_t intervalAt(Ticks time, std::size_t hint) const;
    /// Prefetches what intervalAt and running read of an interval, and what running alone reads.
    void prefetch(std::size_t interval) const;
    void prefetchSums(std::size_t interval) const;
    /// Time by activity within [from, to).
    ActivityTicks sumOver(const Lane &lane, Ticks from, Ticks to) const;

    /// The traffic of one kind, sorted by start.
    struct Row
    {
        std::vector<std::uint32_t> order;         ///< indices into Lane::traffic
        std::vector<std::int64_t> endSoFar;       ///< max end over order[0..i], monotone for binary search
        std::vector<std::int64_t> longestInBlock; ///< max duration in each block of blockSize
    };
    const Row &row(Traffic traffic) const { return m_rows[static_cast<std::size_t>(traffic)]; }

private:
    std::size_t blockAt(Ticks time, std::size_t hint) const;

    // The data of the intervals needed for drawing, a quarter of their size; they have no gaps.
    std::vector<Ticks> m_starts; // and the end of the last one
    std::vector<Activity> m_activities;
    std::vector<Activity> m_kinds;
    std::vector<Running> m_blocks;  // of intervals [0, i * blockSize)
    std::vector<Ticks> m_blockEnds; // of each whole block
    std::array<Row, trafficKinds> m_rows;
};

/// True for computation, optimizer and host time; false for waiting.
constexpr bool isWork(Activity activity)
{
    return isCompute(activity) || activity == Activity::optimizer || activity == Activity::overhead;
}

/// Index of the interval that contains `time`; the number of intervals if there is none.
std::size_t intervalAt(const Lane &lane, Ticks time);

} // namespace heteroscope
