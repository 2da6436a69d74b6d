// SPDX-License-Identifier: GPL-3.0-or-later
//
// The model and the training job of a measured run. What a run is comes from the columns of the row: its shapes, and
// whether it has experts. Only properties without a column (gated MLP, biases, tied embeddings, latent attention,
// shared experts, adapters) follow from the model's name; no name is refused.
#pragma once

#include "calibration/run_row.h"
#include "cost/calibration_values.h"

namespace heteroscope {

/// Errors: an unknown precision, or columns that do not describe a transformer that Model can express.
Result<Workload> workloadOfRun(const RunConfiguration &run, const SoftwareStack &stack);

/// Number of attention heads if the row does not state it: heads of dimension 128, changed to a multiple of tp that
/// divides the hidden size.
int likelyHeads(int hidden, int tp);

} // namespace heteroscope
