// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the configuration columns of a row to what predictStep takes: a cluster of catalog devices, a workload and a
// plan. Ranks are laid out as Megatron-LM does: TP innermost, then CP, then DP, stages outermost.
#pragma once

#include "calibration/run_cluster.h"
#include "calibration/run_row.h"
#include "strategy/plan.h"

namespace heteroscope {

struct RunCase
{
    Cluster cluster;
    Workload workload;
    Plan plan;
};

/// The catalog name of the device type that a gpu cell means ("A100", "GH-96"); empty when none is known.
std::string deviceTypeNamed(const std::string &gpu);

/// The software stack (resources/calibration/constants.json) that a framework cell means; empty when none is known.
std::string softwareStackOf(const std::string &framework);

/// Per node and direction, from a text like "8x NDR/400G per node" or "400Gb/s per GPU"; none when no figure is in it.
std::optional<BytesPerSecond> nodeBandwidth(const std::string &interLink, int devicesPerNode);

/// Errors (invalid): a row that cannot be expressed; found and expected say why.
Result<RunCase> buildRunCase(const RunConfiguration &run, const NodeLinks &links = {});

} // namespace heteroscope
