// SPDX-License-Identifier: GPL-3.0-or-later
//
// The full engine: a discrete-event simulation of a step. Events are the ends of passes, operations and gradient
// buckets and the changes of the flow network. They are processed in the order (time, kind, lane), so the result is the
// same on every machine. A transfer without contention needs no event, because its end is known when it begins. Cost:
// O(events log lanes).
//
// Causes of waiting. Every instant in which a lane waits has exactly one cause. It is found from the input that arrived
// last, and its sender:
//   - while the transfer was running or queued, the cause is exposed pipeline communication;
//   - before that, while the sender computed, the cause is bubble, or straggler for the part due to a slowdown;
//   - before that, while the sender communicated or waited itself, the cause is the same as the sender's.
// After the last work of a lane the rest of the step is bubble.
//
// Sends follow StepProgram::sends (SendMode in cost/calibration_values.h). A lane takes part in one gradient bucket at
// a time, in the order of the synchronizations among those that are ready. While it also computes, both are slowed
// down; the progress of both is integrated at every change.
#pragma once

#include "base/stop_token.h"
#include "simulator/jitter.h"
#include "simulator/program/step_program.h"

namespace heteroscope {

/// Number of event times between two check points at most; this takes some tenths of a millisecond.
inline constexpr int instantsBetweenLooks = 4096;

struct EngineOptions
{
    bool traffic = true; ///< record the communication rows
    Jitter jitter{};
    bool rates = false;          ///< record the rates of all flows
    StopToken stop{};            ///< ends the run
    std::vector<Ticks> begins{}; ///< by lane: no pass begins earlier; the row is idle until then; empty: 0
};

/// Why a step has no end. The engine knows numbers; who built the program knows the names of links and devices.
struct StepFailure
{
    enum class Kind : std::uint8_t {
        stopped, ///< by EngineOptions::stop
        linkStaysDown,
        deviceStaysAtZero, ///< its speed
        orderIsStuck,      ///< the order of work can never finish
    };
    Kind kind = Kind::stopped;
    std::size_t index = 0; ///< linkStaysDown: of StepProgram::edges; deviceStaysAtZero, orderIsStuck: of its lanes
    std::size_t item = 0;  ///< orderIsStuck: of the lane's order, the one that cannot begin
    friend bool operator==(const StepFailure &, const StepFailure &) = default;
};

Result<StepTrace, StepFailure> runStep(const StepProgram &program, const EngineOptions &options = {});

} // namespace heteroscope
