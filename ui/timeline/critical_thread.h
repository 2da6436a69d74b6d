// SPDX-License-Identifier: GPL-3.0-or-later
//
// The critical path as the timeline shows it: pieces of lanes, from the end of the step to its start, and the sum of
// each cause.
#pragma once

#include "timeline/timeline_text.h"

namespace heteroscope {

/// The step's own critical pieces; for a result without them, the bars of bindingChain.
std::vector<PathPiece> criticalThread(const StepResult &result);

/// Indices [first, last) of the pieces that touch [from, to). The pieces go back in time and do not overlap.
std::pair<std::size_t, std::size_t> piecesWithin(const std::vector<PathPiece> &thread, Ticks from, Ticks to);

/// The piece of this lane at this time, or -1.
int pieceAt(const std::vector<PathPiece> &thread, int lane, Ticks time);

/// A transfer between stages or replicas: it is drawn in the communication row.
constexpr bool isTransfer(const PathPiece &piece)
{
    return piece.activity == Activity::exposedPp || piece.activity == Activity::exposedDp;
}

struct CriticalShare
{
    Activity cause = Activity::idle;
    Ticks time;
    std::size_t pieces = 0;
};
/// By cause, the largest first; the times add up to what the thread covers, which is the step.
std::vector<CriticalShare> criticalShares(const std::vector<PathPiece> &thread);

/// "forward", "PP transfers", "TP collectives": what a cause is called on the critical path.
QString causeName(Activity cause);
/// "forward 45.1 %", "backward 30.2 %", "PP transfers 12.0 %", the largest first.
QStringList criticalCauses(const std::vector<PathPiece> &thread);
/// The line a hover card gets: "on the critical path\tforward, 3.10 s = 45.1 % of it".
QString criticalLine(const std::vector<PathPiece> &thread, const PathPiece &piece);

} // namespace heteroscope
