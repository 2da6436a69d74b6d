// SPDX-License-Identifier: GPL-3.0-or-later
//
// What ASTRA-sim needs beside the execution traces (exchange/chakra/write_trace.h) to go on with a plan on this
// cluster. Ranks are the devices of the plan in the order of the cluster.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"
#include "exchange/chakra/step_ranks.h"

#include <string>
#include <vector>

namespace heteroscope {

struct SimulatorFile
{
    std::string ending; ///< after the first part of the name that all files of an export share: ".network.yml"
    std::string text;
};

struct SimulatorFiles
{
    std::vector<SimulatorFile> files;
    std::vector<std::string> notes; ///< what the files say otherwise than this program
};

/// .topology.txt: the ns-3 backend's network (numbers of nodes, switches and links; the switches; a line for each link
/// with rate and latency), with each link of the cluster, whose parallel links are one. .network.yml: the analytical
/// backend's, a switch inside nodes and one between them, with GB/s of a device and ns of a link; only where all nodes
/// have the same number of devices of the plan, else a note says why not. .logical.json: the shape of the ns-3
/// backend's ranks. .system.json: ring collectives, and GB/s and TFLOP/s of the slowest device. .memory.json: no remote
/// memory. Errors: devices of the plan that are not connected. Linear in devices and links.
Result<SimulatorFiles> astraSimFiles(const StepRanks &ranks, const Topology &topology, Precision precision);

} // namespace heteroscope
