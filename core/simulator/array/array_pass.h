// SPDX-License-Identifier: GPL-3.0-or-later
//
// The array pass: the step time of a program without a queue. Passes and transfers are put in a topological order once;
// after that a run is one sweep over arrays. For programs whose channels have no routes, whose lanes have no rate
// steps, whose synchronizations have no buckets and whose optimizer waits for all lanes it is the engine's time tick
// for tick; others it refuses.
#pragma once

#include "base/result.h"
#include "simulator/program/step_program.h"

namespace heteroscope {

class ArrayPass
{
public:
    /// Error when the engine is needed (invalid) or the order can never finish (internal, as the engine says).
    static Result<ArrayPass> prepare(const StepProgram &program);

    /// The step time of a program with the same lanes, orders, channels and send mode; lengths may differ.
    Ticks run(const StepProgram &program);

private:
    ArrayPass() = default;

    /// A pass, or a transfer that a pass waits for.
    struct Step
    {
        std::int32_t lane = 0;     // of the pass; of the sender
        std::int32_t item = 0;     // index in the lane's order; in the sender's order
        std::int32_t channel = -1; // -1: a pass
    };
    struct Route
    {
        std::int32_t lane = 0; // sender
        bool backward = false;
        std::int16_t chunk = 0;
        std::int32_t index = 0;
    };

    std::vector<Step> m_steps;
    std::vector<Route> m_channels;
    std::vector<std::int32_t> m_targetItem;  // by step: item of the receiver, over all lanes
    std::vector<std::int32_t> m_postingItem; // by step: item whose start or end posts the receive, or -1
    std::vector<std::size_t> m_firstItem;    // by lane
    // Scratch, by item of all lanes one after the other.
    std::vector<Ticks> m_start, m_end, m_ready;
    std::vector<Ticks> m_sent;        // by item: when all it sent had arrived
    std::vector<Ticks> m_channelFree; // by channel
};

/// From the end of each lane's passes to the end of the step: synchronizations, optimizer, overhead.
Ticks closeStep(const StepProgram &program, std::vector<Ticks> laneEnds);

} // namespace heteroscope
