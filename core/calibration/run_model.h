// SPDX-License-Identifier: GPL-3.0-or-later
//
// The model and the training job of a measured run: shapes from its columns, what the columns do not say (gated MLP,
// biases, tied embeddings, latent attention, shared experts) from the model's family.
#pragma once

#include "calibration/run_row.h"
#include "cost/calibration_values.h"

namespace heteroscope {

/// Errors: an unknown precision, a model that is no transformer of the described kind.
Result<Workload> workloadOfRun(const RunConfiguration &run, const SoftwareStack &stack);

/// Heads of a model whose row does not say: of 128 values each, as a multiple of tp that divides the hidden size.
int likelyHeads(int hidden, int tp);

} // namespace heteroscope
