// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster of Zorse (benson-guo/zorse, collect_cluster_info.py): machines with the name and memory of each GPU, and
// bandwidths that were measured between two GPUs of a machine and between machines. They are GB/s, although the tool
// prints Gb/s, and its latencies are times of whole messages (benchmark_gpu_bandwidth.py).
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads cluster_info.json; its hostfile may be given too and says nothing more. Machines with measured bandwidths
/// between them hang at one switch if that gives every pair its rate within a tenth, else a link joins each pair. Uses
/// options.device (network/stated_host.h). Errors: not JSON, no machines, a device without a name, an unknown device
/// type.
Result<Imported> importZorse(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

} // namespace heteroscope
