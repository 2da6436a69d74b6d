// SPDX-License-Identifier: GPL-3.0-or-later
//
// The critical path as pieces of lanes, from the end of the step to its start, and the sum of each cause. Times are
// ticks of the step.
#pragma once

#include "simulator/result/step_result.h"

#include <utility>
#include <vector>

namespace heteroscope {

/// The step's own critical pieces; for a result without them, the bars of bindingChain (analysis/dependency.h).
std::vector<PathPiece> criticalThread(const StepResult &result);

/// Indices [first, last) of the pieces that overlap [from, to). The pieces are ordered backward in time and do not
/// overlap.
std::pair<std::size_t, std::size_t> piecesWithin(const std::vector<PathPiece> &thread, Ticks from, Ticks to);

/// The piece of this lane at this time, or -1.
int pieceAt(const std::vector<PathPiece> &thread, int lane, Ticks time);

/// True for a transfer between stages or replicas, which is shown in the communication row of its lane.
constexpr bool isTransfer(const PathPiece &piece)
{
    return piece.activity == Activity::exposedPp || piece.activity == Activity::exposedDp;
}

struct CriticalShare
{
    Activity cause = Activity::idle;
    Ticks time;
    double share = 0; ///< of the thread, 0..1
    std::size_t pieces = 0;
};
/// The shares by cause, largest first. The sum of their times is the time covered by the thread, which is the step.
std::vector<CriticalShare> criticalShares(const std::vector<PathPiece> &thread);

} // namespace heteroscope
