// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with pipelines that differ: each device type has its own pipelines with its own TP degree, stages and cut, and
// computes micro-batches in proportion to its speed. The pipelines only average gradients together.
//
// A pipeline of type i with p_i stages takes about (k + p_i - 1) W_i / p_i for k micro-batches, where W_i is the time
// of one micro-batch in all layers. n_i pipelines of each type that compute K micro-batches in total and end together
// take
//   T = (K + sum n_i (p_i - 1)) / sum (n_i p_i / W_i)
// by which the plans are ranked. This leaves out sends and synchronization; reported times are simulated.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

class PriceBook;

/// At most `most` plans, best estimate first. Empty if fewer than two device types can be used.
std::vector<Plan> draftUnlikePipelines(PriceBook &book, std::size_t most);

} // namespace heteroscope
