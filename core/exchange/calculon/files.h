// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three JSON files of Calculon (calculon-ai/calculon): a system (matrix, vector, mem1, networks), an application
// (hidden, attn_heads, num_blocks) and an execution (num_procs, tensor_par, pipeline_par).
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file, or several of one project together: the system makes a cluster (first network inside a node, second
/// between nodes, in GB/s of a processor), the application the model, the execution job and plan. An execution without
/// its application is of the catalog's model that the file's name says, else of the project's. Uses options.name and
/// options.device. Errors: not JSON, none of the three, a value that is none, and those of importMegatron.
Result<Imported> importCalculon(const Project &into, const std::vector<ImportFile> &files,
                                const ImportOptions &options);

} // namespace heteroscope
