// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planning as Sailor poses it: so many devices of two types, nodes of four, one global batch. This header holds the
// space, the tables every search over it reads, and the cost formula that Sailor ranks plans by.
//
// Space A. A plan is a micro-batch size m, a number of groups D that every stage has, and contiguous stages; stage s
// has for each device type one tensor degree or none (its pattern), and each of its D groups is of one of those kinds
// (each kind at least one group). M = ceil(batch / (m D)) micro-batches pass each group. How many groups are of which
// kind does not enter the time, it only has to be possible with the devices there are.
// Not in it: tensor degrees that differ between groups of one type in one stage, recomputation, other schedules than
// 1F1B, sharded optimizer states, stages of unlike numbers of groups (space A+), unlike pipelines (space B).
#pragma once

#include "peers/sailor/profiles.h"

#include <cstdint>

namespace heteroscope::sailor {

inline constexpr std::size_t typeCount = 2;
inline constexpr int maxLayers = 64;

struct Problem
{
    Profiles profiles; ///< exactly typeCount types
    std::array<int, typeCount> devices = {0, 0};
    int globalBatch = 1024;
};

/// Tensor degree by device type, 0 = the type is not in the stage.
struct Pattern
{
    std::array<int, typeCount> degree = {0, 0};
    int smallestDegree = 1;
    bool mixed() const { return degree[0] > 0 && degree[1] > 0; }
};

inline constexpr std::size_t patternCount = 15;
const std::array<Pattern, patternCount> &patterns();

/// Into tensorDegrees.
constexpr std::size_t degreeIndex(int degree) { return degree == 1 ? 0 : degree == 2 ? 1 : 2; }

struct StageChoice
{
    int first = 0; ///< layers [first, last]
    int last = 0;
    int pattern = 0;
    friend bool operator==(const StageChoice &, const StageChoice &) = default;
};

struct SpaceAPlan
{
    int microBatch = 0; ///< into microBatchSizes
    int groups = 1;     ///< D
    int microBatches = 1;
    std::vector<StageChoice> stages;
    friend bool operator==(const SpaceAPlan &, const SpaceAPlan &) = default;
};

/// Sailor's estimate of the step time, straight from its definition; slow, for checking and for final values.
double formulaTime(const Problem &problem, const SpaceAPlan &plan);

/// Bytes that a device of the type needs in a stage, with so many micro-batches in flight.
double deviceMemory(const Profiles &profiles, const StageChoice &stage, std::size_t type, int microBatch, int inFlight);

/// The same for stage s of a plan.
double stageMemory(const Problem &problem, const SpaceAPlan &plan, std::size_t stage, std::size_t type);

/// Seconds for so many bytes between a group of one stage and one of another, over the slowest pair of kinds.
double slowestSend(const Profiles &profiles, double bytes, int pattern, int other);

/// Profiled, fits in memory and the devices suffice.
bool isAllowed(const Problem &problem, const SpaceAPlan &plan);

/// Gradients are synchronized in buckets of so many bytes.
inline constexpr double syncBucket = 5e8;

/// Seconds of gradient synchronization of a stage.
double syncTime(const Profiles &profiles, const StageChoice &stage, int groups);

/// Devices that stages take: those of one kind count at once, those of two kinds may trade.
class DeviceUse
{
public:
    void add(int pattern, int groups);
    /// Exact: is there a number of groups of each kind for every stage so that no type runs short?
    bool fits(const std::array<int, typeCount> &devices) const;
    /// No fewer than this of a type, whatever the mixed stages do.
    int least(std::size_t type) const { return m_least[type]; }
    /// Whatever may be added to `other` may be added to this. Sufficient, not necessary.
    bool leavesAsMuchAs(const DeviceUse &other) const
    {
        return m_least[0] <= other.m_least[0] && m_least[1] <= other.m_least[1] &&
               (!m_mixed || m_trades == other.m_trades);
    }

private:
    std::array<int, typeCount> m_least = {0, 0};
    bool m_mixed = false;
    std::array<std::int16_t, 9> m_trades =
        {}; ///< groups of mixed stages that may be of either type, by pair of degrees
};

} // namespace heteroscope::sailor
