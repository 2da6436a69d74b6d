// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inputs of Sailor's planner (eth-easl/sailor): a cluster configuration {TYPE: {gpus_per_node, mem_per_gpu}}, an
// availability trace (CSV with the columns Timestamp and TYPE_ZONE, the number of GPUs from that time on), and a
// training configuration with hidden_size, num_layers, heads, vocab_size, sequence_length and global_batch_size.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads the files together, in any order; each may be left out, but not all. The trace becomes nodes by type and zone,
/// a switch for each zone and links between the switches; GPUs that a row takes away are down from its time on, in the
/// seconds since the first row. Without the configuration a node has four GPUs. The training configuration becomes
/// model, batch and sequence length. Uses options.device. Errors: a trace without columns, with a cell that is no
/// number of GPUs or times that do not rise, no GPU, too many nodes, an unknown type, a configuration with a mistake.
Result<Imported> importSailor(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

/// Whether a text is one of the three.
bool isSailor(std::string_view text);

} // namespace heteroscope
