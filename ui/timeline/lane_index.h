// SPDX-License-Identifier: GPL-3.0-or-later
//
// What makes a lane of millions of intervals quick to look at: running sums of time by activity every few intervals,
// and the traffic sorted by kind and start. Building costs one pass over the lane; a sum over any stretch costs two
// binary searches and at most 2 * blockSize visits.
#pragma once

#include "simulator/step_result.h"

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
    Running running(const Lane &lane, std::size_t end) const;
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
    std::vector<Running> m_blocks; // of intervals [0, i * blockSize)
    std::array<Row, trafficKinds> m_rows;
};

/// Computing, stepping the optimizer or host time; not waiting.
constexpr bool isWork(Activity activity)
{
    return isCompute(activity) || activity == Activity::optimizer || activity == Activity::overhead;
}

/// Index of the interval that contains `time`; the number of intervals when it lies beyond.
std::size_t intervalAt(const Lane &lane, Ticks time);
/// The same when it is not before `hint`, and quickest when it is near it.
std::size_t intervalAt(const Lane &lane, Ticks time, std::size_t hint);

} // namespace heteroscope
