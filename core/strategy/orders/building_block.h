// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders of work repeated from one building block (Qi et al., Pipeline Parallelism with Controllable Memory, arXiv
// 2405.15362). Two chunks a stage that go down and up again; forward, input gradient and weight gradient of a chunk
// last 1 each. A micro-batch has its forwards and input gradients at fixed times, and the one after it does the same 6
// later; as those of a stage never fall on the same time modulo 6, nothing idles in the steady state. How long a stage
// waits for the next one in each of the four directions decides how long activations are held, and so how many.
//
// Weight gradients fill whatever gaps the forwards and input gradients leave when they run as early as they can in that
// order, with a limit on what a stage holds.
#pragma once

#include "strategy/schedule.h"

namespace heteroscope {

/// Time from a stage's pass to the same pass of the next stage on the micro-batch's way; at least 1.
struct BlockSteps
{
    int forwardDown = 1;  ///< chunk 0
    int forwardUp = 1;    ///< chunk 1
    int gradientDown = 1; ///< chunk 1
    int gradientUp = 1;   ///< chunk 0
};

/// One order for each stage. A stage holds at most `limit` (micro-batch, chunk) pairs, or as many as the order cannot
/// do without. There must be times for the steps that never meet: where two directions of one stage go the same way,
/// their steps are equal, and else their sum is even or divisible by 3.
std::vector<WorkOrder> blockOrders(const BlockSteps &steps, int stages, int microBatches, int limit);

} // namespace heteroscope
