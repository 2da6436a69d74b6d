// SPDX-License-Identifier: GPL-3.0-or-later
//
// The configuration of vTrain (VIA-Research/vTrain, src/config.py): degrees, batches and the shape of a GPT in one JSON
// file, with the GPU and the bandwidths of the cluster.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file: model, job and plan; where the project has no devices, nodes of node_size of them too, whose links
/// have inter_node_bandwidth (Gbit/s of a node). One degree that is left out follows from num_gpus, and without a
/// pipeline a micro-batch is all samples of a replica, both as in vTrain. Uses options.name and options.device. Errors:
/// not JSON, a value that is none, and those of importMegatron.
Result<Imported> importVtrain(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

} // namespace heteroscope
