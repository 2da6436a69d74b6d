// SPDX-License-Identifier: GPL-3.0-or-later
//
// The topology of SimAI (aliyun/SimAI, astra-sim-alibabacloud/inputs/topo/gen_Topo_Template.py): a first line with the
// numbers of nodes, devices per server, NVSwitches, other switches and links and the kind of device; a line with the
// numbers of the switches; a line for each link with its ends, rate, latency and error rate.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file: a node for each server, with the NVSwitch and the links of its devices inside. Uses options.device.
/// Errors: a line with too few numbers, other numbers of links than the first line says, a rate or latency without its
/// unit, servers whose devices do not hang at switches.
Result<Imported> importSimaiTopology(const Project &into, const std::vector<ImportFile> &files,
                                     const ImportOptions &options);

} // namespace heteroscope
