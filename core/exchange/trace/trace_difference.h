// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a measured step is longer or shorter than the simulated one, by cause. Both steps are divided completely into the
// same causes, so the differences add up to the difference of the step times; in ticks exactly, in seconds as in
// analysis/step_difference.h.
//
// Simulated: mean over the devices of the plan. Measured: mean over the ranks of the trace, each with its median step
// (exchange/trace/measured_trace.h). Ranks of one step take the same time; where a trace ends earlier, because a rank
// records from its first pass or to its last one, the rest up to the longest rank is idle. What a trace cannot tell
// apart is one cause on both sides: a kernel that receives runs while it waits, so PP, bubbles and stragglers are
// "pipeline"; collectives of groups without a stated parallelism make TP, EP, CP and DP one cause; and a trace without
// communication knows computation and waiting alone.
#pragma once

#include "exchange/trace/measured_trace.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

enum class TraceCause : std::uint8_t { compute, tp, ep, cp, dp, collectives, pipeline, copies, idle, waiting };
inline constexpr std::size_t traceCauseCount = 10;
inline constexpr std::array<std::string_view, traceCauseCount> traceCauseNames = {
    "compute",  "exposedTp", "exposedEp", "exposedCp", "exposedDp", "exposedCollectives",
    "pipeline", "copies",    "idle",      "waiting"};

struct TraceCauseDifference
{
    TraceCause cause = TraceCause::compute;
    Ticks simulated;
    Ticks measured;
    double seconds = 0; ///< measured - simulated, rounded so that the list adds up
};

struct TraceDifference
{
    Seconds simulated, measured;              ///< step times
    double difference = 0;                    ///< seconds, measured - simulated
    std::vector<TraceCauseDifference> causes; ///< in the order of TraceCause; without those that neither side has
};

/// Requires lanes in the result and ranks in the trace. lanes: the lane of each rank (rank_lanes.h); simulated is then
/// the mean over these lanes, each as often as it is named. Empty: over all devices.
TraceDifference traceDifference(const StepResult &result, const MeasuredTrace &trace,
                                const std::vector<int> &lanes = {});

/// The cause that a trace cannot tell apart from others counts for both sides; for the colours of a drawing.
TraceCause traceCauseOf(Activity activity);
/// host: idle.
TraceCause traceCauseOf(TraceKind kind);

} // namespace heteroscope
