// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster of Metis (SamsungLabs/Metis, utils.py and gpu_cluster.py): clusterfile.json with instance_type, memory in
// GB, inter_bandwidth and intra_bandwidth for each address, and a hostfile with a line "ADDRESS slots=N" for each node.
// Bandwidths are about GB/s (cost_estimator.py: bytes / (bandwidth * 1024 * 1024) are ms).
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads both files together, in any order: nodes at one switch, with links of inter_bandwidth. Without a hostfile each
/// address is a node of eight devices, and a note says so. Uses options.device (network/stated_host.h). Layer
/// profiles among the files leave the project as it is; the notes say what they measured and which command takes them.
/// Errors: a profile that cannot be read, no clusterfile, an address that it does not
/// have, a line of the hostfile of another form, an unknown device type.
Result<Imported> importMetis(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

} // namespace heteroscope
