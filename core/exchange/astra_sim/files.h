// SPDX-License-Identifier: GPL-3.0-or-later
//
// The network of ASTRA-sim's analytical backend (NetworkParser of astra-network-analytical), YAML or JSON: for
// each dimension, innermost first, its shape (topology), the devices along it (npus_count), GB/s of a link each
// direction (bandwidth) and ns of a link (latency). Beside it may stand the JSON of the system, of which GB/s of the
// device memory (local-mem-bw) and, with roofline-enabled, TFLOP/s (peak-perf) are taken.
//
// Or the network of its ns-3 backend (packet_network.h), of which each device becomes a node of one device.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads the files together: the innermost dimension becomes the inside of a node (a switch, or links between its
/// devices), each further one switches or cables between nodes with the sum of the bandwidths of a node's devices.
/// options.device is the type of the devices, else H100-80GB SXM with a note; options.name the first part of the names
/// of nodes. Errors: no network or two, lists of unlike length, a shape other than Ring, FullyConnected and Switch, a
/// memory or a logical shape alone, more hosts or links than a network may have (exchange/network/network.h).
Result<Imported> importAstraSim(const Project &into, const std::vector<ImportFile> &files,
                                const ImportOptions &options);

} // namespace heteroscope
