// SPDX-License-Identifier: GPL-3.0-or-later
//
// An index of a lane with up to millions of intervals: prefix sums of time by activity every blockSize intervals, and
// the traffic sorted by kind and start. Building costs one pass over the lane; a sum over a range of time costs two
// binary searches and at most 2 * blockSize visits.
#pragma once

#include "simulator/result/step_result.h"

#include <array>
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

    /// Of the intervals [0, end): time by activity, and how many are work and no waiting. The difference of two of them
    /// is the sum of the intervals between.
    struct Running
    {
        ActivityTicks ticks{};
        std::uint32_t works = 0;
    };
    Running running(std::size_t end) const;
    std::size_t size() const { return m_activities.size(); }
    Ticks start(std::size_t interval) const { return m_starts[interval]; }
    Ticks end(std::size_t interval) const { return m_starts[interval + 1]; }
    Activity activity(std::size_t interval) const { return m_activities[interval]; }
    /// Asks for what the index has of an interval ahead of its use.
    void prefetch(std::size_t interval) const;
    /// As the function below, when it is not before interval `hint`, and quickest when it is near it.
    std::size_t intervalAt(Ticks time, std::size_t hint) const;
    /// Time by activity of the stretch [from, to) of time, intervals cut at its ends.
    ActivityTicks sumOver(const Lane &lane, Ticks from, Ticks to) const;

    /// One kind of traffic, by start.
    struct Row
    {
        std::vector<std::uint32_t> order;         ///< indices into Lane::traffic
        std::vector<std::int64_t> endSoFar;       ///< latest end of order[0..i], never falls: for binary search
        std::vector<std::int64_t> longestInBlock; ///< longest duration in each block of blockSize
    };
    const Row &row(Traffic traffic) const { return m_rows[static_cast<std::size_t>(traffic)]; }

private:
    // What a picture needs of the intervals, a quarter of their size; they stand without holes.
    std::vector<Ticks> m_starts; // and the end of the last one
    std::vector<Activity> m_activities;
    std::vector<Running> m_blocks;  // of intervals [0, i * blockSize)
    std::vector<Ticks> m_blockEnds; // of each whole block
    std::array<Row, trafficKinds> m_rows;
};

/// Computing, stepping the optimizer or host time; not waiting.
constexpr bool isWork(Activity activity)
{
    return isCompute(activity) || activity == Activity::optimizer || activity == Activity::overhead;
}

/// Index of the interval that contains `time`; the number of intervals when it lies beyond.
std::size_t intervalAt(const Lane &lane, Ticks time);

} // namespace heteroscope
