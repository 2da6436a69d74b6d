// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured steps: what profilers recorded of real runs, as one value whatever tool wrote it. Times are ticks after the
// first event or step of the rank; ranks have no common clock.
#pragma once

#include "base/result.h"
#include "base/units.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// What a device was recorded doing. Communication has the parallelism of its process group; `collective` is that of a
/// group whose parallelism the trace does not state. `host` is work of the processor, which is no time of the device.
enum class TraceKind : std::uint8_t { forward, backward, compute, tp, ep, cp, pp, dp, collective, copy, host };
inline constexpr std::size_t traceKindCount = 11;
inline constexpr std::array<std::string_view, traceKindCount> traceKindNames = {
    "forward", "backward", "compute", "TP", "EP", "CP", "PP", "DP", "collective", "copy", "host"};

constexpr bool isMeasuredCompute(TraceKind kind) { return kind <= TraceKind::compute; }
constexpr bool isMeasuredCommunication(TraceKind kind)
{
    return kind >= TraceKind::tp && kind <= TraceKind::collective;
}

/// Max number of events and steps of a trace; a reader refuses more.
inline constexpr std::size_t mostMeasuredEvents = 8'000'000;

struct MeasuredEvent
{
    Ticks start;
    Ticks end;
    TraceKind kind = TraceKind::compute;
    std::int32_t stream = -1;     ///< of the device; -1: not stated
    std::int32_t microBatch = -1; ///< -1: not stated
    friend bool operator==(const MeasuredEvent &, const MeasuredEvent &) = default;
};

struct MeasuredMark
{
    Ticks start;
    Ticks end;
    std::int64_t number = 0; ///< of the step in the run
    friend bool operator==(const MeasuredMark &, const MeasuredMark &) = default;
};

struct MeasuredRank
{
    int rank = 0;
    std::vector<MeasuredEvent> events; ///< sorted by start; they may overlap
    std::vector<MeasuredMark> steps;   ///< sorted by start; empty: the trace marks none
    Bytes memory;                      ///< the most that was held; 0: not stated
};

struct MeasuredTrace
{
    std::string tool;
    int worldSize = 0; ///< ranks of the run, of which the trace may hold one; 0: not stated
    std::vector<MeasuredRank> ranks;
    std::vector<std::string> notes; ///< what was assumed or left out
};

/// How one step of a rank was spent. At each instant the first kind of TraceKind's order that is active counts, so
/// communication counts only where no computation hides it. The times and `idle` add up to `step` exactly.
struct MeasuredShares
{
    Ticks step;
    std::array<Ticks, traceKindCount> time{};
    Ticks idle; ///< of the device: nothing but work of the host
    Ticks of(TraceKind kind) const { return time[static_cast<std::size_t>(kind)]; }
};

/// A part of a step of a rank in which one kind counts; host: none, the device is idle. Times after the step's start.
struct MeasuredPiece
{
    Ticks start;
    Ticks end;
    TraceKind kind = TraceKind::host;
    friend bool operator==(const MeasuredPiece &, const MeasuredPiece &) = default;
};

/// The communication of a process group by its name or description, such as "TENSOR_MODEL_PARALLEL_GROUP" or "dp";
/// `collective` if that names no parallelism.
TraceKind kindOfProcessGroup(std::string_view description);

/// The steps of the rank that are taken as typical: all but the first quarter, in which caches and allocators fill; the
/// span of all events if no step is marked.
std::vector<MeasuredMark> typicalSteps(const MeasuredRank &rank);
/// The step of median length among the typical ones.
MeasuredMark medianStep(const MeasuredRank &rank);
/// One step of a rank as pieces that cover it without gaps, neighbours of unlike kinds; by the rule of MeasuredShares.
/// O(n log n) for n events of the rank.
std::vector<MeasuredPiece> measuredPieces(const MeasuredRank &rank, const MeasuredMark &step);
/// The shares of one step: the sums of its pieces. O(n log n) for n events of the rank.
MeasuredShares measuredShares(const MeasuredRank &rank, const MeasuredMark &step);

/// The trace with nothing but the median step of each rank, whose events are its pieces: small however long the run
/// was, and the same to traceDifference. Kinds that never count are kept as events without time.
MeasuredTrace medianSteps(const MeasuredTrace &trace);

/// One line: "kineto trace of rank 0 of 2: 3 steps of 223 ms, 2,700 events on the device".
std::string measuredTitle(const MeasuredTrace &trace);
/// A line for each of the first ranks with the shares of its median step, and the trace's own notes.
std::vector<std::string> measuredLines(const MeasuredTrace &trace);

/// Sorts the events and sets the times relative to the first one. Errors: neither events nor steps, no time on a
/// device, more than mostMeasuredEvents.
Result<MeasuredTrace> finishTrace(MeasuredTrace trace, const std::string &file);

} // namespace heteroscope
