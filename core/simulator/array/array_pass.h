// SPDX-License-Identifier: GPL-3.0-or-later
//
// The array pass: computes the step time of a program without an event queue. Passes and transfers are sorted
// topologically once; after that each run is one sweep over arrays. It accepts programs whose channels have no routes,
// whose lanes have no rate steps, whose synchronizations have no buckets and whose optimizer waits for all lanes. For
// these its result is equal to the engine's, to the tick; other programs are an error.
#pragma once

#include "base/stop_token.h"
#include "simulator/program/step_program.h"

namespace heteroscope {

/// The end of the step (synchronizations, optimizer, overhead), given the end of each lane's passes.
Ticks closeStep(const StepProgram &program, std::vector<Ticks> laneEnds);

class ArrayPass
{
public:
    /// Errors: the program needs the engine (invalid); the order of work contains a deadlock (internal); cancelled.
    static Result<ArrayPass> prepare(const StepProgram &program, const StopToken &stop = {});

    /// The step time of a program with the same lanes, orders, channels and send mode as the prepared program; only
    /// durations may differ. After a stop the time means nothing.
    Ticks run(const StepProgram &program, const StopToken &stop = {})
    {
        return closeStep(program, ends(program, stop));
    }
    /// The end of each lane's passes, of such a program.
    std::vector<Ticks> ends(const StepProgram &program, const StopToken &stop = {});

private:
    ArrayPass() = default;
    void readDurations(const StepProgram &program);

    /// A pass, or a transfer that a pass waits for.
    struct Step
    {
        std::int32_t item = 0;     // over all lanes; of the sender
        std::int32_t channel = -1; // -1: a pass
        // Of a pass: its place among the lengths, and whether its lane has one before it. Of a transfer: item of the
        // receiver, and item whose start or end posts the receive, or -1; over all lanes.
        std::int32_t lengthOrTarget = 0;
        std::int32_t postingOrBefore = -1;
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
    std::vector<std::size_t> m_firstItem; // by lane
    // Durations of the program that is run.
    std::vector<Ticks> m_lengths;                               // of passes: by lane, chunk and pass
    std::vector<std::pair<Ticks, Ticks>> m_occupancyAndLatency; // by channel
    // Scratch, by item of all lanes one after the other.
    std::vector<Ticks> m_start, m_end, m_ready;
    std::vector<Ticks> m_sent;        // by item: arrival time of the last tensor it sent
    std::vector<Ticks> m_channelFree; // by channel
};

} // namespace heteroscope
