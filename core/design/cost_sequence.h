// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sequence of plans that does the steps at least cost within a deadline, over the candidates of planning over time
// and under prices that change (run_cost.h). It may also wait while prices are high: then nothing is paid, and going on
// costs a load from a checkpoint.
//
// Sequences are those of planner/overtime/sequence.h with switches at starts of pieces; pieces are cut at every change
// of a price, so that there a plan may be changed, too. Cost and steps pull against each other, so the table of
// bestSequence is not enough:
//
//   Bound. For any lambda >= 0, min over all sequences and ends of (cost + lambda (N - steps done)) is a lower bound on
//   the least cost of N steps, for N steps or more make the second term at most 0. In a piece both are linear in time,
//   so ends at starts of pieces are enough, and a table over (piece, plan) finds the minimum. The best lambda is where
//   the two sequences on either side of N have the same value (Kelley's cutting planes in one dimension).
//   Exact. Labels (steps done, cost) go forward through the pieces; a label is dropped if another one at the same piece
//   and plan has done as much for no more, or if its cost and the least that must follow, by the same table, is no less
//   than the best sequence known. What is left at the end is the best sequence, and proved. With more than mostLabels
//   the best one found so far is returned, with the bound.
#pragma once

#include "design/run_cost.h"

namespace heteroscope {

struct CostSequenceOptions
{
    double deadline = infinity; ///< seconds; no later than the end of the last piece
    std::size_t mostLabels = 400'000;
    StopToken stop{};
};

struct CostSequence
{
    SequenceProblem problem; ///< with the pieces that the sequence counts, up to the deadline
    PlanSequence sequence;   ///< totalTime is infinity if the steps cannot be done by the deadline
    double cost = infinity;  ///< USD
    double lowerBound = 0;   ///< USD; equal to cost if proved
    bool proved = false;
    std::size_t labels = 0;
};

CostSequence leastCostSequence(const SequenceProblem &problem, const RunCosts &costs,
                               const CostSequenceOptions &options = {});

} // namespace heteroscope
