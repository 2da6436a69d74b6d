// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans of pipelines that differ: each device type has pipelines of its own, with their own TP degree, stages and cut,
// and takes micro-batches by its pace. What they share is the average of the gradients.
//
// With p_i stages, a pipeline of type i does k micro-batches in about (k + p_i - 1) W_i / p_i, W_i one micro-batch
// through all layers. For n_i pipelines of each type and K micro-batches in all that end together,
//   T = (K + sum n_i (p_i - 1)) / sum n_i p_i / W_i
// which ranks them. It leaves out sends and synchronization; what is reported is simulated.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

class PriceBook;

/// The best by that estimate, at most `most`, best first; none where fewer than two types can work.
std::vector<Plan> draftUnlikePipelines(PriceBook &book, std::size_t most);

} // namespace heteroscope
