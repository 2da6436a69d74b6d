// SPDX-License-Identifier: GPL-3.0-or-later
//
// 1F1B over a chain of stages with one group each, as a fixed loop over arrays. It is the fastest way to evaluate a
// plan, made for the planner. ArrayPass and the engine give the same result, to the tick. Of a long run that repeats
// itself only one period is computed.
#pragma once

#include "base/stop_token.h"
#include "base/units.h"
#include "cost/calibration_values.h"

#include <cstdint>
#include <vector>

namespace heteroscope {

/// Durations in ticks. Boundary s lies between stages s and s + 1.
struct StageChain
{
    std::vector<std::int64_t> forward; ///< by stage
    std::vector<std::int64_t> backward;
    // By boundary. A channel can start its next transfer after the occupancy; data arrive after occupancy + latency.
    std::vector<std::int64_t> forwardOccupancy, forwardLatency;
    std::vector<std::int64_t> backwardOccupancy, backwardLatency;
};

class OneFOneBChain
{
public:
    /// The end of the last pass of each stage. The reference is valid until the next run. After a stop the ends mean
    /// nothing.
    const std::vector<std::int64_t> &run(const StageChain &chain, int microBatches,
                                         SendMode sends = SendMode::asynchronous, const StopToken &stop = {});

private:
    // checked: times beyond the range of an int64 are saturated.
    template<bool checked>
    void runAll(int microBatches, SendMode sends, StopMeter meter);
    template<bool checked>
    void runAsynchronous(int microBatches, StopMeter meter);
    template<bool checked>
    void runRendezvous(int microBatches, bool blocking, StopMeter meter);

    struct StageState
    {
        std::int64_t forward, backward;
        std::int64_t free;                                             // end of the last pass
        std::int64_t arrival;                                          // of the activation sent last to this stage
        std::int64_t forwardOccupancy, forwardLatency, forwardFree;    // of the channel to the next stage
        std::int64_t backwardOccupancy, backwardLatency, backwardFree; // of the channel to the stage before
        // Rendezvous only.
        std::int64_t start = 0; // of the last pass
        std::int64_t sent = 0;  // when all it sent had arrived
    };
    /// Before a round in which, as in all up to `full`, every stage has a forward and a backward: leaves out whole
    /// periods of what repeats. Returns the number of rounds.
    int skipRepeats(int round, int full);

    std::vector<StageState> m_stages;
    std::vector<StageState> m_anchor; // the stages before an earlier round
    int m_anchorRound = 0;            // 0: none
    std::vector<std::int64_t> m_ends;
};

} // namespace heteroscope
