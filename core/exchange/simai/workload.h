// SPDX-License-Identifier: GPL-3.0-or-later
//
// Workloads of SimAI (AICB): a line with the degrees (model_parallel_NPU_group, ep, pp, ga, all_gpus ...), the number
// of records, and a record for each operation: name, dependency, then computation time in ns, collective and bytes of
// the forward pass, of the input gradients and of the weight gradients, and a process time.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// The degrees become a plan of the project's model with `ga` micro-batches of one sample; the records are counted in
/// the notes, because this program prices the layers of a model itself. Errors: not one file, another first line, fewer
/// or other records, degrees that do not divide all_gpus, a plan that the project cannot have.
Result<Imported> importSimaiWorkload(const Project &into, const std::vector<ImportFile> &files,
                                     const ImportOptions &options);

/// Whether the text begins like a workload.
bool isSimaiWorkload(std::string_view text);

} // namespace heteroscope
