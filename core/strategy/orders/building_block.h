// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders of work that repeat one building block (Qi et al., Pipeline Parallelism with Controllable Memory, arXiv
// 2405.15362). Each stage has two chunks in V shape; forward, input gradient and weight gradient of a chunk take time 1
// each. The forwards and input gradients of a micro-batch have fixed times; the next micro-batch repeats them 6 later.
// The passes of a stage never have the same time modulo 6, so no stage idles in the steady state. The delays between
// neighbouring stages in the four directions determine how long activations are held, and hence how many.
//
// Forwards and input gradients run as early as possible in that order, with a limit on the activations of a stage.
// Weight gradients fill the gaps.
#pragma once

#include "strategy/schedule.h"

namespace heteroscope {

/// Delay from a pass of a stage to the same pass of the next stage in the direction of the micro-batch; at least 1.
struct BlockSteps
{
    int forwardDown = 1;  ///< chunk 0
    int forwardUp = 1;    ///< chunk 1
    int gradientDown = 1; ///< chunk 1
    int gradientUp = 1;   ///< chunk 0
};

/// The order of each stage. A stage holds at most `limit` (micro-batch, chunk) pairs, or the min number that the order
/// needs. The steps must allow times without collisions: two directions of a stage with the same sense have equal
/// steps, with opposite sense a sum that is even or divisible by 3.
std::vector<WorkOrder> blockOrders(const BlockSteps &steps, int stages, int microBatches, int limit);

} // namespace heteroscope
